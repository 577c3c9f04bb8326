package spreadsheet

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Frame is everything of a workbook but the rows, as the spreadsheet library made it.
type Frame struct {
	Sheets [][]byte // the XML of each sheet, without rows
	parts  []part   // all the others, by name
}

type part struct {
	name string
	data []byte
}

// NewFrame takes the library's workbook, with that many sheets, apart.
func NewFrame(f *excelize.File, sheets int) (*Frame, error) {
	var taken unpacked
	if err := f.SetZipWriter(func(io.Writer) excelize.ZipWriter { return &taken }).Write(io.Discard); err != nil {
		return nil, fmt.Errorf("make workbook: %w", err)
	}
	frame := &Frame{Sheets: make([][]byte, sheets)}
	for _, entry := range taken {
		var number int
		if _, err := fmt.Sscanf(entry.name, "xl/worksheets/sheet%d.xml", &number); err == nil && number <= sheets {
			// The library says of every sheet with a filter that rows are hidden by it.
			frame.Sheets[number-1] = bytes.Replace(entry.Bytes(), []byte(` filterMode="true"`), nil, 1)
		} else {
			frame.parts = append(frame.parts, part{entry.name, entry.Bytes()})
		}
	}
	sorting.Func(frame.parts, func(a, b part) int { return strings.Compare(a.name, b.name) })
	return frame, nil
}

// unpacked takes the parts of a workbook from the library in place of an archive, which would
// be packed only to be unpacked again.
type unpacked []*unpackedPart

type unpackedPart struct {
	name string
	bytes.Buffer
}

// Create begins a part.
func (u *unpacked) Create(name string) (io.Writer, error) {
	entry := &unpackedPart{name: name}
	*u = append(*u, entry)
	return entry, nil
}

// AddFS is not asked for: the library creates part by part.
func (*unpacked) AddFS(fs.FS) error { return errors.ErrUnsupported }

// Close has nothing to do.
func (*unpacked) Close() error { return nil }

// Edit changes the parts, other than sheets, whose names begin with a prefix.
func (f *Frame) Edit(prefix string, change func([]byte) []byte) {
	for i := range f.parts {
		if strings.HasPrefix(f.parts[i].name, prefix) {
			f.parts[i].data = change(f.parts[i].data)
		}
	}
}

// WriteParts adds all parts but the sheets to a workbook file.
func (f *Frame) WriteParts(to *zip.Writer) error {
	for _, p := range f.parts {
		w, err := to.Create(p.name)
		if err != nil {
			return err
		}
		if _, err := w.Write(p.data); err != nil {
			return err
		}
	}
	return nil
}

// SplitSheet takes the XML of a sheet without rows apart: up to its dimension, from there
// to where rows begin, and what follows the rows.
func SplitSheet(xml []byte) (opening, head, tail []byte, err error) {
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

// PadOpening fills an opening, which ends inside a tag, up with blanks.
func PadOpening(opening []byte, length int) ([]byte, error) {
	if len(opening) > length {
		return nil, errors.New("the sheet's dimension grew")
	}
	return append(opening, bytes.Repeat([]byte{' '}, length-len(opening))...), nil
}
