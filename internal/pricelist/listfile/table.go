package listfile

import (
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// headRows is in how many rows of a table the headings are looked for.
const headRows = 20

// leastKnown is how many headings of a row somebody has to know: a row of two can be one of
// a SKU and a price.
const leastKnown = 2

// tableCell is a cell with something in it.
type tableCell struct {
	column int
	text   string
	number bool
	wide   int  // over how many columns to its right it is merged
	shared bool // of an area that begins in a row above
}

// tableRow is a row with something in it.
type tableRow struct {
	number int64
	width  int // of a text: its cells, the blank ones included; 0 of a sheet
	cells  []tableCell
	cut    bool // the last row of a text, without a line end
	odd    Oddity
	level  rowLevel
}

// rowSource gives the rows of a table; a row is the caller's until the next call.
type rowSource interface {
	nextRow(into *tableRow) error // io.EOF after the last one
}

// tableReader reads the records below the headings of a table.
type tableReader struct {
	*list
	rows    rowSource
	head    []tableRow // rows that were read to find the headings, and follow them
	columns []string
	known   int    // of the headings
	sheet   string // the section that the whole table is, "" for none
	within  sections
	sums    []string // the numbers of the first rows of sums
	row     tableRow
	number  int64
}

// Categories are none: sections and cells name them.
func (t *tableReader) Categories() map[string]Category { return nil }

// Columns are the headings.
func (t *tableReader) Columns() []string { return t.columns }

// Notes name the sections of which nobody can tell what they stand in, and the rows of sums.
func (t *tableReader) Notes() []Note {
	notes := t.within.notes()
	if len(t.sums) > 0 {
		notes = append(notes, Notef("sums", strings.Join(t.sums, ", ")))
	}
	return notes
}

// findHeadings reads the first rows and takes the one of which most is known.
func (t *tableReader) findHeadings() error {
	for len(t.head) < headRows {
		var row tableRow
		err := t.rows.nextRow(&row)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		t.head = append(t.head, row)
	}
	best := -1
	for i := range t.head {
		if n := knownIn(t.how.Headings, &t.head[i]); n > t.known {
			best, t.known = i, n
		}
	}
	if t.known < leastKnown {
		return t.noHeadings()
	}
	t.columns, best = t.headingsAt(best)
	t.head = t.head[best+1:]
	t.within = sections{said: t.how.Sections}
	return nil
}

// noHeadings is the fault of a table in which nobody knows what the columns are.
func (t *tableReader) noHeadings() error {
	if len(t.head) == 0 {
		return Faultf(Empty, "", t.how.Name)
	}
	widest := &t.head[0]
	for i := range t.head {
		if len(t.head[i].cells) > len(widest.cells) {
			widest = &t.head[i]
		}
	}
	return Faultf(FormUnknown, "headings", t.how.Name, strings.Join(headingsOf(widest)[:min(8, len(headingsOf(widest)))], ", "))
}

func knownIn(headings Headings, row *tableRow) (n int) {
	for i := range row.cells {
		if headings.Known(row.cells[i].text) {
			n++
		}
	}
	return n
}

// Next reads the next record.
func (t *tableReader) Next(into *Record) error {
	for {
		row := &t.row
		if len(t.head) > 0 {
			row, t.head = &t.head[0], t.head[1:]
		} else if err := t.rows.nextRow(row); err != nil {
			if err == io.EOF && t.number == 0 {
				return Faultf(Empty, "", t.how.Name)
			}
			return err
		}
		if name, is := t.sectionOf(row); is {
			row.level.column = row.cells[0].column
			t.within.add(name, row.level)
			continue
		}
		if row.cut && row.width < len(t.columns) {
			return Faultf(Incomplete, "row", t.how.Name, row.number)
		}
		if own(row) == 0 || t.isHeading(row) {
			continue
		}
		if t.isSum(row) {
			if len(t.sums) < mostUnsure {
				t.sums = append(t.sums, strconv.FormatInt(row.number, 10))
			}
			continue
		}
		t.number++
		if t.fill(into, row); t.how.Whole {
			wholeRow(into)
		}
		return nil
	}
}

// fill makes a record of a row.
func (t *tableReader) fill(into *Record, row *tableRow) {
	*into = Record{Number: row.number, Values: into.Values[:0], Section: t.within.path(t.sheet), Odd: row.odd}
	for _, c := range row.cells {
		if c.column >= len(t.columns) {
			if into.Odd == Sound {
				into.Odd = TooWide
			}
			continue
		}
		into.Values = append(into.Values, Value{Path: t.columns[c.column], Text: c.text, Number: c.number})
	}
	if row.width > 0 && row.width < len(t.columns) && into.Odd == Sound {
		into.Odd = TooNarrow
	}
}

// own counts the cells of a row that are not those of an area which begins above.
func own(row *tableRow) (n int) {
	for i := range row.cells {
		if !row.cells[i].shared {
			n++
		}
	}
	return n
}

// sectionOf is the section that a row names: the only cell of a wide table, or one that is
// merged over it. A lone cell that looks like a SKU is a product of which nothing is known.
func (t *tableReader) sectionOf(row *tableRow) (name string, is bool) {
	if own(row) != 1 || len(row.cells) != 1 || row.cells[0].number {
		return "", false
	}
	c := row.cells[0]
	code := strings.ContainsFunc(c.text, unicode.IsDigit) && !strings.ContainsFunc(c.text, unicode.IsSpace)
	if c.wide == 0 && (len(t.columns) < 3 || code) {
		return "", false
	}
	return strings.Join(strings.Fields(c.text), " "), true
}

// isSum knows a row of sums: the word for one, and nothing but numbers beside it.
func (t *tableReader) isSum(row *tableRow) bool {
	if len(row.cells) < 2 || !t.how.Headings.Sum(row.cells[0].text) {
		return false
	}
	for _, c := range row.cells[1:] {
		if first, _ := utf8.DecodeRuneInString(c.text); unicode.IsLetter(first) {
			return false
		}
	}
	return true
}

// isHeading knows the headings where they stand again, as on a further page.
func (t *tableReader) isHeading(row *tableRow) bool {
	for _, c := range row.cells {
		if c.column >= len(t.columns) || strings.Join(strings.Fields(c.text), " ") != t.columns[c.column] {
			return false
		}
	}
	return len(row.cells) > 1
}
