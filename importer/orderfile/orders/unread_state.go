package orders

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// ownState reads what the source's config says of a cell, or of ticks under a heading, of a column
// that nobody reads otherwise: states: {"Відмова": cancelled} keeps back what is ticked there.
func (b *builder) ownState(d *draft, u *unreadColumn, c cells.Cell) (said bool) {
	key := c.Text
	switch truth := b.lexicon.Truth(c.Text); {
	case truth == "no", !b.speaks(c):
		return u.own
	case truth == "yes":
		key = u.heading
	}
	if !b.lexicon.OwnState(key) {
		return false
	}
	if found := b.words.state(key); found.Off() {
		d.keepBack(found, celltext.SingleSpaced(u.heading+": "+c.Text))
	}
	return true
}

// callsOff reports whether a cell of an unread column says that its order is not to be sent.
func (b *builder) callsOff(u *unreadColumn, text string) bool {
	if b.words.state(text) == lexicon.Cancelled {
		return true
	}
	if b.holdsAlways(u) {
		return b.lexicon.Truth(text) == ""
	}
	stop := b.stop(text)
	return stop == lexicon.StopHold || stop == lexicon.StopOdd && u.notes
}

// holdsAlways reports whether whatever stands under a heading, but for a "no", speaks against
// sending its order: "Hold?", "Не відправляти".
func (b *builder) holdsAlways(u *unreadColumn) bool {
	if u.flag != lexicon.FlagHold {
		return false
	}
	stop := b.stop(strings.TrimRight(u.heading, "?! "))
	return stop == lexicon.StopHold || stop == lexicon.StopOdd
}

// exampleOff is the cell, or the heading over ticks, of which the source's config may say that such
// orders are not to be sent; "" where none speaks against sending.
func (b *builder) exampleOff(u *unreadColumn) string {
	if u.flag == lexicon.FlagHold && u.ticks[0] > 0 {
		return u.heading
	}
	for _, cells := range [][]string{u.offTexts(), u.sample} {
		if at := slices.IndexFunc(cells, func(text string) bool { return b.words.state(text).Off() }); at >= 0 {
			return cells[at]
		}
	}
	if len(u.off) > 0 {
		return celltext.SingleSpaced(u.off[0].text)
	}
	return ""
}

// compareElsewhere refuses an order whose unread note names another branch than its own:
// "Відділення: Відділення №5" among a shop's attributes beside "Відділення №12".
func (b *builder) compareElsewhere(d *draft) {
	to := d.order.Recipient.Delivery
	for _, n := range d.elsewhere {
		if to.BranchNumber != nil && n.text != *to.BranchNumber {
			b.refuseAt(d, n.row, n.column.Name, problem.Faultf(problem.DeliveryUnknown+".elsewhere", celltext.Show(n.column.Name), n.text, celltext.Show(*to.BranchNumber), celltext.Paste(n.column.Name)))
		}
	}
}

// noteElsewhere keeps the branch that a cell of an unread column of notes names.
func (b *builder) noteElsewhere(d *draft, u *unreadColumn, c cells.Cell, row int) {
	if !u.notes || c.Kind != cells.Text || d.work == nil {
		return
	}
	if place := b.words.place(c.Text, lexicon.InAddress); place.Named && !place.Shop && place.Number != "" {
		d.elsewhere = append(d.elsewhere, note{row, noteColumn{Column: ordertemplate.Column{Index: u.index, Name: u.heading}}, strings.Clone(place.Number)})
	}
}
