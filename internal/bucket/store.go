package bucket

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"mime"
	"path"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/mediatype"
)

// Object is what lies under a key.
type Object struct {
	Key     string // without the address's prefix
	Size    int64  // in bytes
	ModTime time.Time
	Tag     string // changes with the content; without quotes
	SHA256  string // in hex, where whoever put it said so; a list never says it
	Folder  bool   // no object, but what the keys of some begin with; Key ends in "/"
}

// Condition is what must hold for an object to be written or taken away; the zero Condition
// always does.
type Condition struct {
	Absent bool   // nothing is there
	Tag    string // the object there has this tag; "": whatever it has
}

// Store is a bucket as its provider gives it: each call is one attempt, and its errors are the
// provider's own, which Why explains. Tests wrap it.
type Store interface {
	// Stat is what lies under a key.
	Stat(ctx context.Context, key string) (Object, error)
	// Read opens an object.
	Read(ctx context.Context, key string) (io.ReadCloser, error)
	// Write puts an object whole; sha is the SHA-256 of its content in hex, which is kept
	// beside it where the store can.
	Write(ctx context.Context, key string, content io.ReadSeeker, sha string, c Condition) error
	// Delete takes an object away.
	Delete(ctx context.Context, key string, c Condition) error
	// List is a page of the objects whose keys begin with a prefix, and where the next page
	// begins, nil behind the last. With flat unset, keys end at the first slash behind the
	// prefix, and those with more are told as one Folder.
	List(ctx context.Context, prefix string, flat bool, from []byte) (page []Object, next []byte, err error)
	// Why is the reason of an error of these methods.
	Why(err error) Reason
	// Close lets connections go.
	Close() error
}

// metaSHA is the name of the metadata that holds an object's SHA-256.
const metaSHA = "sha256"

// pageSize is that of S3, the largest that all stores give.
const pageSize = 1000

// contentType is told to whoever reads the object from the store itself.
func contentType(key string) string {
	return cmp.Or(mediatype.Of(key), mime.TypeByExtension(path.Ext(key)), "application/octet-stream")
}

// unquoted is a tag as all places give it: headers have it in quotes, lists may not.
func unquoted(tag string) string { return strings.Trim(tag, `"`) }

// Bytes is content that is at hand.
func Bytes(content []byte) io.ReadSeeker { return bytes.NewReader(content) }
