package statement

import (
	"maps"
	"slices"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// sharedFrom is how many orders of a way of payment a finding needs at least for it to be
// the supplier's way to book them, where every one of them has it.
const sharedFrom = 3

// wayOfPayment is what the orders of one payment method have in common. Amounts are sums
// over its shared finding.
type wayOfPayment struct {
	due, missing         int  // orders delivered in the period, and those without an accrual
	booked, short, over  int  // orders with an accrual: all that can be compared, too little, too much
	known                bool // the ledger has booked an order of it, whenever
	shared               int
	expected, found      money.Amount
	leastOff, mostOff    money.Amount // by how much one order's accrual is off, without the sign
	sharedCode, currency string       // "" where nothing is shared
	mixed                bool         // orders in another currency, which are in no sum
}

// waysOfPayment finds what all delivered orders of a payment method have in common.
func (r *reconciler) waysOfPayment() map[string]*wayOfPayment {
	ways := map[string]*wayOfPayment{}
	for _, o := range r.orders {
		way := ways[o.method]
		if way == nil {
			way = &wayOfPayment{expected: zero(), found: zero()}
			ways[o.method] = way
		}
		way.known = way.known || o.mains > 0 || o.late
		if !o.partly && !o.void() && (r.period.Contains(o.delivered) || o.touched && o.mains > 0) {
			way.count(o, r.verdict(o))
		}
	}
	for _, way := range ways {
		switch {
		case way.due >= sharedFrom && way.missing == way.due && !way.known:
			way.sharedCode = accrualMissing
		case way.booked >= sharedFrom && (way.short == way.booked || way.over == way.booked):
			way.sharedCode = accrualDiffers
		}
	}
	return ways
}

// count counts an order with its finding.
func (w *wayOfPayment) count(o *orderBook, code string) {
	switch {
	case o.mains == 0 && o.due():
		w.due++
		if code == accrualMissing {
			w.missing++
		}
	case o.mains > 0 && o.expected.IsSet() && o.expected.Sign() != 0 && !o.foreign && code != accrualDouble:
		w.booked++
		if code == accrualDiffers && o.main.Cmp(o.expected) < 0 {
			w.short++
		} else if code == accrualDiffers {
			w.over++
		}
	}
}

// takes takes an order's finding into the shared one, where it is that one.
func (w *wayOfPayment) takes(a *adder, code string, o *orderBook, here bool) bool {
	if code != w.sharedCode || code == accrualMissing && !here {
		return false
	}
	if w.shared++; w.shared == 1 {
		w.currency = o.currency
	}
	if w.mixed = w.mixed || o.currency != w.currency; o.currency != w.currency {
		return true
	}
	a.add(&w.expected, o.expected.OrZero())
	a.add(&w.found, o.main)
	off := magnitude(a.less(o.main, o.expected.OrZero()))
	if w.shared == 1 || off.Cmp(w.leastOff) < 0 {
		w.leastOff = off
	}
	if w.shared == 1 || off.Cmp(w.mostOff) > 0 {
		w.mostOff = off
	}
	return true
}

// sharedFindings names what all orders of a payment method share, once, with the line of
// the mapping that says so.
func (r *reconciler) sharedFindings(ways map[string]*wayOfPayment) {
	for _, method := range slices.Sorted(maps.Keys(ways)) {
		way := ways[method]
		if way.shared == 0 {
			continue
		}
		d := Difference{Code: "orders_unbooked", Expected: way.expected, Found: zero()}
		sentence := "statement.orders_unbooked"
		settle := wording.NewMessage("statement.settle", method, string(supplier.SettledOutside))
		if way.sharedCode == accrualDiffers {
			d.Code, d.Found, sentence = "orders_booked_apart", way.found, "statement.orders_booked_apart"
			settle = wording.NewMessage("statement.settle", method, string(supplier.SettledNet))
			if way.over > 0 {
				settle = wording.NewMessage("statement.settle", method, string(supplier.SettledOwn))
			}
		}
		if !slices.Contains(supplier.PaymentMethods(), method) {
			settle = wording.NewMessage("statement.settle.unknown", method)
		}
		d.Message = wording.NewMessage(sentence, way.shared, code{"payment", method}, shown(way.expected), settle, r.looked())
		if way.sharedCode == accrualDiffers {
			d.Message = wording.NewMessage(sentence, way.shared, code{"payment", method}, shown(way.found), shown(way.expected), settle,
				shown(way.leastOff), shown(way.mostOff))
		}
		if way.mixed {
			d.Message = wording.NewMessage("statement.orders.and", d.Message, wording.NewMessage("statement.orders.one_currency", way.currency))
		}
		r.differ(d)
	}
}

// remarks are what was not held against the supplier, and why.
func (r *reconciler) remarks() (out wording.List) {
	beside, foreign := map[string]int{}, 0
	for _, o := range r.orders {
		if o.partly || o.void() || !r.period.Contains(o.delivered) {
			continue
		}
		if r.settledBeside(o) {
			beside[o.method]++
		}
		if o.foreign {
			foreign++
		}
	}
	for _, method := range slices.Sorted(maps.Keys(beside)) {
		out = append(out, wording.NewMessage("statement.orders.outside", beside[method], code{"payment", method}))
	}
	if foreign > 0 {
		out = append(out, wording.NewMessage("statement.orders.foreign", foreign))
	}
	return append(out, r.after.remarks()...)
}
