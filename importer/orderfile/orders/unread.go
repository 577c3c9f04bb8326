package orders

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const (
	mostUnread = 2000 // cells of a column that are looked at: the others are like them
	mostSample = 5
)

// unreadColumns are the columns that neither the template nor the caller has said anything of.
func (b *builder) unreadColumns(head *cells.Row) []*unreadColumn {
	used := map[int]bool{}
	for _, c := range b.l.Known {
		used[c.Index] = true
	}
	ignored := map[string]bool{}
	for _, heading := range b.source.Ignore {
		ignored[ordertemplate.ExactKey(heading)] = true
	}
	var out []*unreadColumn
	for _, c := range head.Cells {
		if used[c.Column] || b.source.Template.Passes(c.Text) || ignored[ordertemplate.ExactKey(c.Text)] {
			continue
		}
		out = append(out, &unreadColumn{index: c.Column, heading: celltext.SingleSpaced(c.Text), speaks: map[field.Field]int{}, flag: b.lexicon.Flag(c.Text), notes: b.lexicon.Notes(c.Text),
			own: b.lexicon.OwnState(c.Text), gift: b.lexicon.Gifts(c.Text), ids: b.newIDCells(c.Text), aside: b.mayDecide(c.Text)})
	}
	for at := range b.l.Width { // a column without a heading may hold something all the same
		name := spreadsheet.ColumnName(at)
		if c := head.At(at); c.Blank() && !used[at] && !ignored[ordertemplate.ExactKey(name)] {
			out = append(out, &unreadColumn{index: at, heading: name, bare: true, speaks: map[field.Field]int{}})
		}
	}
	return out
}

// lookAtUnread notes what a row has in the columns that are not read.
func (b *builder) lookAtUnread(d *draft, r *cells.Row) {
	for _, u := range b.unread {
		c := r.At(u.index)
		if b.ownState(d, u, c) {
			continue
		}
		if !u.own {
			u.lookAtTick(b, c, r)
		}
		if !b.speaks(c) {
			continue
		}
		b.noteElsewhere(d, u, c, r.Number)
		if c.Kind == cells.Text && len(c.Text) < 200 && b.callsOff(u, c.Text) {
			u.off = append(u.off, offCell{d, r.Number, strings.Clone(c.Text)})
		} else if c.Kind == cells.Text && len(c.Text) < 200 && b.saysUnpaid(c.Text) {
			u.unpaid = append(u.unpaid, offCell{d, r.Number, strings.Clone(c.Text)})
		}
		if u.gift && b.lexicon.Truth(c.Text) == "" && !b.lexicon.NoSKU(c.Text) && (c.Kind == cells.Text || c.Kind == cells.Number) && c.Text != "0" {
			u.gifts = append(u.gifts, offCell{d, r.Number, strings.Clone(c.Text)})
		}
		if u.filled == mostUnread {
			continue
		}
		u.filled++
		u.ids.note(b.values, c)
		b.lookAtNumber(u, c)
		if m := b.speaksOf(c); m != "" {
			u.speaks[m]++
		}
		if text := celltext.SingleSpaced(c.Text); len(u.sample) < mostSample && !slices.Contains(u.sample, text) {
			u.sample = append(u.sample, strings.Clone(text))
		}
	}
}

// saysUnpaid reports whether a whole cell says that money is still to be paid.
func (b *builder) saysUnpaid(text string) bool {
	way := b.words.payment(text)
	return (way == lexicon.COD || way == lexicon.Unpaid || way == lexicon.InPart) && b.words.state(text) == lexicon.StateUnknown
}

// lookAtTick counts the ticks of orders under a heading that says what they mean.
func (u *unreadColumn) lookAtTick(b *builder, c cells.Cell, r *cells.Row) {
	if u.flag == lexicon.NoFlag {
		return
	}
	switch truth := b.lexicon.Truth(c.Text); {
	case truth == "yes":
		u.ticks[0]++
	case truth == "no":
		u.ticks[1]++
	case b.speaks(c), b.hasPerson(r):
		u.ticks[2]++
	}
}

// speaksOf is what a cell that nobody reads speaks of, "" where it bears no known meaning.
func (b *builder) speaksOf(c cells.Cell) field.Field {
	if len(c.Text) > 200 {
		return ""
	}
	if known, seen := b.spoken[c.Text]; seen && c.Kind == cells.Text && !c.Money {
		return known
	}
	m := b.meaningOf(c)
	if len(b.spoken) < 10_000 && c.Kind == cells.Text && !c.Money {
		b.spoken[strings.Clone(c.Text)] = m
	}
	return m
}

func (b *builder) meaningOf(c cells.Cell) field.Field {
	x := b.lexicon
	place := x.Place(c.Text, lexicon.InAddress)
	switch {
	case c.Money:
		return field.OrderTotal
	case c.Kind == cells.Number && len(c.Text) != value.NovaPoshtaDigits:
		return ""
	case x.State(c.Text) != lexicon.StateUnknown && x.Payment(c.Text) == lexicon.PaymentUnknown:
		return field.State
	case x.PaymentSaid(c.Text):
		return field.PaymentMethod
	case place.Named && place.Number != "":
		return field.Branch
	case x.Delivery(c.Text).Known:
		return field.Carrier
	case len(c.Text) == value.NovaPoshtaDigits && celltext.AllDigits(c.Text) && strings.ContainsAny(c.Text[:1], "125"):
		return field.Waybill
	case b.isAmount(c):
		return field.OrderTotal
	}
	return ""
}

// isAmount reports whether a text is certainly money: with a currency or two decimals.
func (b *builder) isAmount(c cells.Cell) bool {
	if c.Kind != cells.Text || !strings.ContainsAny(c.Text, ".,₴") && !strings.Contains(strings.ToLower(c.Text), "грн") {
		return false
	}
	amount, f := b.values.Money(c)
	return f == nil && amount.Sign() > 0
}

// finishUnread says which columns were not read although most of their cells speak of
// payment, state or carrier: then nothing of the file is posted. Waybills, branches and
// amounts are said only.
func (b *builder) finishUnread() {
	alone := b.without(field.PaymentMethod, field.PaymentState, field.PaidAmount, field.CODAmount, field.ToPay)
	placeless := b.without(field.Branch, field.Address, field.Street, field.PostalCode)
	for _, u := range b.unread {
		b.refuseGifts(u)
		m, mostly := b.mostSaid(u)
		if u.aside != "" && u.filled > u.numbers.zeros {
			b.found.add(0, u.heading, problem.Faultf(problem.ColumnUnread+".brackets", celltext.Show(u.heading), celltext.Show(ordertemplate.BracketsOf(u.heading)), celltext.Paste(u.heading)))
			continue
		}
		if alone && m == field.OrderTotal && b.lexicon.Rest(u.heading) && !u.summed {
			m = field.PaymentMethod // what is left to pay, where nothing says that anything is
		}
		if u.holdsBack(alone, placeless && !b.areAmounts(u)) {
			m, mostly = map[lexicon.Flag]field.Field{lexicon.FlagPay: field.PaymentMethod, lexicon.FlagPlace: field.Carrier}[u.flag], true
			m = cmp.Or(m, field.State)
		}
		if m == field.OrderTotal && u.summed {
			continue
		}
		if mostly {
			b.sayUnread(u, m, m == field.Waybill || m == field.Branch || m == field.OrderTotal)
			continue
		}
		b.refuseUnpaid(u)
		if len(u.off) > 0 { // "скасовано" among other tags
			b.refuseOff(u)
			b.sayUnread(u, field.State, true)
		}
	}
}

// mostSaid is the meaning that most of a column's cells speak of, and whether they are more than
// half of those that say anything.
func (b *builder) mostSaid(u *unreadColumn) (m field.Field, mostly bool) {
	if n := u.numbers.count; u.speaks[field.OrderTotal] < n && b.areAmounts(u) {
		u.speaks[field.OrderTotal] = n
	}
	most := 0
	for speaks, n := range u.speaks {
		if n > most || n == most && speaks < m {
			m, most = speaks, n
		}
	}
	if u.ids.tellApart(u.filled) {
		return field.OrderNumber, true
	}
	return m, most*2 > u.filled || m == field.OrderTotal && most*2 > u.filled-u.numbers.zeros
}

// sayUnread says what an unread column speaks of; a minor one keeps nothing of the file back.
func (b *builder) sayUnread(u *unreadColumn, m field.Field, minor bool) {
	key := problem.ColumnUnread
	if minor {
		key += ".minor"
	}
	heading, what, sample := celltext.Show(u.heading), wording.NewMessage("speaks_of."+string(m)), celltext.Show(strings.Join(u.sample, "; "))
	f := problem.Faultf(key, heading, what, sample, celltext.Paste(u.heading))
	if example := b.exampleOff(u); m == field.State && example != "" {
		f = problem.Faultf(problem.ColumnUnread+".state", heading, what, sample, celltext.Paste(example), celltext.Paste(u.heading))
	}
	b.found.add(0, u.heading, f)
	if minor {
		b.found.Problems[len(b.found.Problems)-1].OnlyWarn()
	}
}

// without reports whether the file has no column of any of the meanings.
func (b *builder) without(meanings ...field.Field) bool {
	return !slices.ContainsFunc(meanings, func(m field.Field) bool { return len(b.l.Columns[m]) > 0 })
}

// refuseOff refuses the orders that a cell of an unread column calls off, one among other tags:
// the file as a whole is none of its business.
func (b *builder) refuseOff(u *unreadColumn) {
	for _, off := range u.off {
		if off.draft.skipped() {
			continue
		}
		b.refuseAt(off.draft, off.row, u.heading, problem.Faultf(problem.StateUnknown+".unread", celltext.Show(off.text), celltext.Paste(off.text), celltext.Paste(u.heading)))
	}
}

// refuseGifts refuses the orders with goods beside their items: nobody would send them.
func (b *builder) refuseGifts(u *unreadColumn) {
	for _, gift := range u.gifts {
		if !gift.draft.skipped() {
			b.refuseAt(gift.draft, gift.row, u.heading, problem.Faultf(problem.ColumnUnread+".gift", celltext.Show(gift.text), celltext.Paste(u.heading)))
		}
	}
}

// refuseUnpaid refuses the orders of which only such a cell says how they are paid.
func (b *builder) refuseUnpaid(u *unreadColumn) {
	for _, cell := range u.unpaid {
		if cell.draft.byDefault && !cell.draft.skipped() {
			b.refuseAt(cell.draft, cell.row, u.heading, problem.Faultf(problem.PaymentUnknown+".unread", celltext.Show(cell.text), celltext.Paste(u.heading)))
		}
	}
}

// listUnread lists the columns whose headings nobody knows, with something in them.
func (b *builder) listUnread() []Unread {
	var out []Unread
	for _, u := range b.unread {
		if len(u.sample) > 0 {
			out = append(out, Unread{u.heading, u.sample, u.bare})
		}
	}
	return out
}

// mayDecide reports whether a column whose brackets are not understood keeps the file from being
// sent: it would say how, whether or where to, and nobody can tell that it does not.
func (b *builder) mayDecide(heading string) field.Field {
	m := b.source.Template.BracketsAside(heading)
	switch m {
	case field.State, field.PaymentState, field.PaymentMethod, field.CancelledAt, field.ShippedAt, field.CODAmount, field.ToPay, field.PaidAmount, field.Refunded, field.Returned, field.ShippedQuantity, field.SendOn,
		field.Discount, field.Credit, field.Carrier, field.DeliveryMethod, field.Currency, field.Country, field.Waybill:
	case field.City, field.Branch, field.Address, field.Street:
		if len(b.l.Columns[m]) > 0 {
			return ""
		}
	default:
		return ""
	}
	if b.lexicon.Side(heading) == "sender" {
		return ""
	}
	return m
}

func (b *builder) newIDCells(heading string) *idCells {
	if len(b.l.Columns[field.OrderNumber]) > 0 || !b.lexicon.NamesOrders(heading) {
		return nil
	}
	return &idCells{seen: map[string]bool{}}
}
