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

func (w *writer) add(o *offer) error {
	w.buffer = appendRecord(w.buffer, o)
	w.head.count++
	if w.head.count%blockRecords > 0 {
		return nil
	}
	return w.endBlock()
}

// endBlock writes the block that was begun.
func (w *writer) endBlock() error {
	b := newBlock(w.buffer)
	packed, same, err := w.before.take(w.packed[:0], &b)
	if err != nil {
		return err
	}
	if !same {
		zip := encoders.Get().(*zstd.Encoder)
		packed = zip.EncodeAll(w.buffer, packed)
		encoders.Put(zip)
	}
	b.packed = uint32(len(packed))
	w.blocks = append(w.blocks, b)
	w.buffer, w.packed = w.buffer[:0], packed
	return w.write(packed)
}

func (w *writer) write(b []byte) error {
	n, err := w.file.Write(b)
	w.sum.Write(b[:n])
	w.head.packed += uint64(n)
	return err
}

// finish completes the file, which then waits for its commit.
func (w *writer) finish() error {
	if len(w.buffer) > 0 {
		if err := w.endBlock(); err != nil {
			return err
		}
	}
	if err := w.write(appendIndex(w.packed[:0], w.blocks)); err != nil {
		return err
	}
	w.head.sum = w.sum.Sum32()
	_, err := w.file.WriteAt(w.head.bytes(), 0)
	return err
}
