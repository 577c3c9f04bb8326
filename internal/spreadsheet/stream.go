package spreadsheet

import (
	"archive/zip"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
)

// ErrSheetTooLarge is a sheet whose XML readers could not count in 32 bits.
var ErrSheetTooLarge = errors.New("a sheet grew over 4 GiB")

// Stream is compressed data that is put together from blocks, with the sum and the sizes
// of what it holds.
type Stream struct {
	to     io.Writer
	crc    uint32
	plain  int64
	packed int64
}

// NewStream is an empty stream whose compressed bytes go to a writer.
func NewStream(to io.Writer) *Stream { return &Stream{to: to} }

// Plain is how many bytes the stream holds before the compression.
func (s *Stream) Plain() int64 { return s.plain }

// Append adds a compressed block.
func (s *Stream) Append(b Block, packed []byte) error {
	if err := s.count(b.crc, b.plain, int64(len(packed))); err != nil {
		return err
	}
	_, err := s.to.Write(packed)
	return err
}

// deflaters are those of texts between the rows: each takes a fifth of a megabyte, and is done
// with after a few hundred bytes.
var deflaters = sync.Pool{New: func() any { return new(Deflater) }}

// AppendText compresses a text and adds it.
func (s *Stream) AppendText(text []byte) error {
	d := deflaters.Get().(*Deflater)
	defer deflaters.Put(d)
	d.Reset()
	b, err := d.Add(text, nil)
	if err != nil {
		return err
	}
	return s.Append(b, d.Bytes(b))
}

// AppendStream adds another stream, whose compressed bytes are read from where they wait.
func (s *Stream) AppendStream(other *Stream, packed io.Reader) error {
	if err := s.count(other.crc, other.plain, other.packed); err != nil {
		return err
	}
	// Without the reader's WriterTo, which would take smaller pieces.
	n, err := io.CopyBuffer(s.to, struct{ io.Reader }{packed}, make([]byte, min(1<<18, other.packed+1)))
	if err == nil && n != other.packed {
		err = io.ErrUnexpectedEOF
	}
	return err
}

func (s *Stream) count(crc uint32, plain, packed int64) error {
	if s.plain+plain > MaxPartBytes-1<<20 { // room for what stands outside the sum
		return ErrSheetTooLarge
	}
	s.crc = combineCRC(s.crc, crc, plain)
	s.plain += plain
	s.packed += packed
	return nil
}

// SheetPart is a worksheet's part of a workbook file while it is written.
type SheetPart struct {
	Stream
	header *zip.FileHeader
}

// CreateSheetPart begins the part of a sheet; sheets count from 1.
func CreateSheetPart(w *zip.Writer, number int) (*SheetPart, error) {
	header := &zip.FileHeader{Name: fmt.Sprintf("xl/worksheets/sheet%d.xml", number), Method: zip.Deflate, Flags: 0x8} // sizes follow the data
	to, err := w.CreateRaw(header)
	if err != nil {
		return nil, err
	}
	return &SheetPart{Stream{to: to}, header}, nil
}

// ReserveOpening writes the beginning of the part uncompressed, so that it can be written
// over in the file when the part is finished. It stands outside the sum until then.
func (p *SheetPart) ReserveOpening(opening []byte) error {
	stored := storedBlock(opening)
	p.packed += int64(len(stored))
	_, err := p.to.Write(stored)
	return err
}

// Finish ends the compressed data, and tells the directory of the file what there is.
// The opening is the text that stands reserved at the beginning, nil where there is none.
func (p *SheetPart) Finish(opening []byte) error {
	final := []byte{3, 0} // an empty last block
	if _, err := p.to.Write(final); err != nil {
		return err
	}
	h := p.header
	h.CRC32 = combineCRC(crc32.ChecksumIEEE(opening), p.crc, p.plain)
	h.UncompressedSize64 = uint64(p.plain) + uint64(len(opening))
	h.CompressedSize64 = uint64(p.packed) + uint64(len(final))
	//lint:ignore SA1019 the writer puts these two into its directory; count keeps both below 4 GiB
	h.UncompressedSize, h.CompressedSize = uint32(h.UncompressedSize64), uint32(h.CompressedSize64)
	return nil
}
