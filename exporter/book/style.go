package book

import (
	"fmt"

	"github.com/xuri/excelize/v2"
)

// format is how the value of a cell is shown.
type format int

const (
	formatGeneral format = iota // the text that a formula gives: in the format of texts, a formula that is edited would become one
	formatText
	formatTextWrap
	formatWhole
	formatMoney
	formatMoneyLong // over two decimals, none hidden
	formatDay
	formatMonth
	formatMoment
	formatPercent
	formats // how many there are
)

// Numbers of built-in number formats (ECMA-376, 18.8.30).
const (
	numberGeneral = 0
	numberWhole   = 1
	numberPercent = 10
	numberText    = 49
)

// style is the number of a cell format in the workbook. The library numbers them from 1 in
// the order in which they are made; addStyles checks it.
func style(f format, l Look) int { return 1 + int(f)*int(looks) + int(l) }

const styleHeading = 1 + int(formats)*int(looks)

// The colours are dark enough for a print without colour.
const (
	green = "1B6E34"
	red   = "B3140F"
	grey  = "6B6B6B"
	pale  = "EDEDED"
)

func addStyles(f *excelize.File) error {
	for kind := range formats {
		for look := range looks {
			if err := addStyle(f, style(kind, look), cellStyle(kind, look)); err != nil {
				return err
			}
		}
	}
	return addStyle(f, styleHeading, &excelize.Style{
		NumFmt:    numberText,
		Font:      font(true, ""),
		Fill:      excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{pale}},
		Border:    []excelize.Border{{Type: "bottom", Style: 1, Color: grey}},
		Alignment: &excelize.Alignment{Horizontal: "center", Vertical: "center", WrapText: true},
	})
}

func addStyle(f *excelize.File, want int, s *excelize.Style) error {
	id, err := f.NewStyle(s)
	if err == nil && id != want {
		err = fmt.Errorf("cell format %d has the number %d", want, id)
	}
	return err
}

func font(bold bool, color string) *excelize.Font {
	return &excelize.Font{Bold: bold, Color: color, Family: "Calibri", Size: 11}
}

func cellStyle(kind format, look Look) *excelize.Style {
	s := &excelize.Style{Alignment: &excelize.Alignment{Vertical: "top", WrapText: kind == formatTextWrap}, Font: font(false, "")}
	if kind <= formatTextWrap { // a text keeps its distance from a number that ends beside it
		s.Alignment.Horizontal, s.Alignment.Indent = "left", 1
	}
	switch kind {
	case formatGeneral:
		s.NumFmt = numberGeneral
	case formatText, formatTextWrap:
		s.NumFmt = numberText
	case formatWhole:
		s.NumFmt = numberWhole
	case formatPercent:
		s.NumFmt = numberPercent
	default:
		custom := map[format]string{
			formatMoney: "#,##0.00", formatMoneyLong: "#,##0.00#######", formatDay: "dd.mm.yyyy", formatMonth: "mm.yyyy", formatMoment: "dd.mm.yyyy hh:mm",
		}[kind]
		s.CustomNumFmt = &custom
	}
	switch look {
	case Total:
		s.Font = font(true, "")
		s.Border = []excelize.Border{{Type: "top", Style: 1, Color: "000000"}}
	case Good:
		s.Font = font(false, green)
	case Bad:
		s.Font = font(true, red)
	case Muted:
		s.Font = font(false, grey)
	case Strong:
		s.Font = font(true, "")
	}
	return s
}

// numberFormat is the format of a number in a column.
func (c *Cell) numberFormat(column Kind) format {
	switch {
	case c.form == formDay && column == KindMonth:
		return formatMonth
	case c.form == formDay:
		return formatDay
	case c.form == formMoment:
		return formatMoment
	case column == KindPercent:
		return formatPercent
	case c.form == formWhole:
		return formatWhole
	case c.money.Scale() > 2:
		return formatMoneyLong
	}
	return formatMoney
}
