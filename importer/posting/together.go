package posting

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// postBundled is postAll for a supplier who takes bundles: what is due of the query makes
// one, or one each. Bundles go one after the other.
func (p *Posting) postBundled(ctx context.Context, b desk.Bundler, query state.OrderQuery, settled func()) (tried int, err error) {
	var due []state.Order
	for p.mayPost(ctx) {
		orders, err := p.Journal.Orders(ctx, query)
		if err != nil {
			return tried, fmt.Errorf("read the orders to post: %w", err)
		}
		if len(orders) == 0 {
			break
		}
		tried, query.After = tried+len(orders), orders[len(orders)-1].ID
		if orders, err = p.vetted(ctx, orders); err != nil {
			return tried, err
		}
		if orders, err = p.opened(ctx, b, orders, settled); err != nil {
			return tried, err
		}
		due = append(due, orders...)
	}
	for len(due) > 0 && p.mayPost(ctx) {
		bundle := due[:bundled(len(due), b.Together())]
		due = due[len(bundle):]
		if err := p.postBundle(ctx, b, bundle, settled); err != nil {
			return tried, err
		}
	}
	return tried, nil
}

// mostBundled is how many orders make one bundle at most: their intents have to be durable
// well within the time of an attempt, or the bundle never leaves.
const mostBundled = 20_000

// bundled is how many of the orders that are due make the next bundle.
func bundled(due int, together bool) int {
	if together {
		return min(due, mostBundled)
	}
	return min(due, 1)
}

// opened are those of some ready orders whose time has come. A fresh one waits until the
// time of the day's bundle; one that waited, was tried or is asked for by a person does not.
func (p *Posting) opened(ctx context.Context, b desk.Bundler, orders []state.Order, settled func()) ([]state.Order, error) {
	now := p.Config.Now()
	var out, wait []state.Order
	for _, order := range orders {
		opens := b.Opens(order.ChangedAt)
		if order.Code != "" || !opens.After(now) {
			out = append(out, order)
			continue
		}
		wait = append(wait, order.Settle(state.Outcome{State: state.Ready, Code: state.CodeNextBundle, Delay: opens.Sub(now),
			Message: wording.NewMessage("next_bundle", told.Clock(opens))}, now))
	}
	err := sideBySide(len(wait), func(i int) error {
		if _, err := p.Journal.Swap(ctx, wait[i]); err != nil && !errors.Is(err, state.ErrStale) {
			return fmt.Errorf("note that order %s waits: %w", told.OneLine(wait[i].ExternalID), err)
		}
		p.changed(wait[i].ID)
		return nil
	})
	for range wait {
		if settled != nil {
			settled()
		}
	}
	return out, err
}

// postBundle makes one attempt with all of some orders: their intents name the bundle
// before it leaves, and each gets the outcome.
func (p *Posting) postBundle(ctx context.Context, b desk.Bundler, orders []state.Order, settled func()) error {
	orders, leave := p.board(orders)
	defer leave()
	began := p.Config.Now()
	sending, err := p.intend(ctx, b, orders)
	if err != nil || len(sending) == 0 {
		return err
	}
	outcomes := p.sendBundle(ctx, b, sending, began)
	for range sending {
		if settled != nil {
			settled()
		}
	}
	errs := make([]error, len(sending)) // what one order meets keeps no other from being noted
	_ = sideBySide(len(sending), func(i int) error {
		errs[i] = p.conclude(ctx, sending[i], outcomes[i])
		return nil
	})
	return firstOf(errs)
}

// firstOf is the first error of many, which say the same.
func firstOf(all []error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// board lets orders enter the flight; those that are in it already stay behind.
func (p *Posting) board(orders []state.Order) (entered []state.Order, leave func()) {
	for _, order := range orders {
		if p.flight.enter(order.ID) {
			entered = append(entered, order)
		}
	}
	return entered, func() {
		for _, order := range entered {
			p.flight.leave(order.ID)
		}
	}
}

// intend makes the intents of a bundle durable and gives the orders that it took: others
// may have taken some.
func (p *Posting) intend(ctx context.Context, b desk.Bundler, orders []state.Order) ([]state.Order, error) {
	if p.Journal.Present() != nil {
		return nil, nil // what would be noted now nobody would find; Trusted says it
	}
	now := p.Config.Now()
	orders, err := p.sendable(ctx, orders, now)
	if err != nil || len(orders) == 0 {
		return nil, err
	}
	bodies, cause := b.Bundle(bodiesOf(orders))
	if cause != nil {
		out := state.Classify(orders[0], supplier.Created{}, cause)
		if out.Halt == state.HaltNothing {
			return nil, fmt.Errorf("bundle orders: %w", cause)
		}
		p.steer(out, cause)
		return nil, nil // nothing of them changed: they are ready still
	}
	taken := make([]state.Order, len(orders))
	err = sideBySide(len(orders), func(i int) error {
		order := orders[i]
		order.Body = bodies[i]
		sending, err := p.Journal.SwapBody(ctx, order.Began(p.owner.Name, now, 3*p.Config.Attempt+desk.ClockSkew))
		if errors.Is(err, state.ErrStale) {
			return nil // another process posts it
		}
		if err != nil {
			return fmt.Errorf("note that order %s is being sent: %w", told.OneLine(order.ExternalID), err)
		}
		taken[i] = sending
		return nil
	})
	return slices.DeleteFunc(taken, func(o state.Order) bool { return o.ID == 0 }), err
}

func bodiesOf(orders []state.Order) [][]byte {
	out := make([][]byte, len(orders))
	for i := range orders {
		out[i] = orders[i].Body
	}
	return out
}

// sendable are the orders of a bundle that may leave, with their bodies as they are written
// today. The others are settled.
func (p *Posting) sendable(ctx context.Context, orders []state.Order, now time.Time) ([]state.Order, error) {
	settled := make([]bool, len(orders))
	err := sideBySide(len(orders), func(i int) (err error) {
		settled[i], err = p.settledBefore(ctx, orders[i], now)
		return err
	})
	if err != nil {
		return nil, err
	}
	var out []state.Order
	numbers := map[string]bool{}
	for i, order := range orders {
		if settled[i] {
			continue
		}
		if numbers[order.ExternalID] {
			if err := p.clashes(ctx, order, now); err != nil {
				return nil, err
			}
			continue
		}
		if body, err := p.Written(order); err != nil {
			if err := p.refuseUnwritten(ctx, order, err, now); err != nil {
				return nil, err
			}
			continue
		} else if body != nil {
			order.Body = body
		}
		numbers[order.ExternalID] = true
		out = append(out, order)
	}
	return out, nil
}

// settledBefore settles an order that must not leave: one that may have left before, one
// that nobody wants any more, and one whose number another order has, as the supplier could
// not tell the two apart.
func (p *Posting) settledBefore(ctx context.Context, order state.Order, now time.Time) (bool, error) {
	if order.Doubtful && !p.mayRepeat(order, now) {
		return true, p.withhold(ctx, order, now)
	}
	if off, err := p.heldBack(ctx, order, now); off || err != nil {
		return off, err
	}
	same, err := p.Journal.Orders(ctx, state.OrderQuery{Account: p.Config.Account, Suppliers: p.orders(), RemoteIDs: []string{order.ExternalID}, States: []state.State{state.Accepted}, Limit: 1})
	if err != nil {
		return false, fmt.Errorf("look for another order %s: %w", told.OneLine(order.ExternalID), err)
	}
	if len(same) == 0 {
		return false, nil
	}
	return true, p.clashes(ctx, order, now)
}

// clashes settles an order whose number another one has.
func (p *Posting) clashes(ctx context.Context, order state.Order, now time.Time) error {
	out := state.Classify(order, supplier.Created{}, &supplier.Error{Kind: supplier.KindConflict, ExistingOrderID: order.ExternalID})
	if _, err := p.Journal.Swap(ctx, order.Settle(out, now)); err != nil && !errors.Is(err, state.ErrStale) {
		return fmt.Errorf("note that the supplier has another order %s: %w", told.OneLine(order.ExternalID), err)
	}
	p.changed(order.ID)
	return nil
}

// sendBundle makes the attempt while the leases are fresh, and gives the outcome of each order.
func (p *Posting) sendBundle(ctx context.Context, b desk.Bundler, sending []state.Order, began time.Time) []state.Outcome {
	var created []supplier.Created
	cause := state.ErrHeldUp
	// The lease is three attempts long: one for the intents, one for the bundle, one to spare.
	if p.Confirm(ctx, p.OnTime(began)) == nil && p.SignAttempt() == nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), p.Config.Attempt)
		defer cancel()
		created, cause = b.CreateOrders(ctx, bodiesOf(sending))
	}
	out := make([]state.Outcome, len(sending))
	for i, order := range sending {
		var at supplier.Created
		if cause == nil {
			at = created[i]
		}
		out[i] = state.Classify(order, at, cause)
	}
	p.steer(out[0], cause)
	return out
}
