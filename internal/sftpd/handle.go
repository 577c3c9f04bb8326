package sftpd

import (
	"os"
	"sync"
)

// mostHandles is how many results and folders one client has open at a time. Each result is a file
// that is open here, and each folder its whole list.
const mostHandles = 32

// hand gives a client the handle of something that it opens, and what lets go of it.
func (v *visit) hand() (let func(), err error) {
	if v.handles.Add(1) > mostHandles {
		v.handles.Add(-1)
		return nil, errTooManyOpen
	}
	return sync.OnceFunc(func() { v.handles.Add(-1) }), nil
}

// download is a result that a client reads.
type download struct {
	file *os.File
	let  func()
}

// ReadAt implements io.ReaderAt.
func (d *download) ReadAt(p []byte, at int64) (int, error) { return d.file.ReadAt(p, at) }

// Close implements io.Closer.
func (d *download) Close() error {
	defer d.let()
	return d.file.Close()
}

// openFolder is a folder that a client lists.
type openFolder struct {
	listing
	let func()
}

// Close implements io.Closer.
func (f *openFolder) Close() error {
	f.let()
	return nil
}
