package cells

import (
	"cmp"
	"time"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// MostBytes is how large a file of orders may be, whatever way it comes: 100 MB.
const MostBytes = 100_000_000

// Limits are what a file may need; whatever is over one of them is refused with
// file_too_large. They are absolute: a ratio would hit honest files. A zero field
// stands for its default.
type Limits struct {
	Bytes         int64         // of the file; default MostBytes
	Rows          int           // with something in them; default 200,000
	Columns       int           // with something in them; default 200
	UnpackedBytes int64         // of all parts of a workbook; default 200 MB
	Parts         int           // of a workbook; default 1,000
	Sheets        int           // of a workbook; default 250
	PartBytes     int64         // of a part that is no sheet and no text, and of one sheet cell's XML; default 16 MB
	CellBytes     int           // of the text of a cell; default 100,000: a spreadsheet holds 32,767 characters
	Cells         int           // of all visible sheets, each for every row that it is merged over; default 5,000,000
	Merges        int           // merged areas of a sheet; default 1,000,000
	TextBytes     int64         // of all their cells: one text may stand in many; default 100 MB
	Lines         int           // of a text, the blank ones included; default 1,048,576, as a sheet has
	Width         int           // cells of a text's row, the blank ones included; default 16,384, as a sheet has
	Grid          int           // the lines of a text times its longest row, as its result fills every row up; default 50,000,000
	Time          time.Duration // for reading the file; default one minute
}

// OrDefaults are the limits with the default for each zero.
func (l Limits) OrDefaults() Limits {
	return Limits{
		Bytes:         cmp.Or(l.Bytes, MostBytes),
		Rows:          cmp.Or(l.Rows, 200_000),
		Columns:       cmp.Or(l.Columns, 200),
		UnpackedBytes: cmp.Or(l.UnpackedBytes, 200_000_000),
		Parts:         cmp.Or(l.Parts, 1_000),
		Sheets:        cmp.Or(l.Sheets, 250),
		PartBytes:     cmp.Or(l.PartBytes, 16_000_000),
		CellBytes:     cmp.Or(l.CellBytes, 100_000),
		Cells:         cmp.Or(l.Cells, 5_000_000),
		Merges:        cmp.Or(l.Merges, 1_000_000),
		TextBytes:     cmp.Or(l.TextBytes, 100_000_000),
		Lines:         cmp.Or(l.Lines, mostRows),
		Width:         cmp.Or(l.Width, MostColumns),
		Grid:          cmp.Or(l.Grid, 50_000_000),
		Time:          cmp.Or(l.Time, time.Minute),
	}
}

// extent counts the rows and columns with something in them.
type extent struct {
	limits  Limits
	rows    int
	columns map[int]bool
	low     uint64 // those of the columns below 64, a bit each: the most of them, and quicker to look at
	result  bool   // five of the columns are a result's own, which do not count
}

func newExtent(l Limits) *extent { return &extent{limits: l, columns: map[int]bool{}} }

func (e *extent) add(r *Row) *problem.Fault {
	e.rows++
	if e.rows > e.limits.Rows {
		return problem.Faultf(problem.FileTooLarge+".rows", e.limits.Rows)
	}
	for i := range r.Cells {
		column := r.Cells[i].Column
		if e.low>>column&1 == 1 || e.columns[column] {
			continue
		}
		e.columns[column] = true
		e.low |= 1 << column
		if len(e.columns) > e.limits.Columns && !e.result && FindResult(r) >= 0 {
			e.result = true
			e.limits.Columns += len(ResultColumns)
		}
		if len(e.columns) > e.limits.Columns {
			return problem.Faultf(problem.FileTooLarge+".columns", e.limits.Columns)
		}
	}
	return nil
}

// volume counts what the cells of a workbook unfold to. A few bytes of a file can name one
// long text from millions of cells, and one merged cell can stand in every row: what is
// counted is what the rest of the program has to go through.
type volume struct {
	limits Limits
	cells  int
	bytes  int64
}

// add counts a cell with its text, in so many rows.
func (v *volume) add(text string, rows int) *problem.Fault {
	if len(text) > v.limits.CellBytes {
		return cellTooLarge(v.limits, text)
	}
	if v.cells += rows; v.cells > v.limits.Cells {
		return problem.Faultf(problem.FileTooLarge+".cells", v.limits.Cells)
	}
	if v.bytes += int64(len(text)) * int64(rows); v.bytes > v.limits.TextBytes {
		return problem.Faultf(problem.FileTooLarge+".text", wording.Megabytes(v.limits.TextBytes))
	}
	return nil
}

func cellTooLarge(l Limits, text string) *problem.Fault {
	return problem.Faultf(problem.FileTooLarge+".cell", celltext.Show(text), l.CellBytes/1_000)
}

// span counts the lines of a text and the cells of its longest one.
type span struct {
	limits       Limits
	lines, width int
}

func (s *span) add(cells int) *problem.Fault {
	s.lines++
	s.width = max(s.width, cells)
	switch {
	case s.lines > s.limits.Lines:
		return problem.Faultf(problem.FileTooLarge+".lines", s.limits.Lines)
	case s.lines*s.width > s.limits.Grid:
		return problem.Faultf(problem.FileTooLarge+".grid", s.width)
	}
	return nil
}

func tooLong(l Limits) *problem.Fault {
	return problem.Faultf(problem.FileTooLarge+".time", l.Time)
}
