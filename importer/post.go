package importer

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
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const postBatch = 2048 // orders read from the journal at once

// post posts the orders that are ready and due, of one file or (file 0) of all,
// until none is left, the gate closes, or ctx ends.
func (im *Importer) post(ctx context.Context, file int64, settled func()) error {
	for im.mayPost(ctx) && im.allowed(ctx) == nil {
		query := state.OrderQuery{Account: im.Config.Account, States: []state.State{state.Ready}, File: file, Due: im.Config.Now(), Limit: postBatch}
		var tried int
		var err error
		if b, ok := im.Supplier.(desk.Bundler); ok {
			tried, err = im.postBundled(ctx, b, query, settled)
		} else {
			tried, err = im.postAll(ctx, query, settled)
		}
		if tried == 0 || err != nil {
			return err
		}
	}
	return ctx.Err()
}

// postAll tries each order of the query once, and says how many there were. The next
// ones are read while the last ones are on their way.
func (im *Importer) postAll(ctx context.Context, query state.OrderQuery, settled func()) (tried int, err error) {
	group, groupCtx := errgroup.WithContext(ctx)
	lanes := newLanes(im.Config.Concurrency)
	group.SetLimit(lanes.orders())
	for im.mayPost(groupCtx) {
		var orders []state.Order
		if orders, err = im.Journal.Orders(ctx, query); err != nil {
			err = fmt.Errorf("read the orders to post: %w", err)
		}
		if len(orders) == 0 {
			break
		}
		tried, query.After = tried+len(orders), orders[len(orders)-1].ID
		if orders, err = im.vetted(groupCtx, orders); err != nil {
			break
		}
		for _, order := range orders {
			if !im.mayPost(groupCtx) {
				break
			}
			lanes.intents <- struct{}{}
			group.Go(func() error {
				err := im.postOne(groupCtx, lanes, order)
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
func (im *Importer) mayPost(ctx context.Context) bool {
	wait, _ := im.gate.wait(im.Config.Now())
	return wait <= 0 && ctx.Err() == nil && im.Held() == nil
}

// postOne makes one attempt, with a place among the intents that it gives back. Its error
// is the journal's: the supplier's goes into the order.
func (im *Importer) postOne(ctx context.Context, lanes lanes, order state.Order) error {
	if !im.flight.enter(order.ID) {
		<-lanes.intents
		return nil
	}
	defer im.flight.leave(order.ID)
	sending, out, err := im.try(ctx, lanes, order)
	<-lanes.intents
	if err != nil || sending.State != state.Sending {
		return err
	}
	return im.conclude(ctx, sending, out)
}

// try writes an order's intent, sends it, and finds out what the answer means, for the
// order and for those that come after it. An order that is not to be sent comes back
// in another state than Sending.
func (im *Importer) try(ctx context.Context, lanes lanes, order state.Order) (state.Order, state.Outcome, error) {
	if !im.mayPost(ctx) {
		return order, state.Outcome{}, nil // another worker found out while this one waited for its turn
	}
	if im.Journal.Present() != nil {
		return order, state.Outcome{}, nil // what would be noted now nobody would find; Trusted says it
	}
	now := im.Config.Now()
	if order.Doubtful && !order.Drafted() && !im.mayRepeat(order, now) {
		return order, state.Outcome{}, im.withhold(ctx, order, now)
	}
	if off, err := im.heldBack(ctx, order, now); off || err != nil {
		return order, state.Outcome{}, err
	}
	swap := im.Journal.Swap
	if body, err := im.written(order); err != nil {
		return order, state.Outcome{}, im.refuseUnwritten(ctx, order, err, now)
	} else if body != nil {
		order.Body, swap = body, im.Journal.SwapBody
	}
	sending, err := swap(ctx, order.Began(im.owner.Name, now, 3*im.Config.Attempt+desk.ClockSkew))
	if errors.Is(err, state.ErrStale) {
		return order, state.Outcome{}, nil // another process posts it
	}
	if err != nil {
		return order, state.Outcome{}, fmt.Errorf("note that order %s is being sent: %w", order.ExternalID, err)
	}
	if im.SignAttempt() != nil {
		return sending, state.Classify(sending, supplier.Created{}, state.ErrHeldUp), nil
	}
	return im.send(ctx, lanes, sending)
}

// written is the body of an order as the mapping writes it today, nil where the one that
// it has is to stay: what an earlier process wrote may be of a mapping that somebody has
// changed since, and approved. An order that may be at the supplier is repeated as it was.
func (im *Importer) written(order state.Order) ([]byte, error) {
	if order.Doubtful || !order.CreatedAt.Before(im.began) {
		return nil, nil
	}
	var content supplier.NewOrder
	if err := json.Unmarshal(order.Content, &content); err != nil {
		return nil, nil // of an old version: it has its body
	}
	body, err := im.Supplier.EncodeOrder(content)
	if err == nil && bytes.Equal(body, order.Body) {
		return nil, nil
	}
	return body, err
}

// refuseUnwritten refuses an order that the mapping cannot express any more.
func (im *Importer) refuseUnwritten(ctx context.Context, order state.Order, cause error, now time.Time) error {
	_, err := im.Journal.Swap(ctx, order.Settle(state.Outcome{State: state.Rejected, Code: "not_expressible", Message: wording.Literal(told.OneLine(cause.Error()))}, now))
	if errors.Is(err, state.ErrStale) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("note that order %s cannot be sent: %w", order.ExternalID, err)
	}
	im.changed(order.ID)
	return nil
}

// send makes the request when its turn comes, and draws the consequences for the gate
// before it makes room for the next.
func (im *Importer) send(ctx context.Context, lanes lanes, sending state.Order) (state.Order, state.Outcome, error) {
	if !lanes.request(ctx, im.Config.Attempt) {
		return sending, state.Classify(sending, supplier.Created{}, state.ErrHeldUp), nil
	}
	defer func() { <-lanes.requests }()
	if wait, why := im.gate.wait(im.Config.Now()); wait > 0 {
		return sending, state.Unsent(wait, why), nil
	}
	ctx = context.WithoutCancel(ctx) // an attempt that began is seen through to its end
	if sending.Drafted() {
		out, cause := im.handIn(ctx, sending)
		im.steer(out, cause)
		return sending, out, nil
	}
	created, cause := im.attempt(ctx, sending, func(ctx context.Context) (supplier.Created, error) {
		return im.Supplier.CreateOrder(ctx, sending.Body, sending.Key)
	})
	out := state.Classify(sending, created, cause)
	switch {
	case out.State == state.Accepted && created.Order.Draft:
		return im.secondStep(ctx, sending, created.Order.ID)
	case out.State == state.Rejected && sending.Doubtful:
		out = im.refusedAgain(ctx, sending, out)
	}
	im.steer(out, cause)
	return sending, out, nil
}

// secondStep notes the draft that the supplier has made of an order, and hands it in.
func (im *Importer) secondStep(ctx context.Context, sending state.Order, id string) (state.Order, state.Outcome, error) {
	made, err := im.Journal.Swap(ctx, sending.MadeAsDraft(id, im.Config.Now()))
	if errors.Is(err, state.ErrStale) { // another process took it for abandoned: it finds the draft
		return state.Order{}, state.Outcome{}, nil
	}
	if err != nil {
		im.owner.Left.Store(true)
		return sending, state.Outcome{}, fmt.Errorf("note that the supplier has made a draft of order %s: %w", sending.ExternalID, err)
	}
	out, cause := im.handIn(ctx, made)
	im.steer(out, cause)
	return made, out, nil
}

// handIn makes one attempt to hand in a draft. What is refused may be in already: a last
// look tells.
func (im *Importer) handIn(ctx context.Context, made state.Order) (state.Outcome, error) {
	submitted, cause := im.attempt(ctx, made, func(ctx context.Context) (supplier.Created, error) {
		return im.Supplier.SubmitOrder(ctx, made.RemoteID)
	})
	out := state.ClassifySubmitted(made, submitted, cause)
	if out.State != state.Rejected {
		return out, cause
	}
	found, err := im.Found(ctx, []state.Order{made})
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
func (im *Importer) attempt(ctx context.Context, sending state.Order, call func(context.Context) (supplier.Created, error)) (supplier.Created, error) {
	held := im.OnTime(sending.ChangedAt)
	if err := im.Confirm(ctx, held); err != nil {
		return supplier.Created{}, err
	}
	ctx = supplier.WithLease(ctx, held)
	ctx, cancel := context.WithTimeout(ctx, im.Config.Attempt)
	defer cancel()
	return call(ctx)
}

// withhold keeps an order back that may be at the supplier already, and that waited
// for so long that the supplier's promise about repeated requests has run out.
func (im *Importer) withhold(ctx context.Context, order state.Order, now time.Time) error {
	_, err := im.Journal.Swap(ctx, order.Settle(state.Outcome{State: state.Unknown, Code: "outcome_unknown",
		Message: wording.NewMessage("outcome_unknown.too_late")}, now))
	if errors.Is(err, state.ErrStale) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("note that order %s is not repeated: %w", order.ExternalID, err)
	}
	im.changed(order.ID)
	return nil
}
