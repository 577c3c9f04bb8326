// Package foreign says what would fix an error that is not the program's own: one of the
// operating system, or of the database server.
package foreign

import (
	"errors"
	"io/fs"
	"syscall"

	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// hints are the sentences of the catalogue, by what the error is; the first that fits counts.
var hints = [...]struct {
	is  func(error) bool
	key string
}{
	{journal.Unreached, "hint.database"},
	{func(err error) bool { return errors.Is(err, fs.ErrPermission) }, "hint.permission"},
	{journal.Full, "hint.disk_full"},
	{func(err error) bool { return errors.Is(err, fs.ErrNotExist) }, "hint.no_file"},
}

// Hint is what would fix an error, zero where that is not known or err is nil.
func Hint(err error) wording.Message {
	for _, row := range hints {
		if err != nil && row.is(err) {
			return wording.NewMessage(row.key)
		}
	}
	return wording.Message{}
}

// Misplaced is what would fix that a file stands where a folder is wanted, or the other way around; zero for
// another error. Who works for long knows better which setting has that name, so that Hint leaves it to them.
func Misplaced(err error) wording.Message {
	if errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EISDIR) {
		return wording.NewMessage("hint.no_file")
	}
	return wording.Message{}
}
