package carry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Objects are the files of a bucket as a side.
type Objects struct {
	bucket *bucket.Bucket
	places *Places
	mark   func(bucket.Object) string
}

// NewObjects are the objects of a bucket that have one of the places; mark is what one looks like.
func NewObjects(b *bucket.Bucket, p *Places, mark func(bucket.Object) string) *Objects {
	return &Objects{b, p, mark}
}

// largest is more than any file has.
const largest = 1 << 40

// List lists the objects below each prefix. Those that no place has are odd.
func (o *Objects) List(ctx context.Context) (out []Entry, odd []Odd, err error) {
	for _, root := range o.places.roots() {
		for at, err := range o.bucket.List(ctx, root+"/", true) {
			if err != nil {
				return nil, nil, err
			}
			switch place, _ := o.places.at(at.Key); {
			case strings.HasSuffix(at.Key, "/") && at.Size == 0: // with which a console shows an empty folder
			case bucket.CheckKey(at.Key) != nil:
				odd = append(odd, Odd{at.Key, bucket.CheckKey(at.Key)})
			case place != nil:
				out = append(out, o.entry(at))
			case !hidden(at.Key):
				odd = append(odd, Odd{at.Key, ErrNoPlace})
			}
		}
	}
	sorting.Func(out, func(a, b Entry) int { return cmp.Compare(a.Key, b.Key) })
	return out, odd, nil
}

// ErrNoPlace is an object that belongs to nothing that the config has, such as a feed that it has
// no more.
var ErrNoPlace = errors.New("nothing of this config")

// hidden reports whether a part of a key is hidden.
func hidden(key string) bool { return strings.HasPrefix(key, ".") || strings.Contains(key, "/.") }

func (o *Objects) entry(at bucket.Object) Entry {
	return Entry{Key: at.Key, Size: at.Size, Mark: o.mark(at), Time: at.ModTime}
}

// Read downloads the object into a file that is gone once it is closed.
func (o *Objects) Read(ctx context.Context, e Entry) (_ *os.File, err error) {
	file, err := os.CreateTemp("", "dropbridge-*.tmp")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil { // where it cannot be while it is open, the system tidies up
		_ = err
	}
	at, err := o.bucket.Get(ctx, e.Key, largest, func() (io.Writer, error) {
		_, err := file.Seek(0, io.SeekStart)
		return file, errors.Join(err, file.Truncate(0))
	})
	if err == nil && o.mark(at) != e.Mark {
		err = errMoved
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	sha, err := hashOf(file)
	if err == nil && at.SHA256 != "" && at.SHA256 != sha {
		err = fmt.Errorf("%s: its content is not the one that was put: SHA-256 %s, and not %s", e.Key, sha, at.SHA256)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Still is true: Read gives the whole of one object.
func (o *Objects) Still(Entry) bool { return true }

// Write puts the object, whatever is there.
func (o *Objects) Write(ctx context.Context, e Entry, content io.ReadSeeker) (Entry, error) {
	at, err := o.bucket.Put(ctx, e.Key, content)
	if err != nil {
		return e, err
	}
	return o.entry(at), nil
}

// Remove takes the object away, if it still is the one that was listed.
func (o *Objects) Remove(ctx context.Context, e Entry) (removed bool, err error) {
	return true, o.bucket.Delete(ctx, e.Key, "")
}

// Stands is false: nothing but what was carried lies there.
func (o *Objects) Stands(Entry, *os.File) bool { return false }
