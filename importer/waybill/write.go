package waybill

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
)

// Write writes the rows of the orders, in their order, under the headings.
func (t *Template) Write(w io.Writer, format Format, orders iter.Seq[Order]) (Written, error) {
	if format == XLSX {
		return t.writeWorkbook(w, orders)
	}
	return t.writeText(w, orders)
}

// mark is the byte order mark of UTF-8.
const mark = "\ufeff"

func (t *Template) writeText(w io.Writer, orders iter.Seq[Order]) (done Written, err error) {
	encoded := t.encoding.Writer(w)
	if t.bom {
		if _, err := io.WriteString(encoded, mark); err != nil {
			return done, fmt.Errorf("write the waybills: %w", err)
		}
	}
	out := csv.NewWriter(encoded)
	out.Comma, out.UseCRLF = t.delimiter, t.crlf
	if t.headings {
		_ = out.Write(t.headingRow()) // what fails stays to be said by Error
	}
	for o := range orders {
		for _, row := range t.lines(o) {
			if done.count(t, CSV, o, row) {
				_ = out.Write(t.guarded(row))
			}
		}
		if err := out.Error(); err != nil {
			return done, fmt.Errorf("write the waybills: %w", err)
		}
	}
	out.Flush()
	if err = out.Error(); err == nil {
		err = encoded.Close()
	}
	if err != nil {
		return done, fmt.Errorf("write the waybills: %w", err)
	}
	return done, nil
}

// unwritable is the first column whose cell the encoding cannot write, -1 where it can all.
func (t *Template) unwritable(row []string) int {
	for i, text := range row {
		for _, r := range text {
			if !t.encoding.Has(r) {
				return i
			}
		}
	}
	return -1
}
