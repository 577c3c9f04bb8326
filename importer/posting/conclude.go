package posting

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// steer draws the consequences of an outcome for the account as a whole.
func (p *Posting) steer(out state.Outcome, cause error) {
	now := p.Config.Now()
	switch {
	case out.Halt != state.HaltNothing:
		// The gate holds this process back. The order itself waits only as long as the
		// supplier asked: who drops it again after mending the matter need not wait.
		p.gate.close(now, out.Delay, out.Halt == state.HaltBlock, cause)
		p.Problems.Set(now, told.ProblemSupplier, p.halted(out, cause, now))
	case out.State == state.Accepted, out.State == state.Rejected, out.State == state.Conflict:
		p.gate.open()
		p.Problems.Set(now, told.ProblemSupplier, nil)
	}
}

// conclude makes the outcome durable. Where the journal fails now, the order stays in
// sending: nobody takes it for unsent, and Reconcile finds out what became of it.
func (p *Posting) conclude(ctx context.Context, sending state.Order, out state.Outcome) error {
	ctx = traced(context.WithoutCancel(ctx), sending)
	err := p.swapSurely(ctx, p.ended(sending, out))
	if other, ok := errors.AsType[*state.TakenError](err); ok {
		out = state.Taken(out.Order.ID, other.By)
		p.Log.ErrorContext(ctx, "the supplier answered with an order that another one is already", "external_id", sending.ExternalID,
			"order_id", out.Order.ID, "other", other.By.ExternalID)
		err = p.swapSurely(ctx, p.ended(sending, out))
	}
	if err != nil {
		p.owner.Left.Store(true)
		return fmt.Errorf("note what became of order %s: %w", sending.ExternalID, err)
	}
	p.Log.DebugContext(ctx, "order", "external_id", sending.ExternalID, "state", out.State, "code", out.Code, "order_id", out.Order.ID)
	return nil
}

// ended is an order after an attempt to post it.
func (p *Posting) ended(sending state.Order, out state.Outcome) state.Order {
	now := p.Config.Now()
	if out.State == state.Ready && out.Delay >= time.Second {
		out.Message = wording.NewMessage("waits_until", told.Second(now.Add(out.Delay)), out.Message)
	}
	order := sending.Settle(out, now)
	if out.State != state.Ready || out.Code != sending.Code { // once is enough of a supplier that stays away
		order = order.Attempted(state.Posted, sending.ChangedAt, out)
	}
	if order.Suspicious() {
		order = order.ForPerson(now)
	}
	return order
}

// halted words a pause for a person. A wait that no supplier can mean is said with its date.
func (p *Posting) halted(out state.Outcome, cause error, now time.Time) error {
	if errors.Is(cause, supplier.ErrPostingStopped) {
		return p.Trouble(cause, "trouble.stopped")
	}
	if out.Halt == state.HaltBlock {
		return p.Trouble(cause, "trouble.token")
	}
	language := p.Config.Language
	if failure, ok := errors.AsType[*supplier.Error](cause); ok && failure.RetryAfter > state.LongestAsked {
		return errors.New(wording.NewMessage("supplier_wait.too_long", told.Day(now.Add(failure.RetryAfter)), told.Clock(now.Add(state.LongestAsked))).In(language))
	}
	if out.Delay > time.Minute {
		return errors.New(wording.NewMessage("supplier_wait", told.Clock(now.Add(out.Delay)), told.Error(cause)).In(language))
	}
	return p.Trouble(cause, "trouble.waits")
}

// swapSurely tries a few times to keep an outcome that is known now and would
// otherwise have to be found out again. An order that somebody else changed
// meanwhile is theirs; only a new acceptance is worth more than what they noted.
func (p *Posting) swapSurely(ctx context.Context, order state.Order) error {
	const tries = 3
	var err error
	for try := range tries {
		if try > 0 {
			if err := p.Pause(ctx, time.Duration(try)*100*time.Millisecond, nil); err != nil {
				return err
			}
		}
		if _, err = p.Journal.Swap(ctx, order); err == nil {
			p.changed(order.ID)
			return nil
		}
		if errors.Is(err, state.ErrStale) {
			return p.overtaken(ctx, order)
		}
	}
	return err
}

// overtaken handles an outcome that comes after another process took the order for
// abandoned: that it exists at the supplier is noted all the same.
func (p *Posting) overtaken(ctx context.Context, order state.Order) error {
	if order.State != state.Accepted {
		return nil
	}
	for {
		orders, err := p.Journal.Orders(ctx, state.OrderQuery{Account: order.Account, Key: &order.OrderKey})
		if err != nil || len(orders) == 0 {
			return err
		}
		held := orders[0]
		next := order
		switch {
		case held.State == state.Accepted && held.RemoteID == order.RemoteID:
			return nil
		case held.State == state.Accepted:
			next = held.Twice(order.RemoteID, p.Config.Now())
		case held.Key != order.Key: // refused and dropped again since
			next = held
			next.Code, next.Message = state.CodeTwice, wording.NewMessage("posted_twice.late", told.OneLine(order.RemoteID))
		}
		next.Version = held.Version
		if _, err = p.Journal.Swap(ctx, next); errors.Is(err, state.ErrStale) {
			continue // it was changed once more
		}
		if err != nil {
			return err
		}
		if next.Code == state.CodeTwice {
			p.Log.Error("an order was accepted twice", "external_id", order.ExternalID, "order_id", order.RemoteID, "why", next.Message)
		}
		p.changed(order.ID)
		return nil
	}
}
