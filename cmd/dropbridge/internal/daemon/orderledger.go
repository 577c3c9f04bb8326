package daemon

import (
	"context"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/errand"
	"github.com/dropbridge/dropbridge/exporter/closed"
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
	case <-one.Over():
	case <-patience.C:
	case <-ctx.Done():
	}
	state, _ := s.entries.Find(name)
	if state.Running() {
		return page.OrderLedger{Reading: state}, nil
	}
	return page.OrderLedger{OfOrder: *one.Found}, state.Err
}

// entriesName names the look for an order's entries in what was remembered at a time.
func entriesName(changed time.Time, id, number string) string {
	return fmt.Sprintf("%d/%s/%s", changed.UnixNano(), id, number)
}

// entriesOf is the look for the entries of an order: the last one, or one that begins now.
func (s shop) entriesOf(closer *books.Closer, name, id, number string) (*errand.Errand[*closed.OfOrder], error) {
	state, one := s.entries.Find(name)
	if one != nil && (state.Running() || state.Err == nil || time.Since(state.Ended) < failureKept) {
		return one, nil
	}
	found := &closed.OfOrder{}
	one = &errand.Errand[*closed.OfOrder]{Errand: page.Errand{About: number}, Name: name, Most: longestLook, Found: found, Do: func(ctx context.Context, _ func(int64)) (err error) {
		*found, err = closer.OfOrder(ctx, id, number, time.Now())
		return err
	}}
	if err := s.entries.Give(one); err != nil {
		if _, begun := s.entries.Find(name); begun != nil { // by somebody else just now
			return begun, nil
		}
		return nil, err
	}
	return one, nil
}
