package encode

import (
	"archive/zip"
	"fmt"
	"io"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// sideTable is a table of a workbook beside the main one. Its rows wait, compressed, in
// a file of their own until the main table is complete.
type sideTable struct {
	table   Table
	columns []xlsxColumn
	spool   File
	rows    *spreadsheet.Stream // in the spool
	next    int64               // the row that is free
}

func openSideTable(out Output, t Table) (*sideTable, error) {
	spool, err := out.Spool()
	if err != nil {
		return nil, err
	}
	return &sideTable{table: t, columns: newXLSXColumns(t.Columns), spool: spool, rows: spreadsheet.NewStream(spool), next: 2}, nil
}

// sidePage is a page's rows in a side table.
type sidePage struct {
	row    int64 // the next one
	buf    []byte
	blocks spreadsheet.Deflater
	guide  *spreadsheet.Guide
	block  spreadsheet.Block
	err    error
}

// begin empties it; its first row is to stand at that place.
func (p *sidePage) begin(row int64) {
	p.row, p.buf, p.err = row, p.buf[:0], nil
	p.blocks.Reset()
	p.guide.Begin(0)
}

func (p *sidePage) add(side *sideTable, w *rowWriter, cells []Cell) {
	p.buf = w.row(p.buf, p.guide, side.columns, cells, p.row)
	if p.row++; p.row > spreadsheet.MaxRows+1 {
		p.err = fmt.Errorf("sheet %s would have more than the %d rows that a sheet holds: split the feed by categories", side.table.Name, spreadsheet.MaxRows)
	}
}

func (p *sidePage) seal() (err error) {
	if p.err == nil && len(p.buf) > 0 {
		p.block, p.err = p.blocks.Add(p.buf, p.guide)
	}
	return p.err
}

func (t *sideTable) write(p *sidePage) error {
	if len(p.buf) == 0 {
		return nil
	}
	return t.rows.Append(p.block, p.blocks.Bytes(p.block))
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
