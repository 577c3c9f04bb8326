package spreadsheet

import "github.com/xuri/excelize/v2"

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
