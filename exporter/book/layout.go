package book

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// Kind is what a column holds. It decides the width of a column that states none, and
// how an empty cell of it is formatted.
type Kind uint8

// The kinds of columns.
const (
	KindText    Kind = iota
	KindWhole        // whole numbers
	KindMoney        // two decimals
	KindDay          // dates
	KindMonth        // dates, of which the month is shown
	KindMoment       // dates with the time
	KindPercent      // numbers, 0.25 shown as 25.00%
)

// Column is a column of a sheet.
type Column struct {
	Heading string
	Width   float64 // in characters; 0 is one that fits the kind and the heading
	Kind    Kind
	Wrap    bool // goes on on further lines of its cell; texts do in any sheet that is not Long
}

// Layout is a sheet before it has rows. It is printed on A4 landscape, as wide as one
// page, with its headings on each.
type Layout struct {
	Name     string
	Columns  []Column
	Portrait bool // A4 upright
	Filter   bool // the headings have filters
	Long     bool // goes on on "Name 2", "Name 3" … where a sheet is full; otherwise that is an error
	Printed  int  // columns that are printed, from the first; 0: all
}

// printed is how many columns are printed.
func (l *Layout) printed() int {
	if l.Printed > 0 {
		return min(l.Printed, len(l.Columns))
	}
	return len(l.Columns)
}

func (l *Layout) check() error {
	if err := checkName(l.Name); err != nil {
		return err
	}
	if n := len(l.Columns); n == 0 || n > spreadsheet.MaxColumns {
		return fmt.Errorf("sheet %s has %d columns: give it 1 to %d", l.Name, n, spreadsheet.MaxColumns)
	}
	for i, c := range l.Columns {
		if c.Width < 0 || c.Width > 255 {
			return fmt.Errorf("sheet %s, column %s: the width %v is not 0 to 255 characters", l.Name, spreadsheet.ColumnName(i), c.Width)
		}
	}
	return nil
}

// checkName holds a sheet's name to what spreadsheets take.
func checkName(name string) error {
	switch {
	case name == "" || nameUnits(name) > spreadsheet.MaxSheetName:
		return fmt.Errorf("sheet name %q has %d characters: give it 1 to %d", name, nameUnits(name), spreadsheet.MaxSheetName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || strings.ContainsRune(`[]:*?/\`, r) }):
		return fmt.Errorf(`sheet name %q has a character that a sheet's name cannot have: leave out []:*?/\ and control characters`, name)
	case name[0] == '\'' || name[len(name)-1] == '\'':
		return fmt.Errorf("sheet name %q begins or ends with an apostrophe: leave it out", name)
	case strings.EqualFold(name, "history"):
		return fmt.Errorf("sheet name %q is one that Excel keeps for itself: take another", name)
	}
	return nil
}

func nameUnits(name string) int { return len(utf16.Encode([]rune(name))) }

// numbered is the name of a layout's further sheets, for i from 1.
func numbered(name string, i int) string {
	if i == 0 {
		return name
	}
	number := fmt.Sprintf(" %d", i+1)
	short, _ := spreadsheet.CutText(name, spreadsheet.MaxSheetName-len(number))
	return short + number
}

// sheetRef is a sheet's name as formulas have it.
func sheetRef(name string) string { return "'" + strings.ReplaceAll(name, "'", "''") + "'" }

// kindWidths fit the longest usual values: -99,999,999.99 and a date.
var kindWidths = [...]float64{KindText: 18, KindWhole: 9, KindMoney: 15, KindDay: 12, KindMonth: 10, KindMoment: 17, KindPercent: 10}

// inCharacters is the column's width: what its layout says, or one that fits the kind and
// the longest word of the heading, with room for the filter's button.
func (c *Column) inCharacters() float64 {
	if c.Width > 0 {
		return c.Width
	}
	width := kindWidths[c.Kind]
	for word := range strings.FieldsSeq(c.Heading) {
		width = max(width, float64(utf8.RuneCountInString(word)+4))
	}
	return min(width, 40)
}

// headingLines is on how many lines the headings stand, for spreadsheets that do not find
// the height of a row themselves.
func (l *Layout) headingLines() int {
	most := 1
	for i := range l.Columns {
		c := &l.Columns[i]
		most = max(most, wrappedLines(c.Heading, int(c.inCharacters())-2))
	}
	return most
}

// lines is on how many lines a row's texts stand.
func (l *Layout) lines(cells []Cell) int {
	most := 1
	for i := range cells {
		c := &l.Columns[i]
		if cells[i].form == formText && cells[i].formula == "" && c.textFormat(l.Long) == formatTextWrap {
			most = max(most, wrappedLines(cells[i].text, int(c.inCharacters())-textMargin))
		}
	}
	return min(most, mostLines)
}

const (
	textMargin = 3  // characters of a column's width that the indent and wide letters take
	mostLines  = 27 // no row is higher than 409 points
)

// wrappedLines is how many lines of a width a text takes, words kept whole where they fit.
func wrappedLines(text string, width int) int {
	width = max(width, 1)
	lines, used := 1+strings.Count(strings.TrimRight(text, "\n"), "\n"), 0
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		if used > 0 && used+1+n <= width {
			used += 1 + n
			continue
		}
		if used > 0 {
			lines++
		}
		lines += (n - 1) / width
		used = (n-1)%width + 1
	}
	return lines
}

// emptyFormat is the format of a column's empty cells.
func (c *Column) emptyFormat(long bool) format {
	switch c.Kind {
	case KindWhole:
		return formatWhole
	case KindMoney:
		return formatMoney
	case KindDay:
		return formatDay
	case KindMonth:
		return formatMonth
	case KindMoment:
		return formatMoment
	case KindPercent:
		return formatPercent
	}
	return c.textFormat(long)
}

func (c *Column) textFormat(long bool) format {
	if c.Wrap || !long {
		return formatTextWrap
	}
	return formatText
}
