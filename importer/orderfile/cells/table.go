package cells

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// Table is what a text and a sheet have in common: rows with something in them.
type Table struct {
	Head []Row // the first rows, in which the headings are looked for
	Most int   // no more rows than that
	Text bool  // a row's count of cells means something: a sheet has none
	// Each calls visit for every row, until it returns false; it is called once. A row
	// is visit's only until it returns. The fault is one of the whole file.
	Each func(visit func(*Row) bool) *problem.Fault
}

// Row is one row of a table.
type Row struct {
	Number int    // as a spreadsheet counts, from 1
	Width  int    // cells in a text row, the blank ones included
	Hidden bool   // in a workbook
	Cut    bool   // the last row of a text, without a line end
	Notes  []Note // of a workbook, on its cells
	Level  Level  // how a row of a workbook stands to others
	Cells  []Cell // those with something in them, by column
}

// Level is by what people tell rows of a workbook that name sections from those within them.
type Level struct {
	Outline uint8  // of a group of rows
	Indent  uint8  // of the first cell's text: by its format, or the blanks before it
	Look    uint32 // the font and the fill of the first cell, as one number
}

// Cell is one cell with something in it.
type Cell struct {
	Text   string // without blanks around it and zero-width characters
	Column int    // from 0
	Kind   Kind
	Zeros  uint8 // digits that a number format of zeros alone shows, such as 6 for 000000
	Shared bool  // the value of a merged cell that begins in a row above
	Money  bool  // its number format names the hryvnia
	Wide   uint8 // columns to the right over which the cell is merged, 255 for more
	Struck bool  // struck through
}

// Kind is what a cell holds.
type Kind uint8

// The kinds of cells.
const (
	Text    Kind = iota
	Number       // its text is the plain decimal number
	Date         // its text is YYYY-MM-DD, perhaps with HH:MM
	Error        // its text is #N/A or its like
	Formula      // a formula that was never computed; its text is ""
)

// At is the cell of a column, the zero cell where it is blank.
func (r *Row) At(column int) Cell {
	i, found := slices.BinarySearchFunc(r.Cells, column, func(c Cell, column int) int { return c.Column - column })
	if !found {
		return Cell{Column: column}
	}
	return r.Cells[i]
}

// Blank reports whether there is nothing in the cell.
func (c Cell) Blank() bool { return c.Text == "" && c.Kind != Formula }

// Code is the cell's text for a phone or a SKU: a number that is shown with leading
// zeros by its format has them.
func (c Cell) Code() string {
	if missing := int(c.Zeros) - len(c.Text); c.Kind == Number && missing > 0 && celltext.AllDigits(c.Text) {
		return strings.Repeat("0", missing) + c.Text
	}
	return c.Text
}

// addText appends a cell, unless there is nothing in it.
func (r *Row) addText(column int, text string) {
	text = celltext.Clean(text)
	if len(text) > 1 && text[0] == '\'' && IsFormula(text[1:]) {
		text = text[1:] // as results keep it from being calculated
	}
	if text != "" {
		kind := Text
		if isErrorValue(text) {
			kind = Error
		}
		r.Cells = append(r.Cells, Cell{Text: text, Column: column, Kind: kind})
	}
}

// isErrorValue knows the error values of spreadsheets, as texts hold them after an
// export, and the crosses of a column that was too narrow for its number.
func isErrorValue(text string) bool {
	if text[0] != '#' {
		return false
	}
	switch strings.ToUpper(text) {
	case "#N/A", "#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!", "#GETTING_DATA", "#FIELD!", "#BLOCKED!", "#CONNECT!", "#UNKNOWN!",
		"#Н/Д", "#ССЫЛКА!", "#ДЕЛ/0!", "#ЗНАЧ!", "#ИМЯ?", "#ЧИСЛО!", "#ПУСТО!", "#ПОСИЛАННЯ!", "#ДІЛ/0!", "#ЗНАЧЕННЯ!", "#ІМ'Я?":
		return true
	}
	return len(text) > 2 && strings.Trim(text, "#") == ""
}

// IsFormula reports whether a spreadsheet would calculate a text of a file. Numbers and
// phones with a sign are left to it.
func IsFormula(text string) bool {
	return spreadsheet.Defuse(text) != text &&
		strings.Trim(text[1:], "0123456789 \u00a0()-.,") != ""
}

// Note is what somebody wrote on a cell.
type Note struct {
	Cell, Text string
}
