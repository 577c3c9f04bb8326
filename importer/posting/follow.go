package posting

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// The notes in which Follow keeps how far it has read, in the supplier's own time.
const (
	noteOrders    = "follow.orders"
	noteShipments = "follow.shipments"
)

const followBatch = 200 // orders looked for in the journal at once

// Follow makes one round of asking what became of the orders that are not final:
// their statuses and waybills, as far as they changed since the last round.
func (p *Posting) Follow(ctx context.Context) error {
	err := p.FollowQuietly(ctx)
	p.Problems.Set(p.Config.Now(), told.ProblemFollow, p.Trouble(err, "trouble.follow"))
	return err
}

// FollowQuietly is Follow that leaves its trouble to the caller.
func (p *Posting) FollowQuietly(ctx context.Context) error {
	open, err := p.Journal.Orders(ctx, state.OrderQuery{Account: p.Config.Account, Suppliers: p.orders(), Open: true, Limit: 1})
	if err != nil || len(open) == 0 {
		return err
	}
	notes, err := p.Journal.Notes(ctx, p.Config.Account)
	if err != nil {
		return fmt.Errorf("read how far orders were followed: %w", err)
	}
	oldest, err := p.oldestOpen(ctx, earlier(notes[p.note(noteOrders)], notes[p.note(noteShipments)]))
	if err != nil {
		return err
	}
	if err := errors.Join(
		p.followOrders(ctx, since(notes[p.note(noteOrders)], oldest, p.Config.Overlap)),
		p.followShipments(ctx, since(notes[p.note(noteShipments)], oldest, p.Config.Overlap))); err != nil {
		return err
	}
	return p.lookAtStill(ctx, notes[p.note(noteStill)])
}

// note is the name under which something is kept of this supplier.
func (p *Posting) note(name string) string {
	if p.ID == "" {
		return name
	}
	return name + " of " + p.ID
}

// earlier is the earlier time of two notes, zero where one says none.
func earlier(a, b string) time.Time {
	one, err1 := time.Parse(time.RFC3339Nano, a)
	other, err2 := time.Parse(time.RFC3339Nano, b)
	if err1 != nil || err2 != nil {
		return time.Time{}
	}
	if other.Before(one) {
		return other
	}
	return one
}

// oldestOpen is the least of the last known times of the orders that are not final; one that is
// not after enough will do, as since asks for no earlier one: among many that are open it
// is one of the first.
func (p *Posting) oldestOpen(ctx context.Context, enough time.Time) (time.Time, error) {
	var oldest time.Time
	query := state.OrderQuery{Account: p.Config.Account, Suppliers: p.orders(), Open: true, Bare: true, Limit: followBatch}
	for {
		open, err := p.Journal.Orders(ctx, query)
		if err != nil {
			return oldest, fmt.Errorf("read the orders to follow: %w", err)
		}
		for _, order := range open {
			at := order.RemoteAt
			if at.IsZero() {
				at = order.CreatedAt // the supplier has no times, or a person named the order
			}
			if oldest.IsZero() || at.Before(oldest) {
				oldest = at
			}
			query.After = order.ID
		}
		if len(open) < query.Limit || !oldest.After(enough) {
			return oldest, nil
		}
	}
}

// since is from where to list changes: what was seen last, or the oldest order that
// is followed where that is later, and some time before it, as changes need not come
// into a list in the order of their times.
func since(note string, oldest time.Time, overlap time.Duration) time.Time {
	seen, err := time.Parse(time.RFC3339Nano, note)
	if err != nil || seen.Before(oldest) {
		seen = oldest
	}
	if seen.IsZero() {
		return seen
	}
	return seen.Add(-overlap)
}

func (p *Posting) followOrders(ctx context.Context, from time.Time) error {
	read := newReading(p, noteOrders, func(order state.Order, news []supplier.Order) state.Order {
		for _, n := range news {
			order = order.Learn(n)
		}
		return order
	})
	for order, err := range p.Supplier.Orders(ctx, supplier.OrderQuery{UpdatedSince: from}) {
		if errors.Is(err, supplier.ErrUnmapped) {
			return nil // a supplier without a list of orders: shipments alone tell what becomes of them
		}
		if err != nil {
			return errors.Join(fmt.Errorf("list changed orders: %w", err), read.flush(ctx))
		}
		if err := read.add(ctx, order.ID, order.UpdatedAt, order); err != nil {
			return err
		}
	}
	return read.finish(ctx)
}

func (p *Posting) followShipments(ctx context.Context, from time.Time) error {
	read := newReading(p, noteShipments, func(order state.Order, news []supplier.Shipment) state.Order {
		for _, n := range news {
			order = order.LearnParcel(n)
		}
		return order
	})
	for shipment, err := range p.Supplier.Shipments(ctx, supplier.ShipmentQuery{UpdatedSince: from}) {
		if errors.Is(err, supplier.ErrUnmapped) {
			return nil // a supplier without a list of shipments: orders tell of waybills
		}
		if err != nil {
			return errors.Join(fmt.Errorf("list changed shipments: %w", err), read.flush(ctx))
		}
		if err := read.add(ctx, shipment.OrderID, shipment.StateUpdatedAt, shipment); err != nil {
			return err
		}
	}
	return read.finish(ctx)
}

// reading takes a list of news into the journal batch by batch, and remembers how far
// the list went.
type reading[T any] struct {
	p     *Posting
	note  string
	learn func(state.Order, []T) state.Order
	news  map[string][]T // by the supplier's order id
	seen  time.Time
}

func newReading[T any](p *Posting, note string, learn func(state.Order, []T) state.Order) *reading[T] {
	return &reading[T]{p: p, note: p.note(note), learn: learn, news: map[string][]T{}}
}

func (r *reading[T]) add(ctx context.Context, order string, at time.Time, news T) error {
	r.news[order] = append(r.news[order], news)
	if at.After(r.seen) {
		r.seen = at
	}
	if len(r.news) < followBatch {
		return nil
	}
	return r.flush(ctx)
}

// flush writes what was read so far. Orders that the journal does not know are not
// ours and are passed over.
func (r *reading[T]) flush(ctx context.Context) error {
	if len(r.news) == 0 {
		return nil
	}
	ids := make([]string, 0, len(r.news))
	for id := range r.news {
		ids = append(ids, id)
	}
	orders, err := r.p.Journal.Orders(ctx, state.OrderQuery{Account: r.p.Config.Account, Suppliers: r.p.orders(), RemoteIDs: ids})
	if err != nil {
		return fmt.Errorf("find the orders that changed: %w", err)
	}
	err = sideBySide(len(orders), func(i int) error { // what all of them learned shares a commit
		return r.p.teach(ctx, orders[i], func(o state.Order) state.Order { return r.learn(o, r.news[o.RemoteID]) })
	})
	if err == nil {
		clear(r.news)
	}
	return err
}

// finish is called at the end of a whole list only: a list that broke off is read
// again from where it began.
func (r *reading[T]) finish(ctx context.Context) error {
	if err := r.flush(ctx); err != nil || r.seen.IsZero() {
		return err
	}
	return r.p.Journal.SetNote(ctx, r.p.Config.Account, r.note, r.seen.UTC().Format(time.RFC3339Nano))
}

// teach changes an order by what was learned of it, and does nothing where that is nothing new.
func (p *Posting) teach(ctx context.Context, order state.Order, learn func(state.Order) state.Order) error {
	const tries = 3
	for range tries {
		next := learn(order)
		if sameNews(order, next) {
			return nil
		}
		next.ChangedAt = p.Config.Now()
		taught, err := p.Journal.Swap(ctx, next)
		if err == nil {
			p.changed(order.ID)
			if state.CalledOff(taught.RemoteStatus) && !state.CalledOff(order.RemoteStatus) {
				return p.noteRevived(ctx, taught)
			}
			return nil
		}
		if !errors.Is(err, state.ErrStale) {
			return fmt.Errorf("note the status of order %s: %w", order.ExternalID, err)
		}
		fresh, err := p.Journal.Orders(ctx, state.OrderQuery{Account: order.Account, Key: &order.OrderKey})
		if err != nil || len(fresh) == 0 {
			return err
		}
		order = fresh[0]
	}
	return nil // others change it faster; the next round sees it again
}

func sameNews(a, b state.Order) bool {
	return a.RemoteStatus == b.RemoteStatus && a.RemoteAt.Equal(b.RemoteAt) &&
		slices.Equal(a.Waybills, b.Waybills) && slices.Equal(a.Parcels, b.Parcels)
}
