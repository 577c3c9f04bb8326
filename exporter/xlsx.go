package exporter

import (
	"archive/zip"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// What a sheet can hold. Excel reads 1,048,576 rows; readers that count a part's bytes
// in 32 bits set the other limit. The size of a page is known only after its place, so
// that a sheet ends early enough for the pages under way to fit into the rest.
const (
	sheetRows      = 1 << 20
	sheetBytes     = 1<<32 - 1
	sheetBytesSoft = 3 << 30
)

// xlsxFormat writes a workbook. The library makes everything but the rows, as a small
// workbook in memory; the rows are written by the parts, each page as a deflate block
// of its own, and joined in the list's order.
type xlsxFormat struct {
	feed    *feed
	columns []xlsxColumn
	zip     *zip.Writer
	sheet   *sheet  // being written
	rows    []int64 // of the finished sheets, their headings included

	places places
}

func openXLSX(f *feed) (format, error) {
	x := &xlsxFormat{feed: f, columns: newXLSXColumns(f.template.columns), zip: zip.NewWriter(f.out.file)}
	x.places = places{maxRows: sheetRows, maxBytes: sheetBytesSoft, at: position{0, 2}}
	return x, x.startSheet()
}

// close ends the last sheet and adds what the library made.
func (x *xlsxFormat) close() error {
	if err := x.endSheet(); err != nil {
		return err
	}
	book, err := newWorkbook(x.columns, x.rows, x.feed.date)
	if err != nil {
		return err
	}
	for _, p := range book.parts {
		w, err := x.zip.Create(p.name)
		if err != nil {
			return err
		}
		if _, err := w.Write(p.data); err != nil {
			return err
		}
	}
	if err := x.zip.Close(); err != nil {
		return err
	}
	return x.feed.out.rehash()
}

func (x *xlsxFormat) newPart() part { return &xlsxPart{xlsxFormat: x} }

// xlsxPart is one worker's share of a workbook.
type xlsxPart struct {
	*xlsxFormat
	page    int // in the order of place
	start   position
	buf     []byte
	row     []byte // the row's number as digits
	scratch []byte
	at      scope // the product being written, here so that it is not allocated each time
	blocks  deflater
	pieces  []piece
	err     error
}

// piece is a page's rows in one sheet: a page has two where a sheet ends inside it.
type piece struct {
	sheet int
	rows  int64
	block block
}

func (p *xlsxPart) place(products []*supplier.Product) {
	p.page, p.start = p.places.take(len(products))
}

func (p *xlsxPart) encode(products []*supplier.Product, notes *notes) {
	p.buf, p.pieces, p.err = p.buf[:0], p.pieces[:0], nil
	p.blocks.reset()
	if len(products) == 0 {
		return
	}
	at, from := p.start, 0
	current := piece{sheet: at.sheet}
	for _, product := range products {
		if at.sheet != current.sheet {
			p.seal(current, from)
			from, current = len(p.buf), piece{sheet: at.sheet}
		}
		p.at = p.feed.scope(product)
		p.appendRow(&p.at, at.row, notes)
		current.rows++
		at = at.plus(1, p.places.maxRows)
	}
	p.seal(current, from)
}

// seal compresses the rows from an offset of buf on.
func (p *xlsxPart) seal(sealed piece, from int) {
	if p.err == nil {
		sealed.block, p.err = p.blocks.add(p.buf[from:])
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
		if err := p.sheet.append(piece.block, p.blocks.bytes(piece.block)); err != nil {
			return err
		}
		p.sheet.rows += piece.rows
	}
	p.places.wrote(p.page, int64(len(p.buf)))
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
