package spreadsheet

import (
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// levels are the library's compressors that compress nothing now, by their level: each has a
// megabyte of tables, which would else be made for every worker of every file. Many may use them
// at once.
type levels struct {
	idle [flate.BestCompression + 1]sync.Pool
}

// take gives a compressor that writes to out, for a level from 1 to 9.
func (l *levels) take(out io.Writer, level int) (*flate.Writer, error) {
	if level > 0 && level < len(l.idle) {
		if w, ok := l.idle[level].Get().(*flate.Writer); ok {
			w.Reset(out)
			return w, nil
		}
	}
	return flate.NewWriter(out, level)
}

// give takes a compressor back whose work is done.
func (l *levels) give(w *flate.Writer, level int) {
	if level > 0 && level < len(l.idle) {
		l.idle[level].Put(w)
	}
}
