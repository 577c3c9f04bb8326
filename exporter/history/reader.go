package history

import (
	"bufio"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds what a stream, or a block, can make the reader allocate.
const maxWindow = 8 << 20

// reader reads the file, as often as rewind is called.
type reader struct {
	file *os.File
	head header
	sum  hash.Hash32
	zip  *zstd.Decoder
	in   *bufio.Reader
	done uint64 // records read
	record
}

// errUnusable is wrapped by every error about the content of a file.
var errUnusable = errors.New("not usable")

// errSum says that a file's bytes are not those that were written.
var errSum = fmt.Errorf("%w: the checksum is wrong", errUnusable)

// prove reads on from a place, behind what was summed up, and checks that the file is as it was
// written. It unpacks nothing.
func (r *reader) prove(sum hash.Hash32, from int64) error {
	end := int64(headerSize) + int64(r.head.packed)
	if _, err := io.Copy(sum, io.NewSectionReader(r.file, from, end-from)); err != nil {
		return err
	}
	if sum.Sum32() != r.head.sum {
		return errSum
	}
	return nil
}

func openReader(path string) (*reader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r := &reader{file: file}
	if err := r.start(); err != nil {
		r.close()
		return nil, fmt.Errorf("%w: %w", errUnusable, err)
	}
	return r, nil
}

func (r *reader) start() error {
	b := make([]byte, headerSize)
	n, err := r.file.ReadAt(b, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if r.head, err = parseHeader(b[:n]); err != nil {
		return err
	}
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	if uint64(info.Size()) != uint64(headerSize)+r.head.packed {
		return fmt.Errorf("%d bytes instead of %d", info.Size(), uint64(headerSize)+r.head.packed)
	}
	r.zip, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxWindow), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return err
	}
	r.in = bufio.NewReaderSize(nil, 64<<10)
	return r.rewind()
}

// rewind goes back to the first record.
func (r *reader) rewind() error {
	r.sum, r.done = castagnoli(), 0
	body := io.NewSectionReader(r.file, int64(headerSize), int64(r.head.packed))
	err := r.zip.Reset(io.TeeReader(body, r.sum))
	r.in.Reset(r.zip)
	return err
}

// next reads the next record into r.record. It gives io.EOF only where the file is
// whole: all its records were read and its sum is right.
func (r *reader) next() error {
	err := r.read(r.in)
	switch {
	case err == nil:
		r.done++
		return nil
	case !errors.Is(err, io.EOF):
		return fmt.Errorf("%w: record %d: %w", errUnusable, r.done+1, err)
	case r.done != r.head.count:
		return fmt.Errorf("%w: %d records instead of %d", errUnusable, r.done, r.head.count)
	case r.sum.Sum32() != r.head.sum:
		return errSum
	}
	return io.EOF
}

func (r *reader) close() {
	if r.zip != nil {
		r.zip.Close()
	}
	r.file.Close()
}
