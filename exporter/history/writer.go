package history

import (
	"hash"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// writeWindow is how far back the packing looks for what was there before: offers that
// are alike stand close together.
const writeWindow = 512 << 10

// writer makes the file. The records are gathered in blocks, which are packed or copied from
// the last file; what reaches the disk is counted and summed.
type writer struct {
	file   *durable.File
	before packedBlocks // of the last file
	sum    hash.Hash32
	head   header
	blocks []block
	buffer []byte // the records of the block that is begun
	packed []byte
}

// encoders are those that pack no block now: each has a megabyte of tables.
var encoders = sync.Pool{New: func() any {
	zip, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(writeWindow), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(err) // the options are constants
	}
	return zip
}}

func createWriter(path string, before packedBlocks) (*writer, error) {
	file, err := durable.Create(path)
	if err != nil {
		return nil, err
	}
	w := &writer{file: file, before: before, sum: castagnoli()}
	if _, err = file.Write(make([]byte, headerSize)); err != nil { // its place; the numbers are known at the end
		file.Abort()
		return nil, err
	}
	return w, nil
}

func (w *writer) add(o *offer) {
	w.buffer = appendRecord(w.buffer, o)
	w.head.count++
}

// full reports whether the block that was begun is to be written.
func (w *writer) full() bool { return w.head.count%blockRecords == 0 }

// endBlock writes the block that was begun; same is whether the last file has it, too, at this
// place. What it was made of, and what it is packed, stay until the next offer and block.
func (w *writer) endBlock() (same bool, err error) {
	b := newBlock(w.buffer)
	packed, same, err := w.before.take(w.packed[:0], &b)
	if err != nil {
		return false, err
	}
	if !same {
		zip := encoders.Get().(*zstd.Encoder)
		packed = zip.EncodeAll(w.buffer, packed)
		encoders.Put(zip)
	}
	b.packed = uint32(len(packed))
	w.blocks = append(w.blocks, b)
	w.buffer, w.packed = w.buffer[:0], packed
	return same, w.write(packed)
}

func (w *writer) write(b []byte) error {
	n, err := w.file.Write(b)
	w.sum.Write(b[:n])
	w.head.packed += uint64(n)
	return err
}

// finish completes the file, behind its last block; it then waits for its commit.
func (w *writer) finish() error {
	if err := w.write(appendIndex(w.packed[:0], w.blocks)); err != nil {
		return err
	}
	w.head.sum = w.sum.Sum32()
	_, err := w.file.WriteAt(w.head.bytes(), 0)
	return err
}
