package act

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// columnWidths are those of the act in characters: day, document, debit and credit of each party.
func columnWidths() []float64 { return []float64{12, 40, 16, 16, 12, 40, 16, 16} }

// half is how many columns a party has.
const half = 4

// linePoints is the height of a line.
const linePoints = 15

// look is how a cell stands on the paper, as an index of the styles of a workbook.
type look int

// The looks. Cells of the table have borders.
const (
	styleText look = iota
	styleStrong
	styleTitle
	styleCentered
	styleHeading
	styleCell
	styleAmount
	styleTotal
	styleTotalAmount
	styleDiffers
	styleDiffersAmount
	looks
)

// paper is a sheet that is filled from its top, row by row. The first error stays.
type paper struct {
	file     *excelize.File
	name     string
	widths   []float64
	at       int    // the row
	headings [2]int // the first and last row of those that every page begins with
	styles   [looks]int
	days     [looks]int // of the same looks, for a day
	err      error
}

// newPaper begins the first sheet of a workbook.
func newPaper(f *excelize.File, name string) (*paper, error) {
	p := &paper{file: f, name: name, widths: columnWidths(), at: 1}
	for l := range looks {
		style := styleOf(l)
		var err error
		if p.styles[l], err = f.NewStyle(style); err != nil {
			return nil, err
		}
		format := "dd.mm.yyyy"
		style.CustomNumFmt, style.Alignment.Horizontal = &format, "center"
		if p.days[l], err = f.NewStyle(style); err != nil {
			return nil, err
		}
	}
	if err := f.SetSheetName("Sheet1", name); err != nil {
		return nil, err
	}
	p.setWidths()
	return p, p.err
}

// sheet goes on on a further sheet.
func (p *paper) sheet(name string, widths []float64) {
	if p.err == nil {
		_, p.err = p.file.NewSheet(name)
	}
	p.name, p.widths, p.at = name, widths, 1
	p.setWidths()
}

func (p *paper) setWidths() {
	for i, width := range p.widths {
		letters := spreadsheet.ColumnName(i)
		p.do(func() error { return p.file.SetColWidth(p.name, letters, letters, width) })
	}
}

// do does what may fail, unless something failed before.
func (p *paper) do(what func() error) {
	if p.err == nil {
		p.err = what()
	}
}

// next goes to the next row.
func (p *paper) next() { p.at++ }

// cell is what stands in one cell.
type cell struct {
	look    look
	text    string
	number  string // a plain decimal number
	formula string
	isDay   bool
}

func text(l look, s string) cell { return cell{look: l, text: s} }

func blank(l look) cell { return cell{look: l} }

func whole(n int) cell { return cell{look: styleCell, number: strconv.Itoa(n)} }

// day is a day as spreadsheets number it.
func day(l look, at time.Time) cell {
	const unixEpoch = 25569 // days from 1899-12-30 to 1970-01-01
	return cell{look: l, number: strconv.FormatInt(at.Unix()/(24*60*60)+unixEpoch, 10), isDay: true}
}

// amount is an amount by its text; one with more digits than spreadsheets keep is a text.
func amount(l look, m money.Amount) cell {
	number := m.String()
	if len(strings.Trim(number, "-.")) > spreadsheet.MaxDigits {
		return text(l, number)
	}
	return cell{look: l, number: number}
}

// formula is a total that is calculated, with its value.
func formula(f string, value money.Amount) cell {
	c := amount(styleTotalAmount, value)
	c.formula = f
	return c
}

// formulaWhere is a total of what is known, and else an empty cell.
func formulaWhere(known bool, f string, value money.Amount) cell {
	if !known {
		return blank(styleTotalAmount)
	}
	return formula(f, value)
}

func texts(l look, all ...string) (cells []cell) {
	for _, one := range all {
		cells = append(cells, text(l, one))
	}
	return cells
}

// row writes the cells of the row, as high as its longest text.
func (p *paper) row(cells ...cell) {
	lines := 1
	for i, c := range cells {
		ref := fmt.Sprintf("%s%d", spreadsheet.ColumnName(i), p.at)
		lines = max(lines, linesOf(c.text, p.widths[i]))
		p.do(func() error { return p.put(ref, c) })
	}
	p.setHeight(lines)
}

func (p *paper) put(ref string, c cell) error {
	style := p.styles[c.look]
	if c.isDay {
		style = p.days[c.look]
	}
	if err := p.file.SetCellStyle(p.name, ref, ref, style); err != nil {
		return err
	}
	var err error
	switch {
	case c.number != "":
		err = p.file.SetCellDefault(p.name, ref, c.number)
	case c.text != "":
		short, _ := spreadsheet.CutText(c.text, spreadsheet.MaxCellUnits)
		err = p.file.SetCellStr(p.name, ref, short)
	}
	if err == nil && c.formula != "" {
		err = p.file.SetCellFormula(p.name, ref, c.formula)
	}
	return err
}

// paragraph writes a text over the whole width.
func (p *paper) paragraph(l look, s string) {
	p.over(0, len(p.widths)-1, l, s)
	p.next()
}

// halves writes a text for each party.
func (p *paper) halves(l look, ours, theirs string) {
	lines := p.over(0, half-1, l, ours)
	p.setHeight(max(lines, p.over(half, 2*half-1, l, theirs)))
	p.next()
}

// over writes a text over columns of the row, and returns its lines.
func (p *paper) over(first, last int, l look, s string) (lines int) {
	width := 0.0
	for _, one := range p.widths[first : last+1] {
		width += one
	}
	from, to := fmt.Sprintf("%s%d", spreadsheet.ColumnName(first), p.at), fmt.Sprintf("%s%d", spreadsheet.ColumnName(last), p.at)
	p.do(func() error { return p.file.MergeCell(p.name, from, to) })
	p.do(func() error { return p.file.SetCellStyle(p.name, from, to, p.styles[l]) })
	p.do(func() error { return p.put(from, text(l, s)) })
	if l == styleTitle {
		width = width * 2 / 3 // its letters are larger
	}
	lines = linesOf(s, width)
	p.setHeight(lines)
	return lines
}

func (p *paper) setHeight(lines int) {
	const mostLines = 27 // no row is higher than 409 points
	p.do(func() error { return p.file.SetRowHeight(p.name, p.at, float64(linePoints*min(lines, mostLines)+3)) })
}

// linesOf is on how many lines a text stands, words kept whole where they fit.
func linesOf(s string, width float64) int {
	room := max(int(width)-2, 1)
	lines, used := 1, 0
	for word := range strings.FieldsSeq(s) {
		n := utf8.RuneCountInString(word)
		if used > 0 && used+1+n > room {
			lines, used = lines+1, 0
		}
		if used > 0 {
			used++
		}
		used += n
		lines, used = lines+(used-1)/room, (used-1)%room+1
	}
	return lines
}

// footerUnits is how long a title at the foot of a page may be: all of it has 255 at most, and
// an ampersand counts twice.
const footerUnits = 120

// print makes pages of A4, as wide as one page, with the headings and a number on each.
func (p *paper) print(title string) {
	size, orientation, wide, high, fit := 9, "landscape", 1, 0, true // paper 9 is A4, 0 pages high as many as needed
	side, end, foot := 0.4, 0.6, 0.3                                 // inches
	area := fmt.Sprintf("'%s'!$A$1:$%s$%d", p.name, spreadsheet.ColumnName(len(p.widths)-1), p.at)
	headings := fmt.Sprintf("'%s'!$%d:$%d", p.name, p.headings[0], p.headings[1])
	short, _ := spreadsheet.CutText(title, footerUnits)
	for _, step := range []func() error{
		func() error { return p.file.SetSheetProps(p.name, &excelize.SheetPropsOptions{FitToPage: &fit}) },
		func() error {
			return p.file.SetPageLayout(p.name, &excelize.PageLayoutOptions{Size: &size, Orientation: &orientation, FitToWidth: &wide, FitToHeight: &high})
		},
		func() error {
			return p.file.SetPageMargins(p.name, &excelize.PageLayoutMarginsOptions{Left: &side, Right: &side, Top: &side, Bottom: &end, Header: &foot, Footer: &foot})
		},
		func() error {
			return p.file.SetHeaderFooter(p.name, &excelize.HeaderFooterOptions{OddFooter: "&L" + strings.ReplaceAll(short, "&", "&&") + "&R&P / &N"})
		},
		func() error {
			return p.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: headings, Scope: p.name})
		},
		func() error {
			return p.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Area", RefersTo: area, Scope: p.name})
		},
	} {
		p.do(step)
	}
}

// styleOf is a look as the library has it.
func styleOf(l look) *excelize.Style {
	s := &excelize.Style{Font: &excelize.Font{Family: "Calibri", Size: 11}, Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}}
	if l >= styleHeading {
		for _, side := range []string{"left", "top", "right", "bottom"} {
			s.Border = append(s.Border, excelize.Border{Type: side, Style: 1, Color: "000000"})
		}
	}
	switch l {
	case styleAmount, styleTotalAmount, styleDiffersAmount:
		format := "#,##0.00#######"
		s.CustomNumFmt, s.Alignment.Horizontal, s.Alignment.WrapText = &format, "right", false
	case styleTitle, styleCentered, styleHeading:
		s.Alignment.Horizontal, s.Alignment.Vertical = "center", "center"
	}
	switch l {
	case styleTitle:
		s.Font.Size = 15
		s.Font.Bold = true
	case styleHeading:
		s.Font.Bold = true
		s.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"EDEDED"}}
	case styleStrong, styleTotal, styleTotalAmount:
		s.Font.Bold = true
	case styleDiffers, styleDiffersAmount:
		s.Font.Bold, s.Font.Color = true, "B3140F" // bold for a print without colour
	}
	return s
}
