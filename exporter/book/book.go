package book

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// Create begins a workbook. Nothing is seen under its path before Close; its folder is
// made where there is none.
func Create(path string, p Properties) (*Book, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("write workbook %s: it is a folder: give the name of a file", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("write workbook %s: make its folder: %w", path, err)
	}
	file, err := durable.Create(path)
	if err != nil {
		return nil, fmt.Errorf("write workbook %s: %w", path, err)
	}
	// A sheet of 3 GiB leaves room for what stands around its rows.
	return &Book{path: path, properties: p, file: file, names: map[string]bool{}, maxRows: spreadsheet.MaxRows, maxBytes: 3 << 30}, nil
}

// Sheet adds a sheet. Sheets stand in the order in which they were added.
func (b *Book) Sheet(l Layout) (*Sheet, error) {
	if b.whole != nil {
		return b.sheet(l)
	}
	if b.err != nil {
		return nil, b.err
	}
	if err := l.check(); err != nil {
		return nil, err
	}
	s := &Sheet{book: b, layout: l}
	for i := range l.Columns {
		s.refs = append(s.refs, `<c r="`+spreadsheet.ColumnName(i))
	}
	if err := s.begin(); err != nil {
		return nil, err
	}
	b.sheets = append(b.sheets, s)
	return s, nil
}

// The header of a page has at most 255 UTF-16 units (ECMA-376, 18.3.1.46), which are parted
// among its sides with what stands around them.
const ownersUnits, periodUnits = 130, 50

// Head says on each printed page of all sheets what the book is of: whose it is, below the
// sheet's name, and at the right of the name the period. It may be called until Close.
func (b *Book) Head(owners, period string) {
	part := func(text string, units int) string {
		short, _ := spreadsheet.CutText(strings.Join(strings.Fields(text), " "), units)
		return strings.ReplaceAll(short, "&", "&&")
	}
	b.header = `&L&"-,Bold"&11&A&"-,Regular"&9` + "\n" + part(owners, ownersUnits) + "&R&9 " + part(period, periodUnits)
}

// claim takes a sheet's name, which spreadsheets compare without case.
func (b *Book) claim(name string) error {
	key := strings.ToLower(name)
	if b.names[key] {
		return fmt.Errorf("sheet name %q is there already: take another", name)
	}
	b.names[key] = true
	return nil
}

// Close writes the workbook into its place, where it is whole or absent.
func (b *Book) Close() (Result, error) {
	if b.whole != nil {
		return Result{}, b.whole.err
	}
	defer b.Abort()
	if b.err != nil {
		return Result{}, b.err
	}
	if len(b.sheets) == 0 {
		return Result{}, b.fail(errors.New("a workbook needs a sheet"))
	}
	out := &summed{file: b.file, sum: sha256.New()}
	if err := b.write(zip.NewWriter(out)); err != nil {
		return Result{}, b.fail(err)
	}
	if err := b.file.Commit(); err != nil {
		return Result{}, b.fail(err)
	}
	return Result{Bytes: out.bytes, SHA256: hex.EncodeToString(out.sum.Sum(nil))}, nil
}

// Abort removes everything that is not published. It is harmless after Close.
func (b *Book) Abort() {
	if b.whole != nil {
		return
	}
	b.file.Abort()
	for _, s := range b.sheets {
		for _, p := range s.parts {
			p.spool.remove()
		}
	}
	if b.err == nil {
		b.err = b.fail(errClosed)
	}
}

// write joins the rows with what the library makes around them.
func (b *Book) write(w *zip.Writer) error {
	for _, s := range b.sheets {
		if err := s.flush(); err != nil {
			return err
		}
	}
	frame, err := b.frame()
	if err != nil {
		return err
	}
	number := 0
	for _, s := range b.sheets {
		for _, p := range s.parts {
			if err := s.writePart(w, p, number+1, frame.Sheets[number]); err != nil {
				return fmt.Errorf("sheet %s: %w", p.name, err)
			}
			number++
		}
	}
	if err := frame.WriteParts(w); err != nil {
		return err
	}
	return w.Close()
}

func (s *Sheet) writePart(w *zip.Writer, p *sheetPart, number int, made []byte) error {
	opening, head, tail, err := spreadsheet.SplitSheet(made)
	if err != nil {
		return err
	}
	part, err := spreadsheet.CreateSheetPart(w, number)
	if err != nil {
		return err
	}
	if err := part.AppendText(append(append(opening, head...), s.headings()...)); err != nil {
		return err
	}
	rows, err := p.spool.reader()
	if err != nil {
		return err
	}
	if err := part.AppendStream(p.rows, rows); err != nil {
		return err
	}
	p.spool.remove()
	if err := part.AppendText(tail); err != nil {
		return err
	}
	return part.Finish(nil)
}

// summed is a file whose bytes are counted and summed on their way.
type summed struct {
	file  *durable.File
	sum   hash.Hash
	bytes int64
}

func (s *summed) Write(p []byte) (int, error) {
	n, err := s.file.Write(p)
	s.sum.Write(p[:n])
	s.bytes += int64(n)
	return n, err
}
