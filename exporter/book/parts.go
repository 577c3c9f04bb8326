package book

import (
	"errors"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// Properties are what a workbook says of itself.
type Properties struct {
	Title string
	Date  time.Time // created and modified
}

// Result is a workbook that was written.
type Result struct {
	Bytes  int64
	SHA256 string
}

// Book is a workbook on its way into a file. It is for one goroutine.
type Book struct {
	path       string
	properties Properties
	file       *durable.File
	sheets     []*Sheet
	charts     []placedChart
	names      map[string]bool // of sheets, in lower case
	blocks     spreadsheet.Deflater
	err        error // the first one; it keeps the book from being closed
	header     string
	sections   map[string]bool // names of sections that are taken

	whole   *Book  // of which this is a section
	section string // before the names of its sheets

	maxRows, maxBytes int64 // of a sheet of the file
}

// errClosed is what a book says after Close or Abort.
var errClosed = errors.New("the workbook is closed")

func (b *Book) fail(err error) error { return fmt.Errorf("write workbook %s: %w", b.path, err) }

// Sheet is a sheet of a book, over several sheets of the file where it is Long.
type Sheet struct {
	book    *Book
	section *Book // of which it is, nil: of none
	layout  Layout
	refs    []string // `<c r="AB` by column, the row's number follows
	parts   []*sheetPart
	buf     []byte // rows that are not compressed yet
	digits  []byte // the row's number
	number  []byte // the value being written
	guide   spreadsheet.Guide
	cut     int64
}

// sheetPart is one sheet of the file.
type sheetPart struct {
	name  string
	last  int64 // row
	foot  int64 // rows at the end that are no data
	spool *spool
	rows  *spreadsheet.Stream // in the spool
}

// Chart is a line chart of figures over days.
type Chart struct {
	Title      string
	Categories string // the days: a range, as Sheet.Column gives it
	Series     []Series
}

// Series is a line of a chart.
type Series struct {
	Name   string
	Values string // a range
}

// placedChart is a chart on its sheet.
type placedChart struct {
	sheet *Sheet
	at    string
	chart Chart
}
