package encode

import (
	"archive/zip"
	"cmp"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// sheetBytesSoft ends a sheet ahead of spreadsheet.MaxPartBytes: the size of a page is
// known only after its place, and the pages under way must fit into the rest.
const sheetBytesSoft = 3 << 30

// xlsxWriter writes a workbook. The library makes everything but the rows, as a small
// workbook in memory; the rows are written by the pages, each page as a deflate block
// of its own, and joined in the list's order. The rows of the first table go straight into
// the file, over as many sheets as they need; those of the others wait in files of their
// own.
type xlsxWriter struct {
	out     Output
	date    time.Time
	main    Table
	columns []xlsxColumn
	zip     *zip.Writer
	sheet   *openSheet // being written
	rows    []int64    // of the finished sheets of the main table, their headings included
	sides   []*sideTable

	places places
}

func openXLSX(out Output, options Options) (Writer, error) {
	if options.Pages > maxPages {
		return nil, fmt.Errorf("a workbook takes %d pages at once, not %d", maxPages, options.Pages)
	}
	main := options.Tables[0]
	x := &xlsxWriter{out: out, date: options.Date, main: main, columns: newXLSXColumns(main.Columns), zip: zip.NewWriter(out.Whole)}
	x.places = places{maxRows: cmp.Or(options.Sheet.Rows, spreadsheet.MaxRows), maxBytes: cmp.Or(options.Sheet.Bytes, sheetBytesSoft), at: position{0, 2}}
	for _, table := range options.Tables[1:] {
		side, err := openSideTable(out, table)
		if err != nil {
			return nil, err
		}
		x.sides = append(x.sides, side)
	}
	return x, x.startSheet()
}

// mainSheets are the sheets of the main table, up to those rows.
func (x *xlsxWriter) mainSheets(rows []int64) (plans []sheetPlan) {
	for i, last := range rows {
		plans = append(plans, sheetPlan{sheetName(x.main.Name, i), x.columns, last})
	}
	return plans
}

// Close ends the last sheet and adds the other tables and what the library made.
func (x *xlsxWriter) Close() error {
	if err := x.endSheet(); err != nil {
		return err
	}
	plans := x.mainSheets(x.rows)
	var sides []*sideTable // that have a sheet
	for _, side := range x.sides {
		if side.next > 2 || !side.table.Optional {
			sides = append(sides, side)
			plans = append(plans, sheetPlan{side.table.Name, side.columns, side.next - 1})
		}
	}
	frame, err := newFrame(plans, x.date)
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
	return x.zip.Close()
}

// NewPage makes a worker's share of the workbook.
func (x *xlsxWriter) NewPage() Page {
	p := &xlsxPage{xlsxWriter: x, blocks: spreadsheet.Deflater{Level: x.out.Level}, guide: spreadsheet.NewGuide(x.out.Level), sides: make([]sidePage, len(x.sides))}
	for i := range p.sides {
		p.sides[i].blocks.Level, p.sides[i].guide = x.out.Level, spreadsheet.NewGuide(x.out.Level)
	}
	return p
}

// xlsxPage is one worker's share of a workbook.
type xlsxPage struct {
	*xlsxWriter
	rowWriter
	page    int      // in the order of Place
	at      position // of the next row of the main table
	buf     []byte
	current piece // being written
	from    int   // in buf: where it begins
	blocks  spreadsheet.Deflater
	guide   *spreadsheet.Guide // of the piece
	pieces  []piece
	sides   []sidePage
	err     error
}

// piece is a page's rows in one sheet: a page has two where a sheet ends inside it.
type piece struct {
	sheet int
	rows  int64
	block spreadsheet.Block
}

// Place takes the page's rows their place in the sheets, and empties the page.
func (p *xlsxPage) Place(rows []int) {
	p.page, p.at = p.places.take(rows[0])
	for i, side := range p.xlsxWriter.sides {
		p.sides[i].begin(side.next)
		side.next += int64(rows[1+i])
	}
	p.buf, p.pieces, p.err = p.buf[:0], p.pieces[:0], nil
	p.begin()
	p.blocks.Reset()
}

// begin begins a piece.
func (p *xlsxPage) begin() {
	p.from, p.current = len(p.buf), piece{sheet: p.at.sheet}
	p.guide.Begin(p.from)
}

// Add appends a row to its table.
func (p *xlsxPage) Add(r *Record) Loss {
	p.cut = p.cut[:0]
	if r.Table > 0 {
		p.sides[r.Table-1].add(p.xlsxWriter.sides[r.Table-1], &p.rowWriter, r.Cells)
		return Loss{Cut: p.cut}
	}
	if p.at.sheet != p.current.sheet {
		p.seal()
		p.begin()
	}
	p.buf = p.row(p.buf, p.guide, p.columns, r.Cells, p.at.row)
	p.current.rows++
	p.at = p.at.plus(1, p.places.maxRows)
	return Loss{Cut: p.cut}
}

// Seal compresses what is not compressed yet.
func (p *xlsxPage) Seal() {
	if len(p.buf) > p.from {
		p.seal()
	}
	for i := range p.sides {
		if p.err == nil {
			p.err = p.sides[i].seal()
		}
	}
}

// seal compresses the piece that was being written.
func (p *xlsxPage) seal() {
	if p.err == nil {
		p.current.block, p.err = p.blocks.Add(p.buf[p.from:], p.guide)
		p.pieces = append(p.pieces, p.current)
	}
}

// Write appends the page's rows to their sheets, of which it begins as many as they need.
func (p *xlsxPage) Write() error {
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
	for i, side := range p.xlsxWriter.sides {
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

// maxPages bounds the pages that are at work at once.
const maxPages = 64

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

	sizes [maxPages]atomic.Int64 // by page
}

// take gives the next page the place for n products.
func (p *places) take(n int) (page int, start position) {
	page = p.page
	p.page++
	if old := page - maxPages; old >= p.firstPage {
		// No more than maxPages pages are under way, so this one is written.
		p.settled += p.sizes[old%maxPages].Load()
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
func (p *places) wrote(page int, bytes int64) { p.sizes[page%maxPages].Store(bytes) }
