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
		if c.Number && len(c.Text) <= spreadsheet.MaxDigits {
			b, at = w.number(b, at, &columns[i], c.Text)
		} else {
			b, at = w.text(b, at, &columns[i], c.Text) // too many digits are a text
		}
		guide.Cell(b, i, at)
	}
	return append(b, "</row>"...)
}

func (w *rowWriter) number(b []byte, at spreadsheet.CellPlace, c *xlsxColumn, digits string) ([]byte, spreadsheet.CellPlace) {
	b = append(b, c.cellNum...)
	at.Value, at.End = len(b), len(b)+len(digits)
	return append(append(b, digits...), "</v></c>"...), at
}

// text appends a text, and notes where that is not all of it.
func (w *rowWriter) text(b []byte, at spreadsheet.CellPlace, c *xlsxColumn, t string) ([]byte, spreadsheet.CellPlace) {
	t, cut := spreadsheet.CutText(t, spreadsheet.MaxCellUnits)
	if cut {
		w.cut = append(w.cut, c.Heading)
	}
	b = append(b, c.cellText...)
	at.Value = len(b)
	b = spreadsheet.AppendText(b, t)
	at.End = len(b)
	return append(b, "</t></is></c>"...), at
}
