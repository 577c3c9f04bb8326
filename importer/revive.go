package importer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// LastWord is what was said last of an order by a file.
type LastWord struct {
	SHA256   string // of the file
	Relation Relation
	Code     string
	Hash     string
}

// off reports whether the file did not want the order sent.
func (w LastWord) off() bool { return w.Hash == HashCancelled || w.Hash == HashSkipped }

// Revived reports whether a file with these bytes wants an order sent that the supplier has
// called off: nothing would be sent, and nobody would hear of it. The last file once more
// says nothing new, and neither does a list without states that goes on naming an order
// which no file has called off. stated says that the file has a word for the order's state.
func Revived(held Order, last LastWord, stated bool, sha string) bool {
	if held.State != Accepted || !CalledOff(held.RemoteStatus) {
		return false
	}
	if last.off() || last.Relation == Clash {
		return true
	}
	return last.SHA256 != sha && stated
}

// RevivedHash stands for a content of which a person has said that it stays called off.
func RevivedHash(hash string) string { return CodeRevived + ":" + hash }

// RevivedThere says that a file wants an order sent that the supplier has called off.
func RevivedThere(held Order) wording.Message {
	if held.RemoteStatus == "cancelled" {
		return wording.NewMessage("revived_in_file", typed(held.ExternalID), oneLine(held.RemoteID))
	}
	return wording.NewMessage("revived_in_file.returned", typed(held.ExternalID), oneLine(held.RemoteID))
}

// callsOff reports whether a file does not want an order sent, and nobody has decided otherwise.
func (l FileLink) callsOff() bool {
	return l.Code == CodeCancelled && l.Relation == Clash || l.Code == CodeSkipped && l.Relation == Skips
}

// withdrawn is an order that is not sent any more, as a file does not want it sent: hash is
// HashCancelled or HashSkipped.
func (o Order) withdrawn(hash string, now time.Time) Order {
	out := outcome{State: Rejected, Code: CodeCancelled, Message: wording.NewMessage("cancelled_in_file.not_sent", typed(o.ExternalID))}
	if hash == HashSkipped {
		out.Code, out.Message = CodeSkipped, wording.NewMessage("skipped_in_file.not_sent", typed(o.ExternalID))
	}
	return o.settle(out, now)
}

// notWanted is the newest word of the files about an order, where that is not to send it.
func (im *Importer) notWanted(ctx context.Context, order Order) (hash string, off bool, err error) {
	links, err := im.journal.OrderLinks(ctx, order.ID)
	if err != nil {
		return "", false, fmt.Errorf("read the files of order %s: %w", oneLine(order.ExternalID), err)
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
		return true, fmt.Errorf("note that order %s is not sent any more: %w", oneLine(order.ExternalID), err)
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
		return wrapUnlessNil("read the files of order "+oneLine(order.ExternalID), err)
	}
	newest, before := links[0], links[1]
	if newest.Relation != Duplicate {
		return nil
	}
	last := LastWord{SHA256: before.File.SHA256, Relation: before.Relation, Code: before.Code, Hash: before.Hash}
	since := newest.Stated && !order.RemoteAt.IsZero() && newest.DroppedAt.After(order.RemoteAt)
	if !since && !last.off() {
		return nil
	}
	changes := []LinkChange{{File: newest.File.ID, Order: order.ID, To: order.ID, Relation: Clash, Code: CodeRevived,
		Message: RevivedThere(order), Hash: or(newest.Hash, order.Hash)}}
	for _, l := range links[1:] {
		if l.Relation == Clash && l.Code == CodeCancelled { // the supplier has called it off: that is settled
			changes = append(changes, LinkChange{File: l.File.ID, Order: order.ID, To: order.ID, Relation: Skips, Hash: l.Hash})
		}
	}
	err = im.journal.Relink(ctx, order, changes)
	if errors.Is(err, ErrStale) {
		return nil
	}
	return wrapUnlessNil("note that order "+oneLine(order.ExternalID)+" is wanted again", err)
}
