package importer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/posting"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// What is done for all suppliers is done side by side, each at his own pace.

// postingOf is the posting of the supplier of an order, nil where the config has him no more.
func (im *Importer) postingOf(order state.Order) *posting.Posting {
	return im.postingTo(order.Supplier)
}

// postingTo is the posting of the supplier of an id, nil where the config has him no more.
func (im *Importer) postingTo(id string) *posting.Posting {
	at := slices.IndexFunc(im.postings, func(p *posting.Posting) bool { return p.ID == id })
	if at < 0 {
		return nil
	}
	return im.postings[at]
}

// everyone are the postings of all suppliers.
func (im *Importer) everyone() map[*posting.Posting]bool {
	all := map[*posting.Posting]bool{}
	for _, p := range im.postings {
		all[p] = true
	}
	return all
}

// eachSupplier does something for every supplier at once; what one meets keeps no other from it.
func (im *Importer) eachSupplier(do func(p *posting.Posting) error) error {
	errs := make([]error, len(im.postings))
	var group errgroup.Group
	for i, p := range im.postings {
		group.Go(func() error {
			errs[i] = do(p)
			return nil
		})
	}
	_ = group.Wait()
	return errors.Join(errs...)
}

// post posts the orders that are ready and due, of one file or (file 0) of all.
func (im *Importer) post(ctx context.Context, file int64, settled func()) error {
	return im.eachSupplier(func(p *posting.Posting) error { return p.Post(ctx, file, settled) })
}

// Reconcile makes one round over the orders whose outcome is not known, see Posting.Reconcile.
func (im *Importer) Reconcile(ctx context.Context) error {
	return im.eachSupplier(func(p *posting.Posting) error { return p.Reconcile(ctx, 0) })
}

// Follow makes one round of asking what became of the orders that are not final.
func (im *Importer) Follow(ctx context.Context) error {
	return im.eachSupplier(func(p *posting.Posting) error { return p.Follow(ctx) })
}

// allowed is nil where orders may be posted now, to some supplier at least; otherwise files and
// orders wait as they are.
func (im *Importer) allowed(ctx context.Context) error {
	var first error
	some := false
	for _, p := range im.postings {
		err := p.Allowed(ctx)
		if err == nil {
			some = true
		} else if first == nil {
			first = err
		}
	}
	if some {
		return nil
	}
	return first
}

// strangers says of orders that are not decided that the config has no supplier for them.
func (im *Importer) strangers(ctx context.Context) error {
	q := state.OrderQuery{Account: im.Config.Account, Strangers: im.IDs(), States: []state.State{state.Ready, state.Sending, state.Unknown}, Limit: 1}
	left, err := im.Journal.Orders(ctx, q)
	if err != nil {
		return fmt.Errorf("look for orders of nobody: %w", err)
	}
	var stray error
	if len(left) > 0 {
		stray = errors.New(wording.NewMessage("suppliers_stray", told.OneLine(left[0].ExternalID), left[0].Supplier).In(im.Language()))
	}
	im.Problems.Set(im.Config.Now(), told.ProblemStray, stray)
	return nil
}

// TryNow has orders tried now that wait for a supplier who asked for that or was away.
func (im *Importer) TryNow() {
	for _, p := range im.postings {
		p.TryNow()
	}
	desk.Wake(im.wakePost)
}

// wake makes whoever posts go on.
func (im *Importer) wake() {
	for _, p := range im.postings {
		p.Wake()
	}
	desk.Wake(im.wakePost)
}

// Resting is until when nothing is sent to any supplier because each asked to wait or was away;
// zero where orders go as they come.
func (im *Importer) Resting() (until time.Time) {
	for _, p := range im.postings {
		rests := p.Resting()
		if rests.IsZero() {
			return rests
		}
		if until.IsZero() || rests.Before(until) {
			until = rests
		}
	}
	return until
}

// changed makes the results show what became known of an order.
func (im *Importer) changed(id int64) {
	im.dirty.add(id)
	desk.Wake(im.wakeShow)
}

// written is an order's body as the mapping of its supplier writes it today, nil where the one
// that it has is to stay.
func (im *Importer) written(order state.Order) ([]byte, error) {
	if p := im.postingOf(order); p != nil {
		return p.Written(order)
	}
	return nil, nil
}
