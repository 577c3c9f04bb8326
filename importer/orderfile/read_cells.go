package orderfile

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// Formats of a file.
const (
	FormatCSV  = "csv"
	FormatXLSX = "xlsx"
)

// headings is who knows how order files spell their headings.
type headings interface {
	// KnownIn are the known headings of the heading row of a table, of which the first rows
	// with something in them are given.
	KnownIn(rows []row) []string
}

const (
	headingRows = 20 // headings are looked for in so many rows
	leastKnown  = 3  // a row with fewer known headings is no heading row
)

// reading says how a file is read.
type reading struct {
	limits   Limits
	headings headings
	// glimpse is told of the rows of a table that may be one of orders, also where the file is
	// refused then.
	glimpse func(rows []row)
}

// orderTable is a file as a table of cells.
type orderTable struct {
	*table    // nil where the file is refused as a whole
	format    string
	encoding  string // of a text
	delimiter string // of a text
	sheet     sheetPlace
}

// sheetPlace is the order sheet of a workbook.
type sheetPlace struct {
	name    string
	part    string  // its place in the workbook
	columns int     // that it uses
	last    int     // its last row that holds something
	merges  []merge // its merged areas
}

// readCells reads a file of so many bytes into its table; name is what people call it. The
// faults are all that is wrong with the file as a whole; the error is trouble with reading it.
// Whatever a file makes the parsers do, a panic of theirs included, ends as a fault of it.
func readCells(ctx context.Context, file io.ReaderAt, size int64, name string, how reading) (table *orderTable, faults []*problem.Fault, err error) {
	r := &cellReader{how: how, name: name, table: &orderTable{}}
	defer func() {
		if p := recover(); p != nil {
			r.refuse(problem.OfPanic(p))
		}
		table, faults = r.table, r.faults
	}()
	return nil, nil, r.read(ctx, file, size)
}

// cellReader reads one file.
type cellReader struct {
	how    reading
	name   string
	table  *orderTable
	faults []*problem.Fault
}

func (r *cellReader) refuse(faults ...*problem.Fault) { r.faults = append(r.faults, faults...) }

func (r *cellReader) read(ctx context.Context, file io.ReaderAt, size int64) error {
	if size > r.how.limits.Bytes {
		r.refuse(problem.Faultf(problem.FileTooLarge+".bytes", r.how.limits.Bytes/1_000_000))
		return nil
	}
	head := make([]byte, min(size, sniffed))
	if _, err := io.ReadFull(io.NewSectionReader(file, 0, size), head); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch sniff(head) {
	case contentZIP:
		r.readWorkbook(ctx, file, size)
	case contentCompound:
		r.refuse(compoundFault(file))
	case contentBareBIFF:
		r.refuse(legacyXLS())
	case contentOther:
		r.refuse(otherFault(head))
	default:
		data := make([]byte, size)
		if _, err := io.ReadFull(io.NewSectionReader(file, 0, size), data); err != nil && size > 0 {
			return err
		}
		r.readText(ctx, data)
	}
	return nil
}

// readText reads a delimited text.
func (r *cellReader) readText(ctx context.Context, data []byte) {
	text, undecoded := decode(data)
	if len(undecoded) > 0 {
		r.refuse(undecoded...)
		return
	}
	f := markupFault(text.text)
	if !strings.ContainsFunc(text.text, func(r rune) bool { return !unicode.IsSpace(r) && !celltext.IsZeroWidth(r) }) {
		f = problem.Faultf(problem.FileEmpty)
	}
	if f != nil {
		r.refuse(f)
		return
	}
	if text.encoding != encodingWindows1251 && fileTwiceEncoded(text.text) {
		r.refuse(problem.Faultf(problem.EncodingUnknown + ".twice"))
		return
	}
	t := findDelimiter(r.how.headings, text, r.how.limits)
	if len(t.known) == 0 && t.sep == 0 {
		t = likelyDelimiter(r.how.headings, text, r.how.limits)
	}
	r.how.glimpse(t.head)
	if len(t.known) < leastKnown && holdsPage(text.text) {
		r.refuse(webPage())
		return
	}
	if t.encoding == encodingWindows1251 {
		if f := confirm1251(r.how.headings, data, &t); f != nil {
			r.refuse(f)
			return
		}
	}
	r.table.format, r.table.encoding, r.table.delimiter = FormatCSV, text.encoding, t.delimiter
	r.warnOfName()
	if t.fault != nil {
		r.refuse(t.fault)
		return
	}
	r.table.table = t.table(ctx, r.how.limits)
}

func (r *cellReader) warnOfName() {
	if f := mismatch(r.name, r.table.format); f != nil {
		r.refuse(f)
	}
}

// readWorkbook reads the one visible sheet with known headings.
func (r *cellReader) readWorkbook(ctx context.Context, file io.ReaderAt, size int64) {
	w, f := openWorkbook(ctx, file, size, r.how.limits)
	if f != nil {
		r.refuse(f)
		return
	}
	r.table.format = FormatXLSX
	r.warnOfName()
	found, f := r.findSheet(ctx, w)
	if f != nil {
		r.refuse(f)
		return
	}
	r.table.sheet = sheetPlace{name: found.name, part: found.part, columns: found.columns, merges: found.merges}
	if n := len(found.rows); n > 0 {
		r.table.sheet.last = found.rows[n-1].number
	}
	r.table.table = found.table(ctx, r.how.limits)
}

// foundSheet is a sheet that was read.
type foundSheet struct {
	sheet
	*sheetRows
	known bool // whether it has known headings
	fault *problem.Fault
}

// findSheet picks the order sheet of a workbook. Of the hidden sheets only the
// headings are asked for, and only where no visible one has any.
func (r *cellReader) findSheet(ctx context.Context, w *workbook) (foundSheet, *problem.Fault) {
	var known, other []foundSheet
	empty := true
	for _, s := range w.sheets {
		if s.hidden {
			continue
		}
		if len(known) > 1 {
			break // one more would say the same
		}
		one := r.readSheet(ctx, w, s)
		if one.fault != nil && one.fault.Code != problem.SheetDamaged {
			return one, one.fault
		}
		empty = empty && len(one.rows) == 0
		if one.known {
			known = append(known, one)
			continue
		}
		if len(one.rows) > 0 {
			r.how.glimpse(one.rows)
		}
		one.rows = one.rows[:min(len(one.rows), 1)]
		other = append(other, one)
	}
	switch {
	case len(known) > 1:
		return foundSheet{}, problem.Faultf(problem.SheetAmbiguous, celltext.Show(known[0].name), celltext.Show(known[1].name))
	case len(known) == 1:
		return known[0], known[0].fault
	}
	return r.noSheet(ctx, w, other, empty)
}

// noSheet says why no visible sheet of a workbook is one of orders.
func (r *cellReader) noSheet(ctx context.Context, w *workbook, visible []foundSheet, empty bool) (foundSheet, *problem.Fault) {
	for _, s := range w.sheets {
		if !s.hidden {
			continue
		}
		if one := r.readSheet(ctx, w, s); one.known {
			return one, problem.Faultf(problem.SheetHidden, celltext.Show(s.name))
		}
	}
	if at := slices.IndexFunc(visible, func(one foundSheet) bool { return one.fault != nil }); at >= 0 {
		return visible[at], visible[at].fault
	}
	if empty {
		r.refuse(problem.Faultf(problem.FileEmpty + ".sheets"))
	}
	return foundSheet{}, headingsUnknown()
}

func (r *cellReader) readSheet(ctx context.Context, w *workbook, s sheet) foundSheet {
	rows, f := w.readSheet(ctx, s.part)
	return foundSheet{s, rows, len(r.how.headings.KnownIn(rows.rows)) >= leastKnown, f}
}

func headingsUnknown() *problem.Fault {
	return problem.Faultf(problem.HeadingsUnknown, headingRows)
}
