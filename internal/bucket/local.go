package bucket

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"
)

// local is a store that knows no conditions of its own: in memory, or in a folder. A lock
// stands for them.
type local struct {
	objects
	lock func() (unlock func(), err error)
}

// objects are what a local store keeps, without conditions. What is not there is fs.ErrNotExist.
type objects interface {
	Stat(ctx context.Context, key string) (Object, error)
	Read(ctx context.Context, key string) (io.ReadCloser, error)
	write(ctx context.Context, key string, content io.Reader, sha string) error
	remove(key string) error
	// keys are those of all objects, in any order.
	keys(ctx context.Context) ([]string, error)
}

// Write looks and writes while nobody else does.
func (l *local) Write(ctx context.Context, key string, content io.ReadSeeker, sha string, when Condition) error {
	if when == (Condition{}) {
		return l.write(ctx, key, content, sha)
	}
	return l.alone(ctx, key, when, func() error { return l.write(ctx, key, content, sha) })
}

// Delete does the same.
func (l *local) Delete(ctx context.Context, key string, when Condition) error {
	return l.alone(ctx, key, when, func() error { return l.remove(key) })
}

// errCondition is a condition that does not hold.
var errCondition = errors.New("the condition does not hold")

// alone does something under the lock, while a condition holds.
func (l *local) alone(ctx context.Context, key string, when Condition, do func() error) error {
	unlock, err := l.lock()
	if err != nil {
		return err
	}
	defer unlock()
	at, err := l.Stat(ctx, key)
	there := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if when.Absent && there || when.Tag != "" && (!there || at.Tag != when.Tag) {
		return errCondition
	}
	return do()
}

// List is a page of the keys in their order. What is taken away meanwhile is left out.
func (l *local) List(ctx context.Context, prefix string, flat bool, from []byte) (page []Object, next []byte, err error) {
	keys, err := l.keys(ctx)
	if err != nil {
		return nil, nil, err
	}
	names := listed(keys, prefix, flat)
	start, _ := slices.BinarySearchFunc(names, string(from), func(o Object, after string) int {
		return cmp.Or(strings.Compare(o.Key, after), -1) // behind it
	})
	for _, object := range names[start:] {
		if len(page) == pageSize {
			return page, []byte(page[pageSize-1].Key), nil
		}
		if !object.Folder {
			if object, err = l.Stat(ctx, object.Key); errors.Is(err, fs.ErrNotExist) {
				continue
			} else if err != nil {
				return nil, nil, err
			}
		}
		page = append(page, object)
	}
	return page, nil, nil
}

// listed are the keys that begin with a prefix, in their order, and with flat unset the folders
// of those that go on behind a slash.
func listed(keys []string, prefix string, flat bool) []Object {
	slices.Sort(keys)
	var names []Object
	for _, key := range keys {
		rest, found := strings.CutPrefix(key, prefix)
		if !found {
			continue
		}
		object := Object{Key: key}
		if folder, _, deeper := strings.Cut(rest, "/"); deeper && !flat {
			object = Object{Key: prefix + folder + "/", Folder: true}
		}
		if len(names) == 0 || names[len(names)-1].Key != object.Key {
			names = append(names, object)
		}
	}
	return names
}

// Why knows the condition that does not hold, and what a file system says.
func (l *local) Why(err error) Reason {
	switch {
	case errors.Is(err, errCondition):
		return Changed
	case errors.Is(err, fs.ErrPermission):
		return Forbidden
	case errors.Is(err, fs.ErrNotExist):
		return NotThere
	}
	return Away
}

// Close has nothing to let go.
func (l *local) Close() error { return nil }

// memory keeps objects in memory.
type memory struct {
	mu      sync.Mutex
	there   map[string]memoryObject
	written int // objects, so that each has a tag of its own
}

type memoryObject struct {
	Object
	content []byte
}

// Memory is a store in memory, empty at first.
func Memory() Store {
	var mu sync.Mutex
	return &local{objects: &memory{there: map[string]memoryObject{}}, lock: func() (func(), error) { mu.Lock(); return mu.Unlock, nil }}
}

func (m *memory) find(key string) (memoryObject, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	object, found := m.there[key]
	if !found {
		return object, &fs.PathError{Op: "open", Path: key, Err: fs.ErrNotExist}
	}
	return object, nil
}

// Stat is the object.
func (m *memory) Stat(ctx context.Context, key string) (Object, error) {
	if ctx.Err() != nil {
		return Object{}, ctx.Err()
	}
	object, err := m.find(key)
	return object.Object, err
}

// Read reads what was there when it was called.
func (m *memory) Read(ctx context.Context, key string) (io.ReadCloser, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	object, err := m.find(key)
	return io.NopCloser(bytes.NewReader(object.content)), err
}

func (m *memory) write(ctx context.Context, key string, content io.Reader, sha string) error {
	read, err := io.ReadAll(content)
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.written++
	at := Object{Key: key, Size: int64(len(read)), ModTime: time.Now(), Tag: fmt.Sprintf("%x", m.written), SHA256: sha}
	m.there[key] = memoryObject{at, read}
	return nil
}

func (m *memory) remove(key string) error {
	if _, err := m.find(key); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.there, key)
	return nil
}

func (m *memory) keys(ctx context.Context) (keys []string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key := range m.there {
		keys = append(keys, key)
	}
	return keys, ctx.Err()
}
