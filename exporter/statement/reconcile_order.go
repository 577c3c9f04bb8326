package statement

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unique"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Operations of accruals that have a meaning here; any other one may be the accrual of
// a supplier who books in his own way.
const (
	orderMargin = "order_margin" // of an order that was paid on delivery
	orderCost   = "order_cost"   // of any other one
	returned    = "return"
	fee         = "fee"
)

// orderBook is what is kept of an order, and what the ledger booked for it.
type orderBook struct {
	externalID string
	status     string // when the period ended
	waybills   string
	estimated  string    // delivery, a date
	delivered  time.Time // zero: not by the period's end
	expected   money.Amount

	main, last money.Amount // entries of its operation: their sum, and the last one
	lastID     string       // of that last one
	goods, net money.Amount // accruals without fees, and all of them
	method     string       // of payment
	currency   string       // of its amounts, "" where nobody says
	mains      int32        // entries of its operation
	other      bool         // an accrual that may be the order's in another supplier's way
	foreign    bool         // entries of it have another currency than it has
	gone       bool         // it is called off by the time of reading
	late       bool         // its accrual came after the period
	partly     bool         // it was looked up late: entries may have passed before
	credited   bool         // something was given back
	touched    bool         // in the period
}

// operation is what the expected amount is booked as.
func (b *orderBook) operation() string {
	if b.cod() {
		return orderMargin
	}
	return orderCost
}

// cod reports whether the order is paid on delivery.
func (b *orderBook) cod() bool { return b.method == supplier.PaymentCOD }

// due reports whether the ledger is to have an accrual of the order.
func (b *orderBook) due() bool {
	return !b.other && !b.gone && b.status != supplier.OrderReturning && (!b.expected.IsSet() || b.expected.Sign() != 0)
}

func newOrderBook(o *supplier.Order, end time.Time) *orderBook {
	b := &orderBook{externalID: strings.Clone(o.ExternalID), waybills: waybillsOf(o), method: unique.Make(o.Payment.Method).Value(),
		currency: unique.Make(o.Currency).Value(), gone: supplier.OrderCalledOff(o.Status), main: zero(), goods: zero(), net: zero()}
	switch {
	case b.cod():
		b.expected = o.Totals.Profit
	case o.Totals.DropTotal.IsSet():
		b.expected = o.Totals.DropTotal.Negated()
	}
	steps := slices.Clone(o.StatusHistory)
	if len(steps) == 0 {
		steps = []supplier.StatusChange{{Status: o.Status, At: o.UpdatedAt}}
	}
	sorting.StableFunc(steps, func(x, y supplier.StatusChange) int { return x.At.Compare(y.At) })
	var completed time.Time
	for _, step := range steps {
		if !step.At.Before(end) {
			break
		}
		b.status = unique.Make(step.Status).Value() // there are few, and orders are many
		switch {
		case step.Status == supplier.OrderDelivered && b.delivered.IsZero():
			b.delivered = step.At
		case step.Status == supplier.OrderCompleted:
			completed = step.At
		}
	}
	if b.delivered.IsZero() {
		b.delivered = completed
	}
	return b
}

func waybillsOf(o *supplier.Order) string {
	if len(o.Waybills) == 0 {
		return strings.Clone(o.WaybillNumber)
	}
	return strings.Clone(strings.Join(o.Waybills, "; "))
}

// take takes an accrual of the order.
func (b *orderBook) take(a *adder, e *supplier.LedgerEntry, inPeriod bool) {
	b.touched = b.touched || inPeriod
	b.foreign = b.foreign || b.currency != "" && e.Currency != "" && b.currency != e.Currency
	a.add(&b.net, e.Amount)
	if e.Operation == fee {
		return
	}
	a.add(&b.goods, e.Amount)
	b.credited = b.credited || e.Amount.Sign() > 0
	switch e.Operation {
	case b.operation():
		a.add(&b.main, e.Amount)
		b.mains++
		b.last, b.lastID = e.Amount, strings.Clone(e.ID)
	case returned:
	default:
		b.other = true
	}
}

// accruals compares the accruals with the orders.
func (r *reconciler) accruals() Check {
	c := Check{Name: "orders_have_accruals", Expected: zero(), Found: zero()}
	before, dropped := len(r.differences), r.unnamed
	settled := 0
	ways := r.waysOfPayment()
	for _, id := range slices.Sorted(maps.Keys(r.orders)) {
		o := r.orders[id]
		if o.partly {
			continue
		}
		here := r.period.Contains(o.delivered)
		if here && !r.settledBeside(o) {
			settled++
		}
		if o.void() {
			r.judgeReturn(id, o)
		} else if here || o.touched && o.mains > 0 {
			r.judge(id, o, here, &c, ways[o.method])
		}
	}
	r.sharedFindings(ways)
	r.judgeStrangers()
	wrong := len(r.differences) - before + r.unnamed - dropped
	c.OK = wrong == 0 && r.problem == ""
	c.Detail = r.accrued(settled, wrong)
	return c
}

// settledBeside reports whether an order is settled beside the ledger, as the mapping says.
func (r *reconciler) settledBeside(o *orderBook) bool {
	return r.settled.Of(o.method) == supplier.SettledOutside && o.mains == 0 && !o.late && o.due()
}

// void reports whether nothing came of the order by the period's end.
func (b *orderBook) void() bool { return slices.Contains(supplier.VoidOrderStatuses(), b.status) }

// accrued is what the check of the accruals came to, in a line.
func (r *reconciler) accrued(settled, wrong int) wording.Message {
	detail := wording.NewMessage("statement.orders.accrued", settled)
	switch {
	case r.problem != "":
		detail = wording.NewMessage("statement.orders.unknown", settled, wrong, r.problem)
	case wrong > 0:
		detail = wording.NewMessage("statement.orders.wrong", settled, wrong)
	}
	for _, more := range r.remarks() {
		detail = wording.NewMessage("statement.orders.and", detail, more)
	}
	if !r.unasked.IsZero() {
		detail = wording.NewMessage("statement.orders.unasked", detail, r.unasked)
	}
	return detail
}

// judge judges an order that goes well: delivered here, or charged before that.
func (r *reconciler) judge(id string, o *orderBook, here bool, c *Check, way *wayOfPayment) {
	code := r.verdict(o)
	if here && o.expected.IsSet() && (o.mains > 0 || code != "") && r.comparable(o) {
		r.add(&c.Expected, o.expected)
		r.add(&c.Found, o.main)
	}
	if code == "" || way.takes(&r.adder, code, o, here) {
		return
	}
	d := Difference{Code: code, OrderID: id, ExternalID: o.externalID, EntryID: o.lastID, Expected: o.expected, Found: o.main}
	name := calling(o.externalID, id)
	switch code {
	case accrualMissing:
		d.Found = zero()
		on := onDay(o.delivered.In(r.end.Location()))
		d.Message = wording.NewMessage("statement.accrual_missing", name, on, operationWord(o.operation()), r.looked(), r.advice(o.delivered))
		if o.expected.IsSet() {
			d.Message = wording.NewMessage("statement.accrual_missing.due", name, on, operationWord(o.operation()), shown(o.expected), r.looked(), r.advice(o.delivered))
		}
	case accrualDouble:
		d.Message = wording.NewMessage("statement.accrual_double", name, int(o.mains), operationWord(o.operation()), shown(o.main), shown(o.last))
	case accrualDiffers:
		d.Message = wording.NewMessage("statement.accrual_differs", name, operationWord(o.operation()), shown(o.main), shown(o.expected), apart(o.expected, o.main))
	}
	r.differ(d)
}

// The findings of an order that goes well.
const (
	accrualMissing = "accrual_missing"
	accrualDouble  = "accrual_double"
	accrualDiffers = "accrual_differs"
)

// verdict is the finding of an order that goes well, "" where there is none.
func (r *reconciler) verdict(o *orderBook) string {
	how := r.settled.Of(o.method)
	switch {
	case o.mains == 0 && (!o.due() || o.late || how == supplier.SettledOutside):
		return "" // booked in a way of the supplier's own, or later, or not to be booked
	case o.mains == 0 && r.asked != "" && o.currency != "" && o.currency != r.asked:
		return "" // booked among the entries that were not asked for
	case o.mains == 0:
		return accrualMissing
	case o.doubled(&r.adder, how == supplier.SettledOwn):
		return accrualDouble
	case !o.expected.IsSet() || o.foreign || how == supplier.SettledOwn:
		return "" // nothing to compare with
	case how == supplier.SettledNet && o.main.Cmp(o.expected) > 0, how != supplier.SettledNet && o.main.Cmp(o.expected) != 0:
		return accrualDiffers
	}
	return ""
}

// comparable reports whether the order's amounts may be added to those of others.
func (r *reconciler) comparable(o *orderBook) bool {
	return !o.foreign && (o.currency == "" || r.currency == "" || o.currency == r.currency)
}

// doubled reports whether the last entry came after the order was charged already.
// Where its amount is not known the two are the same.
func (b *orderBook) doubled(a *adder, unknown bool) bool {
	if b.mains < 2 {
		return false
	}
	earlier := a.less(b.main, b.last)
	if unknown || !b.expected.IsSet() {
		return earlier.Cmp(b.last) == 0
	}
	return earlier.Cmp(b.expected) == 0 && b.last.Sign() == b.expected.Sign()
}

// judgeReturn judges an order that came back or was never sent: the goods cost nothing
// and earn nothing, and fees only take.
func (r *reconciler) judgeReturn(id string, o *orderBook) {
	beside := r.settled.Of(o.method) == supplier.SettledOutside && o.mains == 0
	kept, lost := o.net.Sign() > 0 && !beside, o.charged() && !o.credited
	if !kept && !lost {
		return
	}
	d := Difference{Code: "return_missing", OrderID: id, ExternalID: o.externalID, EntryID: o.lastID, Expected: zero(), Found: o.goods}
	key := "statement.return_missing.kept"
	if lost {
		key = "statement.return_missing.lost"
	}
	d.Message = wording.NewMessage(key, calling(o.externalID, id), statusWord(o.status), shown(o.goods))
	r.differ(d)
}

// charged reports whether the ledger took the price of the goods: an order that is paid on
// delivery costs nothing, and a small amount is what its way back cost.
func (b *orderBook) charged() bool {
	if b.goods.Sign() >= 0 {
		return false
	}
	return b.main.Sign() < 0 || !b.cod() && b.goods.Cmp(b.expected) <= 0
}

// judgeStrangers names accruals of orders that the service says it does not have, and of
// old orders more than they come to: what was booked for them before is not known.
func (r *reconciler) judgeStrangers() {
	for _, id := range slices.Sorted(maps.Keys(r.strangers)) {
		s, o := r.strangers[id], r.orders[id]
		switch {
		case s.externalID == "" && o == nil:
			r.unasked = wording.NewMessage("statement.orders.unasked.unnumbered")
		case o != nil && o.expected.IsSet() && s.net.Sign() == o.expected.Sign() && magnitude(s.net).Cmp(magnitude(o.expected)) > 0:
			r.differ(Difference{Code: "accrual_differs", OrderID: id, ExternalID: s.externalID, EntryID: s.entryID, Expected: o.expected, Found: s.net,
				Message: wording.NewMessage("statement.accrual_differs.earlier",
					calling(s.externalID, id), shown(s.net), shown(o.expected), apart(o.expected, s.net))})
		case r.absent[id]:
			r.differ(Difference{Code: "accrual_without_order", OrderID: id, ExternalID: s.externalID, EntryID: s.entryID, Expected: zero(), Found: s.net,
				Message: wording.NewMessage("statement.accrual_without_order", shown(s.net), calling(s.externalID, id))})
		}
	}
	if r.unlisted > 0 {
		r.unasked = wording.NewMessage("statement.orders.unasked.more", r.unlisted)
	}
}

func magnitude(m money.Amount) money.Amount {
	if m.Sign() < 0 {
		return m.Negated()
	}
	return m
}
