package desk

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// FoundSince is how long before our first sight of an order one with its number may have
// been made at the supplier; a supplier that has to read its list of orders for a number
// reads no further back.
const FoundSince = 90 * 24 * time.Hour

// ListReader is a Supplier who may have no way to find orders by their numbers but his list of
// all orders: it is read once for many of them.
type ListReader interface {
	Supplier
	// FindsInList reports whether that is so.
	FindsInList() bool
}

// Found lists what the supplier has under the numbers of some orders, the oldest first.
func (d *Desk) Found(ctx context.Context, orders []state.Order) (map[string][]supplier.Order, error) {
	if b, ok := d.Supplier.(Bundler); ok {
		return foundBundled(ctx, b, orders)
	}
	ids := make([]string, len(orders))
	var since time.Time
	for i, order := range orders {
		ids[i] = order.ExternalID
		if since.IsZero() || order.CreatedAt.Before(since) {
			since = order.CreatedAt
		}
	}
	if !since.IsZero() {
		since = since.Add(-FoundSince)
	}
	found := map[string][]supplier.Order{}
	for at, err := range d.Supplier.Orders(ctx, supplier.OrderQuery{ExternalIDs: ids, CreatedFrom: since}) {
		if err != nil {
			return found, err
		}
		found[at.ExternalID] = append(found[at.ExternalID], at)
	}
	for _, under := range found {
		sorting.StableFunc(under, func(a, b supplier.Order) int { return a.CreatedAt.Compare(b.CreatedAt) })
	}
	return found, nil
}
