package orders

import (
	"github.com/dropbridge/dropbridge/importer/orderfile/delivery"
	"github.com/dropbridge/dropbridge/importer/orderfile/payment"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// draft is an order that is being put together.
type draft struct {
	number string // as the file has it
	rows   []int
	order  *supplier.NewOrder // in the builder's orders, at the draft's own place
	phoneSeen,
	unread bool // a row of it could not be read
	state     orderState
	section   *section // that the order stands in
	blankPaid payment.Blank
	byDefault bool  // its way of payment is the source's default, and collects nothing
	itemRows  []int // the row of each item
	items     bool  // a row had something in an item's column
	*work           // nil once the order's last row was read
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
	return payment.Bill{Items: d.order.Items, Rows: len(d.rows), ItemRows: d.itemRows, Unread: d.unreadAmounts()}
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
