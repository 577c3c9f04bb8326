package daemon

import (
	"context"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/internal/web/page"
)

// ledgerPatience is how long the page of an order waits for its entries: it is shown without
// them otherwise, and has them when it renews itself.
const ledgerPatience = 500 * time.Millisecond

// OrderLedger implements page.Shop. What is remembered is looked through once for each order,
// until another export is remembered.
func (s shop) OrderLedger(ctx context.Context, supplier, id, number string) (page.OrderLedger, error) {
	closer := s.Closer.Of(supplier)
	if closer == nil || closer.HasLedger() != nil {
		return page.OrderLedger{None: true}, nil
	}
	changed, err := closer.Remembered()
	if err != nil || changed.IsZero() {
		return page.OrderLedger{}, err
	}
	name := supplier + entriesName(changed, id, number)
	one, err := s.entriesOf(closer, name, id, number)
	if err != nil {
		return page.OrderLedger{}, err
	}
	patience := time.NewTimer(ledgerPatience)
	defer patience.Stop()
	select {
	case <-one.over:
	case <-patience.C:
	case <-ctx.Done():
	}
	state, _ := s.entries.find(name)
	if state.Running() {
		return page.OrderLedger{Reading: state}, nil
	}
	return page.OrderLedger{OfOrder: one.found.ledger}, state.Err
}

// entriesName names the look for an order's entries in what was remembered at a time.
func entriesName(changed time.Time, id, number string) string {
	return fmt.Sprintf("%d/%s/%s", changed.UnixNano(), id, number)
}

// entriesOf is the look for the entries of an order: the last one, or one that begins now.
func (s shop) entriesOf(closer *books.Closer, name, id, number string) (*errand, error) {
	state, one := s.entries.find(name)
	if one != nil && (state.Running() || state.Err == nil || time.Since(state.Ended) < failureKept) {
		return one, nil
	}
	found := &seen{}
	one = &errand{Errand: page.Errand{About: number}, name: name, most: longestLook, found: found, do: func(ctx context.Context, _ func(int64)) (err error) {
		found.ledger, err = closer.OfOrder(ctx, id, number, time.Now())
		return err
	}}
	if err := s.entries.give(one); err != nil {
		if _, begun := s.entries.find(name); begun != nil { // by somebody else just now
			return begun, nil
		}
		return nil, err
	}
	return one, nil
}
