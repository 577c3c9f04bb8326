package overview

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// FindingLate is the code of the finding of orders that are late.
const FindingLate = "parcel_late"

// lateFindings tells of orders that are late, all in one finding.
func (b *Board) lateFindings(ctx context.Context, s survey) ([]Finding, error) {
	q := state.OrderQuery{Account: b.Config.Account, Sources: s.sources, IDs: s.orders, LateAt: b.Config.Now(), Bare: true, Limit: named}
	orders, err := b.Journal.Orders(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list the orders that are late: %w", err)
	}
	if len(orders) == 0 {
		return nil, nil
	}
	count, oldest := len(orders), orders
	if count == named {
		if count, oldest, err = b.allLate(ctx, q); err != nil {
			return nil, err
		}
	}
	var numbers []string
	for _, o := range orders {
		numbers = append(numbers, told.OneLine(o.ExternalID))
	}
	slices.SortStableFunc(numbers, strings.Compare)
	message := wording.NewMessage("finding.late", count, oneline.Few(numbers, mostNamed))
	if count >= state.LateCounted {
		message = wording.NewMessage("finding.late.many", state.LateCounted, oneline.Few(numbers, mostNamed))
	}
	f := finding(FindingLate, numbers, nil, message.In(b.Language()),
		wording.NewMessage("finding.late.way", told.Typed(numbers[0])).In(b.Language()), lateSince(oldest)).of(orders...)
	f.Count = count
	return []Finding{f}, nil
}

// lateSince is from when on the first of some late orders is late.
func lateSince(orders []state.Order) (since time.Time) {
	for _, o := range orders {
		if at := o.LateFrom(); since.IsZero() || at.Before(since) {
			since = at
		}
	}
	return since
}

// allLate counts the orders of a query, state.LateCounted at most, and gives the one that is late
// for the longest.
func (b *Board) allLate(ctx context.Context, q state.OrderQuery) (n int, oldest []state.Order, err error) {
	q.Limit, q.LateFirst = 1, true
	if oldest, err = b.Journal.Orders(ctx, q); err != nil {
		return 0, nil, fmt.Errorf("find the order that is late for the longest: %w", err)
	}
	q.Limit, q.CountTo = 0, state.LateCounted
	counts, err := b.Journal.CountOrders(ctx, q)
	if err != nil {
		return 0, nil, fmt.Errorf("count the orders that are late: %w", err)
	}
	for _, of := range counts {
		n += of
	}
	return n, oldest, nil
}
