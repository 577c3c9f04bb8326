package statement

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// companions are what the ledger is compared with beside itself: the orders with their
// parcels, and what was exported before.
type companions struct {
	orders    *reconciler     // nil where they are not compared
	notOrders wording.Message // why not
	history   *memory         // nil where nothing is remembered

	noHistory string // why the last export cannot be compared, though it should be
}

func (r *reader) openCompanions(ctx context.Context) (err error) {
	if r.o.Memory != "" {
		if r.history, err = openMemory(r.o.Memory, r.o.Account, r.o.Period, r.o.Now); err != nil {
			r.leaveHistory(err)
		}
	}
	if !r.o.Orders {
		r.notOrders = wording.NewMessage("statement.orders.unread")
		return nil
	}
	r.orders = newReconciler(r.o.Period, r.o.Now)
	r.orders.asked = r.o.Currency
	return r.withoutOrders(r.orders.read(ctx, r.source))
}

// withoutOrders goes on without orders where the supplier does not list them.
func (r *reader) withoutOrders(err error) error {
	switch supplier.KindOf(err) {
	case supplier.KindRejected, supplier.KindNotFound:
		r.orders, r.notOrders = nil, wording.NewMessage("statement.orders.refused", err)
		return nil
	}
	return err
}

// waybills are those of an order, joined.
func (r *reader) waybills(order string) string {
	if r.orders == nil {
		return ""
	}
	return r.orders.waybills(order)
}

func (r *reader) reconcile(e *supplier.LedgerEntry, inPeriod bool) {
	if r.orders != nil {
		r.orders.entry(e, inPeriod)
	}
}

// leaveHistory goes on without the memory: the statement is worth more than the comparison.
func (r *reader) leaveHistory(err error) {
	r.forget()
	r.history, r.noHistory = nil, err.Error()
}

func (r *reader) noteBefore(e *supplier.LedgerEntry) error {
	if r.history == nil || r.goesOn {
		return nil
	}
	return r.history.noteBefore(e)
}

func (r *reader) note(e *supplier.LedgerEntry) error {
	if r.history == nil {
		return nil
	}
	return r.history.noteWithin(e)
}

// finishOrders adds what the orders say.
func (r *reader) finishOrders(ctx context.Context, s *Statement) error {
	if r.orders != nil {
		if err := r.withoutOrders(r.orders.ask(ctx, r.source, s.Holds)); err != nil {
			return err
		}
	}
	if r.orders != nil {
		if err := r.orders.lookAfter(ctx, r.source); err != nil {
			return err
		}
	}
	if r.orders == nil {
		s.uncheck("orders_have_accruals", r.notOrders)
		s.uncheck("holds_have_reason", r.notOrders)
		return nil
	}
	differences, checks := r.orders.finish(s.Holds)
	s.Differences = append(s.Differences, differences...)
	s.Checks = append(s.Checks, checks...)
	return r.orders.err
}

// finishHistory adds what changed since the exports before.
func (r *reader) finishHistory(s *Statement) {
	if r.history != nil {
		at := balances{r.start.balance, s.Opening, s.Closing}
		if err := r.history.compare(r.seen, r.shownSince(), at); err != nil {
			r.leaveHistory(err)
		}
	}
	switch {
	case r.noHistory != "":
		s.Checks = append(s.Checks, Check{Name: "history_unchanged", Detail: wording.NewMessage("statement.history.unusable", r.noHistory)})
	case r.history == nil:
		s.uncheck("history_unchanged", wording.NewMessage("statement.history.none"))
	default:
		f := &r.history.findings
		s.Late, s.Gone, s.Changed, s.history = f.Late, f.Gone, f.Changed, r.history
		s.Checks = append(s.Checks, r.history.check(r.zone))
	}
}

// shownSince is the time before which the supplier does not show its entries any more; zero
// where it shows all.
func (r *reader) shownSince() time.Time {
	switch {
	case !r.start.stated || r.goesOn:
		return time.Time{}
	case r.earlier == 0:
		return r.o.Period.From
	}
	return r.start.at
}

// forget lets go of what a failed export would have remembered.
func (r *reader) forget() {
	if r.history != nil {
		r.history.abort()
	}
}

// Remember keeps what was exported, for the next export of the same period to be compared
// with. It is for when the file has been published. An export that lacks entries is not
// kept, as the next one would call them late; and what changed since the last one is said
// at each export, until somebody accepts it.
func (s *Statement) Remember(accept bool) error {
	history := s.history
	if history == nil || s.Partial() || history.differs() && !accept {
		return nil
	}
	s.history = nil
	return history.commit()
}

// Forget lets go of what Remember would keep. It is harmless after Remember.
func (s *Statement) Forget() {
	if s.history != nil {
		s.history.abort()
		s.history = nil
	}
}
