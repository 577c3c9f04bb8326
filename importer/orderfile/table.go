package orderfile

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// table is what a text and a sheet have in common: rows with something in them.
type table struct {
	head []row // the first rows, in which the headings are looked for
	most int   // no more rows than that
	text bool  // a row's count of cells means something: a sheet has none
	// each calls visit for every row, until it returns false; it is called once. A row
	// is visit's only until it returns. The fault is one of the whole file.
	each func(visit func(*row) bool) *problem.Fault
}

// row is one row of a table.
type row struct {
	number int        // as a spreadsheet counts, from 1
	width  int        // cells in a text row, the blank ones included
	hidden bool       // in a workbook
	cut    bool       // the last row of a text, without a line end
	notes  []cellNote // of a workbook, on its cells
	cells  []cell     // those with something in them, by column
}

// cell is one cell with something in it.
type cell struct {
	text   string // without blanks around it and zero-width characters
	column int    // from 0
	kind   cellKind
	zeros  uint8 // digits that a number format of zeros alone shows, such as 6 for 000000
	shared bool  // the value of a merged cell that begins in a row above
	money  bool  // its number format names the hryvnia
	wide   uint8 // columns to the right over which the cell is merged, 255 for more
	struck bool  // struck through
}

type cellKind uint8

const (
	textCell    cellKind = iota
	numberCell           // text is the plain decimal number
	dateCell             // text is YYYY-MM-DD, perhaps with HH:MM
	errorCell            // text is #N/A or its like
	formulaCell          // a formula that was never computed; text is ""
)

// at is the cell of a column, the zero cell where it is blank.
func (r *row) at(column int) cell {
	i, found := slices.BinarySearchFunc(r.cells, column, func(c cell, column int) int { return c.column - column })
	if !found {
		return cell{column: column}
	}
	return r.cells[i]
}

// blank reports whether there is nothing in the cell.
func (c cell) blank() bool { return c.text == "" && c.kind != formulaCell }

// code is the cell's text for a phone or a SKU: a number that is shown with leading
// zeros by its format has them.
func (c cell) code() string {
	if missing := int(c.zeros) - len(c.text); c.kind == numberCell && missing > 0 && celltext.AllDigits(c.text) {
		return strings.Repeat("0", missing) + c.text
	}
	return c.text
}

// addText appends a cell, unless there is nothing in it.
func (r *row) addText(column int, text string) {
	text = celltext.Clean(text)
	if len(text) > 1 && text[0] == '\'' && isFormula(text[1:]) {
		text = text[1:] // as results keep it from being calculated
	}
	if text != "" {
		kind := textCell
		if isErrorValue(text) {
			kind = errorCell
		}
		r.cells = append(r.cells, cell{text: text, column: column, kind: kind})
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

// isFormula reports whether a spreadsheet would calculate a text of a file. Numbers and
// phones with a sign are left to it.
func isFormula(text string) bool {
	return spreadsheet.Defuse(text) != text &&
		strings.Trim(text[1:], "0123456789 \u00a0()-.,") != ""
}
