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
func (w *rowWriter) row(b []byte, columns []xlsxColumn, cells []Cell, number int64) []byte {
	w.digits = strconv.AppendInt(w.digits[:0], number, 10)
	b = append(append(append(b, `<row r="`...), w.digits...), `">`...)
	for i := range columns {
		c := &cells[i]
		if n := len(c.Text); c.Number && n > 0 && n <= spreadsheet.MaxDigits {
			b = w.number(b, &columns[i], c.Text)
		} else {
			b = w.text(b, &columns[i], c.Text) // too many digits are a text
		}
	}
	return append(b, "</row>"...)
}

func (w *rowWriter) number(b []byte, c *xlsxColumn, digits string) []byte {
	b = append(append(append(append(b, c.ref...), w.digits...), c.cellNum...), digits...)
	return append(b, "</v></c>"...)
}

// text appends a text, and notes where that is not all of it.
func (w *rowWriter) text(b []byte, c *xlsxColumn, t string) []byte {
	if t == "" {
		return b
	}
	t, cut := spreadsheet.CutText(t, spreadsheet.MaxCellUnits)
	if cut {
		w.cut = append(w.cut, c.Heading)
	}
	b = append(append(append(b, c.ref...), w.digits...), c.cellText...)
	b = spreadsheet.AppendText(b, t)
	return append(b, "</t></is></c>"...)
}
