package journal

import (
	"errors"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// Damaged reports whether an error is that of an SQLite file that is none, or a broken one. No
// second try helps then.
func Damaged(err error) bool {
	failed, ok := errors.AsType[*driver.Error](err)
	if !ok {
		return false
	}
	primary := failed.Code() & 0xff // the rest tells where it was found
	return primary == codes.SQLITE_CORRUPT || primary == codes.SQLITE_NOTADB
}

// Damaged implements state.Pedigree.
func (j *Journal) Damaged(err error) bool { return Damaged(err) }
