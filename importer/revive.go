package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// LastWord is what was said last of an order by a file.
type LastWord struct {
	Relation Relation
	Hash     string
	Open     bool // these bytes are in conflict with the order already
}

// off reports whether the file did not want the order sent.
func (w LastWord) off() bool { return w.Hash == HashCancelled || w.Hash == HashSkipped }

// Revived tells what it means that a file names an order as one to be sent which the supplier
// has called off: nothing is sent, and somebody should hear of it. Where the file has a word
// for the order's state (stated), or another one had called the order off, it wants it sent:
// CodeRevived. A list without states that goes on naming the order does not ask for another
// parcel, and neither do bytes that came before (again), which are duplicates: CodeCalledOff
// where a person may mean it all the same, "" where nothing new is said.
func Revived(held Order, last LastWord, stated, again bool) (code string) {
	switch {
	case held.State != Accepted || !CalledOff(held.RemoteStatus):
		return ""
	case last.Open, !again && (last.off() || last.Relation == Clash || stated):
		return CodeRevived
	case again && !last.off():
		return ""
	}
	return CodeCalledOff
}

// RevivedHash stands for a content of which a person has said that it stays called off.
func RevivedHash(hash string) string { return CodeRevived + ":" + hash }

// RevivedThere says that a file wants an order sent that the supplier has called off.
func RevivedThere(held Order) wording.Message {
	if held.RemoteStatus == "cancelled" {
		return wording.NewMessage("revived_in_file", told.Typed(held.ExternalID), told.OneLine(held.RemoteID))
	}
	return wording.NewMessage("revived_in_file.returned", told.Typed(held.ExternalID), told.OneLine(held.RemoteID))
}

// CalledOffThere says that a file names an order which the supplier has called off.
func CalledOffThere(held Order) wording.Message {
	if held.RemoteStatus == "cancelled" {
		return wording.NewMessage("called_off_at_supplier", told.Typed(held.ExternalID), told.OneLine(held.RemoteID))
	}
	return wording.NewMessage("called_off_at_supplier.returned", told.Typed(held.ExternalID), told.OneLine(held.RemoteID))
}

// remarked reports whether a link only says that the supplier has called the order off.
func (l Link) remarked() bool {
	return l.Relation == Duplicate && l.Code == CodeCalledOff && CalledOff(l.Order.RemoteStatus)
}

// toDecide are the links of an order that a person can decide about: its open conflicts, and
// where there are none what is only said.
func toDecide(links []FileLink) (out []FileLink) {
	for _, asked := range []func(FileLink) bool{func(l FileLink) bool { return l.clashOpen() }, func(l FileLink) bool { return l.remarked() }} {
		for _, l := range links {
			if asked(l) {
				out = append(out, l)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// wantsAgain reports whether a link is about what the supplier has called off.
func (l Link) wantsAgain() bool { return l.Code == CodeRevived || l.Code == CodeCalledOff }

// callsOff reports whether a file does not want an order sent, and nobody has decided otherwise.
func (l FileLink) callsOff() bool {
	return l.Code == CodeCancelled && l.Relation == Clash || l.Code == CodeSkipped && l.Relation == Skips
}

// withdrawn is an order that is not sent any more, as a file does not want it sent: hash is
// HashCancelled or HashSkipped.
func (o Order) withdrawn(hash string, now time.Time) Order {
	out := outcome{State: Rejected, Code: CodeCancelled, Message: wording.NewMessage("cancelled_in_file.not_sent", told.Typed(o.ExternalID))}
	if hash == HashSkipped {
		out.Code, out.Message = CodeSkipped, wording.NewMessage("skipped_in_file.not_sent", told.Typed(o.ExternalID))
	}
	return o.settle(out, now)
}

// notWanted is the newest word of the files about an order, where that is not to send it.
func (im *Importer) notWanted(ctx context.Context, order Order) (hash string, off bool, err error) {
	links, err := im.journal.OrderLinks(ctx, order.ID)
	if err != nil {
		return "", false, fmt.Errorf("read the files of order %s: %w", told.OneLine(order.ExternalID), err)
	}
	if len(links) == 0 || !links[0].callsOff() {
		return "", false, nil
	}
	return links[0].Hash, true, nil
}

// heldBack keeps an order from being sent once more that a file called off while it was on
// its way. One that may be at the supplier is looked up first.
func (im *Importer) heldBack(ctx context.Context, order Order, now time.Time) (bool, error) {
	if order.Attempts == 0 {
		return false, nil // it would have been withdrawn with the file
	}
	hash, off, err := im.notWanted(ctx, order)
	if err != nil || !off {
		return false, err
	}
	next := order.withdrawn(hash, now)
	if order.Doubtful {
		next = order.settle(outcome{State: Unknown, Code: "outcome_unknown", Message: wording.NewMessage("outcome_unknown.called_off")}, now)
	}
	if _, err := im.journal.Swap(ctx, next); err != nil && !errors.Is(err, ErrStale) {
		return true, fmt.Errorf("note that order %s is not sent any more: %w", told.OneLine(order.ExternalID), err)
	}
	im.changed(order.ID)
	return true, nil
}

// notRepeated lets an order go that the supplier does not have, and a file does not want any more.
func (im *Importer) notRepeated(ctx context.Context, unknown, next Order, now time.Time) (Order, error) {
	if next.State != Ready {
		return next, nil
	}
	hash, off, err := im.notWanted(ctx, unknown)
	if err != nil || !off {
		return next, err
	}
	gone := unknown.withdrawn(hash, now)
	return gone.tried(LookedUp, unknown.FirstMiss, outcome{}), nil
}

// noteRevived makes a conflict of the newest word about an order that the supplier has
// called off, as came to be known just now: where a file that was dropped since, or after
// another one had called the order off, wants it sent.
func (im *Importer) noteRevived(ctx context.Context, order Order) error {
	links, err := im.journal.OrderLinks(ctx, order.ID)
	if err != nil || len(links) < 2 {
		return wrapUnlessNil("read the files of order "+told.OneLine(order.ExternalID), err)
	}
	newest, before := links[0], links[1]
	if at := slices.IndexFunc(links[1:], func(l FileLink) bool { return l.Code != CodeCalledOff }); at >= 0 {
		before = links[1+at]
	}
	if newest.Relation != Duplicate {
		return nil
	}
	last := LastWord{Relation: before.Relation, Hash: before.Hash}
	since := !order.RemoteAt.IsZero() && newest.DroppedAt.After(order.RemoteAt)
	if !since && !last.off() {
		return nil
	}
	again := newest.DroppedAt.After(newest.File.CreatedAt) || slices.ContainsFunc(links[1:], func(l FileLink) bool { return l.File.SHA256 == newest.File.SHA256 })
	change := LinkChange{File: newest.File.ID, Order: order.ID, To: order.ID, Relation: Clash, Code: CodeRevived,
		Message: RevivedThere(order), Hash: cmp.Or(newest.Hash, order.Hash)}
	switch Revived(order, last, newest.Stated, again) {
	case "":
		return nil
	case CodeCalledOff:
		if slices.ContainsFunc(links, func(l FileLink) bool { return l.Code == CodeCalledOff }) {
			return nil
		}
		change.Relation, change.Code, change.Message = Duplicate, CodeCalledOff, CalledOffThere(order)
	}
	changes := []LinkChange{change}
	for _, l := range links[1:] {
		if l.Relation == Clash && l.Code == CodeCancelled { // the supplier has called it off: that is settled
			changes = append(changes, LinkChange{File: l.File.ID, Order: order.ID, To: order.ID, Relation: Skips, Hash: l.Hash})
		}
	}
	err = im.journal.Relink(ctx, order, changes)
	if errors.Is(err, ErrStale) {
		return nil
	}
	return wrapUnlessNil("note that order "+told.OneLine(order.ExternalID)+" is wanted again", err)
}
