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
	"time"
)

// TempPrefix begins the name of every unfinished file; leftovers of a crash can be
// known by it, and no watcher takes a name with a leading dot.
const TempPrefix = ".dropbridge-"

// File is a file being written that nobody sees under its name before Commit. It ends by
// Commit or Abort, and has no Close: a file that is only closed would be a leftover.
type File struct {
	file *os.File
	path string
	done bool
}

// Create opens a temporary file in the folder of path. The folder must exist.
//
//	open(".dropbridge-RANDOM.tmp", O_RDWR|O_CREAT|O_EXCL)
//	flock(LOCK_EX|LOCK_NB)   says that the writer lives; where files cannot be locked, their age decides
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
	_, _ = TryLock(f)
	return &File{file: f, path: path}, nil
}

// Name is the path of the unfinished file.
func (f *File) Name() string { return f.file.Name() }

// Read, ReadAt, Write, WriteAt and Seek are those of the unfinished file.
func (f *File) Read(p []byte) (int, error) { return f.file.Read(p) }

// ReadAt reads without moving the place at which Read and Write go on.
func (f *File) ReadAt(p []byte, at int64) (int, error) { return f.file.ReadAt(p, at) }

// Write appends at the place at hand.
func (f *File) Write(p []byte) (int, error) { return f.file.Write(p) }

// WriteAt writes without moving the place at which Read and Write go on.
func (f *File) WriteAt(p []byte, at int64) (int, error) { return f.file.WriteAt(p, at) }

// Seek moves the place at which Read and Write go on.
func (f *File) Seek(offset int64, whence int) (int64, error) { return f.file.Seek(offset, whence) }

// Truncate cuts the unfinished file, or makes it longer by zeros.
func (f *File) Truncate(size int64) error { return f.file.Truncate(size) }

// BeginSync asks the system to begin to bring the bytes so far to the disk, and does not wait:
// of a large file little is then left for Sync. Where it cannot, nothing is lost.
func (f *File) BeginSync() { beginSync(f.file) }

// Sync makes the bytes so far durable, ahead of Commit: a full disk shows before anything
// takes its place.
func (f *File) Sync() error { return f.file.Sync() }

// Commit makes the file durable and puts it in its place, over an older one:
//
//	utimes(temporary)            between close and rename its age alone says that it is no leftover
//	fsync(temporary)             its bytes are on the disk
//	close(temporary)             its lock ends with it
//	rename(temporary, path)      from here on readers see the new file
//	fsync(folder)                its name is on the disk too
//
// Where one of the first four fails, the older file is untouched and the temporary one is
// gone. An fsync that failed is never tried again on the same file: the system may have
// dropped the bytes that it could not write, and would call the next one a success.
//
// Where the last one fails, the new file is in its place and stays there, and readers see
// it. What is not known is what a power cut would leave: the new file or the older one,
// each of them whole. The error says so, and to write the file once more is safe.
func (f *File) Commit() error {
	if f.done {
		return fs.ErrClosed
	}
	f.done = true
	now := time.Now()
	err := os.Chtimes(f.Name(), now, now)
	err = errors.Join(err, f.file.Sync(), f.file.Close())
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return SyncDir(filepath.Dir(f.path))
}

// Abort removes the unfinished file; after Commit it does nothing, so it can be deferred.
//
//	close(temporary)
//	unlink(temporary)
//
// Where that fails, RemoveStale finds the file later.
func (f *File) Abort() {
	if f.done {
		return
	}
	f.done = true
	f.file.Close()
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

// WriteFileFor is WriteFile for a file with an access. note is told what of it could not
// be given.
func WriteFileFor(path string, a Access, note func(error), write func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := f.Grant(a); err != nil {
		note(err)
	}
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
