package posting

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/correlation"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const postBatch = 2048 // orders read from the journal at once

// Post posts the orders that are ready and due, of one file or (file 0) of all,
// until none is left, the gate closes, or ctx ends.
func (p *Posting) Post(ctx context.Context, file int64, settled func()) error {
	for p.mayPost(ctx) && p.Allowed(ctx) == nil {
		query := state.OrderQuery{Account: p.Config.Account, Suppliers: p.orders(), States: []state.State{state.Ready}, File: file, Due: p.Config.Now(), Limit: postBatch}
		var tried int
		var err error
		if b, ok := p.Supplier.(desk.Bundler); ok {
			tried, err = p.postBundled(ctx, b, query, settled)
		} else {
			tried, err = p.postAll(ctx, query, settled)
		}
		if tried == 0 || err != nil {
			return err
		}
	}
	return ctx.Err()
}

// postAll tries each order of the query once, and says how many there were. The next
// ones are read while the last ones are on their way.
func (p *Posting) postAll(ctx context.Context, query state.OrderQuery, settled func()) (tried int, err error) {
	group, groupCtx := errgroup.WithContext(ctx)
	lanes := newLanes(p.Config.Concurrency)
	group.SetLimit(lanes.orders())
	for p.mayPost(groupCtx) {
		var orders []state.Order
		if orders, err = p.Journal.Orders(ctx, query); err != nil {
			err = fmt.Errorf("read the orders to post: %w", err)
		}
		if len(orders) == 0 {
			break
		}
		tried, query.After = tried+len(orders), orders[len(orders)-1].ID
		if orders, err = p.vetted(groupCtx, orders); err != nil {
			break
		}
		for _, order := range orders {
			if !p.mayPost(groupCtx) {
				break
			}
			lanes.intents <- struct{}{}
			group.Go(func() error {
				err := p.postOne(groupCtx, lanes, order)
				if settled != nil {
					settled()
				}
				return err
			})
		}
	}
	return tried, errors.Join(group.Wait(), err)
}

// mayPost reports whether nothing holds posting back.
func (p *Posting) mayPost(ctx context.Context) bool {
	wait, _ := p.gate.wait(p.Config.Now())
	return wait <= 0 && ctx.Err() == nil && p.Held() == nil
}

// postOne makes one attempt, with a place among the intents that it gives back. Its error
// is the journal's: the supplier's goes into the order.
func (p *Posting) postOne(ctx context.Context, lanes lanes, order state.Order) error {
	if !p.flight.enter(order.ID) {
		<-lanes.intents
		return nil
	}
	defer p.flight.leave(order.ID)
	sending, out, err := p.try(ctx, lanes, order)
	<-lanes.intents
	if err != nil || sending.State != state.Sending {
		return err
	}
	return p.conclude(ctx, sending, out)
}

// try writes an order's intent, sends it, and finds out what the answer means, for the
// order and for those that come after it. An order that is not to be sent comes back
// in another state than Sending.
func (p *Posting) try(ctx context.Context, lanes lanes, order state.Order) (state.Order, state.Outcome, error) {
	if !p.mayPost(ctx) {
		return order, state.Outcome{}, nil // another worker found out while this one waited for its turn
	}
	if p.Journal.Present() != nil {
		return order, state.Outcome{}, nil // what would be noted now nobody would find; Trusted says it
	}
	now := p.Config.Now()
	if order.Doubtful && !order.Drafted() && !p.mayRepeat(order, now) {
		return order, state.Outcome{}, p.withhold(ctx, order, now)
	}
	if off, err := p.heldBack(ctx, order, now); off || err != nil {
		return order, state.Outcome{}, err
	}
	swap := p.Journal.Swap
	if body, err := p.Written(order); err != nil {
		return order, state.Outcome{}, p.refuseUnwritten(ctx, order, err, now)
	} else if body != nil {
		order.Body, swap = body, p.Journal.SwapBody
	}
	sending, err := swap(ctx, order.Began(p.owner.Name, now, 3*p.Config.Attempt+desk.ClockSkew))
	if errors.Is(err, state.ErrStale) {
		return order, state.Outcome{}, nil // another process posts it
	}
	if err != nil {
		return order, state.Outcome{}, fmt.Errorf("note that order %s is being sent: %w", order.ExternalID, err)
	}
	if p.SignAttempt() != nil {
		return sending, state.Classify(sending, supplier.Created{}, state.ErrHeldUp), nil
	}
	return p.send(ctx, lanes, sending)
}

// Written is the body of an order as the mapping writes it today, nil where the one that
// it has is to stay: what an earlier process wrote may be of a mapping that somebody has
// changed since, and approved. An order that may be at the supplier is repeated as it was.
func (p *Posting) Written(order state.Order) ([]byte, error) {
	if order.Doubtful || !order.CreatedAt.Before(p.began) {
		return nil, nil
	}
	var content supplier.NewOrder
	if err := json.Unmarshal(order.Content, &content); err != nil {
		return nil, nil // of an old version: it has its body
	}
	body, err := p.Supplier.EncodeOrder(content)
	if err == nil && bytes.Equal(body, order.Body) {
		return nil, nil
	}
	return body, err
}

// refuseUnwritten refuses an order that the mapping cannot express any more.
func (p *Posting) refuseUnwritten(ctx context.Context, order state.Order, cause error, now time.Time) error {
	_, err := p.Journal.Swap(ctx, order.Settle(state.Outcome{State: state.Rejected, Code: "not_expressible", Message: wording.Literal(told.OneLine(cause.Error()))}, now))
	if errors.Is(err, state.ErrStale) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("note that order %s cannot be sent: %w", order.ExternalID, err)
	}
	p.changed(order.ID)
	return nil
}

// send makes the request when its turn comes, and draws the consequences for the gate
// before it makes room for the next.
func (p *Posting) send(ctx context.Context, lanes lanes, sending state.Order) (state.Order, state.Outcome, error) {
	if !lanes.request(ctx, p.Config.Attempt) {
		return sending, state.Classify(sending, supplier.Created{}, state.ErrHeldUp), nil
	}
	defer func() { <-lanes.requests }()
	if wait, why := p.gate.wait(p.Config.Now()); wait > 0 {
		return sending, state.Unsent(wait, why), nil
	}
	ctx = traced(context.WithoutCancel(ctx), sending) // an attempt that began is seen through to its end
	if sending.Drafted() {
		out, cause := p.handIn(ctx, sending)
		p.steer(out, cause)
		return sending, out, nil
	}
	created, cause := p.attempt(ctx, sending, func(ctx context.Context) (supplier.Created, error) {
		return p.Supplier.CreateOrder(ctx, sending.Body, sending.Key)
	})
	out := state.Classify(sending, created, cause)
	switch {
	case out.State == state.Accepted && created.Order.Draft:
		return p.secondStep(ctx, sending, created.Order.ID)
	case out.State == state.Rejected && sending.Doubtful:
		out = p.refusedAgain(ctx, sending, out)
	}
	p.steer(out, cause)
	return sending, out, nil
}

// traced gives what is done in an attempt to send an order the id by which the logs of both sides
// tell of it.
func traced(ctx context.Context, sending state.Order) context.Context {
	return correlation.With(ctx, correlation.Attempt(sending.File, sending.ID, sending.Attempts))
}

// secondStep notes the draft that the supplier has made of an order, and hands it in.
func (p *Posting) secondStep(ctx context.Context, sending state.Order, id string) (state.Order, state.Outcome, error) {
	made, err := p.Journal.Swap(ctx, sending.MadeAsDraft(id, p.Config.Now()))
	if errors.Is(err, state.ErrStale) { // another process took it for abandoned: it finds the draft
		return state.Order{}, state.Outcome{}, nil
	}
	if err != nil {
		p.owner.Left.Store(true)
		return sending, state.Outcome{}, fmt.Errorf("note that the supplier has made a draft of order %s: %w", sending.ExternalID, err)
	}
	out, cause := p.handIn(ctx, made)
	p.steer(out, cause)
	return made, out, nil
}

// handIn makes one attempt to hand in a draft. What is refused may be in already: a last
// look tells.
func (p *Posting) handIn(ctx context.Context, made state.Order) (state.Outcome, error) {
	submitted, cause := p.attempt(ctx, made, func(ctx context.Context) (supplier.Created, error) {
		return p.Supplier.SubmitOrder(ctx, made.RemoteID)
	})
	out := state.ClassifySubmitted(made, submitted, cause)
	if out.State != state.Rejected {
		return out, cause
	}
	found, err := p.Found(ctx, []state.Order{made})
	if err != nil {
		return state.Outcome{State: state.Unknown, Code: "outcome_unknown", Message: wording.NewMessage("outcome_unknown.refused", told.Error(err), out.Message)}, cause
	}
	if under := found[made.ExternalID]; len(under) > 0 {
		if there := state.Recognise(made, under); there.State == state.Accepted {
			return there, cause
		}
	}
	return out, cause
}

// attempt makes one call for an order while its lease is fresh. A process that was paused in
// between may have lost it, and the order may have been decided by others since.
func (p *Posting) attempt(ctx context.Context, sending state.Order, call func(context.Context) (supplier.Created, error)) (supplier.Created, error) {
	held := p.OnTime(sending.ChangedAt)
	if err := p.Confirm(ctx, held); err != nil {
		return supplier.Created{}, err
	}
	ctx = supplier.WithLease(ctx, held)
	ctx, cancel := context.WithTimeout(ctx, p.Config.Attempt)
	defer cancel()
	return call(ctx)
}

// withhold keeps an order back that may be at the supplier already, and that waited
// for so long that the supplier's promise about repeated requests has run out.
func (p *Posting) withhold(ctx context.Context, order state.Order, now time.Time) error {
	_, err := p.Journal.Swap(ctx, order.Settle(state.Outcome{State: state.Unknown, Code: "outcome_unknown",
		Message: wording.NewMessage("outcome_unknown.too_late")}, now))
	if errors.Is(err, state.ErrStale) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("note that order %s is not repeated: %w", order.ExternalID, err)
	}
	p.changed(order.ID)
	return nil
}
