package bucket

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// folder keeps objects as files, for trying out and for shares that several machines have
// mounted. An object appears whole by a rename, and is not synced to the disk: use a store for
// what must last.
type folder struct{ path string }

// folderLock is the file by whose lock processes that share a folder take turns.
const folderLock = ".dropbridge.bucket.lock"

// unfinished ends the names of what is being written, beside its place.
const unfinished = ".dropbridge.tmp"

// openFolder opens the folder that an address names, and makes it where it is missing.
func openFolder(a Address) (Store, error) {
	path := filepath.FromSlash(a.Name)
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	return &local{objects: folder{path}, lock: func() (func(), error) { return lockFolder(filepath.Join(path, folderLock)) }}, nil
}

func lockFolder(path string) (unlock func(), err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := durable.Lock(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return func() { file.Close() }, nil
}

func (f folder) at(key string) string {
	return filepath.Join(f.path, filepath.FromSlash(fileName(key, runtime.GOOS == "windows")))
}

// Stat looks at the file. Its tag is made of its time and size.
func (f folder) Stat(ctx context.Context, key string) (Object, error) {
	if ctx.Err() != nil {
		return Object{}, ctx.Err()
	}
	info, err := os.Stat(f.at(key))
	if err == nil && info.IsDir() {
		err = &fs.PathError{Op: "stat", Path: key, Err: fs.ErrNotExist}
	}
	if err != nil {
		return Object{}, err
	}
	return Object{Key: key, Size: info.Size(), ModTime: info.ModTime(), Tag: fmt.Sprintf("%x-%x", info.ModTime().UnixNano(), info.Size())}, nil
}

// Read opens the file.
func (f folder) Read(ctx context.Context, key string) (io.ReadCloser, error) {
	if _, err := f.Stat(ctx, key); err != nil {
		return nil, err
	}
	return os.Open(f.at(key))
}

func (f folder) write(ctx context.Context, key string, content io.Reader, _ string) error {
	path := f.at(key)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	file, err := createBeside(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	if err = cmp.Or(errors.Join(err, file.Close()), ctx.Err()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// createBeside is a new file beside a place, with the access that the process gives new files:
// os.CreateTemp would close it to others who share the folder.
func createBeside(path string) (file *os.File, err error) {
	for n := 0; n < 10_000; n++ {
		file, err = os.OpenFile(path+"."+strconv.Itoa(n)+unfinished, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return file, err
}

func (f folder) remove(key string) error { return os.Remove(f.at(key)) }

// keys leaves out what is no object: the lock, and what is being written.
func (f folder) keys(ctx context.Context) (keys []string, err error) {
	err = filepath.WalkDir(f.path, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && path != f.path:
			return nil // taken away meanwhile
		case err != nil:
			return err
		case entry.IsDir(), entry.Name() == folderLock, strings.HasSuffix(path, unfinished):
			return ctx.Err()
		}
		name, err := filepath.Rel(f.path, path)
		keys = append(keys, keyOf(filepath.ToSlash(name), runtime.GOOS == "windows"))
		return err
	})
	return keys, err
}

// noFileNames are the characters that Windows has in no name of a file, see
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file.
const noFileNames = `<>:"|?*`

// fileName is the name of a key's file. On Windows a character that no file may have in its name
// stands as __0x3a__, in hex.
func fileName(key string, windows bool) string {
	if !windows || !strings.ContainsAny(key, noFileNames) {
		return key
	}
	var name strings.Builder
	for _, r := range key {
		if strings.ContainsRune(noFileNames, r) {
			fmt.Fprintf(&name, "__%#x__", r)
		} else {
			name.WriteRune(r)
		}
	}
	return name.String()
}

// keyOf is the key of a file of that name.
func keyOf(name string, windows bool) string {
	if !windows || !utf8.ValidString(name) {
		return name
	}
	for _, r := range noFileNames {
		name = strings.ReplaceAll(name, fmt.Sprintf("__%#x__", r), string(r))
	}
	return name
}
