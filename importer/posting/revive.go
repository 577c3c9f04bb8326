package posting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// notWanted is the newest word of the files about an order, where that is not to send it.
func (p *Posting) notWanted(ctx context.Context, order state.Order) (hash string, off bool, err error) {
	links, err := p.Journal.OrderLinks(ctx, order.ID)
	if err != nil {
		return "", false, fmt.Errorf("read the files of order %s: %w", told.OneLine(order.ExternalID), err)
	}
	if len(links) == 0 || !links[0].CallsOff() {
		return "", false, nil
	}
	return links[0].Hash, true, nil
}

// heldBack keeps an order from being sent once more that a file called off while it was on
// its way. One that may be at the supplier is looked up first.
func (p *Posting) heldBack(ctx context.Context, order state.Order, now time.Time) (bool, error) {
	if order.Attempts == 0 {
		return false, nil // it would have been withdrawn with the file
	}
	hash, off, err := p.notWanted(ctx, order)
	if err != nil || !off {
		return false, err
	}
	next := order.Withdrawn(hash, now)
	if order.Doubtful {
		next = order.Settle(state.Outcome{State: state.Unknown, Code: "outcome_unknown", Message: wording.NewMessage("outcome_unknown.called_off")}, now)
	}
	if _, err := p.Journal.Swap(ctx, next); err != nil && !errors.Is(err, state.ErrStale) {
		return true, fmt.Errorf("note that order %s is not sent any more: %w", told.OneLine(order.ExternalID), err)
	}
	p.changed(order.ID)
	return true, nil
}

// notRepeated lets an order go that the supplier does not have, and a file does not want any more.
func (p *Posting) notRepeated(ctx context.Context, unknown, next state.Order, now time.Time) (state.Order, error) {
	if next.State != state.Ready {
		return next, nil
	}
	hash, off, err := p.notWanted(ctx, unknown)
	if err != nil || !off {
		return next, err
	}
	gone := unknown.Withdrawn(hash, now)
	return gone.Attempted(state.LookedUp, unknown.FirstMiss, state.Outcome{}), nil
}

// noteRevived makes a conflict of the newest word about an order that the supplier has
// called off, as came to be known just now: where a file that was dropped since, or after
// another one had called the order off, wants it sent.
func (p *Posting) noteRevived(ctx context.Context, order state.Order) error {
	links, err := p.Journal.OrderLinks(ctx, order.ID)
	if err != nil || len(links) < 2 {
		return told.Doing("read the files of order "+told.OneLine(order.ExternalID), err)
	}
	newest, before := links[0], links[1]
	if at := slices.IndexFunc(links[1:], func(l state.FileLink) bool { return l.Code != state.CodeCalledOff }); at >= 0 {
		before = links[1+at]
	}
	if newest.Relation != state.Duplicate {
		return nil
	}
	last := state.LastWord{Relation: before.Relation, Hash: before.Hash}
	since := !order.RemoteAt.IsZero() && newest.DroppedAt.After(order.RemoteAt)
	if !since && !last.Off() {
		return nil
	}
	again := newest.DroppedAt.After(newest.File.CreatedAt) || slices.ContainsFunc(links[1:], func(l state.FileLink) bool { return l.File.SHA256 == newest.File.SHA256 })
	change := state.LinkChange{File: newest.File.ID, Order: order.ID, To: order.ID, Relation: state.Clash, Code: state.CodeRevived,
		Message: state.RevivedThere(order), Hash: cmp.Or(newest.Hash, order.Hash)}
	switch state.Revived(order, last, newest.Stated, again) {
	case "":
		return nil
	case state.CodeCalledOff:
		if slices.ContainsFunc(links, func(l state.FileLink) bool { return l.Code == state.CodeCalledOff }) {
			return nil
		}
		change.Relation, change.Code, change.Message = state.Duplicate, state.CodeCalledOff, state.CalledOffThere(order)
	}
	changes := []state.LinkChange{change}
	for _, l := range links[1:] {
		if l.Relation == state.Clash && l.Code == state.CodeCancelled { // the supplier has called it off: that is settled
			changes = append(changes, state.LinkChange{File: l.File.ID, Order: order.ID, To: order.ID, Relation: state.Skips, Hash: l.Hash})
		}
	}
	err = p.Journal.Relink(ctx, order, changes)
	if errors.Is(err, state.ErrStale) {
		return nil
	}
	return told.Doing("note that order "+told.OneLine(order.ExternalID)+" is wanted again", err)
}
