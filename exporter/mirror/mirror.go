// Package mirror keeps a set of files the same in a folder of this machine and in a bucket: a
// feed with its packed copy, its reports and its memory, or the copy of the product list. The
// builder works in the folder as ever; before it the newer files are fetched, after it they
// are brought.
//
// Brought is a file at a time, each whole by one put, the memory first and the document behind
// it. What breaks off between leaves a memory that knows of a document that nobody saw: the
// next build fetches that memory, builds and brings both again. The numbers that it gave to
// offers stay theirs, which the other order would not promise; what the build that broke off
// changed is missing in the next list of changes.
//
// Each put holds only while the object is as it was when it was fetched, so that of two
// processes that build one feed at a time the later one is refused at the first file that the
// other has brought, and a process that was stopped and wakes up late overwrites nothing. It
// gets ErrLate, and its next build begins with the other one's files.
//
// What the files were in the bucket when they were fetched or brought last stands in a hidden
// file beside them. Where the bucket still has that, whatever lies here is newer and was not
// brought yet, be it of a process that died in between: it stays, and the next build brings it.
// Where another process has brought one file since, all of its files are taken.
package mirror

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// largest is more than any feed has.
const largest = 1 << 40

// Fetch makes the files here what they are in the bucket, unless nobody has brought any since
// they were fetched or brought here: what lies here may be newer then. A file that is not there
// yet stays as it is here; one that was there before and is gone is taken away here.
func (s *Set) Fetch(ctx context.Context) error {
	before := s.seen
	if before == nil {
		before = s.recall()
	}
	now, err := s.look(ctx)
	if err != nil {
		return err
	}
	theirs := s.broughtSince(before, now)
	s.seen = sight{}
	for _, path := range s.files {
		at, there := now[path]
		was, known := before[path]
		switch {
		case there && known && was.Tag == at.Tag && !theirs && exists(path):
			s.seen[path] = was // with its hash, which not every store tells
		case there:
			err = s.take(ctx, path, at)
		case known && len(now) > 0: // a bucket that was emptied takes nothing away
			err = durable.Remove(path)
		}
		if err != nil {
			return fmt.Errorf("fetch %s: %w", filepath.Base(path), err)
		}
	}
	if maps.Equal(before, s.seen) {
		return nil
	}
	return s.remember()
}

// take has a file as it is in the bucket.
func (s *Set) take(ctx context.Context, path string, at bucket.Object) (err error) {
	if !same(path, at) {
		at, err = s.fetch(ctx, path)
	}
	if err == nil {
		s.seen[path] = at
	}
	return err
}

// look asks the bucket for all files.
func (s *Set) look(ctx context.Context) (sight, error) {
	now := sight{}
	for _, path := range s.files {
		at, err := s.bucket.Stat(ctx, s.key(path))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("fetch %s: %w", filepath.Base(path), err)
		}
		now[path] = at
	}
	return now, nil
}

// broughtSince reports whether another process has brought a file since: one that is neither
// as it was, nor as it lies here.
func (s *Set) broughtSince(before, now sight) bool {
	return slices.ContainsFunc(s.files, func(path string) bool {
		at, there := now[path]
		return there && at.Tag != before[path].Tag && !same(path, at)
	})
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// same reports whether a file here is an object.
func same(path string, at bucket.Object) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() == at.Size && at.SHA256 != "" && durable.SHA256(path, largest) == at.SHA256
}

// fetch replaces a file by the object; its time is that of the object on all machines.
func (s *Set) fetch(ctx context.Context, path string) (at bucket.Object, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return at, err
	}
	file, err := durable.Create(path)
	if err != nil {
		return at, err
	}
	defer file.Abort()
	if err := file.Grant(s.access); err != nil {
		return at, err
	}
	at, err = s.bucket.Get(ctx, s.key(path), largest, func() (io.Writer, error) {
		_, err := file.Seek(0, io.SeekStart)
		return file, errors.Join(err, file.Truncate(0))
	})
	if err != nil {
		return at, err
	}
	if err := file.Commit(); err != nil {
		return at, err
	}
	at.SHA256 = durable.SHA256(path, largest)
	return at, os.Chtimes(path, at.ModTime, at.ModTime)
}

// Bring makes the bucket have what lies here. Its error is ErrLate where another process was
// faster.
func (s *Set) Bring(ctx context.Context) error {
	for _, path := range s.files {
		err := s.bring(ctx, path)
		if errors.Is(err, bucket.ErrChanged) || errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("bring %s: %w", filepath.Base(path), errors.Join(ErrLate, err))
		}
		if err != nil {
			return fmt.Errorf("bring %s: %w", filepath.Base(path), err)
		}
	}
	return s.takeAway(ctx)
}

func (s *Set) bring(ctx context.Context, path string) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	was, known := s.seen[path]
	if known && same(path, was) {
		return nil
	}
	at, err := s.bucket.Replace(ctx, s.key(path), file, was.Tag)
	if err != nil {
		return err
	}
	s.seen[path] = at
	return s.remember()
}

// takeAway removes the objects whose files are gone here, after all others are brought: what
// marks a feed as private goes last.
func (s *Set) takeAway(ctx context.Context) error {
	for _, path := range s.files {
		was, known := s.seen[path]
		if !known || exists(path) {
			continue
		}
		if err := s.bucket.Delete(ctx, s.key(path), was.Tag); err != nil && !errors.Is(err, bucket.ErrChanged) {
			return fmt.Errorf("take %s away: %w", filepath.Base(path), err)
		}
		delete(s.seen, path)
		if err := s.remember(); err != nil {
			return err
		}
	}
	return nil
}
