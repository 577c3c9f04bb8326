package folder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// ownerSuffix ends the names of the files in the spool by which running importers
// are known. The file is locked while its importer lives; the system lets go of the
// lock when the process dies, however it dies.
const ownerSuffix = ".owner"

// IsOwner reports whether a name in the spool is that of such a file.
func IsOwner(name string) bool { return strings.HasSuffix(name, ownerSuffix) }

// Owner is a running importer, as its file in the spool shows it.
type Owner struct {
	Name string
	dir  string
	file *os.File
	Left atomic.Bool // an order stays in sending, as the journal did not take its outcome
}

// ClaimOwner makes and locks the file of an importer.
func ClaimOwner(spool, name string) (*Owner, error) {
	path := filepath.Join(spool, name+ownerSuffix)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if _, err := durable.TryLock(file); err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(path))
	}
	return &Owner{Name: name, dir: spool, file: file}, nil
}

// Release gives the name up. The file stays where it has to show that the sender of an
// order ended; sweep removes it later.
func (o *Owner) Release() error {
	if o.Left.Load() {
		return o.file.Close()
	}
	err := errors.Join(o.file.Close(), os.Remove(o.file.Name()))
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}

// Dead reports whether the named importer certainly runs no more: its file is here
// and nobody holds its lock. Of an importer that keeps its spool elsewhere only the
// lease says when it must have ended.
func (o *Owner) Dead(name string) bool {
	held, known := o.heldByOther(name)
	return known && !held
}

// Lives reports whether the named importer certainly runs, beside this one: its file is here and somebody
// holds its lock.
func (o *Owner) Lives(name string) bool {
	held, known := o.heldByOther(name)
	return known && held
}

// heldByOther reports whether the file of another importer is here, and whether somebody holds its lock.
func (o *Owner) heldByOther(name string) (held, known bool) {
	if name == o.Name || name == "" || name != filepath.Base(name) {
		return false, false
	}
	file, err := os.OpenFile(filepath.Join(o.dir, name+ownerSuffix), os.O_RDWR, 0)
	if err != nil {
		return false, false
	}
	defer file.Close()
	locked, err := durable.TryLock(file)
	return !locked, err == nil
}

// Sweep removes the files of owners that died, once nothing in the journal names
// them. A file younger than its lock cannot be met here: it is made and locked in
// one step as far as dead is concerned, because an unlocked one has no orders yet.
func (o *Owner) Sweep(named map[string]bool) error {
	entries, err := os.ReadDir(o.dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name, isOwner := strings.CutSuffix(entry.Name(), ownerSuffix)
		if !isOwner || named[name] || !o.Dead(name) {
			continue
		}
		if removeErr := os.Remove(filepath.Join(o.dir, entry.Name())); removeErr != nil && !errors.Is(removeErr, fs.ErrNotExist) {
			err = errors.Join(err, removeErr)
		}
	}
	return err
}

// Working reports whether an importer is at work that keeps its private copies in a spool.
func Working(spool string) (bool, error) {
	entries, err := os.ReadDir(spool)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ownerSuffix) {
			continue
		}
		file, err := os.OpenFile(filepath.Join(spool, entry.Name()), os.O_RDWR, 0)
		if err != nil {
			continue // it ended just now
		}
		locked, err := durable.TryLock(file)
		file.Close()
		if err == nil && !locked {
			return true, nil
		}
	}
	return false, nil
}
