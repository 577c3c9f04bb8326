package register

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// patience is how long a change waits for another process that changes the same file.
const patience = 5 * time.Second

// Register is a list in a file, of which nobody but this user may know anything. Use Open.
type Register[T any] struct {
	path string

	mu      sync.Mutex
	seen    fs.FileInfo // of the file as it was read, nil where there was none
	read    bool
	entries []T
	err     error
}

// content is the file.
type content[T any] struct {
	Entries []T `yaml:"entries"`
}

// Open is the register in the file at path, which need not be there yet.
func Open[T any](path string) *Register[T] { return &Register[T]{path: path} }

// Entries are all entries as the file has them now. A file that is not there has none; one
// that cannot be read is an error each time, and nothing of it is believed.
func (r *Register[T]) Entries() ([]T, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refresh()
	return slices.Clone(r.entries), r.err
}

// refresh reads the file where it is not the one that was read. A file is never changed in
// place: each change is another file, with another time or number.
func (r *Register[T]) refresh() {
	info, err := os.Stat(r.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.seen, r.read, r.entries, r.err = nil, true, nil, nil
		return
	case err != nil:
		r.seen, r.read, r.entries, r.err = nil, false, nil, fmt.Errorf("read %s: %w", r.path, err)
		return
	}
	if r.read && r.seen != nil && os.SameFile(r.seen, info) && r.seen.ModTime().Equal(info.ModTime()) && r.seen.Size() == info.Size() {
		return
	}
	r.seen, r.read = info, true
	r.entries, r.err = load[T](r.path)
}

func load[T any](path string) ([]T, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	var c content[T]
	if err := strictyaml.Decode(path, data, &c); err != nil {
		return nil, err
	}
	return c.Entries, nil
}

// Change puts what change makes of the entries in their place, on the disk and whole. Where
// change has an error the file stays as it is.
func (r *Register[T]) Change(change func([]T) ([]T, error)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := os.MkdirAll(filepath.Dir(r.path), 0o700); err != nil {
		return fmt.Errorf("change %s: %w", r.path, err)
	}
	unlock, err := r.lock()
	if err != nil {
		return err
	}
	defer unlock()
	r.read = false
	r.refresh()
	if r.err != nil {
		return r.err
	}
	entries, err := change(slices.Clone(r.entries))
	if err != nil {
		return err
	}
	r.read = false
	return r.write(entries)
}

func (r *Register[T]) write(entries []T) error {
	data, err := yaml.Marshal(content[T]{entries})
	if err != nil {
		return fmt.Errorf("write %s: %w", r.path, err)
	}
	var open error // it could not be kept from other users
	err = durable.WriteFileFor(r.path, durable.Access{Mode: 0o600}, func(err error) { open = err }, func(w io.Writer) error {
		if open != nil {
			return open
		}
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", r.path, err)
	}
	return nil
}

// lock keeps other processes from changing the file until unlock is called.
func (r *Register[T]) lock() (unlock func(), err error) {
	dir, name := filepath.Split(r.path)
	file, err := os.OpenFile(dir+"."+name+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("change %s: %w", r.path, err)
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		locked, err := durable.TryLock(file)
		if locked || err != nil { // some file systems know no locks
			return func() { file.Close() }, nil
		}
		if time.Now().After(deadline) {
			file.Close()
			return nil, fmt.Errorf("change %s: another process holds it for %s", r.path, patience)
		}
	}
}
