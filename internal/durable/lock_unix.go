//go:build unix

package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// TryLock takes the file's lock, which ends with the process, or says that another has it.
func TryLock(file *os.File) (bool, error) {
	err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// Lock waits for the file's lock, which ends with the process.
func Lock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_EX) }

// RemoveLocked removes a file that TryLock has locked while it is, so that nobody else's is removed,
// and closes it then.
func RemoveLocked(file *os.File) error { return errors.Join(os.Remove(file.Name()), file.Close()) }
