package state

import (
	"time"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// LastWord is what was said last of an order by a file.
type LastWord struct {
	Relation Relation
	Hash     string
	Open     bool // these bytes are in conflict with the order already
}

// Off reports whether the file did not want the order sent.
func (w LastWord) Off() bool { return w.Hash == HashCancelled || w.Hash == HashSkipped }

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
	case last.Open, !again && (last.Off() || last.Relation == Clash || stated):
		return CodeRevived
	case again && !last.Off():
		return ""
	}
	return CodeCalledOff
}

// RevivedHash stands for a content of which a person has said that it stays called off.
func RevivedHash(hash string) string { return CodeRevived + ":" + hash }

// RevivedThere says that a file wants an order sent that the supplier has called off.
func RevivedThere(held Order) wording.Message {
	if held.RemoteStatus == supplier.OrderCancelled {
		return wording.NewMessage("revived_in_file", told.Typed(held.ExternalID), told.OneLine(held.RemoteID))
	}
	return wording.NewMessage("revived_in_file.returned", told.Typed(held.ExternalID), told.OneLine(held.RemoteID))
}

// CalledOffThere says that a file names an order which the supplier has called off.
func CalledOffThere(held Order) wording.Message {
	if held.RemoteStatus == supplier.OrderCancelled {
		return wording.NewMessage("called_off_at_supplier", told.Typed(held.ExternalID), told.OneLine(held.RemoteID))
	}
	return wording.NewMessage("called_off_at_supplier.returned", told.Typed(held.ExternalID), told.OneLine(held.RemoteID))
}

// Remarked reports whether a link only says that the supplier has called the order off.
func (l Link) Remarked() bool {
	return l.Relation == Duplicate && l.Code == CodeCalledOff && CalledOff(l.Order.RemoteStatus)
}

// ToDecide are the links of an order that a person can decide about: its open conflicts, and
// where there are none what is only said.
func ToDecide(links []FileLink) (out []FileLink) {
	for _, asked := range []func(FileLink) bool{func(l FileLink) bool { return l.ClashOpen() }, func(l FileLink) bool { return l.Remarked() }} {
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

// WantsAgain reports whether a link is about what the supplier has called off.
func (l Link) WantsAgain() bool { return l.Code == CodeRevived || l.Code == CodeCalledOff }

// CallsOff reports whether a file does not want an order sent, and nobody has decided otherwise.
func (l FileLink) CallsOff() bool {
	return l.Code == CodeCancelled && l.Relation == Clash || l.Code == CodeSkipped && l.Relation == Skips
}

// Withdrawn is an order that is not sent any more, as a file does not want it sent: hash is
// HashCancelled or HashSkipped.
func (o Order) Withdrawn(hash string, now time.Time) Order {
	out := Outcome{State: Rejected, Code: CodeCancelled, Message: wording.NewMessage("cancelled_in_file.not_sent", told.Typed(o.ExternalID))}
	if hash == HashSkipped {
		out.Code, out.Message = CodeSkipped, wording.NewMessage("skipped_in_file.not_sent", told.Typed(o.ExternalID))
	}
	return o.Settle(out, now)
}
