package sheets

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/gsheet"
)

// columnChanges are the cells of our own columns that do not say what is known. Where there are no
// such columns they begin behind the last cell that holds something. Rows above the headings are
// not touched.
func columnChanges(seen *look, known map[int]outcome) []gsheet.Block {
	heading, at := seen.report.HeadingRow(), seen.own
	c := changes{grid: seen.grid, column: at}
	if at < 0 {
		c.column = seen.grid.Width()
		if silent(known) {
			return nil
		}
	}
	c.add(heading-1, cells.ResultColumns[:])
	for row := heading + 1; row <= len(seen.grid.Rows); row++ {
		if texts := textsOf(known[row]); !known[row].unheard || c.grid.Cell(row-1, c.column) == "" {
			c.add(row-1, texts[:])
		}
	}
	return c.blocks
}

// silent reports whether there is nothing to say of any row yet.
func silent(known map[int]outcome) bool {
	for _, of := range known {
		if of.Status != "" {
			return false
		}
	}
	return true
}

// tabColumns are the headings of a tab of results.
var tabColumns = append([]string{"external_id"}, cells.ResultColumns[:]...)

// tabChanges are the cells of a tab of results that do not say what is known: a row for each order,
// where it stands already, or behind the last one. A tab that holds something else is not touched.
func tabChanges(to *gsheet.Grid, seen *look, known map[int]outcome) ([]gsheet.Block, error) {
	first := slices.IndexFunc(to.Rows, func(texts []string) bool { return !blank(texts) })
	if first > 0 || first == 0 && !slices.Equal(trimmed(to.Rows[0]), tabColumns) {
		return nil, newFault("tab_taken", to.Tab)
	}
	c := changes{grid: to}
	at, last := map[string]int{}, max(1, len(to.Rows))
	for i, texts := range to.Rows {
		if number := to.Cell(i, 0); i > 0 && number != "" && at[number] == 0 {
			at[texts[0]] = i
		}
	}
	c.add(0, tabColumns)
	for _, of := range seen.groups {
		texts := textsOf(known[of.rows[0]])
		if of.number == "" || texts == (five{}) {
			continue
		}
		row, there := at[of.number]
		if there && known[of.rows[0]].unheard {
			continue
		}
		if !there {
			row, at[of.number] = last, last
			last++
		}
		c.add(row, append([]string{of.number}, texts[:]...))
	}
	return c.blocks, nil
}

// changes gathers the cells of a grid that are to say something else.
type changes struct {
	grid   *gsheet.Grid
	column int // of the first
	blocks []gsheet.Block
}

// add has cells of a row say some texts. Rows one below the other are one block.
func (c *changes) add(row int, texts []string) {
	same := true
	for n, text := range texts {
		same = same && c.grid.Cell(row, c.column+n) == text
	}
	if same {
		return
	}
	texts = slices.Clone(texts)
	if n := len(c.blocks); n > 0 && c.blocks[n-1].Row+len(c.blocks[n-1].Texts) == row {
		c.blocks[n-1].Texts = append(c.blocks[n-1].Texts, texts)
		return
	}
	c.blocks = append(c.blocks, gsheet.Block{Row: row, Column: c.column, Texts: [][]string{texts}})
}

// five are the cells of results in a row.
type five = [len(cells.ResultColumns)]string

// outcome is what is known of a row of an order.
type outcome struct {
	orderfile.Result

	unheard bool // it was taken, and the journal does not have the order: what stands there stays
}

// textsOf are the cells of a result, each on one line.
func textsOf(r outcome) five {
	texts := five(r.Texts())
	for i, text := range texts {
		texts[i] = told.OneLine(text)
	}
	return texts
}
