package exporter

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"
)

// deflateLevel gives files about as small as the spreadsheet library's own in a
// fraction of the time.
const deflateLevel = 5

// deflater compresses texts into deflate blocks that can stand behind any others: each
// begins without history and ends on a whole byte.
type deflater struct {
	out   bytes.Buffer
	flate *flate.Writer
}

// block is one such piece.
type block struct {
	from, to int   // in the deflater's memory
	plain    int64 // bytes before the compression
	crc      uint32
}

func (d *deflater) reset() { d.out.Reset() }

func (d *deflater) bytes(b block) []byte { return d.out.Bytes()[b.from:b.to] }

func (d *deflater) add(plain []byte) (block, error) {
	b := block{from: d.out.Len(), plain: int64(len(plain)), crc: crc32.ChecksumIEEE(plain)}
	if d.flate == nil {
		var err error
		if d.flate, err = flate.NewWriter(&d.out, deflateLevel); err != nil {
			return b, err
		}
	} else {
		d.flate.Reset(&d.out)
	}
	if _, err := d.flate.Write(plain); err != nil {
		return b, err
	}
	err := d.flate.Flush()
	b.to = d.out.Len()
	return b, err
}

// sheet is a sheet's part of the file while its rows are added.
type sheet struct {
	header *zip.FileHeader
	entry  io.Writer
	at     int64  // where in the file the text up to the dimension stands
	opened int    // its length
	rows   int64  // so far, headings included
	crc    uint32 // of what follows that text
	plain  int64
	packed int64
}

var errSheetTooLarge = errors.New("a sheet grew over 4 GiB")

// append adds a compressed block.
func (s *sheet) append(b block, packed []byte) error {
	if s.plain+b.plain > sheetBytes-1<<20 {
		return errSheetTooLarge
	}
	s.crc = combineCRC(s.crc, b.crc, b.plain)
	s.plain += b.plain
	s.packed += int64(len(packed))
	_, err := s.entry.Write(packed)
	return err
}

// startSheet begins the next sheet of the main table. Its first bytes hold the sheet's
// dimension, which is known only at the end: they stand uncompressed, to be written again
// by endSheet.
func (x *xlsxFormat) startSheet() error {
	number := len(x.rows) + 1
	book, err := newWorkbook(x.mainSheets(append(x.rows[:number-1:number-1], sheetRows)), x.feed.date)
	if err != nil {
		return err
	}
	opening, head, _, err := splitSheet(book.sheets[number-1])
	if err != nil {
		return err
	}
	s := &sheet{rows: 1, opened: len(opening)}
	if err := s.create(x.zip, number); err != nil {
		return err
	}
	stored := storedBlock(opening)
	if _, err := s.entry.Write(stored); err != nil {
		return err
	}
	if err := x.zip.Flush(); err != nil {
		return err
	}
	end, err := x.feed.out.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	s.at, s.packed = end-int64(len(opening)), int64(len(stored))
	x.sheet = s
	return s.appendText(append(head, headings(x.columns)...))
}

// create begins the sheet's part of the file.
func (s *sheet) create(w *zip.Writer, number int) (err error) {
	s.header = &zip.FileHeader{Name: fmt.Sprintf("xl/worksheets/sheet%d.xml", number), Method: zip.Deflate, Flags: 0x8} // sizes follow the data
	s.entry, err = w.CreateRaw(s.header)
	return err
}

// appendText adds a text that is no page's.
func (s *sheet) appendText(text []byte) error {
	var d deflater
	b, err := d.add(text)
	if err != nil {
		return err
	}
	return s.append(b, d.bytes(b))
}

// finish ends the compressed data, and tells the directory of the file what there is.
// The opening is the text at the beginning that stands outside the sum.
func (s *sheet) finish(opening []byte) error {
	final := []byte{3, 0} // an empty last block
	if _, err := s.entry.Write(final); err != nil {
		return err
	}
	h := s.header
	h.CRC32 = combineCRC(crc32.ChecksumIEEE(opening), s.crc, s.plain)
	h.UncompressedSize64 = uint64(s.plain) + uint64(len(opening))
	h.CompressedSize64 = uint64(s.packed) + uint64(len(final))
	//lint:ignore SA1019 the writer puts these two into its directory; append keeps both below 4 GiB
	h.UncompressedSize, h.CompressedSize = uint32(h.UncompressedSize64), uint32(h.CompressedSize64)
	return nil
}

// endSheet writes what follows the rows, and the dimension.
func (x *xlsxFormat) endSheet() error {
	s := x.sheet
	x.rows = append(x.rows, s.rows)
	book, err := newWorkbook(x.mainSheets(x.rows), x.feed.date)
	if err != nil {
		return err
	}
	opening, _, tail, err := splitSheet(book.sheets[len(x.rows)-1])
	if err != nil {
		return err
	}
	if err := s.appendText(tail); err != nil {
		return err
	}
	if opening, err = pad(opening, s.opened); err != nil {
		return err
	}
	if err := s.finish(opening); err != nil {
		return err
	}
	_, err = x.feed.out.file.WriteAt(opening, s.at)
	return err
}

// storedBlock wraps up to 65,535 bytes into a deflate block without compression.
func storedBlock(text []byte) []byte {
	n := uint16(len(text))
	return append([]byte{0, byte(n), byte(n >> 8), ^byte(n), ^byte(n >> 8)}, text...)
}

// splitSheet takes the library's XML of an empty sheet apart: up to its dimension, from
// there to where rows begin, and what follows the rows.
func splitSheet(xml []byte) (opening, head, tail []byte, err error) {
	const dimension, rows = "<dimension ref=", "<sheetData>"
	d := bytes.Index(xml, []byte(dimension))
	r := bytes.Index(xml, []byte(rows))
	if d < 0 || r < d {
		return nil, nil, nil, errors.New("the spreadsheet library made a sheet without dimension or rows")
	}
	end := d + bytes.IndexByte(xml[d:], '>')
	if end > 1<<16-1 {
		return nil, nil, nil, errors.New("the spreadsheet library made a sheet with too long a beginning")
	}
	r += len(rows)
	return xml[:end:end], xml[end:r:r], xml[r:], nil
}

// pad fills an opening, which ends inside a tag, up with blanks.
func pad(opening []byte, length int) ([]byte, error) {
	if len(opening) > length {
		return nil, errors.New("the sheet's dimension grew")
	}
	return append(opening, bytes.Repeat([]byte{' '}, length-len(opening))...), nil
}

// headings is row 1.
func headings(columns []xlsxColumn) []byte {
	b := []byte(`<row r="1">`)
	for i := range columns {
		b = fmt.Appendf(b, `%s1" s="%d" t="inlineStr"><is><t`, columns[i].ref, styleHeading)
		b = append(appendCellText(b, columns[i].heading), "</t></is></c>"...)
	}
	return append(b, "</row>"...)
}
