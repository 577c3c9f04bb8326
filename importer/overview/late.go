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
	q := state.OrderQuery{Account: b.Config.Account, Sources: s.sources, IDs: s.orders, LateAt: b.Config.Now(), Limit: named}
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
	message := wording.NewMessage("finding.late", count, shortList(numbers))
	if count >= lateCounted {
		message = wording.NewMessage("finding.late.many", lateCounted, shortList(numbers))
	}
	f := finding(FindingLate, numbers, nil, message.In(b.Language()),
		wording.NewMessage("finding.late.way", told.Typed(numbers[0])).In(b.Language()), since).of(orders...)
	f.Count = count
	return []Finding{f}, nil
}

// lateCounted is up to how many late orders are counted: where there are more, how many is
// not what people act on.
const lateCounted = 1000

// countLate counts the orders of a query, lateCounted at most.
func (b *Board) countLate(ctx context.Context, q state.OrderQuery) (n int, err error) {
	q.Limit, q.CountTo = 0, lateCounted
	counts, err := b.Journal.CountOrders(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count the orders that are late: %w", err)
	}
	for _, of := range counts {
		n += of
	}
	return n, nil
}
