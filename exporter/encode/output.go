package encode

import (
	"io"
	"time"
)

// Output is where a format writes.
type Output struct {
	Plain io.Writer            // appends to the file
	Whole File                 // the file itself, for formats that go back in it
	Spool func() (File, error) // makes a temporary file, which others remove
	Again Beginning            // nil: what was written is never taken back
	Level int                  // of a workbook's compression, from 1, quick, to 9, small; 0: what is usual
}

// Beginning begins the file anew, and gives what was written so far; others remove that.
type Beginning func() (File, error)

// File is a file in which a format can go back.
type File interface {
	io.ReadWriteSeeker
	io.WriterAt
}

// Options are what a format knows of its file beside the records.
type Options struct {
	Tables   []Table          // of formats with tables; csv and tsv have one
	CSV      CSVStyle         // of csv and tsv
	Doctype  string           // of yml and xml: what follows <!DOCTYPE, "": nothing
	Document func() []Element // of yml and xml: what stands around the offers, asked for by Close
	Foreseen func() []Element // of yml and xml: what Document will most likely give, asked for at the beginning; nil: nobody knows
	Date     time.Time        // of xlsx: when the workbook was made
	Pages    int              // of xlsx: at most so many pages are at work at once
	Sheet    SheetLimits      // of xlsx
}

// SheetLimits are where the next sheet of a workbook begins; 0: where readers want it.
type SheetLimits struct {
	Rows  int64 // headings included
	Bytes int64 // of rows
}

// Table is what rows stand in.
type Table struct {
	Name     string
	Optional bool // without rows there is no such sheet
	Columns  []Column
}

// Column is one column of a table.
type Column struct {
	Heading string
	Style   Style // of its cells, in xlsx
	Width   int   // in characters, 0: by the heading
}

// Style is how a workbook shows the cells of a column.
type Style int

// The library of workbooks numbers its formats from 1 in the order in which they are made:
// newFrame makes them in this order.
const (
	Text    Style = iota + 1 // stays text when a person edits it
	Money                    // at least two decimals
	Integer                  // no decimals
	heading                  // bold
)

// CSVStyle is how a text table is written. As csv it is RFC 4180: a comma, CRLF, a heading
// row, quotes where they are needed.
type CSVStyle struct {
	Delimiter byte
	BOM       bool // it begins with a byte order mark
	Newline   string
	Bare      bool // tsv: no quotes; what would need them becomes a blank
}
