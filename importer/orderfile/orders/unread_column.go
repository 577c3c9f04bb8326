package orders

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/money"
)

// unreadColumn is a column whose heading nobody knows, and what its cells speak of.
type unreadColumn struct {
	index   int
	heading string
	bare    bool // it has none: heading is the column's name
	filled  int
	speaks  map[field.Field]int // how many cells speak of what
	off     []offCell           // those that say that an order was called off
	unpaid  []offCell           // those that say that an order is not paid in advance
	own     bool                // the source's config says what ticks under the heading mean
	notes   bool                // its heading is one of notes or tags
	flag    lexicon.Flag        // what ticks under the heading say
	ticks   [3]int              // of orders: "yes", "no", neither
	numbers plainNumbers        // those of its cells that may be amounts
	sample  []string            // the first different cells
	gift    bool                // its heading is one of goods that are sent beside the items
	gifts   []offCell           // those that name such goods
	aside   field.Field         // what it would be without its brackets, where that may keep orders back
	ids     *idCells            // what tells orders apart, nil where its heading does not say so
	summed  bool                // its numbers were taken for sums of orders
}

// offCell is a cell of an unread column that keeps its order from being sent as it is.
type offCell struct {
	draft *draft
	row   int
	text  string
}

// holdsBack reports whether the heading and the cells of a column keep some orders from being
// sent as they are; alone: the file says nothing else of payment; placeless: nor of a place but
// the city.
func (u *unreadColumn) holdsBack(alone, placeless bool) bool {
	yes, no, blank := u.ticks[0], u.ticks[1], u.ticks[2]
	switch {
	case u.flag == lexicon.FlagPay && alone, u.flag == lexicon.FlagPlace && placeless:
		return u.filled > 0
	case (yes+no)*2 <= u.filled:
		return false // other texts are most of the cells
	case u.flag == lexicon.FlagPost:
		return no+blank > 0
	case u.flag == lexicon.FlagHold:
		return yes > 0
	}
	return u.flag == lexicon.FlagPay || u.flag == lexicon.FlagPlace && yes > 0
}

func (u *unreadColumn) offTexts() (out []string) {
	for _, off := range u.off {
		out = append(out, celltext.SingleSpaced(off.text))
	}
	return out
}

// plainNumbers is what was seen of the bare numbers of a column that is not read: 900 may be
// hryvnias, grams or a house.
type plainNumbers struct {
	count, zeros int
	compared     int // with sums of their orders
	equal        int // to one of these
	near         int // to one of these, as an amount with a mark-up, a discount or the delivery is
	round        int // that end in 0 or 5
	years        int
	least, most  money.Amount
	falling      bool // they do not rise from row to row, as running numbers do
	last         money.Amount
}

// idCells is what a column holds that is not read although its heading says that it tells orders
// apart, in a file without a number of its orders: made of the rest of the row, the number would
// change with the order's state, and two equal orders would be one.
type idCells struct {
	seen  map[string]bool
	other int // cells that are no identifiers
}

func (i *idCells) note(v *value.Reader, c cells.Cell) {
	if i == nil {
		return
	}
	if v.IsDay(c) || c.Kind == cells.Error || utf8.RuneCountInString(c.Text) > value.MostIDLength || !strings.ContainsFunc(c.Text, unicode.IsDigit) || strings.Count(c.Text, " ") > 1 {
		i.other++
		return
	}
	i.seen[strings.Clone(c.Text)] = true
}

// tellApart reports whether the cells are such that they may be numbers of orders.
func (i *idCells) tellApart(filled int) bool {
	return i != nil && filled > 0 && i.other*2 < filled && len(i.seen)*3 >= filled-i.other
}
