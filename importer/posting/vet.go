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
	"github.com/dropbridge/dropbridge/internal/wording"
)

// vetSure is how long after the adoption one look is enough: a list that lags shows by
// then what the earlier journal has sent last.
const vetSure = 15 * time.Minute

// vetted are those of some ready orders that the supplier does not have. Those that it has
// are settled; where it cannot be asked they wait, and the gate closes.
func (p *Posting) vetted(ctx context.Context, orders []state.Order) ([]state.Order, error) {
	adopted, needed := p.Vetting()
	if !needed {
		return orders, nil
	}
	var out, open []state.Order
	for _, order := range orders {
		if order.Doubtful || !order.SentAt.IsZero() || p.WasLookedFor(order) {
			out = append(out, order)
		} else {
			open = append(open, order)
		}
	}
	for len(open) > 0 {
		batch := open[:min(len(open), lookupBatch)]
		open = open[len(batch):]
		absent, err := p.lookFirst(ctx, batch, adopted)
		if err != nil {
			return out, err
		}
		if wait, _ := p.gate.wait(p.Config.Now()); wait > 0 {
			return out, nil
		}
		out = append(out, absent...)
	}
	return out, nil
}

// lookFirst looks for some orders, three times where the earlier journal may have sent
// them only just now, and settles those that are found.
func (p *Posting) lookFirst(ctx context.Context, orders []state.Order, adopted time.Time) ([]state.Order, error) {
	looks := state.MissesNeeded
	if p.Config.Now().Sub(adopted) >= vetSure {
		looks = 1
	}
	for look := range looks {
		if look > 0 {
			if err := p.Pause(ctx, p.lookupPause(), nil); err != nil {
				return nil, err
			}
		}
		found, err := p.Found(ctx, orders)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err = p.lookFailed(err); err != nil {
			return nil, p.noteUnlooked(ctx, orders, err)
		}
		if orders, err = p.settleFound(ctx, orders, found); err != nil {
			return nil, err
		}
		if len(orders) == 0 {
			return nil, nil
		}
	}
	p.NoteLookedFor(orders)
	return orders, nil
}

// lookFailed closes the gate where the supplier could not be asked, and gives the reason.
func (p *Posting) lookFailed(err error) error {
	now := p.Config.Now()
	if unlisted(err) {
		err = told.NewDoubt(told.DoubtUnlisted).WithHint()
	}
	if err != nil {
		p.gate.close(now, 0, supplier.KindOf(err) == supplier.KindUnauthorized, err)
	}
	p.Problems.Set(now, told.ProblemLookup, p.Trouble(err, "trouble.vet"))
	return err
}

// unlisted reports whether the supplier has no list of orders at all.
func unlisted(err error) bool {
	failure, ok := errors.AsType[*supplier.Error](err)
	return errors.Is(err, supplier.ErrUnmapped) ||
		ok && (failure.Kind == supplier.KindNotFound || slices.Contains([]int{404, 405, 410, 501}, failure.Status))
}

// noteUnlooked lets orders say why they wait: the supplier could not be asked for them.
func (p *Posting) noteUnlooked(ctx context.Context, orders []state.Order, why error) error {
	const code = "not_looked_up"
	message := wording.NewMessage("trouble.vet", told.Error(why))
	if doubt, ok := errors.AsType[*told.Doubt](why); ok {
		message = wording.NewMessage("not_looked_up", doubt.What, doubt.Way)
	}
	for _, order := range orders {
		if order.Code == code {
			continue
		}
		if _, err := p.Journal.Swap(ctx, order.Settle(state.Outcome{State: state.Ready, Code: code, Message: message}, p.Config.Now())); errors.Is(err, state.ErrStale) {
			continue // somebody else deals with it
		} else if err != nil {
			return fmt.Errorf("note that order %s waits: %w", order.ExternalID, err)
		}
		p.changed(order.ID)
	}
	return nil
}

// settleFound settles the orders that the supplier has and gives the others.
func (p *Posting) settleFound(ctx context.Context, orders []state.Order, found map[string][]supplier.Order) (absent []state.Order, err error) {
	for _, order := range orders {
		under := found[order.ExternalID]
		if len(under) == 0 {
			absent = append(absent, order)
			continue
		}
		next := order.Settle(state.Recognise(order, under), p.Config.Now())
		if _, err := p.Journal.Swap(ctx, next); errors.Is(err, state.ErrStale) {
			continue // somebody else deals with it
		} else if err != nil {
			return nil, fmt.Errorf("note that the supplier has order %s: %w", order.ExternalID, err)
		}
		p.Log.Info("an order of an earlier journal was found at the supplier", "external_id", told.OneLine(order.ExternalID), "state", next.State)
		p.changed(order.ID)
	}
	return absent, nil
}
