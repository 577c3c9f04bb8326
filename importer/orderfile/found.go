package orderfile

import (
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// source says how the files of a source are read.
type source struct {
	template *ordertemplate.Template
	lexicon  *lexicon.Lexicon // of the template's words, under those of the source's own
	carrier  string           // where a file says nothing of it
	payment  string           // the way of payment where a file says nothing of it
	prefix   string           // put in front of every order number
	ignore   []string         // headings that are not read, whatever they hold
	now      time.Time        // by which a planned day has come
	results  bool             // whether what a result file says of its rows is kept
}

// foundOrders is what the rows of a file came to.
type foundOrders struct {
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
func (f *foundOrders) refuse(fault *problem.Fault) { f.add(0, "", fault) }

// add adds a fault at a row, 0 for the whole file.
func (f *foundOrders) add(row int, column string, fault *problem.Fault) {
	f.Problems = append(f.Problems, fault.At(row, column))
}

// readOrders makes orders of the rows under the headings of a table, with the columns that its
// heading row has.
func readOrders(s source, l *ordertemplate.Layout, head *cells.Row, t *cells.File) *foundOrders {
	b := newOrderBuilder(s, l, head, t)
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
