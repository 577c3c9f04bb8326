package overview

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// FindingLate is the code of the finding of orders that are late.
const FindingLate = "parcel_late"

// lateFindings tells of orders that are late, all in one finding.
func (b *Board) lateFindings(ctx context.Context, s survey) ([]Finding, error) {
	q := state.OrderQuery{Account: b.Config.Account, Sources: s.sources, IDs: s.orders, LateAt: b.Config.Now(), Last: true, Limit: named}
	orders, err := b.Journal.Orders(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list the orders that are late: %w", err)
	}
	if len(orders) == 0 {
		return nil, nil
	}
	count := len(orders)
	if count == named {
		if count, err = b.countLate(ctx, q); err != nil {
			return nil, err
		}
	}
	var numbers []string
	var since time.Time
	for _, o := range orders {
		if at := o.LateFrom(); since.IsZero() || at.Before(since) {
			since = at
		}
		numbers = append(numbers, told.OneLine(o.ExternalID))
	}
	slices.SortStableFunc(numbers, strings.Compare)
	f := finding(FindingLate, numbers, nil, wording.NewMessage("finding.late", count, shortList(numbers)).In(b.Language()),
		wording.NewMessage("finding.late.way", told.Typed(numbers[0])).In(b.Language()), since).of(orders...)
	f.Count = count
	return []Finding{f}, nil
}

// countLate counts the orders of a query, whatever its limit is.
func (b *Board) countLate(ctx context.Context, q state.OrderQuery) (n int, err error) {
	q.Last, q.Limit = false, 0
	counts, err := b.Journal.CountOrders(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count the orders that are late: %w", err)
	}
	for _, of := range counts {
		n += of
	}
	return n, nil
}
