package overview

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// An accepted order is late where it has no parcel on its way after unshipped, or where
// nothing was heard of its parcels for unmoved: carriers deliver in less, and send back what
// nobody fetches after about as long. What is older than forgotten is history that a
// supplier never closed.
const (
	unshipped = 3 * 24 * time.Hour
	unmoved   = 5 * 24 * time.Hour
	forgotten = 45 * 24 * time.Hour
)

// lateFor is how long a list of late orders holds: days are what it counts in.
const lateFor = 15 * time.Minute

// FindingLate is the code of the finding of orders that are late.
const FindingLate = "parcel_late"

// lateSince is since when an order is late; zero where it is not.
func lateSince(o state.Order, now time.Time) time.Time {
	heard, patience := o.CreatedAt, unshipped
	if len(o.AllWaybills()) > 0 {
		heard, patience = o.RemoteAt, unmoved
		if heard.IsZero() {
			heard = o.ChangedAt // the supplier has no times
		}
		for _, p := range o.Parcels {
			if p.At.After(heard) {
				heard = p.At
			}
		}
	}
	due := heard.Add(patience)
	if now.Before(due) || now.Sub(o.CreatedAt) > forgotten || o.Shown() != state.Accepted || o.Final() || arrived(o) || state.CalledOff(o.RemoteStatus) {
		return time.Time{}
	}
	return due
}

// arrived reports whether nothing of an order is on its way any more, whatever the order's
// own status says.
func arrived(o state.Order) bool {
	under := func(p state.Parcel) bool { return !supplier.ShipmentFinal(p.State) }
	return len(o.Parcels) > 0 && len(o.AllWaybills()) > 0 && !slices.ContainsFunc(o.Parcels, under)
}

// late lists the orders that are late, by their number, at most as old as lateFor.
func (b *Board) late(ctx context.Context) ([]state.Order, error) {
	b.lately.mu.Lock()
	defer b.lately.mu.Unlock()
	now := b.Config.Now()
	if !b.lately.made.IsZero() && now.Sub(b.lately.made) < lateFor {
		return b.lately.orders, nil
	}
	var list []state.Order
	for o, err := range b.Journal.EachOrder(ctx, state.OrderQuery{Account: b.Config.Account, Open: true, Confirmed: true}) {
		if err != nil {
			return nil, fmt.Errorf("list the orders that are not final: %w", err)
		}
		if !lateSince(o, now).IsZero() {
			o.Content = nil
			list = append(list, o)
		}
	}
	b.lately.made, b.lately.orders = now, list
	return list, nil
}

// lateFindings tells of orders whose parcels do not move, all in one finding.
func (b *Board) lateFindings(ctx context.Context, s survey) ([]Finding, error) {
	orders, err := b.late(ctx)
	if err != nil {
		return nil, err
	}
	var numbers []string
	var since time.Time
	var about []state.Order
	for _, o := range orders {
		if len(s.sources) > 0 && !slices.Contains(s.sources, o.Source) || s.orders != nil && !slices.Contains(s.orders, o.ID) {
			continue
		}
		if at := lateSince(o, b.Config.Now()); since.IsZero() || at.Before(since) {
			since = at
		}
		numbers, about = append(numbers, told.OneLine(o.ExternalID)), append(about, o)
	}
	if len(numbers) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(numbers, strings.Compare)
	return []Finding{finding(FindingLate, numbers[:min(named, len(numbers))], nil, wording.NewMessage("finding.late", len(numbers), shortList(numbers)).In(b.Language()),
		wording.NewMessage("finding.late.way", told.Typed(numbers[0])).In(b.Language()), since).of(about...)}, nil
}
