package statement

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unique"

	"github.com/dropbridge/dropbridge/internal/money"
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
	mains      int32        // entries of its operation
	other      bool         // an accrual that may be the order's in another supplier's way
	cod        bool         // it is paid on delivery
	partly     bool         // it was looked up late: entries may have passed before
	credited   bool         // something was given back
	touched    bool         // in the period
}

// operation is what the expected amount is booked as.
func (b *orderBook) operation() string {
	if b.cod {
		return orderMargin
	}
	return orderCost
}

func newOrderBook(o *supplier.Order, end time.Time) *orderBook {
	b := &orderBook{externalID: strings.Clone(o.ExternalID), waybills: waybillsOf(o), cod: o.Payment.Method == supplier.PaymentCOD,
		main: zero(), goods: zero(), net: zero()}
	switch {
	case b.cod:
		b.expected = o.Totals.Profit
	case o.Totals.DropTotal.IsSet():
		b.expected = o.Totals.DropTotal.Negated()
	}
	steps := slices.Clone(o.StatusHistory)
	if len(steps) == 0 {
		steps = []supplier.StatusChange{{Status: o.Status, At: o.UpdatedAt}}
	}
	slices.SortStableFunc(steps, func(x, y supplier.StatusChange) int { return x.At.Compare(y.At) })
	var completed time.Time
	for _, step := range steps {
		if !step.At.Before(end) {
			break
		}
		b.status = unique.Make(step.Status).Value() // there are few, and orders are many
		switch {
		case step.Status == "delivered" && b.delivered.IsZero():
			b.delivered = step.At
		case step.Status == "completed":
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
	for _, id := range slices.Sorted(maps.Keys(r.orders)) {
		o := r.orders[id]
		if o.partly {
			continue
		}
		here := r.period.Contains(o.delivered)
		if here {
			settled++
		}
		switch {
		case o.status == "returned" || o.status == "cancelled":
			r.judgeReturn(id, o)
		case here || o.touched && o.mains > 0:
			r.judge(id, o, here, &c)
		}
	}
	r.judgeStrangers()
	wrong := len(r.differences) - before + r.unnamed - dropped
	c.OK = wrong == 0 && r.problem == ""
	switch {
	case r.problem != "":
		c.Detail = wording.NewMessage("statement.orders.unknown", settled, wrong, r.problem)
	case wrong > 0:
		c.Detail = wording.NewMessage("statement.orders.wrong", settled, wrong)
	default:
		c.Detail = wording.NewMessage("statement.orders.accrued", settled)
	}
	if r.unasked != "" {
		c.Detail = wording.NewMessage("statement.orders.unasked", c.Detail, r.unasked)
	}
	return c
}

// judge judges an order that goes well: delivered here, or charged before that.
func (r *reconciler) judge(id string, o *orderBook, here bool, c *Check) {
	d := Difference{OrderID: id, ExternalID: o.externalID, EntryID: o.lastID, Expected: o.expected, Found: o.main}
	name := calling(o.externalID, id)
	switch {
	case o.mains == 0 && o.other: // booked in a way of the supplier's own
	case o.mains == 0 && o.expected.IsSet() && o.expected.Sign() == 0: // nothing to book
	case o.mains == 0:
		d.Code, d.Found = "accrual_missing", zero()
		on := onDay(o.delivered.In(r.end.Location()))
		d.Message = wording.NewMessage("statement.accrual_missing", name, on, operationWord(o.operation()))
		if o.expected.IsSet() {
			d.Message = wording.NewMessage("statement.accrual_missing.due", name, on, operationWord(o.operation()), shown(o.expected))
		}
	case o.doubled(&r.adder):
		d.Code = "accrual_double"
		d.Message = wording.NewMessage("statement.accrual_double", name, int(o.mains), operationWord(o.operation()), shown(o.main), shown(o.last))
	case o.expected.IsSet() && o.main.Cmp(o.expected) != 0:
		d.Code = "accrual_differs"
		d.Message = wording.NewMessage("statement.accrual_differs", name, operationWord(o.operation()), shown(o.main), shown(o.expected), apart(o.expected, o.main))
	}
	if here && o.expected.IsSet() && (o.mains > 0 || d.Code != "") {
		r.add(&c.Expected, o.expected)
		r.add(&c.Found, o.main)
	}
	if d.Code != "" {
		r.differ(d)
	}
}

// doubled reports whether the last entry came after the order was charged already.
func (b *orderBook) doubled(a *adder) bool {
	if b.mains < 2 {
		return false
	}
	earlier := a.less(b.main, b.last)
	if !b.expected.IsSet() {
		return earlier.Cmp(b.last) == 0
	}
	return earlier.Cmp(b.expected) == 0 && b.last.Sign() == b.expected.Sign()
}

// judgeReturn judges an order that came back or was never sent: the goods cost nothing
// and earn nothing, and fees only take.
func (r *reconciler) judgeReturn(id string, o *orderBook) {
	kept, lost := o.net.Sign() > 0, o.goods.Sign() < 0 && !o.credited
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

// judgeStrangers names accruals of orders that the service says it does not have, and of
// old orders more than they come to: what was booked for them before is not known.
func (r *reconciler) judgeStrangers() {
	for _, id := range slices.Sorted(maps.Keys(r.strangers)) {
		s, o := r.strangers[id], r.orders[id]
		switch {
		case s.externalID == "" && o == nil:
			r.unasked = "accruals name orders without the client's number"
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
		r.unasked = fmt.Sprintf("%d more accruals name orders that are not known", r.unlisted)
	}
}

func magnitude(m money.Amount) money.Amount {
	if m.Sign() < 0 {
		return m.Negated()
	}
	return m
}
