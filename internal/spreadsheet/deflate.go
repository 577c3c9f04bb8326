package spreadsheet

import (
	"hash/crc32"
	"sync"

	"github.com/dropbridge/dropbridge/internal/deflate"
)

// Deflater compresses texts into deflate blocks that can stand behind any others: each
// begins without history and ends on a whole byte. The zero value is ready for use.
//
// Where no level is stated, what a Guide knows of the rows is made use of: files are within a
// twentieth of the spreadsheet library's own and smaller than those of level 6, in half the time of that.
type Deflater struct {
	Level int // from 1, quick, to 9, small: that of a library, without a guide; 0: the usual way
	out   appended
}

// appended is what was written.
type appended []byte

func (a *appended) Write(p []byte) (int, error) {
	*a = append(*a, p...)
	return len(p), nil
}

// compressors are those of all Deflaters: the library's, and the guided ones.
var (
	compressors levels
	encoders    = sync.Pool{New: func() any { return new(deflate.Encoder) }}
)

// Block is one such piece: where it stands in its Deflater's memory, and what it holds.
type Block struct {
	from, to int
	plain    int64 // bytes before the compression
	crc      uint32
}

// Reset forgets all blocks.
func (d *Deflater) Reset() { d.out = d.out[:0] }

// Bytes is the compressed block, valid until Reset.
func (d *Deflater) Bytes(b Block) []byte { return d.out[b.from:b.to] }

// Add compresses a text into a block. A guide that began with it tells where it repeats itself;
// nil: nobody knows.
func (d *Deflater) Add(plain []byte, guide *Guide) (Block, error) {
	b := Block{from: len(d.out), plain: int64(len(plain)), crc: crc32.ChecksumIEEE(plain)}
	err := d.compress(plain, guide)
	b.to = len(d.out)
	return b, err
}

func (d *Deflater) compress(plain []byte, guide *Guide) error {
	if d.Level == 0 {
		encoder := encoders.Get().(*deflate.Encoder)
		d.out = encoder.Append(d.out, plain, guide.Hints())
		encoders.Put(encoder)
		return nil
	}
	w, err := compressors.take(&d.out, d.Level)
	if err != nil {
		return err
	}
	if _, err := w.Write(plain); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	compressors.give(w, d.Level)
	return nil
}

// storedBlock wraps up to 65,535 bytes into a deflate block without compression.
func storedBlock(text []byte) []byte {
	n := uint16(len(text))
	return append([]byte{0, byte(n), byte(n >> 8), ^byte(n), ^byte(n >> 8)}, text...)
}
