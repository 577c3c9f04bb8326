package posting

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const (
	lookupBatch = 50     // external ids asked for at once
	listBatch   = 10_000 // the same where the list of all orders is read for them: some 20 MB of orders
	keyMargin   = 10     // a key is not trusted for the last tenth of its lifetime
)

// Reconcile makes one round over the orders whose outcome is not known, of one file or
// (file 0) of all: what a dead importer left in sending becomes unknown, and unknown orders
// are looked up at the supplier. Found ones are accepted. Those that the supplier does not
// know over the whole of Patience are posted again only where it promises that a repeated
// request creates nothing; the others stay unknown for a person.
func (p *Posting) Reconcile(ctx context.Context, file int64) error {
	if err := p.recoverAbandoned(ctx); err != nil {
		return err
	}
	query := state.OrderQuery{Account: p.Config.Account, Suppliers: p.orders(), States: []state.State{state.Unknown}, File: file, Limit: p.lookedUpAtOnce()}
	for {
		query.Due = p.Config.Now()
		due, err := p.Journal.Orders(ctx, query)
		if err != nil || len(due) == 0 {
			return err
		}
		if err := p.lookUp(ctx, due); err != nil {
			return err
		}
		if len(due) < query.Limit {
			return nil
		}
		query.After = due[len(due)-1].ID // those that wait again are not gone through for each batch
	}
}

// lookedUpAtOnce is for how many orders the supplier is asked before what he says is noted.
func (p *Posting) lookedUpAtOnce() int {
	if l, ok := p.Supplier.(desk.ListReader); ok && l.FindsInList() {
		return listBatch
	}
	return lookupBatch
}

// recoverAbandoned turns sending into unknown where the sender is dead.
func (p *Posting) recoverAbandoned(ctx context.Context) error {
	query := state.OrderQuery{Account: p.Config.Account, Suppliers: p.orders(), States: []state.State{state.Sending}, Bare: true, Limit: postBatch}
	for {
		sending, err := p.Journal.Orders(ctx, query)
		if err != nil {
			return fmt.Errorf("read the orders that were being sent: %w", err)
		}
		if len(sending) == 0 {
			return nil
		}
		if err := p.abandon(ctx, sending); err != nil || len(sending) < query.Limit {
			return err
		}
		query.After = sending[len(sending)-1].ID
	}
}

// abandon turns those of some orders into unknown ones that nobody sends any more.
func (p *Posting) abandon(ctx context.Context, sending []state.Order) error {
	fences, err := p.Fences(ctx)
	if err != nil {
		return err
	}
	now := p.Config.Now()
	sending = slices.DeleteFunc(sending, func(o state.Order) bool { return !p.isAbandoned(o, fences, now) })
	return sideBySide(len(sending), func(i int) error {
		order := sending[i]
		if _, err := p.Journal.Swap(ctx, order.Abandoned(now).Attempted(state.Posted, order.ChangedAt, state.Outcome{})); err != nil && !errors.Is(err, state.ErrStale) {
			return fmt.Errorf("note that the sending of order %s was interrupted: %w", order.ExternalID, err)
		}
		p.Log.Warn("sending was interrupted", "external_id", order.ExternalID)
		p.changed(order.ID)
		return nil
	})
}

// isAbandoned reports whether nobody sends the order any more. Of a process that has joined
// the others the database knows; of any other one its lock and the order's lease tell.
func (p *Posting) isAbandoned(order state.Order, fences map[string]bool, now time.Time) bool {
	if order.Owner == p.owner.Name {
		return !p.flight.has(order.ID)
	}
	if fenced, joined := fences[order.Owner]; joined {
		return fenced || p.owner.Dead(order.Owner) || p.AdoptedSince(order.ChangedAt)
	}
	return now.After(order.LeaseUntil) || p.owner.Dead(order.Owner) || p.AdoptedSince(order.ChangedAt)
}

// lookUp asks the supplier for some unknown orders. Where the list fails as a whole,
// nothing is concluded from what is missing in it, and its error only delays them.
func (p *Posting) lookUp(ctx context.Context, unknown []state.Order) error {
	found, failure := p.Found(ctx, unknown)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	now := p.Config.Now()
	if supplier.KindOf(failure) == supplier.KindUnauthorized {
		p.gate.close(now, 0, true, failure)
	}
	if errors.Is(failure, supplier.ErrUnmapped) { // he has no list: no look ever tells, and nothing passes
		failure = nil
	}
	p.Problems.Set(now, told.ProblemLookup, p.Trouble(failure, "trouble.lookup"))
	return sideBySide(len(unknown), func(i int) error {
		return p.noteLook(ctx, unknown[i], found[unknown[i].ExternalID], failure != nil, now)
	})
}

// noteLook notes what one look showed of an order: under are the supplier's orders with its number.
func (p *Posting) noteLook(ctx context.Context, order state.Order, under []supplier.Order, failed bool, now time.Time) error {
	next, err := p.notRepeated(ctx, order, p.conclusion(order, under, failed, now), now)
	if err != nil {
		return err
	}
	_, err = p.Journal.Swap(ctx, next)
	if other, ok := errors.AsType[*state.TakenError](err); ok {
		next = order.Settle(state.Taken(next.RemoteID, other.By), now).ForPerson(now)
		_, err = p.Journal.Swap(ctx, next)
	}
	if err != nil && !errors.Is(err, state.ErrStale) {
		return fmt.Errorf("note what became of order %s: %w", order.ExternalID, err)
	}
	p.changed(order.ID)
	if next.State == state.Ready {
		p.Wake()
	}
	return nil
}

// refusedAgain is a refusal of an order that an earlier attempt may have created: the
// supplier may refuse it only because it is there. A last look tells.
func (p *Posting) refusedAgain(ctx context.Context, order state.Order, refusal state.Outcome) state.Outcome {
	found, err := p.Found(ctx, []state.Order{order})
	if under := found[order.ExternalID]; len(under) > 0 {
		return state.Recognise(order, under)
	}
	if err != nil {
		said := wording.NewMessage("outcome_unknown.refused", told.Error(err), refusal.Message)
		if errors.Is(err, supplier.ErrUnmapped) { // no later look tells, either
			said = wording.NewMessage(state.KeyRefusedUnseen, refusal.Message)
		}
		return state.Outcome{State: state.Unknown, Code: "outcome_unknown", Message: said}
	}
	// One look tells little: a list may lag. It is looked up as often as any other.
	return state.Outcome{State: state.Unknown, Code: state.CodeRefusedAgain + refusal.Code, Message: refusal.Message, Faults: refusal.Faults}
}

// conclusion is an unknown order after one look for it.
func (p *Posting) conclusion(order state.Order, under []supplier.Order, failed bool, now time.Time) state.Order {
	if len(under) > 0 {
		out := state.Recognise(order, under)
		if order.Suspicious() && (out.State != state.Accepted || order.Code == state.CodeNumber) { // an answer that named another order is for a person
			return order.ForPerson(now) // what the answer said is confirmed, and no better
		}
		if out.State == state.Ready { // a draft, whose handing in has no end that is known
			out.Delay = p.repeatPause(order.Attempts)
		}
		return order.Settle(out, now).Attempted(state.LookedUp, now, out)
	}
	if failed {
		order.NotBefore = now.Add(p.lookupPause())
		return order
	}
	if order.Suspicious() {
		return order.ForPerson(now)
	}
	order.Misses++
	if order.FirstMiss.IsZero() {
		order.FirstMiss = now
	}
	order.ChangedAt = now
	if order.Misses < state.MissesNeeded || now.Sub(order.FirstMiss) < p.Config.Patience {
		order.NotBefore = now.Add(p.lookupPause())
		return order
	}
	return p.absent(order, now)
}

// absent is an unknown order that the supplier did not know for long enough.
func (p *Posting) absent(order state.Order, now time.Time) state.Order {
	if order.Message.Key == state.KeyRefusedUnseen {
		return order.ForPerson(now)
	}
	if code, ok := strings.CutPrefix(order.Code, state.CodeRefusedAgain); ok {
		out := state.Outcome{State: state.Rejected, Code: code, Message: order.Message, Faults: order.Faults}
		return order.Settle(out, now).Attempted(state.LookedUp, order.FirstMiss, out)
	}
	if p.mayRepeat(order, now) {
		order.RemoteID = "" // a draft that is gone is made anew
		out := state.Outcome{State: state.Ready, Code: "posted_again", Message: wording.NewMessage("posted_again"), Delay: p.repeatPause(order.Attempts)}
		return order.Settle(out, now).Attempted(state.LookedUp, order.FirstMiss, out)
	}
	if order.Drafted() { // to hand it in creates nothing
		out := state.There(supplier.Order{ID: order.RemoteID, Draft: true})
		out.Delay = p.repeatPause(order.Attempts)
		return order.Settle(out, now).Attempted(state.LookedUp, order.FirstMiss, out)
	}
	said := wording.NewMessage("outcome_unknown.person")
	if b, bundles := p.Supplier.(desk.Bundler); bundles {
		said = unknownBundle(b.BundleOf(order.Body))
	}
	told := order.Message.Key == said.Key
	order.Code, order.Message = "outcome_unknown", said
	order.NotBefore = now.Add(state.PersonWait)
	if told {
		return order // once is enough of a story
	}
	return order.Attempted(state.LookedUp, order.FirstMiss, state.Outcome{})
}

// unknownBundle says of an order that nobody knows whether the bundle came that it was in.
func unknownBundle(name string, trace wording.Message) wording.Message {
	if name == "" {
		return wording.NewMessage(state.KeyUnknownBundle)
	}
	return wording.NewMessage(state.KeyUnknownFile, name, trace)
}

// repeatPause is how long an order waits before it is sent once more: not at all after
// the first attempts, then twice as long each time. A supplier that fails on it each
// time is not to be hammered.
func (p *Posting) repeatPause(attempts int) time.Duration {
	const atOnce, longest = 3, 10 * time.Minute
	if attempts <= atOnce {
		return 0
	}
	return min(p.Config.Patience<<min(attempts-atOnce-1, 10), longest)
}

func (p *Posting) lookupPause() time.Duration { return p.Config.Patience/(state.MissesNeeded-1) + 1 }

// mayRepeat reports whether the supplier promises that the same request once more
// creates no second order, or the bundle of the last attempt certainly never left.
func (p *Posting) mayRepeat(order state.Order, now time.Time) bool {
	if b, ok := p.Supplier.(desk.Bundler); ok {
		return b.Withdraw(order.Body)
	}
	promise := p.Supplier.Idempotency()
	if promise.Kind != supplier.IdempotencyExternalID && promise.Kind != supplier.IdempotencyKey {
		return false
	}
	trusted := promise.Lifetime - promise.Lifetime/keyMargin - 2*p.Config.Attempt // its turn, and the attempt itself
	return promise.Lifetime == 0 || now.Before(order.SentAt.Add(trusted))
}
