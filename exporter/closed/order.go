package closed

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// OfOrder is what is remembered of one order.
type OfOrder struct {
	Entries []supplier.LedgerEntry          // the first posted first
	Payouts map[string]supplier.LedgerEntry // that are remembered of those that Entries name, by their PayoutID
	Until   time.Time                       // up to which the ledger was exported; zero: nothing is remembered
	Gaps    bool                            // some time before that is not remembered, or without orders
}

// betweenChecks is how many entries are looked at until it is asked whether to go on.
const betweenChecks = 1000

// OfOrder finds the entries of an order by its number at the supplier, or by the client's own
// where an entry names no other. All that is remembered is looked through: a million entries
// take seconds, and ctx can end it.
func (b *Books) OfOrder(ctx context.Context, id, externalID string) (found OfOrder, err error) {
	look := orderLook{id: id, externalID: externalID, payouts: map[string]supplier.LedgerEntry{}}
	found.Gaps = len(b.Damaged) > 0
	reached := time.Time{}
	for _, s := range b.stretches {
		found.Gaps = found.Gaps || !s.export.whole() || !s.From.Equal(reached)
		reached, found.Until = s.To, s.To
		if s.export.At.Before(s.To) {
			found.Until = s.export.At
		}
		if !s.export.whole() {
			continue
		}
		if err := look.through(ctx, s); err != nil {
			return OfOrder{}, fmt.Errorf("read what was exported before: %w", err)
		}
	}
	found.Entries, found.Payouts = look.entries, look.named()
	sorting.StableFunc(found.Entries, func(x, y supplier.LedgerEntry) int {
		return cmp.Or(x.PostedAt.Compare(y.PostedAt), cmp.Compare(x.ID, y.ID))
	})
	return found, nil
}

// orderLook looks for the entries of an order.
type orderLook struct {
	id, externalID string
	entries        []supplier.LedgerEntry
	payouts        map[string]supplier.LedgerEntry // all, by how entries may name them
}

func (l *orderLook) through(ctx context.Context, s stretch) error {
	n := 0
	for e, err := range s.export.entries() {
		if n++; err == nil && n%betweenChecks == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if s.Contains(e.PostedAt) {
			l.take(&e.LedgerEntry)
		}
	}
	return nil
}

func (l *orderLook) take(e *supplier.LedgerEntry) {
	switch {
	case e.Kind == "payout": // what it covers names it, too
		own := e.Clone()
		l.payouts[own.ID] = own
		if own.PayoutID != "" {
			l.payouts[own.PayoutID] = own
		}
	case e.OrderID != "" && e.OrderID == l.id, e.OrderID == "" && e.OrderExternalID != "" && e.OrderExternalID == l.externalID:
		l.entries = append(l.entries, e.Clone())
	}
}

// named are the payouts that the order's entries name.
func (l *orderLook) named() map[string]supplier.LedgerEntry {
	named := map[string]supplier.LedgerEntry{}
	for _, e := range l.entries {
		if payout, known := l.payouts[e.PayoutID]; known && e.PayoutID != "" {
			named[e.PayoutID] = payout
		}
	}
	return named
}
