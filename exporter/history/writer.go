package history

import (
	"hash"

	"github.com/klauspost/compress/zstd"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// writeWindow is how far back the packing looks for what was there before: offers that
// are alike stand close together.
const writeWindow = 512 << 10

// writer makes the file. The records go through zip and then through the writer
// itself, which counts and sums what reaches the disk.
type writer struct {
	file   *durable.File
	zip    *zstd.Encoder
	sum    hash.Hash32
	head   header
	buffer []byte
}

func createWriter(path string) (*writer, error) {
	file, err := durable.Create(path)
	if err != nil {
		return nil, err
	}
	w := &writer{file: file, sum: castagnoli()}
	// One goroutine: the bytes must not depend on timing.
	w.zip, err = zstd.NewWriter(packedWriter{w}, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(writeWindow), zstd.WithLowerEncoderMem(true), zstd.WithZeroFrames(true))
	if err == nil {
		_, err = file.Write(make([]byte, headerSize)) // its place; the numbers are known at the end
	}
	if err != nil {
		file.Abort()
		return nil, err
	}
	return w, nil
}

// packedWriter is the end of a writer that the compressor writes to.
type packedWriter struct{ *writer }

func (w packedWriter) Write(b []byte) (int, error) {
	n, err := w.file.Write(b)
	w.sum.Write(b[:n])
	w.head.packed += uint64(n)
	return n, err
}

func (w *writer) add(o *offer) error {
	w.buffer = appendRecord(w.buffer[:0], o)
	w.head.count++
	_, err := w.zip.Write(w.buffer)
	return err
}

// finish completes the file, which then waits for its commit.
func (w *writer) finish() error {
	if err := w.zip.Close(); err != nil {
		return err
	}
	w.head.sum = w.sum.Sum32()
	_, err := w.file.WriteAt(w.head.bytes(), 0)
	return err
}
