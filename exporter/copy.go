package exporter

import (
	"cmp"
	"errors"
	"io"
	"runtime"

	"github.com/klauspost/pgzip"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// packedCopy is the compressed copy of a feed's file: one gzip member in blocks that are
// compressed at once, each with the end of the block before it as its dictionary. Without that a
// quick level would give a copy too large.
type packedCopy struct {
	file *durable.File
	zip  *pgzip.Writer // into the file
}

// copyBlock is the size of a block: each takes a few times as much memory.
const copyBlock = 256 << 10

// newPackedCopy begins a copy in a file at a level from 1 to 9; nil: the usual one.
func newPackedCopy(file *durable.File, level *int, usual int) (*packedCopy, error) {
	zip, err := pgzip.NewWriterLevel(file, *cmp.Or(level, &usual))
	if err != nil {
		return nil, err
	}
	c := &packedCopy{file, zip}
	return c, c.begin()
}

// begin makes the writer ready, once for each beginning: the library forgets the size of blocks.
func (c *packedCopy) begin() error {
	c.zip.Reset(c.file)
	return c.zip.SetConcurrency(copyBlock, runtime.GOMAXPROCS(0))
}

// Write appends to what is compressed.
func (c *packedCopy) Write(p []byte) (int, error) { return c.zip.Write(p) }

// again begins the copy anew.
func (c *packedCopy) again() error {
	begun := c.begin() // waits for what is under way, which is cut off
	_, err := c.file.Seek(0, io.SeekStart)
	return errors.Join(begun, err, c.file.Truncate(0))
}

// sync ends the copy and makes it durable.
func (c *packedCopy) sync() error { return errors.Join(c.zip.Close(), c.file.Sync()) }

// abort removes the copy where it is not published.
func (c *packedCopy) abort() {
	c.zip.Reset(io.Discard) // waits for what is under way; an end would not where the disk is full
	c.file.Abort()
}
