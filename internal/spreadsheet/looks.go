package spreadsheet

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/xuri/excelize/v2"
)

// ColumnLook is how a column is shown where it has no cells of its own.
type ColumnLook struct {
	Style int     // a cell format of the workbook
	Width float64 // in characters
}

// SetColumns gives the first columns of a sheet their looks. Neighbours that are alike are set
// by one call: at each the library copies all columns that the sheet has by then. Widths, which
// change most often, are set first, while it has few.
func SetColumns(f *excelize.File, sheet string, looks []ColumnLook) error {
	err := eachRun(looks, func(l ColumnLook) float64 { return l.Width }, func(first, last string, width float64) error {
		return f.SetColWidth(sheet, first, last, width)
	})
	if err != nil {
		return err
	}
	return eachRun(looks, func(l ColumnLook) int { return l.Style }, func(first, last string, style int) error {
		return f.SetColStyle(sheet, first+":"+last, style)
	})
}

// SetColumns gives the first columns of a sheet, which are counted from 0, the looks that the
// function SetColumns gives them, in the same bytes. A sheet whose columns the library need not
// know saves it the copies.
func (f *Frame) SetColumns(sheet int, looks []ColumnLook) error {
	if len(looks) == 0 {
		return nil
	}
	rows := bytes.Index(f.Sheets[sheet], []byte("<sheetData>"))
	if rows < 0 {
		return errors.New("the spreadsheet library made a sheet without rows")
	}
	columns := []byte("<cols>")
	for first := 0; first < len(looks); {
		look, last := looks[first], first
		for last+1 < len(looks) && looks[last+1] == look {
			last++
		}
		if look.Width > excelize.MaxColumnWidth {
			return excelize.ErrColumnWidth
		}
		columns = look.append(columns, first, last)
		first = last + 1
	}
	f.Sheets[sheet] = slices.Insert(f.Sheets[sheet], rows, append(columns, "</cols>"...)...)
	return nil
}

// append appends the XML of neighbouring columns that are alike, as the library writes it.
func (l ColumnLook) append(xml []byte, first, last int) []byte {
	xml = fmt.Appendf(xml, `<col customWidth="true" max="%d" min="%d"`, last+1, first+1)
	if l.Style != 0 {
		xml = fmt.Appendf(xml, ` style="%d"`, l.Style)
	}
	return fmt.Appendf(xml, ` width="%s"></col>`, strconv.FormatFloat(l.Width, 'g', -1, 64))
}

// eachRun calls set for each run of neighbouring columns of which a value is the same.
func eachRun[V comparable](looks []ColumnLook, value func(ColumnLook) V, set func(first, last string, value V) error) error {
	for first := 0; first < len(looks); {
		last := first
		for last+1 < len(looks) && value(looks[last+1]) == value(looks[first]) {
			last++
		}
		if err := set(ColumnName(first), ColumnName(last), value(looks[first])); err != nil {
			return err
		}
		first = last + 1
	}
	return nil
}
