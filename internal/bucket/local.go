package bucket

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/memblob"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// local is a store that knows no tags of its own: in memory, or in a folder, for trying out
// and for shares that several machines have mounted. A lock stands for its conditions. What
// is written there is whole, and is not synced to the disk: use a store for what must last.
type local struct {
	cloud
	lock func() (unlock func(), err error)
}

// openFolder opens the folder that an address names, and makes it where it is missing. Unfinished
// objects lie beside their places, under names that end in .tmp.
func openFolder(a Address) (Store, error) {
	opened, err := fileblob.OpenBucket(filepath.FromSlash(a.Name), &fileblob.Options{CreateDir: true, NoTempDir: true, Metadata: fileblob.MetadataDontWrite})
	if err != nil {
		return nil, err
	}
	lock := filepath.Join(filepath.FromSlash(a.Name), folderLock)
	return &local{cloud: cloud{opened, localDialect{}}, lock: func() (func(), error) { return lockFolder(lock) }}, nil
}

// Memory is a store in memory, empty at first.
func Memory() Store {
	var mu sync.Mutex
	return &local{cloud: cloud{memblob.OpenBucket(nil), localDialect{}}, lock: func() (func(), error) { mu.Lock(); return mu.Unlock, nil }}
}

// folderLock is the file by whose lock processes that share a folder take turns.
const folderLock = ".dropbridge.bucket.lock"

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

// Write looks and writes while nobody else does.
func (l *local) Write(ctx context.Context, key string, content io.Reader, sha string, when Condition) error {
	if when == (Condition{}) {
		return l.cloud.Write(ctx, key, content, sha, when)
	}
	unlock, err := l.lock()
	if err != nil {
		return err
	}
	defer unlock()
	if err := l.holds(ctx, key, when); err != nil {
		return err
	}
	return l.cloud.Write(ctx, key, content, sha, Condition{})
}

// Delete does the same.
func (l *local) Delete(ctx context.Context, key string, when Condition) error {
	unlock, err := l.lock()
	if err != nil {
		return err
	}
	defer unlock()
	if err := l.holds(ctx, key, when); err != nil {
		return err
	}
	return l.cloud.Delete(ctx, key, Condition{})
}

// errCondition is a condition that does not hold.
var errCondition = errors.New("the condition does not hold")

func (l *local) holds(ctx context.Context, key string, when Condition) error {
	at, err := l.Stat(ctx, key)
	there := err == nil
	if err != nil && l.Why(err) != NotThere {
		return err
	}
	if when.Absent && there || when.Tag != "" && (!there || at.Tag != when.Tag) {
		return errCondition
	}
	return nil
}

// List leaves out what is no object: the lock, and what is still being written.
func (l *local) List(ctx context.Context, prefix string, flat bool, from []byte) ([]Object, []byte, error) {
	page, next, err := l.cloud.List(ctx, prefix, flat, from)
	kept := page[:0]
	for _, object := range page {
		if object.Key != folderLock {
			kept = append(kept, object)
		}
	}
	return kept, next, err
}

// Why knows the condition that does not hold, and what a folder says.
func (l *local) Why(err error) Reason {
	switch {
	case errors.Is(err, errCondition):
		return Changed
	case errors.Is(err, fs.ErrPermission):
		return Forbidden
	}
	return l.cloud.Why(err)
}

// localDialect makes a tag of the time and the size, which both a look and a list give.
type localDialect struct{}

func (localDialect) tag(at *blob.Attributes) string {
	return fmt.Sprintf("%x-%x", at.ModTime.UnixNano(), at.Size)
}

func (localDialect) listTag(l *blob.ListObject) string {
	return fmt.Sprintf("%x-%x", l.ModTime.UnixNano(), l.Size)
}

func (localDialect) write(*blob.WriterOptions, string)  {}
func (localDialect) remove(*blob.DeleteOptions, string) {}
func (localDialect) why(error) Reason                   { return "" }

// prefixed is a store whose keys stand behind a prefix of the bucket.
func prefixed(opened *blob.Bucket, prefix string, d dialect) Store {
	if prefix != "" {
		opened = blob.PrefixedBucket(opened, strings.TrimSuffix(prefix, "/")+"/")
	}
	return &cloud{opened, d}
}

// Bytes is content that is at hand.
func Bytes(content []byte) io.ReadSeeker { return bytes.NewReader(content) }
