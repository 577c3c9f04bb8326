package spreadsheet

import (
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// Compressors are those that compress nothing now, by their level: each has a megabyte of tables,
// which would else be made for every worker of every file. Many may use them at once.
type Compressors[W interface{ Reset(io.Writer) }] struct {
	Make func(out io.Writer, level int) (W, error) // for a level of which none is idle

	idle [flate.BestCompression + 1]sync.Pool
}

// Take gives a compressor that writes to out, for a level from 1 to 9.
func (c *Compressors[W]) Take(out io.Writer, level int) (W, error) {
	if level > 0 && level < len(c.idle) {
		if w, ok := c.idle[level].Get().(W); ok {
			w.Reset(out)
			return w, nil
		}
	}
	return c.Make(out, level)
}

// Give takes a compressor back whose work is done.
func (c *Compressors[W]) Give(w W, level int) {
	if level > 0 && level < len(c.idle) {
		c.idle[level].Put(w)
	}
}
