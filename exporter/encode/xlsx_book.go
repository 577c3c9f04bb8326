package encode

import (
	"fmt"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// sheetPlan is a sheet as the library is to make it.
type sheetPlan struct {
	name    string
	columns []xlsxColumn
	rows    int64 // the last row, headings included
}

// newFrame lets the library make a workbook of that date with those sheets.
func newFrame(sheets []sheetPlan, date time.Time) (*spreadsheet.Frame, error) {
	f := excelize.NewFile()
	defer f.Close()
	if err := addStyles(f); err != nil {
		return nil, err
	}
	if err := describe(f, date); err != nil {
		return nil, err
	}
	for i, s := range sheets {
		var err error
		if i == 0 {
			err = f.SetSheetName("Sheet1", s.name)
		} else {
			_, err = f.NewSheet(s.name)
		}
		if err == nil {
			err = addSheet(f, s.name, s.columns, s.rows)
		}
		if err != nil {
			return nil, fmt.Errorf("make sheet %s: %w", s.name, err)
		}
	}
	frame, err := spreadsheet.NewFrame(f, len(sheets))
	if err != nil {
		return nil, err
	}
	for i, s := range sheets {
		if err := frame.SetColumns(i, looksOf(s.columns)); err != nil {
			return nil, fmt.Errorf("make sheet %s: %w", s.name, err)
		}
	}
	return frame, nil
}

// describe says who made the workbook and when.
func describe(f *excelize.File, date time.Time) error {
	at := date.UTC().Format(time.RFC3339)
	err := f.SetDocProps(&excelize.DocProperties{Creator: "dropbridge", LastModifiedBy: "dropbridge", Created: at, Modified: at})
	if err != nil {
		return err
	}
	return f.SetAppProps(&excelize.AppProperties{Application: "dropbridge"})
}

// sheetName is the table's name, and for its further sheets the name with a number.
func sheetName(table string, i int) string {
	if i == 0 {
		return table
	}
	number := fmt.Sprintf(" %d", i+1)
	if runes := []rune(table); len(runes)+len(number) > spreadsheet.MaxSheetName {
		table = string(runes[:spreadsheet.MaxSheetName-len(number)])
	}
	return table + number
}

func addStyles(f *excelize.File) error {
	const plainText, wholeNumber = 49, 1 // built-in number formats "@" and "0"
	price := "0.00#######"
	for i, style := range []*excelize.Style{
		{NumFmt: plainText},
		{CustomNumFmt: &price},
		{NumFmt: wholeNumber},
		{NumFmt: plainText, Font: &excelize.Font{Bold: true, Family: "Calibri", Size: 11}},
	} {
		id, err := f.NewStyle(style)
		if err != nil {
			return err
		}
		if id != i+1 {
			return fmt.Errorf("cell format %d has the number %d", i+1, id)
		}
	}
	return nil
}

func looksOf(columns []xlsxColumn) []spreadsheet.ColumnLook {
	looks := make([]spreadsheet.ColumnLook, len(columns))
	for i := range columns {
		looks[i] = spreadsheet.ColumnLook{Style: int(columns[i].Style), Width: columns[i].inCharacters()}
	}
	return looks
}

func addSheet(f *excelize.File, name string, columns []xlsxColumn, last int64) error {
	if err := f.SetPanes(name, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	area := fmt.Sprintf("A1:%s%d", spreadsheet.ColumnName(len(columns)-1), last)
	if err := f.AutoFilter(name, area, nil); err != nil {
		return err
	}
	if err := setPrinting(f, name); err != nil {
		return err
	}
	return f.SetSheetDimension(name, area)
}

// setPrinting makes pages of A4 landscape with the headings on each.
func setPrinting(f *excelize.File, name string) error {
	const a4 = 9
	size, orientation := a4, "landscape"
	if err := f.SetPageLayout(name, &excelize.PageLayoutOptions{Size: &size, Orientation: &orientation}); err != nil {
		return err
	}
	return f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: fmt.Sprintf("'%s'!$1:$1", name), Scope: name})
}

// inCharacters is the column's width: the table's, or one that fits the heading.
func (c *xlsxColumn) inCharacters() float64 {
	if c.Width > 0 {
		return float64(c.Width)
	}
	return float64(min(max(10, len([]rune(c.Heading))+3), 40))
}
