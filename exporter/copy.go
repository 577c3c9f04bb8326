package exporter

import (
	"cmp"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// packedCopy is the compressed copy of a feed's file: one stream, so that a page is compressed
// with what the pages before it hold. Without that a quick level would give a copy too large.
// Pages are compressed one after the other, as they are hashed: at the usual levels that takes
// less time than what two workers do in the meantime.
type packedCopy struct {
	file *durable.File
	zip  *gzip.Writer // into the file
}

// newPackedCopy begins a copy in a file at a level from 1 to 9; nil: the usual one.
func newPackedCopy(file *durable.File, level *int, usual int) (*packedCopy, error) {
	zip, err := gzip.NewWriterLevel(file, *cmp.Or(level, &usual))
	return &packedCopy{file, zip}, err
}

// Write appends to what is compressed.
func (c *packedCopy) Write(p []byte) (int, error) { return c.zip.Write(p) }

// again begins the copy anew.
func (c *packedCopy) again() error {
	c.zip.Reset(c.file)
	_, err := c.file.Seek(0, io.SeekStart)
	return errors.Join(err, c.file.Truncate(0))
}

// sync ends the copy and makes it durable.
func (c *packedCopy) sync() error { return errors.Join(c.zip.Close(), c.file.Sync()) }
