package listfile

import (
	"context"
	"io"
	"iter"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// mostWorkbook bounds a workbook's bytes: its rows are in memory, unlike those of a text.
const mostWorkbook = 100_000_000

// readWorkbook reads the one visible sheet of a workbook whose headings are known.
func (l *list) readWorkbook(file io.ReaderAt, size int64) (Reader, error) {
	l.format = XLSX
	limits := cells.Limits{Bytes: mostWorkbook}.OrDefaults()
	ctx, cancel := context.WithTimeout(context.Background(), limits.Time)
	l.closers = append(l.closers, closerFunc(func() error { cancel(); return nil }))
	table, faults, err := cells.Read(ctx, file, size, "list.xlsx", cells.How{Limits: limits, Headings: sheetHeadings{l.how.Headings}, Least: leastKnown,
		Glimpse: func([]cells.Row) {}})
	switch {
	case err != nil:
		return nil, l.damaged(err)
	case len(faults) > 0:
		return nil, l.ofSheet(faults[0])
	}
	next, stop := iter.Pull2(rowsOf(table.Table))
	l.closers = append(l.closers, closerFunc(func() error { stop(); return nil }))
	t := &tableReader{list: l, rows: &sheetRows{list: l, next: next}}
	return t, t.findHeadings()
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
	case problem.HeadingsUnknown:
		return Faultf(FormUnknown, "sheet", l.how.Name)
	}
	return Faultf(Unreadable, "sheet", l.how.Name, f.Message).Because(f)
}

// sheetHeadings asks for headings as the reader of cells does.
type sheetHeadings struct{ headings Headings }

// KnownIn are the known headings of the row that has most of them.
func (s sheetHeadings) KnownIn(rows []cells.Row) (known []string) {
	for i := range rows[:min(len(rows), headRows)] {
		var found []string
		for _, c := range rows[i].Cells {
			if s.headings.Known(c.Text) {
				found = append(found, c.Text)
			}
		}
		if len(found) > len(known) {
			known = found
		}
	}
	return known
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
	*into = tableRow{number: int64(row.Number), cells: into.cells[:0]}
	for _, c := range row.Cells {
		into.cells = append(into.cells, tableCell{column: c.Column, text: c.Code(), number: c.Kind == cells.Number && c.Zeros == 0, merged: c.Wide > 0, shared: c.Shared})
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
