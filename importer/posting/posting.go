package posting

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Posting sends the orders of one supplier, finds out what became of them, and follows them.
// Its methods may be called concurrently.
type Posting struct {
	*desk.Desk
	*doubt.Trust
	owner   *folder.Owner
	began   time.Time
	changed func(order int64) // makes the results show what became known of an order

	gate   gate
	flight flight
	woken  chan struct{}
	fresh  atomic.Int64 // nanoseconds since 1970, until when every open order has had news for less than stillAfter
}

// New is the posting to the supplier of a desk, by the importer of that name; changed is told
// of each order of which something became known.
func New(d *desk.Desk, trust *doubt.Trust, owner *folder.Owner, changed func(order int64)) *Posting {
	return &Posting{Desk: d, Trust: trust, owner: owner, began: d.Config.Now(), changed: changed, woken: make(chan struct{}, 1)}
}

// orders are whose orders this is about.
func (p *Posting) orders() []string { return []string{p.ID} }

// Waits is how long nothing is sent from now on, 0 where nothing holds posting back.
func (p *Posting) Waits() time.Duration {
	wait, _ := p.gate.wait(p.Config.Now())
	return max(wait, 0)
}

// Wake makes Rest end: something became ready.
func (p *Posting) Wake() { desk.Wake(p.woken) }

// Round posts what is ready, and looks unknown orders up.
func (p *Posting) Round(ctx context.Context) error {
	err := p.heedRetry(ctx)
	if err == nil {
		err = p.Post(ctx, 0, nil)
	}
	if err == nil {
		err = p.Reconcile(ctx, 0)
	}
	return err
}

// Rest waits for the next round.
func (p *Posting) Rest(ctx context.Context) error {
	wait, _ := p.gate.wait(p.Config.Now())
	if wait <= 0 {
		wait = p.lookupPause()
	}
	return p.Pause(ctx, min(wait, p.Config.Scan), p.woken) // a person may ask not to wait
}

// TryNow has orders tried now that wait for a supplier who asked for that or was away.
func (p *Posting) TryNow() {
	p.gate.open()
	p.Wake()
}

// Resting is until when nothing is sent because the supplier asked to wait or was away; zero
// where orders go as they come.
func (p *Posting) Resting() time.Time { return p.gate.rests(p.Config.Now()) }

// Allowed is nil where orders may be posted now; otherwise files and orders wait as they are.
func (p *Posting) Allowed(ctx context.Context) error {
	err := p.Config.Allowed()
	p.Problems.Set(p.Config.Now(), told.ProblemApproval, err)
	doubt := p.Trusted(ctx)
	if err == nil {
		err = doubt
	}
	if err == nil {
		p.LeaveSign(ctx)
	}
	return err
}

// NoteRetry names the note of when a person last asked to try orders now.
const NoteRetry = "retry"

// heedRetry stops waiting for the supplier where a person has asked for that since the
// wait began, in whatever process.
func (p *Posting) heedRetry(ctx context.Context) error {
	now := p.Config.Now()
	if wait, _ := p.gate.wait(now); wait <= 0 {
		return p.endWait(ctx)
	}
	notes, err := p.Journal.Notes(ctx, p.Config.Account)
	if err != nil {
		return fmt.Errorf("look whether somebody asked to try again: %w", err)
	}
	asked, err := time.Parse(time.RFC3339Nano, notes[NoteRetry])
	if err == nil && p.gate.openFor(asked, now) {
		p.Problems.Set(now, told.ProblemSupplier, nil)
		p.Log.Info("a person asked to try orders now: posting goes on")
	}
	return nil
}

// endWait forgets a wait that is over where no order is left to show whether the supplier
// is back: another process may have posted them.
func (p *Posting) endWait(ctx context.Context) error {
	if why, blocked := p.gate.state(); why == nil || blocked {
		return nil
	}
	left, err := p.Journal.Orders(ctx, state.OrderQuery{Account: p.Config.Account, Suppliers: p.orders(), States: []state.State{state.Ready, state.Sending}, Limit: 1})
	if err != nil {
		return fmt.Errorf("look for orders to post: %w", err)
	}
	if len(left) == 0 {
		p.gate.open()
		p.Problems.Set(p.Config.Now(), told.ProblemSupplier, nil)
	}
	return nil
}

// Hopeless reports whether there is no point in waiting for the supplier, and why, with whose it
// is of several.
func (p *Posting) Hopeless(lately time.Time) (stop bool, why error) {
	stop, why = p.hopeless(lately)
	if why != nil && p.Name != "" {
		why = fmt.Errorf("%s: %w", p.Name, why)
	}
	return stop, why
}

// hopeless reports whether Import should stop, as nothing was decided lately, and
// the supplier's error where that is the reason. Without one, lookups fail or another
// process holds the orders: they show as pending or unknown.
func (p *Posting) hopeless(lately time.Time) (stop bool, why error) {
	if err := p.Config.Allowed(); err != nil {
		return true, err
	}
	now := p.Config.Now()
	why, blocked := p.gate.state()
	if blocked {
		return true, p.Trouble(why, "trouble.stopped")
	}
	patience := p.Config.GiveUp
	switch {
	case why == nil:
		patience += 2 * p.Config.Patience
	case supplier.KindOf(why) == supplier.KindThrottled:
		patience = p.Config.Throttle
	}
	pause, _ := p.gate.wait(now)
	if now.Add(max(pause, 0)).Sub(lately) < patience {
		return false, nil
	}
	if why != nil {
		if seconds := int64(now.Sub(lately).Round(time.Second) / time.Second); seconds > 0 {
			return true, p.Trouble(why, "trouble.gave_up", seconds)
		}
		why = p.Trouble(why, "trouble.stopped")
	}
	return true, why
}
