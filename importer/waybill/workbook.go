package waybill

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

const (
	mostRows  = 1_048_576 // of a sheet
	leastWide = 12        // characters of a column
)

// writeWorkbook writes one sheet. Every cell but a quantity is text: a waybill of fourteen
// digits stays one, and nothing is calculated.
func (t *Template) writeWorkbook(w io.Writer, orders iter.Seq[Order]) (done Written, err error) {
	book := excelize.NewFile()
	defer book.Close()
	sheet, err := t.newSheet(book)
	if err != nil {
		return done, fmt.Errorf("write the waybills as a workbook: %w", err)
	}
	line := 0
	put := func(cells []any) error {
		if line++; line > mostRows {
			return fmt.Errorf("a sheet holds %d rows: take a .csv, or a shorter since", mostRows)
		}
		return sheet.SetRow("A"+strconv.Itoa(line), cells)
	}
	if t.headings {
		err = put(anys(t.headingRow()))
	}
	for o := range orders {
		for _, row := range t.lines(o) {
			if done.count(t, XLSX, o, row) && err == nil {
				err = put(t.cells(row))
			}
		}
		if err != nil {
			break
		}
	}
	if err == nil {
		err = sheet.Flush()
	}
	if err == nil {
		err = book.Write(w)
	}
	if err != nil {
		return done, fmt.Errorf("write the waybills as a workbook: %w", err)
	}
	return done, nil
}

func (t *Template) newSheet(book *excelize.File) (*excelize.StreamWriter, error) {
	if err := book.SetSheetName(book.GetSheetName(0), t.sheet); err != nil {
		return nil, err
	}
	sheet, err := book.NewStreamWriter(t.sheet)
	if err != nil {
		return nil, err
	}
	text, err := book.NewStyle(&excelize.Style{NumFmt: 49}) // "@": what is typed there stays text
	if err != nil {
		return nil, err
	}
	for i, c := range t.columns {
		if err := sheet.SetColWidth(i+1, i+1, float64(max(leastWide, utf8.RuneCountInString(c.heading)+2))); err != nil {
			return nil, err
		}
		if c.field != nil && c.field.number {
			continue
		}
		if err := sheet.SetColStyle(i+1, i+1, text); err != nil {
			return nil, err
		}
	}
	return sheet, nil
}

func (t *Template) cells(row []string) []any {
	out := anys(row)
	for i, c := range t.columns {
		if c.field != nil && c.field.number && len(c.words) == 0 {
			if n, err := strconv.ParseInt(row[i], 10, 64); err == nil {
				out[i] = n
			}
		}
	}
	return out
}

func anys(row []string) []any {
	out := make([]any, len(row))
	for i, text := range row {
		out[i] = text
	}
	return out
}
