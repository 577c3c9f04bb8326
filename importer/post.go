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
	pointAbandoned = "abandoned" // the journal knows that an attempt was interrupted
	pointLookedUp  = "looked up" // the supplier was asked for unknown orders, the journal does not know
	pointConcluded = "concluded" // the journal knows what the look showed
	pointPublished = "published" // the result file is written, the journal does not know
	pointNoted     = "noted"     // the journal knows that the result is written
	pointPlaced    = "placed"    // the original was moved, the journal does not know
	pointMoved     = "moved"     // the journal knows where the original is
	pointShown     = "shown"     // the journal knows how far the file is
)

// clockSkew is how far the clocks of machines that share a journal may differ: so much
// longer than the attempt takes nobody else touches an order that is being sent.
const clockSkew = 5 * time.Minute

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
	now := im.config.Now()
	if order.Doubtful && !im.mayRepeat(order, now) {
		return im.withhold(ctx, order, now)
	}
	// The time of the attempt runs from here: who is held up before it sends, sends no more.
	attempt, cancel := context.WithTimeout(context.WithoutCancel(ctx), im.config.Attempt)
	defer cancel()
	sending, err := im.journal.Swap(ctx, order.begin(im.owner.name, now, 2*im.config.Attempt+clockSkew))
	if errors.Is(err, ErrStale) {
		return nil // another process posts it
	}
	if err != nil {
		return fmt.Errorf("note that order %s is being sent: %w", order.ExternalID, err)
	}
	if err := im.fail(pointSending); err != nil {
		return err
	}
	created, cause := im.attempt(attempt, sending)
	if err := im.fail(pointPosted); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	out := classify(sending, created, cause)
	if out.State == Rejected && sending.Doubtful {
		out = im.refusedAgain(ctx, sending, out)
	}
	return im.conclude(ctx, sending, out, cause)
}

var errHeldUp = errors.New("the program was held up before the order was sent")

// attempt sends an order while its lease is fresh. A process that was paused in
// between may have lost it, and the order may have been decided by others since.
func (im *Importer) attempt(ctx context.Context, sending Order) (supplier.Created, error) {
	begun, now := sending.ChangedAt, im.config.Now()
	// The monotonic clock stands still while a machine sleeps, the other one is set by people.
	if max(now.Sub(begun), now.Round(0).Sub(begun.Round(0))) > im.config.Attempt {
		return supplier.Created{}, errHeldUp
	}
	return im.supplier.CreateOrder(ctx, sending.Body, sending.Key)
}

// withhold keeps an order back that may be at the supplier already, and that waited
// for so long that the supplier's promise about repeated requests has run out.
func (im *Importer) withhold(ctx context.Context, order Order, now time.Time) error {
	_, err := im.journal.Swap(ctx, order.settle(outcome{State: Unknown, Code: "outcome_unknown",
		Message: "it was sent, no usable answer came, and it is too late to repeat it: it is being looked up at the supplier"}, now))
	if errors.Is(err, ErrStale) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("note that order %s is not repeated: %w", order.ExternalID, err)
	}
	im.changed(order.ID)
	return nil
}
