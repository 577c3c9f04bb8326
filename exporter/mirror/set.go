package mirror

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// ErrLate is a set that another process has brought since it was fetched: its files stand.
var ErrLate = errors.New("another process has published it meanwhile: what that one published stands, and the next build goes on from there")

// Set is files that belong together. It is used by one build at a time.
type Set struct {
	bucket *bucket.Bucket
	prefix string   // of the keys, which end in the files' names
	files  []string // paths, in the order in which they are brought
	access durable.Access
	seen   sight // as they were fetched or brought; nil until they were looked at
}

// sight is what of a set is in the bucket, by path; absent files are left out.
type sight map[string]bucket.Object

// New is a set of files whose keys are a prefix, such as feeds/, and their names. The files
// are brought in their order.
func New(b *bucket.Bucket, prefix string, access durable.Access, files ...string) *Set {
	return &Set{bucket: b, prefix: prefix, files: slices.Clone(files), access: access}
}

func (s *Set) key(path string) string { return s.prefix + filepath.Base(path) }
