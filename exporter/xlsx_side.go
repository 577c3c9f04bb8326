package exporter

import (
	"archive/zip"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// sideTable is a table of a workbook beside the main one. Its rows wait, compressed, in
// a file of their own until the main table is complete.
type sideTable struct {
	table   *table
	columns []xlsxColumn
	spool   *durable.File
	sum     sheet // of what is in the spool
	next    int64 // the row that is free
}

func openSideTable(f *feed, t *table) (*sideTable, error) {
	spool, err := f.out.spool()
	if err != nil {
		return nil, err
	}
	return &sideTable{table: t, columns: newXLSXColumns(t.columns), spool: spool, sum: sheet{entry: spool}, next: 2}, nil
}

// sidePage is what a page of offers makes in a side table.
type sidePage struct {
	first  int64 // row
	buf    []byte
	blocks deflater
	block  block
}

func (p *sidePage) encode(side *sideTable, offers []*offer, w *rowWriter, s *scope) (err error) {
	p.buf = p.buf[:0]
	p.blocks.reset()
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
	if number > sheetRows+1 {
		return fmt.Errorf("sheet %s would have more than the %d rows that a sheet holds: split the feed by categories", side.table.name, sheetRows)
	}
	if len(p.buf) > 0 {
		p.block, err = p.blocks.add(p.buf)
	}
	return err
}

func (t *sideTable) write(p *sidePage) error {
	if len(p.buf) == 0 {
		return nil
	}
	return t.sum.append(p.block, p.blocks.bytes(p.block))
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
	return t.sum.appendText(rows)
}

// copyTo writes the sheet into the file, around its rows what the library made.
func (t *sideTable) copyTo(w *zip.Writer, number int, made []byte) error {
	opening, head, tail, err := splitSheet(made)
	if err != nil {
		return err
	}
	var s sheet
	if err := s.create(w, number); err != nil {
		return err
	}
	if err := s.appendText(append(append(opening, head...), headings(t.columns)...)); err != nil {
		return err
	}
	if err := replay(s.entry, t.spool); err != nil {
		return err
	}
	s.crc = combineCRC(s.crc, t.sum.crc, t.sum.plain)
	s.plain += t.sum.plain
	s.packed += t.sum.packed
	if err := s.appendText(tail); err != nil {
		return err
	}
	return s.finish(nil)
}
