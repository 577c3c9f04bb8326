package importer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// The points at which crash tests end the process.
const (
	pointSpooled   = "spooled"   // the private copy is durable, the journal knows nothing
	pointRecorded  = "recorded"  // file and orders are in the journal
	pointSending   = "sending"   // the intent is durable, nothing was sent
	pointPosted    = "posted"    // the supplier answered, the journal does not know
	pointSettled   = "settled"   // the journal knows the answer
	pointPublished = "published" // the result file is written, the journal does not know
	pointShown     = "shown"     // the journal knows that the result is written
	pointPlaced    = "placed"    // the original was moved, the journal does not know
)

const postBatch = 2048 // orders read from the journal at once

// post posts the orders that are ready and due, of one file or (file 0) of all,
// until none is left, the gate closes, or ctx ends. An attempt that began is always
// seen through to its end.
func (im *Importer) post(ctx context.Context, file int64, settled func()) error {
	for {
		if wait, _ := im.gate.wait(im.config.Now()); wait > 0 || ctx.Err() != nil {
			return ctx.Err()
		}
		orders, err := im.journal.Orders(ctx, OrderQuery{Account: im.config.Account, States: []State{Ready},
			File: file, Due: im.config.Now(), Limit: postBatch})
		if err != nil {
			return fmt.Errorf("read the orders to post: %w", err)
		}
		if len(orders) == 0 {
			return nil
		}
		if err := im.postAll(ctx, orders, settled); err != nil {
			return err
		}
	}
}

func (im *Importer) postAll(ctx context.Context, orders []Order, settled func()) error {
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(im.config.Concurrency)
	for _, order := range orders {
		if wait, _ := im.gate.wait(im.config.Now()); wait > 0 || groupCtx.Err() != nil {
			break
		}
		group.Go(func() error {
			err := im.postOne(groupCtx, order)
			if settled != nil {
				settled()
			}
			return err
		})
	}
	return group.Wait()
}

// postOne makes one attempt. Its error is the journal's: the supplier's goes into the order.
func (im *Importer) postOne(ctx context.Context, order Order) error {
	if wait, _ := im.gate.wait(im.config.Now()); wait > 0 || ctx.Err() != nil {
		return nil // another worker found out while this one waited for its turn
	}
	if !im.flight.enter(order.ID) {
		return nil
	}
	defer im.flight.leave(order.ID)
	sending, err := im.journal.Swap(ctx, order.begin(im.owner.name, im.config.Now(), 2*im.config.Attempt))
	if errors.Is(err, ErrStale) {
		return nil // another process posts it
	}
	if err != nil {
		return fmt.Errorf("note that order %s is being sent: %w", order.ExternalID, err)
	}
	if err := im.fail(pointSending); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	created, err := im.attempt(ctx, sending)
	if err := im.fail(pointPosted); err != nil {
		return err
	}
	return im.conclude(ctx, sending, classify(sending, created, err), err)
}

func (im *Importer) attempt(ctx context.Context, order Order) (supplier.Created, error) {
	ctx, cancel := context.WithTimeout(ctx, im.config.Attempt)
	defer cancel()
	return im.supplier.CreateOrder(ctx, order.Body, order.Key)
}

// conclude makes the outcome durable. Where the journal fails now, the order stays in
// sending: nobody takes it for unsent, and Reconcile finds out what became of it.
func (im *Importer) conclude(ctx context.Context, sending Order, out outcome, cause error) error {
	now := im.config.Now()
	switch {
	case out.halt != haltNothing:
		// The gate holds this process back. The order itself waits only as long as the
		// supplier asked: who drops it again after mending the matter need not wait.
		im.gate.close(now, out.Delay, out.halt == haltBlock, cause)
		im.problems.set(now, "supplier", halted(out, cause))
	case out.State == Accepted, out.State == Rejected, out.State == Conflict:
		im.gate.open()
		im.problems.set(now, "supplier", nil)
	}
	if err := im.swapSurely(ctx, sending.settle(out, now)); err != nil {
		return fmt.Errorf("note what became of order %s: %w", sending.ExternalID, err)
	}
	im.log.Debug("order", "external_id", sending.ExternalID, "state", out.State, "code", out.Code)
	return im.fail(pointSettled)
}

// halted words a pause for a person.
func halted(out outcome, cause error) error {
	if out.halt == haltBlock {
		return fmt.Errorf("posting stopped: the supplier refuses the token (%w): put a valid token in place, nothing is lost", cause)
	}
	return fmt.Errorf("posting waits: %w", cause)
}

// swapSurely tries a few times to keep an outcome that is known now and would
// otherwise have to be found out again. An order that somebody else changed
// meanwhile is theirs; only a new acceptance is worth more than what they noted.
func (im *Importer) swapSurely(ctx context.Context, order Order) error {
	const tries = 3
	var err error
	for try := range tries {
		if try > 0 {
			if err := im.pause(ctx, time.Duration(try)*100*time.Millisecond, nil); err != nil {
				return err
			}
		}
		if _, err = im.journal.Swap(ctx, order); err == nil {
			im.changed(order.ID)
			return nil
		}
		if errors.Is(err, ErrStale) {
			return im.overtaken(ctx, order)
		}
	}
	return err
}

// overtaken handles an outcome that comes after another process took the order for
// abandoned: that it exists at the supplier is noted all the same.
func (im *Importer) overtaken(ctx context.Context, order Order) error {
	if order.State != Accepted {
		return nil
	}
	held, err := im.journal.Orders(ctx, OrderQuery{Account: order.Account, Key: &order.OrderKey})
	if err != nil || len(held) == 0 || held[0].Key != order.Key {
		return err
	}
	if held[0].State != Unknown && held[0].State != Ready {
		return nil
	}
	order.Version = held[0].Version
	if _, err := im.journal.Swap(ctx, order); err != nil && !errors.Is(err, ErrStale) {
		return err
	}
	im.changed(order.ID)
	return nil
}

// changed makes the results show what became known of an order.
func (im *Importer) changed(id int64) {
	im.dirty.add(id)
	wake(im.wakeShow)
}
