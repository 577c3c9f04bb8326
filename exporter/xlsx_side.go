package exporter

import (
	"archive/zip"
	"fmt"
	"io"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// sideTable is a table of a workbook beside the main one. Its rows wait, compressed, in
// a file of their own until the main table is complete.
type sideTable struct {
	table   *table
	columns []xlsxColumn
	spool   *durable.File
	rows    *spreadsheet.Stream // in the spool
	next    int64               // the row that is free
}

func openSideTable(f *feed, t *table) (*sideTable, error) {
	spool, err := f.out.spool()
	if err != nil {
		return nil, err
	}
	return &sideTable{table: t, columns: newXLSXColumns(t.columns), spool: spool, rows: spreadsheet.NewStream(spool), next: 2}, nil
}

// sidePage is what a page of offers makes in a side table.
type sidePage struct {
	first  int64 // row
	buf    []byte
	blocks spreadsheet.Deflater
	block  spreadsheet.Block
}

func (p *sidePage) encode(side *sideTable, offers []*offer, w *rowWriter, s *scope) (err error) {
	p.buf = p.buf[:0]
	p.blocks.Reset()
	if side.table.list != nil {
		return nil
	}
	number := p.first
	for _, o := range offers {
		s.move(o)
		for i := range side.table.rows {
			r := &side.table.rows[i]
			for range r.times(s) {
				p.buf = w.row(p.buf, side.columns, r, s, number)
				number++
			}
		}
	}
	if number > spreadsheet.MaxRows+1 {
		return fmt.Errorf("sheet %s would have more than the %d rows that a sheet holds: split the feed by categories", side.table.name, spreadsheet.MaxRows)
	}
	if len(p.buf) > 0 {
		p.block, err = p.blocks.Add(p.buf)
	}
	return err
}

func (t *sideTable) write(p *sidePage) error {
	if len(p.buf) == 0 {
		return nil
	}
	return t.rows.Append(p.block, p.blocks.Bytes(p.block))
}

// complete adds the rows of a list of the feed's own.
func (t *sideTable) complete(f *feed) error {
	if t.table.list == nil {
		return nil
	}
	w := rowWriter{notes: &notes{}}
	s := scope{feed: f}
	r := &t.table.rows[0]
	var rows []byte
	for range t.table.list.items(&s) {
		if r.when == nil || r.when.holds(&s) {
			rows = w.row(rows, t.columns, r, &s, t.next)
			t.next++
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return t.rows.AppendText(rows)
}

// copyTo writes the sheet into the file, around its rows what the library made.
func (t *sideTable) copyTo(w *zip.Writer, number int, made []byte) error {
	opening, head, tail, err := spreadsheet.SplitSheet(made)
	if err != nil {
		return err
	}
	part, err := spreadsheet.CreateSheetPart(w, number)
	if err != nil {
		return err
	}
	if err := part.AppendText(append(append(opening, head...), headings(t.columns)...)); err != nil {
		return err
	}
	if _, err := t.spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := part.AppendStream(t.rows, t.spool); err != nil {
		return err
	}
	if err := part.AppendText(tail); err != nil {
		return err
	}
	return part.Finish(nil)
}
