package encode

import (
	"strconv"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// xlsxColumn is a column with the pieces of XML that all of its cells share.
type xlsxColumn struct {
	Column
	ref      string // `<c r="AB`, the row's number follows
	cellText string // what stands between the row's number and a text
	cellNum  string // the same for a number
}

func newXLSXColumns(columns []Column) []xlsxColumn {
	var out []xlsxColumn
	for i, c := range columns {
		x := xlsxColumn{Column: c, ref: `<c r="` + spreadsheet.ColumnName(i)}
		id := strconv.Itoa(int(x.Style))
		x.cellText = `" s="` + id + `" t="inlineStr"><is><t`
		x.cellNum = `" s="` + id + `"><v>`
		out = append(out, x)
	}
	return out
}

// rowWriter is one worker's memory for rows.
type rowWriter struct {
	digits []byte   // the row's number
	cut    []string // the headings of cells whose text is cut
}

// row appends a row. Absent values have no cell.
func (w *rowWriter) row(b []byte, guide *spreadsheet.Guide, columns []xlsxColumn, cells []Cell, number int64) []byte {
	w.digits = strconv.AppendInt(w.digits[:0], number, 10)
	b = append(append(append(b, `<row r="`...), w.digits...), `">`...)
	for i := range columns {
		c := &cells[i]
		if c.Text == "" {
			continue
		}
		at := spreadsheet.CellPlace{Digits: len(b) + len(columns[i].ref)}
		at.Markup = at.Digits + len(w.digits)
		b = append(append(b, columns[i].ref...), w.digits...)
		b = w.content(b, &at, &columns[i], c)
		guide.Cell(b, i, at)
	}
	return append(b, "</row>"...)
}

// content appends what follows a cell's row, and notes where its value stands.
func (w *rowWriter) content(b []byte, at *spreadsheet.CellPlace, column *xlsxColumn, c *Cell) []byte {
	if c.Number && len(c.Text) <= spreadsheet.MaxDigits { // too many digits are a text
		b = append(b, column.cellNum...)
		at.Value, at.End = len(b), len(b)+len(c.Text)
		return append(append(b, c.Text...), "</v></c>"...)
	}
	b = append(b, column.cellText...)
	at.Value = len(b)
	b = w.text(b, column, c)
	at.End = len(b)
	return append(b, "</t></is></c>"...)
}

// text appends a text, and notes where that is not all of it.
func (w *rowWriter) text(b []byte, column *xlsxColumn, c *Cell) []byte {
	t, cut := spreadsheet.CutText(c.Text, spreadsheet.MaxCellUnits)
	if cut {
		w.cut = append(w.cut, column.Heading)
	}
	if c.Proved {
		return spreadsheet.AppendProved(b, t)
	}
	return spreadsheet.AppendText(b, t)
}
