package durable

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// renameNew gives a file another name in one step, unless that is taken. done is false where the
// file system cannot, or the two are on different ones.
func renameNew(from, to string) (done bool, err error) {
	err = unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
	if err == nil || errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		if err != nil {
			err = &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
		}
		return true, err
	}
	return false, nil
}
