package cells

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// How says how a file is read.
type How struct {
	Limits   Limits
	Headings Headings
	Least    int // a row with fewer known headings is no heading row; 0: LeastKnown
	// Glimpse is told of the rows of a table that may be one of orders, also where the file is
	// refused then.
	Glimpse func(rows []Row)
}

// File is a file as a table of cells.
type File struct {
	*Table    // nil where the file is refused as a whole
	Format    string
	Encoding  string // of a text
	Delimiter string // of a text
	Sheet     Sheet
}

// Sheet is the order sheet of a workbook.
type Sheet struct {
	Name    string
	Part    string  // its place in the workbook
	Columns int     // that it uses
	Last    int     // its last row that holds something
	Merges  []Merge // its merged areas
}

// Read reads a file of so many bytes into its table; name is what people call it. The
// faults are all that is wrong with the file as a whole; the error is trouble with reading it.
// Whatever a file makes the parsers do, a panic of theirs included, ends as a fault of it.
func Read(ctx context.Context, file io.ReaderAt, size int64, name string, how How) (table *File, faults []*problem.Fault, err error) {
	r := &cellReader{how: how, name: name, table: &File{}}
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
	how    How
	name   string
	table  *File
	faults []*problem.Fault
}

func (r *cellReader) refuse(faults ...*problem.Fault) { r.faults = append(r.faults, faults...) }

func (r *cellReader) read(ctx context.Context, file io.ReaderAt, size int64) error {
	if size > r.how.Limits.Bytes {
		r.refuse(problem.Faultf(problem.FileTooLarge+".bytes", wording.Megabytes(r.how.Limits.Bytes)))
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
	text, undecoded := Decode(data)
	if len(undecoded) > 0 {
		r.refuse(undecoded...)
		return
	}
	f := markupFault(text.Text)
	if !strings.ContainsFunc(text.Text, func(r rune) bool { return !unicode.IsSpace(r) && !celltext.IsZeroWidth(r) }) {
		f = problem.Faultf(problem.FileEmpty)
	}
	if f != nil {
		r.refuse(f)
		return
	}
	if text.Encoding != EncodingWindows1251 && fileTwiceEncoded(text.Text) {
		r.refuse(problem.Faultf(problem.EncodingUnknown + ".twice"))
		return
	}
	t := findDelimiter(r.how.Headings, text, r.how.Limits)
	if len(t.known) == 0 && t.sep == 0 {
		t = likelyDelimiter(r.how.Headings, text, r.how.Limits)
	}
	r.how.Glimpse(t.head)
	if len(t.known) < LeastKnown && holdsPage(text.Text) {
		r.refuse(webPage())
		return
	}
	if t.Encoding == EncodingWindows1251 {
		if f := confirm1251(r.how.Headings, data, &t); f != nil {
			r.refuse(f)
			return
		}
	}
	r.table.Format, r.table.Encoding, r.table.Delimiter = FormatCSV, text.Encoding, t.delimiter
	r.warnOfName()
	if t.fault != nil {
		r.refuse(t.fault)
		return
	}
	r.table.Table = t.table(ctx, r.how.Limits)
}

func (r *cellReader) warnOfName() {
	if f := mismatch(r.name, r.table.Format); f != nil {
		r.refuse(f)
	}
}

// readWorkbook reads the one visible sheet with known headings.
func (r *cellReader) readWorkbook(ctx context.Context, file io.ReaderAt, size int64) {
	w, f := openWorkbook(ctx, file, size, r.how.Limits)
	if f != nil {
		r.refuse(f)
		return
	}
	r.table.Format = FormatXLSX
	r.warnOfName()
	found, f := r.findSheet(ctx, w)
	if f != nil {
		r.refuse(f)
		return
	}
	r.table.Sheet = Sheet{Name: found.name, Part: found.part, Columns: found.columns, Merges: found.merges}
	if n := len(found.rows); n > 0 {
		r.table.Sheet.Last = found.rows[n-1].Number
	}
	r.table.Table = found.table(ctx, r.how.Limits)
}

// foundSheet is a sheet that was read.
type foundSheet struct {
	listedSheet
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
			r.how.Glimpse(one.rows)
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
	return foundSheet{}, HeadingsUnknown()
}

func (r *cellReader) readSheet(ctx context.Context, w *workbook, s listedSheet) foundSheet {
	rows, f := w.readSheet(ctx, s.part)
	return foundSheet{s, rows, len(r.how.Headings.KnownIn(rows.rows)) >= cmp.Or(r.how.Least, LeastKnown), f}
}
