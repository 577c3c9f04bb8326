package desk

import (
	"context"
	"errors"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Bundler is a Supplier who takes orders in bundles, such as a file of all orders of a day,
// and who cannot be asked under which number he has what. The bodies of orders name their
// bundle, so that the journal knows it before the bundle leaves.
type Bundler interface {
	Supplier
	// Together reports whether all orders that are due make one bundle, or each its own.
	Together() bool
	// Opens is when an order leaves that became ready at a time; that time itself where there
	// is nothing to wait for.
	Opens(ready time.Time) time.Time
	// Bundle gives the bodies of the orders of one bundle, with its name in them. Nothing leaves.
	Bundle(bodies [][]byte) ([][]byte, error)
	// CreateOrders sends one bundle, in exactly one attempt: its error is that of each order.
	CreateOrders(ctx context.Context, bodies [][]byte) ([]supplier.Created, error)
	// FindOrder looks for the bundle that a body names; supplier.ErrUnmapped where it names none.
	FindOrder(ctx context.Context, body []byte) (at supplier.Order, found bool, err error)
	// BundleOf is the bundle that a body names, and where a person can look for it; "" where it
	// names none.
	BundleOf(body []byte) (name string, trace wording.Message)
	// Withdraw reports whether the bundle that a body names certainly never left, and keeps
	// whoever may still be at it from sending it.
	Withdraw(body []byte) bool
}

// foundBundled is Found where the supplier takes bundles. One order that was sent and whose
// body names none, as of an earlier journal, is not found; one that was not sent yet cannot
// be looked for.
func foundBundled(ctx context.Context, b Bundler, orders []state.Order) (map[string][]supplier.Order, error) {
	found := map[string][]supplier.Order{}
	for _, order := range orders {
		at, there, err := b.FindOrder(ctx, order.Body)
		if errors.Is(err, supplier.ErrUnmapped) && order.State == state.Unknown {
			err = nil
		}
		if err != nil {
			return found, err
		}
		if there {
			found[order.ExternalID] = append(found[order.ExternalID], at)
		}
	}
	return found, nil
}
