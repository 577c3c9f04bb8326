package exporter

import (
	"strconv"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// xlsxColumn is a column with the pieces of XML that all of its cells share.
type xlsxColumn struct {
	column
	style    xlsxStyle
	ref      string // `<c r="AB`, the row's number follows
	cellText string // what stands between the row's number and a text
	cellNum  string // the same for a number
}

func newXLSXColumns(columns []column) []xlsxColumn {
	var out []xlsxColumn
	for i, c := range columns {
		x := xlsxColumn{column: c, style: styleOf(c), ref: `<c r="` + spreadsheet.ColumnName(i)}
		id := strconv.Itoa(int(x.style))
		x.cellText = `" s="` + id + `" t="inlineStr"><is><t`
		x.cellNum = `" s="` + id + `"><v>`
		out = append(out, x)
	}
	return out
}

// rowWriter is one worker's memory for rows.
type rowWriter struct {
	digits  []byte // the row's number
	scratch []byte
	notes   *notes
}

// row appends a row. Absent values have no cell.
func (w *rowWriter) row(b []byte, columns []xlsxColumn, r *row, s *scope, number int64) []byte {
	w.digits = strconv.AppendInt(w.digits[:0], number, 10)
	b = append(append(append(b, `<row r="`...), w.digits...), `">`...)
	for i := range columns {
		c := &columns[i]
		v := &r.cells[i]
		switch v.kind {
		case moneyKind, integerKind:
			w.scratch = v.append(w.scratch[:0], s)
			b = w.number(b, c, s)
		case composed:
			w.scratch = v.compose(w.scratch[:0], s)
			if c.number && spreadsheet.IsNumber(w.scratch) {
				b = w.number(b, c, s)
			} else {
				b = w.text(b, c, view(w.scratch), s)
			}
		default:
			b = w.text(b, c, v.text(s), s)
		}
	}
	return append(b, "</row>"...)
}

// number appends the digits in scratch as a number, or as a text where they are too many.
func (w *rowWriter) number(b []byte, c *xlsxColumn, s *scope) []byte {
	if n := len(w.scratch); n == 0 || n > spreadsheet.MaxDigits {
		return w.text(b, c, view(w.scratch), s)
	}
	b = append(append(append(append(b, c.ref...), w.digits...), c.cellNum...), w.scratch...)
	return append(b, "</v></c>"...)
}

func (w *rowWriter) text(b []byte, c *xlsxColumn, t string, s *scope) []byte {
	if t == "" {
		return b
	}
	if short, cut := spreadsheet.CutText(t, spreadsheet.MaxCellUnits); cut {
		if s.product != nil {
			w.notes.warn(label(s.product), TextCut, "%s cut to the %d characters that a cell holds", c.heading, spreadsheet.MaxCellUnits)
		}
		t = short
	}
	b = append(append(append(b, c.ref...), w.digits...), c.cellText...)
	b = spreadsheet.AppendText(b, t)
	return append(b, "</t></is></c>"...)
}
