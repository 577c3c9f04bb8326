package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

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
//
// A rename comes first: between the two steps of a link the file has two names, and whoever looks
// at the folder then takes it for a link to a file elsewhere.
func moveNew(from, to string) error {
	if done, err := renameNew(from, to); done {
		return err
	}
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
