package book

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// frame lets the library make everything but the rows.
func (b *Book) frame() (*spreadsheet.Frame, error) {
	f := excelize.NewFile()
	defer f.Close()
	if err := addStyles(f); err != nil {
		return nil, err
	}
	if err := b.describe(f); err != nil {
		return nil, err
	}
	n := 0
	for _, s := range b.sheets {
		for _, p := range s.parts {
			err := f.SetSheetName("Sheet1", p.name)
			if n > 0 {
				_, err = f.NewSheet(p.name)
			}
			if err == nil {
				err = s.layout.addTo(f, p, s.pageHeader())
			}
			if err != nil {
				return nil, fmt.Errorf("make sheet %s: %w", p.name, err)
			}
			n++
		}
	}
	for _, c := range b.charts {
		if err := c.addTo(f); err != nil {
			return nil, err
		}
	}
	quoteFilters(f)
	frame, err := spreadsheet.NewFrame(f, n)
	if err == nil {
		frame.Edit("xl/charts/chart", nameSeries)
	}
	return frame, err
}

// describe says who made the workbook and when, and has spreadsheets calculate when they
// open it: the values beside the formulas are for viewers that cannot.
func (b *Book) describe(f *excelize.File) error {
	at := b.properties.Date.UTC().Format(time.RFC3339)
	err := f.SetDocProps(&excelize.DocProperties{
		Title: b.properties.Title, Creator: "dropbridge", LastModifiedBy: "dropbridge", Created: at, Modified: at})
	if err != nil {
		return err
	}
	if err := f.SetAppProps(&excelize.AppProperties{Application: "dropbridge"}); err != nil {
		return err
	}
	calculate := true
	return f.SetCalcProps(&excelize.CalcPropsOptions{FullCalcOnLoad: &calculate})
}

// addTo makes a sheet of the layout without its rows.
func (l *Layout) addTo(f *excelize.File, p *sheetPart, header string) error {
	looks := make([]spreadsheet.ColumnLook, len(l.Columns))
	for i := range l.Columns {
		c := &l.Columns[i]
		looks[i] = spreadsheet.ColumnLook{Style: style(c.emptyFormat(l.Long), Plain), Width: c.inCharacters()}
	}
	if err := spreadsheet.SetColumns(f, p.name, looks); err != nil {
		return err
	}
	if err := f.SetPanes(p.name, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	end := spreadsheet.ColumnName(len(l.Columns) - 1)
	if l.Filter {
		if err := f.AutoFilter(p.name, fmt.Sprintf("A1:%s%d", end, p.last-p.foot), nil); err != nil {
			return err
		}
	}
	if err := l.setPrinting(f, p.name, header); err != nil {
		return err
	}
	if l.Long || l.Printed > 0 {
		if err := setPrintArea(f, p, l.printed()); err != nil {
			return err
		}
	}
	return f.SetSheetDimension(p.name, fmt.Sprintf("A1:%s%d", end, p.last))
}

// pageCharacters is how wide a page may be: with more the letters would be smaller than 6.5
// points.
const pageCharacters = 250

// pagesWide is over how many pages the columns go, side by side.
func (l *Layout) pagesWide() int {
	sum := 0.0
	for i := range l.Columns[:l.printed()] {
		sum += l.Columns[i].inCharacters()
	}
	return max(1, int(math.Ceil(sum/pageCharacters)))
}

// setPrinting makes pages of A4 that can be read, with the headings on each (and the first
// column where the others go over several), above them what the book is of, and below them
// the sheet's name and the page's number.
func (l *Layout) setPrinting(f *excelize.File, name, header string) error {
	size, orientation, wide, high, fit := 9, "landscape", l.pagesWide(), 0, true // paper 9 is A4, 0 pages high as many as needed
	if l.Portrait {
		orientation = "portrait"
	}
	if err := f.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: &fit}); err != nil {
		return err
	}
	err := f.SetPageLayout(name, &excelize.PageLayoutOptions{Size: &size, Orientation: &orientation, FitToWidth: &wide, FitToHeight: &high})
	if err != nil {
		return err
	}
	side, end, footer, headed := 0.3, 0.5, 0.25, 0.75 // inches
	top := side
	if header != "" {
		top = headed
	}
	if err := f.SetPageMargins(name, &excelize.PageLayoutMarginsOptions{
		Left: &side, Right: &side, Top: &top, Bottom: &end, Header: &footer, Footer: &footer}); err != nil {
		return err
	}
	whole := false // a page that is fitted to the paper would make its header too small to read
	if err := f.SetHeaderFooter(name, &excelize.HeaderFooterOptions{OddHeader: header, OddFooter: "&L&A&R&P / &N", ScaleWithDoc: &whole}); err != nil {
		return err
	}
	titles := sheetRef(name) + "!$1:$1"
	if wide > 1 {
		titles = sheetRef(name) + "!$A:$A," + titles
	}
	return f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: titles, Scope: name})
}

// setPrintArea keeps texts that are longer than the last column from making the page wider.
func setPrintArea(f *excelize.File, p *sheetPart, columns int) error {
	area := fmt.Sprintf("%s!$A$1:$%s$%d", sheetRef(p.name), spreadsheet.ColumnName(columns-1), p.last)
	return f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Area", RefersTo: area, Scope: p.name})
}

// quoteFilters doubles the apostrophes in the names of sheets with filters: the library
// leaves them as they are.
func quoteFilters(f *excelize.File) {
	if f.WorkBook.DefinedNames == nil {
		return
	}
	names := f.WorkBook.DefinedNames.DefinedName
	for i := range names {
		end := strings.LastIndex(names[i].Data, "'!")
		if names[i].Name == "_xlnm._FilterDatabase" && end > 0 {
			names[i].Data = sheetRef(names[i].Data[1:end]) + names[i].Data[end+1:]
		}
	}
}
