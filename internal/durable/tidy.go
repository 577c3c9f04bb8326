package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// An unfinished file is locked at once after it was made, which newborn allows for.
// Where files cannot be locked, one that nobody wrote to for abandoned is a leftover.
const (
	newborn   = time.Minute
	abandoned = 24 * time.Hour
)

// Remove removes a file; one that is not there is gone already.
func Remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// RemoveStale removes the unfinished files in a folder whose writers are gone: what
// crashes left. It goes on past errors, and returns them.
func RemoveStale(dir string, now time.Time) error {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), TempPrefix) {
			continue
		}
		info, infoErr := entry.Info()
		if infoErr != nil || !info.Mode().IsRegular() || now.Sub(info.ModTime()) < newborn {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		if writerGone(path, now.Sub(info.ModTime())) {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return err
}

// writerGone: the lock tells, whatever the clocks say, and where there are none the age.
func writerGone(path string, age time.Duration) bool {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	locked, err := TryLock(f)
	return locked || err != nil && age >= abandoned
}
