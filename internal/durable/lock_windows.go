package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// TryLock takes the file's lock, which ends with the process, or says that another has it.
// It lies far beyond the file's end: what is in the file can be read by all.
func TryLock(file *os.File) (bool, error) {
	err := windows.LockFileEx(windows.Handle(file.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &windows.Overlapped{Offset: 0xffffffff, OffsetHigh: 0x7fffffff})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// Lock waits for the file's lock, which ends with the process.
func Lock(file *os.File) error {
	return windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &windows.Overlapped{Offset: 0xffffffff, OffsetHigh: 0x7fffffff})
}

// RemoveLocked removes a file that TryLock has locked, and closes it first: here nobody can remove a
// file that is open. Where another has opened it in between it is theirs, and stays.
func RemoveLocked(file *os.File) error {
	if err := file.Close(); err != nil {
		return err
	}
	if err := os.Remove(file.Name()); !errors.Is(err, windows.ERROR_SHARING_VIOLATION) {
		return err
	}
	return nil
}
