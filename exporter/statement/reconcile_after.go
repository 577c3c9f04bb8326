package statement

import (
	"context"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// lookahead is what became of looking for accruals behind the period.
type lookahead struct {
	until   time.Time // exclusive; zero where nothing was looked for
	cut     bool      // the reading came before the days were over
	found   int       // orders that are booked there
	problem string    // why not all entries of those days are known
}

// daysAfter is in how many days after the period an order of its end may be booked.
const daysAfter = 14

// lookAfter reads the days after the period where a delivered order has no accrual yet.
// Their entries tell that it is booked, and are in no figure.
func (r *reconciler) lookAfter(ctx context.Context, source Source) error {
	from, until := r.period.To, r.period.To.AddDate(0, 0, daysAfter)
	if !from.Before(r.now) || !r.misses() {
		return nil
	}
	if r.now.Before(until) {
		until, r.after.cut = r.now, true
	}
	r.after.until = until
	for e, err := range source.Ledger(supplier.LedgerQuery{From: from, To: until}).Entries(ctx) {
		switch supplier.KindOf(err) {
		case supplier.KindIncomplete, supplier.KindRejected:
			r.after.problem = err.Error()
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the ledger after the period: %w", err)
		}
		if e.PostedAt.Before(from) || !e.PostedAt.Before(until) {
			continue
		}
		r.bookLate(&e)
	}
	return nil
}

// misses reports whether an order was delivered in the period and is not booked.
func (r *reconciler) misses() bool {
	for _, o := range r.orders {
		if !o.partly && !o.void() && r.period.Contains(o.delivered) && r.verdict(o) == accrualMissing {
			return true
		}
	}
	return false
}

// bookLate notes that an order of the period is booked after it.
func (r *reconciler) bookLate(e *supplier.LedgerEntry) {
	o := r.orderOf(e)
	if o == nil || o.late || e.Kind != kindAccrual || e.Operation == fee || e.Operation == returned {
		return
	}
	if o.late = true; !o.void() && o.mains == 0 && r.period.Contains(o.delivered) {
		r.after.found++
	}
}

// advice says what to do where there is no accrual of an order that was delivered then.
func (r *reconciler) advice(delivered time.Time) wording.Message {
	switch {
	case r.after.until.IsZero() || r.after.problem != "":
		return wording.NewMessage("statement.missing.next")
	case r.after.cut && delivered.AddDate(0, 0, daysAfter).After(r.now):
		return wording.NewMessage("statement.missing.wait")
	}
	return wording.NewMessage("statement.missing.ask")
}

// looked says until when an accrual was looked for.
func (r *reconciler) looked() wording.Message {
	switch {
	case r.after.until.IsZero() || r.after.problem != "":
		return wording.NewMessage("statement.looked.within")
	case r.after.cut:
		return wording.NewMessage("statement.looked.so_far", onMinute(r.after.until))
	}
	return wording.NewMessage("statement.looked.after", onDay(r.after.until.Add(-1)))
}

func (l *lookahead) remarks() (out wording.List) {
	if l.found > 0 {
		out = append(out, wording.NewMessage("statement.orders.booked_after", l.found))
	}
	if l.problem != "" {
		out = append(out, wording.NewMessage("statement.orders.after_unread", l.problem))
	}
	return out
}
