package listfile

import (
	"context"
	"io"
	"iter"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// readWorkbook reads the sheets that hold goods, one after the other. Unlike a text, a workbook is
// bounded as a file of orders is: its rows are in memory.
func (l *list) readWorkbook(file io.ReaderAt, size int64) (Reader, error) {
	l.format = XLSX
	limits := cells.Limits{}.OrDefaults()
	ctx, cancel := context.WithTimeout(context.Background(), limits.Time)
	l.closers = append(l.closers, closerFunc(func() error { cancel(); return nil }))
	sheets, fault := cells.OpenSheets(ctx, file, size, limits)
	if fault != nil {
		return nil, l.ofSheet(fault)
	}
	b := &bookReader{list: l, ctx: ctx, sheets: sheets, names: sheets.Names()}
	if err := b.choose(); err != nil {
		return nil, err
	}
	return b, b.open()
}

// closerFunc is a function that closes something.
type closerFunc func() error

func (c closerFunc) Close() error { return c() }

// ofSheet is a fault of the reader of cells as one of a list.
func (l *list) ofSheet(f *problem.Fault) *Fault {
	switch f.Code {
	case problem.FileTruncated:
		return Faultf(Incomplete, "", l.how.Name).Because(f)
	case problem.FileEmpty:
		return Faultf(Empty, "", l.how.Name).Because(f)
	}
	return Faultf(Unreadable, "sheet", l.how.Name, f.Message).Because(f)
}

// rowsOf are the rows of a table with the fault that ends them, nil for none.
func rowsOf(table *cells.Table) iter.Seq2[*cells.Row, *problem.Fault] {
	return func(yield func(*cells.Row, *problem.Fault) bool) {
		if fault := table.Each(func(row *cells.Row) bool { return yield(row, nil) }); fault != nil {
			yield(nil, fault)
		}
	}
}

// sheetRows are the rows of a sheet.
type sheetRows struct {
	*list
	next func() (*cells.Row, *problem.Fault, bool)
}

func (s *sheetRows) nextRow(into *tableRow) error {
	row, fault, more := s.next()
	switch {
	case !more:
		return io.EOF
	case fault != nil:
		return s.ofSheet(fault)
	}
	*into = tableRow{number: int64(row.Number), cells: into.cells[:0], level: rowLevel{outline: int(row.Level.Outline), indent: int(row.Level.Indent), look: row.Level.Look}}
	for _, c := range row.Cells {
		into.cells = append(into.cells, tableCell{column: c.Column, text: c.Code(), number: c.Kind == cells.Number && c.Zeros == 0, wide: int(c.Wide), shared: c.Shared})
		switch {
		case c.Kind == cells.Error || c.Kind == cells.Formula:
			into.odd = CellFailed
		case c.Struck:
			into.odd = StruckRow
		}
	}
	if row.Hidden {
		into.odd = HiddenRow
	}
	return nil
}
