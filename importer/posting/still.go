package posting

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// noteStill keeps when orders that stand still were last looked up.
const noteStill = "follow.still"

const (
	stillAfter = 24 * time.Hour // an order without news for so long is looked up, and not more often
	stillBatch = 20             // orders looked up in one round
	stillNamed = 3              // of those that a problem names
)

// lookAtStill looks up some orders without news for a day by their own numbers. The list of
// changes is asked since a time, and where the service takes that for the time of creation,
// no order would ever have news: that one has changed all the same is told, and taken in.
func (p *Posting) lookAtStill(ctx context.Context, last string) error {
	now := p.Config.Now()
	if at, err := time.Parse(time.RFC3339Nano, last); err == nil && now.Sub(at) < stillAfter {
		return nil
	}
	if now.UnixNano() <= p.fresh.Load() {
		return nil
	}
	still, oldest, err := p.stillOrders(ctx, now)
	if err != nil {
		return err
	}
	if len(still) == 0 { // news only make an order younger: until then there is none
		p.fresh.Store(oldest.Add(stillAfter).UnixNano())
		return nil
	}
	hidden, err := p.lookUpStill(ctx, still, now.Add(-p.Config.Overlap))
	if err != nil {
		return err
	}
	p.Problems.Set(now, told.ProblemStill, nil)
	if len(hidden) > 0 {
		p.Problems.Set(now, told.ProblemStill, errors.New(wording.NewMessage("trouble.still", len(hidden),
			strings.Join(hidden[:min(len(hidden), stillNamed)], ", ")).In(p.Language())))
	}
	return p.Journal.SetNote(ctx, p.Config.Account, p.note(noteStill), now.UTC().Format(time.RFC3339Nano))
}

// stillOrders are some open orders of which nothing new was learned for stillAfter, and where there
// are none the time of the oldest news of any.
func (p *Posting) stillOrders(ctx context.Context, now time.Time) (still []state.Order, oldest time.Time, err error) {
	since, oldest := now.Add(-stillAfter), now
	for after := int64(0); ; {
		open, err := p.Journal.Orders(ctx, state.OrderQuery{Account: p.Config.Account, Suppliers: p.orders(), Open: true, Bare: true, After: after, Limit: postBatch})
		if err != nil {
			return nil, oldest, fmt.Errorf("read the orders that stand still: %w", err)
		}
		for _, order := range open {
			after = order.ID
			if order.ChangedAt.Before(oldest) {
				oldest = order.ChangedAt
			}
			if order.ChangedAt.Before(since) {
				still = append(still, order)
			}
			if len(still) == stillBatch {
				return still, oldest, nil
			}
		}
		if len(open) < postBatch {
			return still, oldest, nil
		}
	}
}

// lookUpStill takes in what the supplier has of those orders now, and names the ones that had
// changed before that time and were not in the list of changes.
func (p *Posting) lookUpStill(ctx context.Context, still []state.Order, before time.Time) (hidden []string, err error) {
	ids := make([]string, len(still))
	own := make(map[string]state.Order, len(still))
	for i, order := range still {
		ids[i], own[order.RemoteID] = order.ExternalID, order
	}
	for news, err := range p.Supplier.Orders(ctx, supplier.OrderQuery{ExternalIDs: ids}) {
		if errors.Is(err, supplier.ErrUnmapped) {
			return nil, nil // a supplier who cannot be asked for single orders
		}
		if err != nil {
			return hidden, fmt.Errorf("look up orders that stand still: %w", err)
		}
		order, ours := own[news.ID]
		if !ours || sameNews(order, order.Learn(news)) {
			continue
		}
		if err := p.teach(ctx, order, func(o state.Order) state.Order { return o.Learn(news) }); err != nil {
			return hidden, err
		}
		if news.UpdatedAt.Before(before) && news.Status != order.RemoteStatus {
			hidden = append(hidden, told.OneLine(order.ExternalID))
		}
	}
	return hidden, nil
}
