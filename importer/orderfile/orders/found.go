package orders

import (
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Source says how the files of a source are read.
type Source struct {
	Template *ordertemplate.Template
	Lexicon  *lexicon.Lexicon // of the template's words, under those of the source's own
	Carrier  string           // where a file says nothing of it
	Payment  string           // the way of payment where a file says nothing of it
	Prefix   string           // put in front of every order number
	Ignore   []string         // headings that are not read, whatever they hold
	Now      time.Time        // by which a planned day has come
	Results  bool             // whether what a result file says of its rows is kept
}

// Found is what the rows of a file came to.
type Found struct {
	Layout   string               // see the Layout constants
	Orders   []Order              // what would be posted, and nothing else
	Skipped  []Skipped            // what the file itself says is not to be sent
	Problems []problem.Problem    // in the order in which they were found
	Lines    []Line               // every data row, by row
	Unread   []Unread             // the columns of which nothing was read
	Ragged   map[int]bool         // rows of a text with too few cells, or too many
	Stray    map[int]bool         // rows that belong to no order
	Results  map[int]cells.Result // what a file that is a result itself says of its rows
}

// refuse adds a fault of the whole file.
func (f *Found) refuse(fault *problem.Fault) { f.add(0, "", fault) }

// add adds a fault at a row, 0 for the whole file.
func (f *Found) add(row int, column string, fault *problem.Fault) {
	f.Problems = append(f.Problems, fault.At(row, column))
}

// Read makes orders of the rows under the headings of a table, with the columns that its
// heading row has.
func Read(s Source, l *ordertemplate.Layout, head *cells.Row, t *cells.File) *Found {
	b := newBuilder(s, l, head, t)
	b.build(t.Table)
	return b.found
}

// because is what the other rows of an order say when one row is at fault.
func because(row int) wording.Message { return wording.NewMessage("order_refused.because_of_row", row) }

// blamesAnother reports whether the error cell of a result file, in either language, says
// that another row of the order is at fault.
func blamesAnother(text string) bool {
	for _, l := range []wording.Language{wording.Ukrainian, wording.English} {
		if strings.Contains(text, strings.TrimSuffix(because(0).In(l), "0")) {
			return true
		}
	}
	return false
}

// Layouts of a file.
const (
	LayoutRowPerOrder = "row_per_order"
	LayoutRowPerItem  = "row_per_item"
	LayoutWide        = "wide" // items stand in numbered columns
)

// keepResult keeps the five cells of a row of a result file.
func (b *builder) keepResult(raw *cells.Row) {
	at := b.l.ResultAt
	if at < 0 || !b.source.Results || raw.Number <= b.headingRow {
		return
	}
	result := cells.ResultIn(raw, at)
	if result == (cells.Result{}) {
		return
	}
	if b.found.Results == nil {
		b.found.Results = map[int]cells.Result{}
	}
	b.found.Results[raw.Number] = result
}
