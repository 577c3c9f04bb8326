package objects

import (
	"fmt"
	"io/fs"
	"time"

	"github.com/dropbridge/dropbridge/internal/bucket"
)

// info is an object as a file's would be.
type info struct {
	at   bucket.Object
	name string
}

// Name is the last part of its key.
func (i info) Name() string { return i.name }

// Size is in bytes.
func (i info) Size() int64 { return i.at.Size }

// Mode is that of a regular file, or of a folder.
func (i info) Mode() fs.FileMode {
	if i.at.Folder {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

// ModTime is when it was put.
func (i info) ModTime() time.Time { return i.at.ModTime }

// IsDir reports whether it stands for the objects below it.
func (i info) IsDir() bool { return i.at.Folder }

// Sys is nothing: nobody owns an object.
func (i info) Sys() any { return nil }

// Mark is what it is recognised by. Some stores tell the time of one object by the second and
// by its fractions.
func (i info) Mark() string {
	return fmt.Sprintf("%d %d %s", i.at.Size, i.at.ModTime.Unix(), i.at.Tag)
}
