package listfile

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// headingsAt are the headings by their columns, where a row of the first ones has most of them,
// with the last row that belongs to them. Headings may stand in two rows, as where one is
// written over several columns that have names of their own.
func (t *tableReader) headingsAt(best int) (columns []string, last int) {
	if best+1 < len(t.head) && t.refines(&t.head[best], &t.head[best+1]) {
		return t.compose(&t.head[best], &t.head[best+1]), best + 1
	}
	if best > 0 && spans(&t.head[best-1], &t.head[best]) {
		return t.compose(&t.head[best-1], &t.head[best]), best
	}
	return headingsOf(&t.head[best]), best
}

// refines reports whether a row belongs to the headings above it: it has nothing but words, each
// a heading or below one of several columns. Digits are those of a heading alone, as "від 5 шт".
func (t *tableReader) refines(upper, lower *tableRow) bool {
	below := 0
	for _, c := range lower.cells {
		if c.shared {
			continue
		}
		if c.number || strings.ContainsFunc(c.text, unicode.IsDigit) && !t.how.Headings.Known(c.text) {
			return false
		}
		_, own := headingOver(upper, lower, c.column)
		if !own {
			below++
		}
		if own && !t.how.Headings.Known(c.text) {
			return false
		}
	}
	return below > 0
}

// spans reports whether a heading above a row of headings is merged over several of them.
func spans(upper, lower *tableRow) bool {
	for _, above := range upper.cells {
		below := 0
		for _, c := range lower.cells {
			if c.column >= above.column && c.column <= above.column+above.wide && !c.shared {
				below++
			}
		}
		if above.wide > 0 && below > 1 && below < len(lower.cells) { // and it is no title of the whole table
			return true
		}
	}
	return false
}

// headingOver is the heading above a column, which is its own where it stands over no other
// one: neither merged nor with a blank beside it over one of the row below.
func headingOver(upper, lower *tableRow, column int) (text string, own bool) {
	for _, c := range upper.cells {
		if c.column > column {
			break
		}
		alone := c.wide == 0 && (hasCell(upper, column+1) || !hasCell(lower, column+1))
		text, own = c.text, c.column == column && alone
	}
	return text, own
}

func hasCell(row *tableRow, column int) bool {
	return slices.ContainsFunc(row.cells, func(c tableCell) bool { return c.column == column && !c.shared })
}

// compose makes one row of headings of two. What says by itself what a column is stands alone.
func (t *tableReader) compose(upper, lower *tableRow) []string {
	row := tableRow{}
	columns := max(lastColumn(upper), lastColumn(lower))
	for column := range columns + 1 {
		above, own := headingOver(upper, lower, column)
		text := ""
		for _, c := range lower.cells {
			if c.column == column && !c.shared {
				text = c.text
			}
		}
		switch {
		case text == "" && own:
			text = above
		case text == "":
			continue
		case above != "" && above != text && (own || !t.how.Headings.Known(text)):
			text = above + " " + text
		}
		row.cells = append(row.cells, tableCell{column: column, text: text})
	}
	return headingsOf(&row)
}

func lastColumn(row *tableRow) (last int) {
	for _, c := range row.cells {
		last = max(last, c.column)
	}
	return last
}

// headingsOf are the headings by their columns; one without a text is called by its number.
func headingsOf(row *tableRow) []string {
	var out []string
	for _, c := range row.cells {
		for len(out) <= c.column {
			out = append(out, "#"+strconv.Itoa(len(out)+1))
		}
		out[c.column] = strings.Join(strings.Fields(c.text), " ")
	}
	return out
}
