package orders

import (
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/delivery"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/payment"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
)

// draft is an order that is being put together.
type draft struct {
	number string // as the file has it
	order  *Order // in the builder's orders, at the draft's own place
	phoneSeen,
	unread, // a row of it could not be read
	byDefault, // its way of payment is the source's default, and collects nothing
	items bool // a row had something in an item's column
	blankPaid payment.Blank
	state     orderState
	section   *section // that the order stands in
	suppliers []string // of each item, where there are several
	*work              // nil once the order's last row was read
	fault     struct {
		row  int // 0: none
		code string
	}
}

// work is what an order's rows say, until all of them were read: a file may hold a hundred
// thousand orders, and only the one that is being read needs it.
type work struct {
	pay        payment.Said
	payUnclear bool // a cell of its payment was not understood, and is reported
	to         delivery.Said
	words      []stateWord
	comments   []string
	said       []note // what stands in columns of notes
	elsewhere  []note // branches that columns of notes name which are not read
	back       returns
	numbers    []unreadNumber // to be compared with the order's sums
}

// bill is what an order's items come to, for its payment.
func (d *draft) bill() payment.Bill {
	return payment.Bill{Items: d.order.Items, Rows: len(d.order.Rows), ItemRows: d.order.ItemRows, Unread: d.unreadAmounts()}
}

// unreadAmounts are the numbers of the order's rows in columns that are not read.
func (d *draft) unreadAmounts() []money.Amount {
	var out []money.Amount
	for _, n := range d.numbers {
		out = append(out, n.number)
	}
	return out
}

// draftLine is a data row and its order.
type draftLine struct {
	row   int
	draft *draft
	fault *problem.Fault // of this row
}

// orderState is what an order's rows say of whether it is to be sent.
type orderState struct {
	text string // the word that the report shows: of a state that keeps the order back, else the first
	off  lexicon.State

	said bool // the row being read says so
	rows int  // how many rows do
}

// stateWord is a state as the order's first row with one has it.
type stateWord struct {
	column int
	text   string
}

// keepBack notes that the file says that the order is not to be sent.
func (d *draft) keepBack(state lexicon.State, said string) {
	d.state.said = true
	if d.state.off == "" || state == lexicon.Cancelled && d.state.off != lexicon.Cancelled {
		d.state.off, d.state.text = state, said
	}
}

// skipped reports whether an order is not to be sent as the file says so. A row whose cells
// may stand in the wrong columns says nothing, and neither do rows of which some are to be
// sent: these stay refused. Where each row says so, nothing else of them matters.
func (d *draft) skipped() bool {
	if d.state.off == "" || d.unread || d.fault.code == problem.OrderRowsApart {
		return false
	}
	conflict := d.fault.code == problem.OrderCellsConflict || d.fault.code == problem.RecipientConflict
	return !conflict || d.state.rows == len(d.order.Rows)
}

// noteColumn is a column of notes or tags, or one that is not read, in whose cells people write
// that an order is not to be sent.
type noteColumn struct {
	ordertemplate.Column
	notes bool // its heading is one of notes or tags
	goes  bool // what stands there is sent along with the order
	loose bool // nobody reads it: what calls its order off there refuses the file
}

// note is a cell of such a column.
type note struct {
	row    int
	column noteColumn
	text   string
}

// returns are the items of an order that came back, were called off or were sent already, by
// the rows that say so.
type returns struct {
	whole, rows int         // rows of which all pieces are, and all rows with an item
	part        bool        // of a row some are, or nobody can tell how many
	column      string      // the first that says so
	last        field.Field // returned, ShippedQuantity or ShippedAt
	sent        bool        // of what some are, they were sent
}

// section is what a row of nothing but a text says of all rows below it, up to the next such row:
// "СКАСОВАНІ", "НАКЛАДЕНИЙ ПЛАТІЖ". A sheet's name and a title above the headings may say it too.
type section struct {
	where int // the row, 0 for the sheet's name
	text  string
	off   bool            // they are not to be sent, or nobody can tell
	pays  bool            // it speaks of payment
	way   lexicon.Payment // and in this way, "" where it leaves it open
	place bool            // it names a carrier or a kind of delivery
}

// unreadNumber is a number of an order's row in a column that is not read.
type unreadNumber struct {
	column *unreadColumn
	number money.Amount
}
