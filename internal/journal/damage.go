package journal

import (
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
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

// Away implements state.Pedigree.
func (j *Journal) Away(err error) bool {
	if j.dialect != postgres {
		return false
	}
	_, refused := errors.AsType[*pgconn.ConnectError](err)
	_, answered := errors.AsType[*pgconn.PgError](err)
	_, cut := errors.AsType[net.Error](err)
	return refused || answered || cut || errors.Is(err, io.ErrUnexpectedEOF)
}

// Damaged implements state.Pedigree.
func (j *Journal) Damaged(err error) bool { return Damaged(err) }
