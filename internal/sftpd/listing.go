package sftpd

import (
	"io"
	"io/fs"
	"path"
	"time"
)

// The folders.
const (
	root    = "/"
	inbox   = "/inbox"
	results = "/results"
)

// listing implements sftp.ListerAt.
type listing []fs.FileInfo

// ListAt implements sftp.ListerAt.
func (l listing) ListAt(into []fs.FileInfo, from int64) (int, error) {
	n := copy(into, l[min(from, int64(len(l))):])
	if n < len(into) {
		return n, io.EOF
	}
	return n, nil
}

// info is a file or a folder that is shown.
type info struct {
	name string
	size int64
	mode fs.FileMode
	at   time.Time
}

func folderInfo(of string) fs.FileInfo {
	mode := fs.ModeDir | 0o555
	if of == inbox {
		mode |= 0o200
	}
	return info{path.Base(of), 0, mode, time.Now()}
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return i.mode }
func (i info) ModTime() time.Time { return i.at }
func (i info) IsDir() bool        { return i.mode.IsDir() }
func (i info) Sys() any           { return nil }
