// Package durable writes files that are whole or absent: a temporary file beside
// the target, fsync, rename, fsync of the folder. A reader sees the old file or
// the new one, and after a power cut one of the two is there.
package durable

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// TempPrefix begins the name of every unfinished file; leftovers of a crash can be
// known by it, and no watcher takes a name with a leading dot.
const TempPrefix = ".dropbridge-"

// File is a file being written that nobody sees under its name before Commit.
type File struct {
	*os.File
	path string
	done bool
}

// Create opens a temporary file in the folder of path. The folder must exist.
func Create(path string) (*File, error) {
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return nil, err
	}
	temp := filepath.Join(filepath.Dir(path), TempPrefix+hex.EncodeToString(random[:])+".tmp")
	f, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	// It says that the writer lives. Where files cannot be locked, their age decides.
	_, _ = TryLock(f)
	return &File{File: f, path: path}, nil
}

// Commit makes the file durable and puts it in its place, over an older one.
// Where it fails, the older file is untouched and the temporary one is gone.
func (f *File) Commit() error {
	if f.done {
		return fs.ErrClosed
	}
	f.done = true
	// Between Close and Rename nothing but its age says that it is no leftover.
	now := time.Now()
	err := os.Chtimes(f.Name(), now, now)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return SyncDir(filepath.Dir(f.path))
}

// Abort removes the unfinished file; after Commit it does nothing, so it can be deferred.
func (f *File) Abort() {
	if f.done {
		return
	}
	f.done = true
	f.Close()
	os.Remove(f.Name())
}

// WriteFile writes path by way of a temporary file that write fills.
func WriteFile(path string, write func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// SyncDir makes the names in a folder durable. On systems whose folders cannot be
// synced it does nothing.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !syncUnsupported(err) {
		return fmt.Errorf("sync folder %s: %w", dir, err)
	}
	return nil
}

// Move puts the file from into the folder dir under name, or under "name (2)" and
// so on where that is taken: it never overwrites. It returns the path it took.
// Across file systems the file is copied, made durable, and then removed.
func Move(from, dir, name string) (string, error) {
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for n := 1; ; n++ {
		to := filepath.Join(dir, NumberedName(stem, n, ext))
		err := moveNew(from, to)
		if errors.Is(err, fs.ErrExist) {
			if !linked(from, to) {
				continue
			}
			err = removeOr(from, "")
		}
		if err != nil {
			return "", err
		}
		return to, errors.Join(SyncDir(dir), SyncDir(filepath.Dir(from)))
	}
}

// NumberedName is the n-th name, from 1, that Move tries.
func NumberedName(stem string, n int, ext string) string {
	if n == 1 {
		return stem + ext
	}
	return fmt.Sprintf("%s (%d)%s", stem, n, ext)
}

// linked reports whether an earlier move ended between its two steps, so that the file
// has both names. One folder under two paths has one name for it, which must stay.
func linked(from, to string) bool {
	source, err1 := os.Lstat(from)
	target, err2 := os.Lstat(to)
	sourceDir, err3 := os.Stat(filepath.Dir(from))
	targetDir, err4 := os.Stat(filepath.Dir(to))
	return errors.Join(err1, err2, err3, err4) == nil && os.SameFile(source, target) && !os.SameFile(sourceDir, targetDir)
}

// moveNew moves a file to a name that must be free; it fails with fs.ErrExist where it is not.
func moveNew(from, to string) error {
	err := os.Link(from, to)
	if err == nil {
		return removeOr(from, to)
	}
	if errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// No hard links here, or another file system: copy under a name that is claimed first.
	return copyNew(from, to)
}

func copyNew(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if info, err := in.Stat(); err == nil {
		// As a rename leaves it. Where that cannot be, the copy is what counts.
		group, _ := groupOf(info)
		_ = Access{Mode: info.Mode().Perm(), Group: group}.grant(to)
	}
	_, err = io.Copy(out, in)
	err = errors.Join(err, out.Sync(), out.Close())
	if err != nil {
		return errors.Join(err, os.Remove(to))
	}
	in.Close() // Windows removes no open file
	return removeOr(from, to)
}

// removeOr removes the source of a move. Where that cannot be, the target, unless "", goes again:
// a move that is tried once more would otherwise leave one more copy each time.
func removeOr(from, to string) error {
	err := os.Remove(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // another process, which moves the same file, was faster
	}
	if err != nil && to != "" {
		err = errors.Join(err, os.Remove(to))
	}
	return err
}

// An unfinished file is locked at once after it was made, which newborn allows for.
// Where files cannot be locked, one that nobody wrote to for abandoned is a leftover.
const (
	newborn   = time.Minute
	abandoned = 24 * time.Hour
)

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
