package exporter

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// output is a feed's file, its compressed copy where one is asked for, and the
// temporary files that its format needs. Nothing of it is seen before commit.
type output struct {
	path   string
	access durable.Access
	file   *durable.File
	copy   *packedCopy // nil where none is asked for
	spools []*durable.File
	sum    hash.Hash
	bytes  int64
	begun  int64 // of bytes, those that the system was asked to bring to the disk
}

// beginEvery is after how many bytes the system is asked to bring them to the disk.
const beginEvery = 8 << 20

func openOutput(path string, access durable.Access, now time.Time) (*output, error) {
	if err := os.MkdirAll(filepath.Dir(path), folderMode(access)); err != nil {
		return nil, fmt.Errorf("write feed %s: make its folder: %w", path, err)
	}
	// What a killed build left is of no use; that it cannot be removed is no reason to fail.
	_ = durable.RemoveStale(filepath.Dir(path), now)
	o := &output{path: path, access: access, sum: sha256.New()}
	var err error
	if o.file, err = o.create(path); err != nil {
		return nil, fmt.Errorf("write feed %s: %w", path, err)
	}
	return o, nil
}

// addCopy begins a compressed copy beside the file.
func (o *output) addCopy(level *int, usual int) error {
	file, err := o.create(o.path + ".gz")
	if err == nil {
		o.copy, err = newPackedCopy(file, level, usual)
	}
	if err != nil {
		return fmt.Errorf("write feed %s.gz: %w", o.path, err)
	}
	return nil
}

// folderMode is the mode of a feed's folder that is made: one of partners is closed to others.
func folderMode(access durable.Access) fs.FileMode {
	if access.Mode == 0 {
		return 0o755
	}
	return access.Folder().Mode | 0o700
}

// create opens a file with the output's access: whoever may not read the feed may not read
// a part of it either.
func (o *output) create(path string) (*durable.File, error) {
	f, err := durable.Create(path)
	if err != nil {
		return nil, err
	}
	_ = f.Grant(o.access) // a file system without modes is no reason to have no feed
	return f, nil
}

// Write appends to the feed's file.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.file.Write(p)
	o.sum.Write(p[:n])
	o.bytes += int64(n)
	if err == nil && o.copy != nil {
		_, err = o.copy.Write(p)
	}
	if o.bytes-o.begun >= beginEvery {
		o.file.BeginSync()
		o.begun = o.bytes
	}
	return n, err
}

// again begins the file and its copy anew. What was written goes when the build ends.
func (o *output) again() (encode.File, error) {
	file, err := o.create(o.path)
	if err != nil {
		return nil, err
	}
	written := o.file
	o.spools = append(o.spools, written)
	o.file, o.bytes, o.begun = file, 0, 0
	o.sum.Reset()
	if o.copy != nil {
		err = o.copy.again()
	}
	return written, err
}

// spool is a temporary file beside the feed that goes with it, whatever happens.
func (o *output) spool() (*durable.File, error) {
	f, err := o.create(o.file.Name() + ".spool")
	if err == nil {
		o.spools = append(o.spools, f)
	}
	return f, err
}

// forFormat is what a format sees of the output. The level of a workbook's compression is nil
// where the usual one is wanted.
func (o *output) forFormat(level *int) encode.Output {
	out := encode.Output{Plain: o, Whole: o.file, Spool: func() (encode.File, error) { return o.spool() }, Again: o.again}
	if level != nil {
		out.Level = *level
	}
	return out
}

// rehash reads the finished file once more: for formats that wrote it out of order.
func (o *output) rehash() error {
	if _, err := o.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	o.sum.Reset()
	n, err := io.Copy(o.sum, o.file)
	o.bytes = n
	return err
}

func (o *output) sha256() string { return hex.EncodeToString(o.sum.Sum(nil)) }

// sync makes the bytes durable ahead of commit, so that a full disk shows before any
// feed of the build is published.
func (o *output) sync() error {
	err := o.file.Sync()
	if o.copy != nil {
		err = errors.Join(err, o.copy.sync())
	}
	return err
}

// commit publishes the file and then its copy. Where the folder's fsync fails (see
// durable.File.Commit) the file is in its place, though this is an error.
func (o *output) commit() error {
	if err := o.file.Commit(); err != nil {
		return err
	}
	if o.copy != nil {
		return o.copy.file.Commit()
	}
	// An older copy would go on being served as if it were this feed.
	return durable.Remove(o.path + ".gz")
}

// abort removes everything that is not published. It is harmless after commit.
func (o *output) abort() {
	for _, f := range append(o.spools, o.file) {
		f.Abort()
	}
	if o.copy != nil {
		o.copy.abort()
	}
}
