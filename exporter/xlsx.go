package exporter

import (
	"archive/zip"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// sheetBytesSoft ends a sheet ahead of spreadsheet.MaxPartBytes: the size of a page is
// known only after its place, and the pages under way must fit into the rest.
const sheetBytesSoft = 3 << 30

// xlsxFormat writes a workbook. The library makes everything but the rows, as a small
// workbook in memory; the rows are written by the parts, each page as a deflate block
// of its own, and joined in the list's order. The rows of the template's first table go
// straight into the file, over as many sheets as they need; those of the others wait in
// files of their own.
type xlsxFormat struct {
	feed    *feed
	main    *table
	columns []xlsxColumn
	zip     *zip.Writer
	sheet   *openSheet // being written
	rows    []int64    // of the finished sheets of the main table, their headings included
	sides   []*sideTable

	places places
}

func openXLSX(f *feed) (format, error) {
	main := &f.template.sheets[0]
	x := &xlsxFormat{feed: f, main: main, columns: newXLSXColumns(main.columns), zip: zip.NewWriter(f.out.file)}
	x.places = places{maxRows: spreadsheet.MaxRows, maxBytes: sheetBytesSoft, at: position{0, 2}}
	for i := range f.template.sheets[1:] {
		side, err := openSideTable(f, &f.template.sheets[1+i])
		if err != nil {
			return nil, err
		}
		x.sides = append(x.sides, side)
	}
	return x, x.startSheet()
}

// mainSheets are the sheets of the main table, up to those rows.
func (x *xlsxFormat) mainSheets(rows []int64) (plans []sheetPlan) {
	for i, last := range rows {
		plans = append(plans, sheetPlan{sheetName(x.main.name, i), x.columns, last})
	}
	return plans
}

// close ends the last sheet and adds the other tables and what the library made.
func (x *xlsxFormat) close() error {
	if err := x.endSheet(); err != nil {
		return err
	}
	plans := x.mainSheets(x.rows)
	sides, err := x.completeSides()
	if err != nil {
		return err
	}
	for _, side := range sides {
		plans = append(plans, sheetPlan{side.table.name, side.columns, side.next - 1})
	}
	frame, err := newFrame(plans, x.feed.date)
	if err != nil {
		return err
	}
	for i, side := range sides {
		number := len(x.rows) + i
		if err := side.copyTo(x.zip, number+1, frame.Sheets[number]); err != nil {
			return err
		}
	}
	if err := frame.WriteParts(x.zip); err != nil {
		return err
	}
	if err := x.zip.Close(); err != nil {
		return err
	}
	return x.feed.out.rehash()
}

// completeSides adds what is known only now, and gives the tables that have a sheet.
func (x *xlsxFormat) completeSides() (sides []*sideTable, err error) {
	for _, side := range x.sides {
		if err := side.complete(x.feed); err != nil {
			return nil, err
		}
		if side.next > 2 || !side.table.optional {
			sides = append(sides, side)
		}
	}
	return sides, nil
}

func (x *xlsxFormat) newPart() part {
	p := &xlsxPart{xlsxFormat: x, sides: make([]sidePage, len(x.sides))}
	p.at = scope{feed: x.feed}
	return p
}

// xlsxPart is one worker's share of a workbook.
type xlsxPart struct {
	*xlsxFormat
	rowWriter
	page   int // in the order of place
	start  position
	buf    []byte
	at     scope // the offer being written, here so that it is not allocated each time
	blocks spreadsheet.Deflater
	pieces []piece
	sides  []sidePage
	err    error
}

// piece is a page's rows in one sheet: a page has two where a sheet ends inside it.
type piece struct {
	sheet int
	rows  int64
	block spreadsheet.Block
}

func (p *xlsxPart) place(offers []*offer) {
	p.page, p.start = p.places.take(p.count(p.main, offers))
	for i, side := range p.xlsxFormat.sides {
		p.sides[i].first = side.next
		side.next += int64(p.count(side.table, offers))
	}
}

// count is how many rows the offers make in a table.
func (p *xlsxPart) count(t *table, offers []*offer) int {
	if t.list != nil {
		return 0
	}
	if len(t.rows) == 1 && t.rows[0].each == nil && t.rows[0].when == nil && t.rows[0].of == "any" {
		return len(offers)
	}
	n := 0
	p.at.notes = nil
	for _, o := range offers {
		p.at.move(o)
		for i := range t.rows {
			n += t.rows[i].count(&p.at)
		}
	}
	return n
}

func (p *xlsxPart) encode(offers []*offer, notes *notes) {
	p.buf, p.pieces, p.err = p.buf[:0], p.pieces[:0], nil
	p.notes, p.at.notes = notes, notes
	p.blocks.Reset()
	at, from := p.start, 0
	current := piece{sheet: at.sheet}
	for _, o := range offers {
		p.at.move(o)
		for i := range p.main.rows {
			r := &p.main.rows[i]
			for range r.times(&p.at) {
				if at.sheet != current.sheet {
					p.seal(current, from)
					from, current = len(p.buf), piece{sheet: at.sheet}
				}
				p.buf = p.row(p.buf, p.columns, r, &p.at, at.row)
				current.rows++
				at = at.plus(1, p.places.maxRows)
			}
		}
	}
	if len(p.buf) > from {
		p.seal(current, from)
	}
	for i, side := range p.xlsxFormat.sides {
		if p.err == nil {
			p.err = p.sides[i].encode(side, offers, &p.rowWriter, &p.at)
		}
	}
}

// seal compresses the rows from an offset of buf on.
func (p *xlsxPart) seal(sealed piece, from int) {
	if p.err == nil {
		sealed.block, p.err = p.blocks.Add(p.buf[from:])
		p.pieces = append(p.pieces, sealed)
	}
}

func (p *xlsxPart) write() error {
	if p.err != nil {
		return p.err
	}
	for _, piece := range p.pieces {
		for len(p.rows) < piece.sheet {
			if err := p.endSheet(); err != nil {
				return err
			}
			if err := p.startSheet(); err != nil {
				return err
			}
		}
		if err := p.sheet.Append(piece.block, p.blocks.Bytes(piece.block)); err != nil {
			return err
		}
		p.sheet.rows += piece.rows
	}
	p.places.wrote(p.page, int64(len(p.buf)))
	for i, side := range p.xlsxFormat.sides {
		if err := side.write(&p.sides[i]); err != nil {
			return err
		}
	}
	return nil
}

// position is a row of a sheet. Sheets count from 0, rows from 1 as spreadsheets show
// them; row 1 holds the headings.
type position struct {
	sheet int
	row   int64
}

// plus is the position n rows later.
func (p position) plus(n, maxRows int64) position {
	for p.row+n > maxRows {
		n -= maxRows - p.row + 1
		p = position{p.sheet + 1, 2}
	}
	p.row += n
	return p
}

// places gives pages their rows. Which sheet a page begins in depends on the pages
// before it and not on how quick the workers are: equal lists make equal files.
type places struct {
	maxRows  int64
	maxBytes int64 // of written rows, after which the next page begins a sheet

	// Guarded by the order of take.
	at        position
	page      int
	firstPage int   // of the sheet
	settled   int64 // bytes of the sheet's pages that are certainly written

	sizes [maxWorkers]atomic.Int64 // by page
}

// take gives the next page the place for n products.
func (p *places) take(n int) (page int, start position) {
	page = p.page
	p.page++
	if old := page - maxWorkers; old >= p.firstPage {
		// No more than maxWorkers pages are under way, so this one is written.
		p.settled += p.sizes[old%maxWorkers].Load()
	}
	sheet := p.at.sheet
	if p.settled > p.maxBytes {
		p.at = position{p.at.sheet + 1, 2}
	}
	start = p.at
	p.at = p.at.plus(int64(n), p.maxRows)
	if p.at.sheet != sheet {
		p.firstPage, p.settled = page, 0
	}
	return page, start
}

// wrote notes the size of a page.
func (p *places) wrote(page int, bytes int64) { p.sizes[page%maxWorkers].Store(bytes) }
