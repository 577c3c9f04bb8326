package statement

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// beginning is the balance that a ledger begins with where the supplier does not show it
// from its first entry on.
type beginning struct {
	balance supplier.Balance
	stated  bool
	at      time.Time // of the first entry that is shown
}

// kindOpening is the kind of the group that carries such a balance.
const kindOpening = "opening"

// readAll reads the period, and before that its past where it is not remembered, or where
// the supplier's opening is another one than was remembered.
func (r *reader) readAll(ctx context.Context) error {
	q := supplier.LedgerQuery{From: r.o.Period.From, To: r.o.Period.To}
	if r.history != nil && r.history.known && !r.o.FromTheStart {
		r.within.begin = func(e *supplier.LedgerEntry) error { return r.goOn(ctx, e) }
		return r.read(ctx, &r.within, q, r.take)
	}
	if err := r.readPast(ctx); err != nil {
		return err
	}
	r.within.begin = func(e *supplier.LedgerEntry) error {
		r.openPeriod(e)
		return nil
	}
	return r.read(ctx, &r.within, q, r.take)
}

// goOn goes on from what was remembered where the supplier's opening is the same, and else
// reads the past.
func (r *reader) goOn(ctx context.Context, e *supplier.LedgerEntry) error {
	if !agreesWith(r.history.reached, r.within.meta(), e) {
		err := r.readPast(ctx)
		r.openPeriod(e)
		return err
	}
	past := &r.history.past
	if past.Opening.Available.IsSet() && !sameBalance(past.Opening, noBalance()) {
		r.start.stated, r.start.balance = true, past.Opening
		r.carry()
	}
	r.goesOn = true
	err := r.history.replay(func(e *supplier.LedgerEntry) error {
		if r.start.at.IsZero() {
			r.start.at = e.PostedAt
		}
		r.seen.add(e)
		r.currencies.take(e, r.zone)
		return r.open(e)
	})
	r.opening = r.balance
	return err
}

// openPeriod takes the opening, after the past was read. Where nothing stands in it, the
// first entry of the period tells what the ledger begins with.
func (r *reader) openPeriod(e *supplier.LedgerEntry) {
	meta := r.before.meta()
	if !meta.Opening.IsSet() {
		meta = r.within.meta()
	}
	if r.earlier == 0 {
		r.beginWith(meta, e)
	}
	r.opening = r.balance
}

// agreesWith reports whether the supplier says of itself that a period opens with a
// balance: in what it states of the period, or in its first entry.
func agreesWith(opening supplier.Balance, meta supplier.LedgerMeta, e *supplier.LedgerEntry) bool {
	stated := supplier.Balance{Available: meta.Opening}
	if e != nil {
		before := balanceBefore(e)
		if stated.Posted, stated.Held = before.Posted, before.Held; !stated.Available.IsSet() {
			stated.Available = before.Available
		}
	}
	return stated.Available.IsSet() && stated.Available.Cmp(opening.Available) == 0 &&
		(!stated.Posted.IsSet() || stated.Posted.Cmp(opening.Posted) == 0) &&
		(!stated.Held.IsSet() || stated.Held.Cmp(opening.Held) == 0)
}

// balanceBefore is the balance before an entry by the one that it states behind it; what
// it does not state is absent.
func balanceBefore(e *supplier.LedgerEntry) supplier.Balance {
	b, none := e.BalanceAfter, supplier.Balance{}
	back := *e
	back.Amount = e.Amount.Negated()
	var a adder
	due := b
	for _, p := range []*money.Amount{&due.Posted, &due.Held, &due.Available} {
		*p = p.OrZero()
	}
	if a.move(&due, &back); a.err != nil {
		return none
	}
	for _, p := range []struct{ stated, due *money.Amount }{{&b.Posted, &due.Posted}, {&b.Held, &due.Held}, {&b.Available, &due.Available}} {
		if p.stated.IsSet() {
			*p.stated = *p.due
		}
	}
	return b
}

// readPast reads what stands before the period.
func (r *reader) readPast(ctx context.Context) error {
	if r.history != nil {
		if err := r.history.readsPast(); err != nil {
			r.leaveHistory(err)
		}
	}
	r.before.begin = func(e *supplier.LedgerEntry) error {
		if e != nil {
			r.start.at = e.PostedAt
		}
		r.beginWith(r.before.meta(), e)
		return nil
	}
	return r.read(ctx, &r.before, supplier.LedgerQuery{To: r.o.Period.From}, r.open)
}

// beginWith opens the ledger with the balance that the supplier states before its first
// entry, where that is not nothing: suppliers keep the entries of some months.
func (r *reader) beginWith(meta supplier.LedgerMeta, e *supplier.LedgerEntry) {
	if r.o.Currency != "" {
		return // what is stated may be of all currencies
	}
	b := supplier.Balance{}
	if e != nil {
		b = balanceBefore(e)
	}
	switch {
	case !meta.Opening.IsSet():
	case b.Available.IsSet() && b.Available.Cmp(meta.Opening) == 0:
	default:
		b = supplier.Balance{Posted: meta.Opening, Held: zero(), Available: meta.Opening}
	}
	if b.Available.Sign() == 0 && b.Held.Sign() == 0 {
		return
	}
	if !b.Available.IsSet() || !b.Posted.IsSet() || !b.Held.IsSet() {
		b = supplier.Balance{Posted: b.Available, Held: zero(), Available: b.Available}
	}
	if e != nil {
		r.start.at = e.PostedAt
	}
	if b.Available.IsSet() {
		r.start.balance, r.start.stated = b, true
		r.carry()
	}
}

// carry gives the balance that the ledger begins with to all that goes on from it.
func (r *reader) carry() {
	b := r.start.balance
	r.balance, r.running.last = b, b
	r.holds.unshown = b.Held
	r.payouts.left = b.Available
	r.groups.carry(kindOpening, b.Available)
}

// openingSource says where the opening comes from.
func (r *reader) openingSource() OpeningSource {
	o := OpeningSource{Source: OpeningEntries, words: wording.NewMessage("statement.opening.entries", r.earlier)}
	if r.goesOn {
		export := r.history.past.Last
		o.Source, o.Exported = OpeningRemembered, export.At
		o.words = wording.NewMessage("statement.opening.memory", exportName(export, r.zone))
	}
	if !r.start.stated {
		return o
	}
	o.Begins, o.Stated = r.start.at, r.start.balance.Available
	gap := wording.NewMessage("statement.opening.gap", shown(o.Stated))
	if !o.Begins.IsZero() {
		gap = wording.NewMessage("statement.opening.gap_before", shown(o.Stated), onMinute(o.Begins.In(r.zone)))
	}
	if !r.goesOn {
		o.Source, o.words = OpeningStated, gap
		return o
	}
	o.words = wording.NewMessage("statement.meta.and", o.words, gap)
	return o
}
