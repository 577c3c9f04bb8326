package decide

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const (
	bundleBatch  = 2048 // orders read from the journal at once
	bundleWrites = 256  // decisions that wait for the journal at once: it makes one commit of them
)

// DecideBundle takes one decision about all orders of a bundle of which nobody knows whether
// it came, DecidedPosted or DecidedNotPosted, and gives how many they were. By force what was
// handed over in it did not come: a mail that a server has taken may come back. Those that
// were decided stay so where it fails for others.
func (d *Decisions) DecideBundle(ctx context.Context, a Answer, name string) (decided int, err error) {
	bundlers := d.bundlers()
	if len(bundlers) == 0 {
		return 0, d.refuse(wording.NewMessage("decision.bundle.none"), wording.NewMessage("decision.bundle.none_way"))
	}
	states := []state.State{state.Unknown}
	if a.Force && a.Kind == state.DecidedNotPosted {
		states = append(states, state.HandedOver)
	}
	var orders []state.Order
	for _, in := range states {
		some, err := d.ofBundle(ctx, bundlers, name, in)
		if err != nil {
			return 0, err
		}
		orders = append(orders, some...)
	}
	if len(orders) == 0 {
		return 0, d.refuse(wording.NewMessage("decision.bundle.unknown", told.OneLine(name)), wording.NewMessage("decision.bundle.unknown_way"))
	}
	var mu sync.Mutex
	var rulings []state.Ruling
	var group errgroup.Group
	group.SetLimit(bundleWrites)
	for _, order := range orders {
		one := a
		one.Supplier, one.Source, one.Number = d.NameOf(order.Supplier), cmp.Or(order.Source, state.InboxItself), order.ExternalID
		if a.Kind == state.DecidedPosted {
			one.Value = order.ExternalID
		}
		group.Go(func() error {
			ruling, _, err := d.keep(ctx, one)
			if err == nil {
				mu.Lock()
				rulings = append(rulings, ruling)
				mu.Unlock()
			}
			return err
		})
	}
	err = group.Wait()
	if len(rulings) > 0 {
		err = errors.Join(err, d.after(ctx, rulings...))
	}
	return len(rulings), err
}

// bundlers are the suppliers who take bundles, by the ids that orders have.
func (d *Decisions) bundlers() map[string]desk.Bundler {
	all := map[string]desk.Bundler{}
	for _, of := range d.Each() {
		if b, ok := of.Supplier.(desk.Bundler); ok {
			all[of.ID] = b
		}
	}
	return all
}

// ofBundle are the orders of a bundle in a state.
func (d *Decisions) ofBundle(ctx context.Context, of map[string]desk.Bundler, name string, in state.State) (found []state.Order, err error) {
	for after := int64(0); ; {
		orders, err := d.Journal.Orders(ctx, state.OrderQuery{Account: d.Config.Account, States: []state.State{in}, After: after, Limit: bundleBatch})
		if err != nil {
			return nil, fmt.Errorf("read the orders of the file: %w", err)
		}
		for _, order := range orders {
			after = order.ID
			b, ok := of[order.Supplier]
			if !ok {
				continue
			}
			if bundle, _ := b.BundleOf(order.Body); bundle == name {
				order.Body, order.Content = nil, nil // they are many
				found = append(found, order)
			}
		}
		if len(orders) < bundleBatch {
			return found, nil
		}
	}
}
