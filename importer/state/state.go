package state

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Meet decides what becomes of an order of a file under whose key the journal holds
// another one. mine says that the held order was brought by the same file, again
// that this is a new drop of a file whose earlier one was dealt with completely.
// It returns the order to keep, which has the held one's ID and Version, and
// whether it differs from the held one.
func Meet(held, incoming Order, mine, again bool) (order Order, relation Relation, changed bool) {
	continued := mine && !again
	switch {
	case (held.State == Rejected || held.State == Conflict) && !continued:
		next := incoming
		next.ID, next.Version, next.CreatedAt = held.ID, held.Version, held.CreatedAt
		next.Attempts = held.Attempts
		next.Round = held.Round + 1
		next.Key = IdempotencyKey(next)
		return next, Own, true
	case held.Hash != "" && held.Hash != incoming.Hash: // what a result alone tells of has none
		return held, Clash, false
	case continued, mine && held.State != Accepted:
		return held, Own, false
	default:
		return held, Duplicate, false
	}
}

// IdempotencyKey is the same for every attempt of one round, also after the journal
// was lost; a new round has another one, as suppliers may keep a refusal with its key.
func IdempotencyKey(o Order) string {
	h := sha256.New()
	parts := []string{o.Account, o.Source, o.ExternalID, o.Hash, fmt.Sprint(o.Round)}
	if o.Supplier != "" { // services may share their keys
		parts = append(parts, o.Supplier)
	}
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Began is the order with an attempt on its way.
func (o Order) Began(owner string, now time.Time, lease time.Duration) Order {
	o.State = Sending
	o.Attempts++
	o.Owner, o.LeaseUntil = owner, now.Add(lease)
	if o.SentAt.IsZero() {
		o.SentAt = now
	}
	o.ChangedAt = now
	return o
}

// Abandoned is an order whose sender died: the attempt may have reached the supplier.
func (o Order) Abandoned(now time.Time) Order {
	return o.Settle(Outcome{State: Unknown, Code: "interrupted",
		Message: wording.NewMessage("interrupted")}, now)
}

// Attempted is a settled order with the attempt that settled it, for the journal to keep.
func (o Order) Attempted(kind AttemptKind, began time.Time, out Outcome) Order {
	o.Tried = &Attempt{Kind: kind, Began: began, Ended: o.ChangedAt, Round: o.Round, State: o.Shown(), Code: o.Code, Message: o.Message,
		RequestID: out.RequestID, RemoteID: out.Order.ID}
	return o
}

// How an order is looked up of which nobody knows what became of it.
const (
	MissesNeeded = 3               // lookups that must miss before an order is taken as absent
	PersonWait   = 5 * time.Minute // between lookups of an order that waits for a person
)

// ForPerson is an unknown order that is no more sent by itself: it is looked up now and
// then, until the supplier or a person tells what became of it.
func (o Order) ForPerson(now time.Time) Order {
	o.Misses, o.FirstMiss = max(o.Misses, MissesNeeded), now
	o.NotBefore, o.ChangedAt = now.Add(PersonWait), now
	return o
}

// Settle is the order after what is known now.
func (o Order) Settle(out Outcome, now time.Time) Order {
	o.State = out.State
	o.Owner, o.LeaseUntil = "", time.Time{}
	o.Code, o.Message, o.Faults = out.Code, out.Message, out.Faults
	o.NotBefore = time.Time{}
	o.ChangedAt = now
	switch out.State {
	case Accepted:
		o.Misses, o.FirstMiss = 0, time.Time{}
		o.RemoteID = out.Order.ID
		o = o.Learn(out.Order)
	case Ready:
		o.NotBefore = now.Add(out.Delay)
		if out.Order.ID != "" {
			o.RemoteID, o.Doubtful = out.Order.ID, true // a draft, which something has left behind
		}
		if !o.Doubtful {
			o.SentAt = time.Time{} // nothing of this round ever left
		}
	case Rejected:
		o.Doubtful = false // whatever was sent before has left no order behind
	case Conflict:
		o.Doubtful = false
		o.RemoteID = out.Order.ID // of the other order, where it is known
	case Unknown:
		o.Doubtful = true
		o.Misses, o.FirstMiss = 0, time.Time{}
	}
	return o
}

// CodeNextBundle is that of a ready order that waits for the time at which orders leave together.
const CodeNextBundle = "next_bundle"

// The codes of orders that wait because the supplier let nothing in.
const (
	CodeUnauthorized = "unauthorized" // he refuses the token
	CodeUnreachable  = "unreachable"  // he is certainly not reached
)

// Held reports whether an order waits although it was tried, or is not to be tried yet.
func (o Order) Held() bool { return o.State == Ready && (o.TriedInVain() || !o.NotBefore.IsZero()) }

// TriedInVain reports whether the last attempt left an order waiting, and nothing behind.
func (o Order) TriedInVain() bool {
	return slices.Contains([]string{CodeUnreachable, CodeUnauthorized, "not_allowed", "throttled", "not_looked_up"}, o.Code)
}

// CodeTwice marks an order that the supplier has more than once.
const CodeTwice = "posted_twice"

// Twice is an accepted order that turned out to be at the supplier under a second id.
func (o Order) Twice(other string, now time.Time) Order {
	o.Code, o.ChangedAt = CodeTwice, now
	o.Message = wording.NewMessage("posted_twice", told.OneLine(o.RemoteID), told.OneLine(other))
	return o
}

// Learn takes over what the supplier says of the order, unless newer is known.
func (o Order) Learn(news supplier.Order) Order {
	if news.UpdatedAt.Before(o.RemoteAt) {
		return o
	}
	if supplier.OrderFinal(o.RemoteStatus) && !supplier.OrderFinal(news.Status) && !news.UpdatedAt.After(o.RemoteAt) {
		return o
	}
	o.RemoteStatus, o.RemoteAt = news.Status, news.UpdatedAt
	o.Waybills = slices.Clone(news.Waybills)
	if len(o.Waybills) == 0 && news.WaybillNumber != "" {
		o.Waybills = []string{news.WaybillNumber}
	}
	return o
}

// LearnParcel takes over what the supplier says of one shipment, unless newer is known.
func (o Order) LearnParcel(news supplier.Shipment) Order {
	next := Parcel{ID: news.ID, Waybill: news.WaybillNumber, State: news.State, At: news.StateUpdatedAt.UTC(),
		Carrier: news.Carrier, ShippedAt: news.ShippedAt.UTC(), Due: news.EstimatedDelivery}
	parcels := slices.Clone(o.Parcels)
	at := slices.IndexFunc(parcels, func(p Parcel) bool { return p.ID == news.ID })
	switch {
	case at < 0:
		parcels = append(parcels, next)
	case next.At.Before(parcels[at].At),
		supplier.ShipmentFinal(parcels[at].State) && !next.At.After(parcels[at].At):
		return o
	default:
		parcels[at] = next
	}
	o.Parcels = parcels
	return o
}

// AllWaybills are the order's waybills, those of deleted parcels left out.
func (o Order) AllWaybills() []string {
	var out []string
	deleted := map[string]bool{}
	for _, p := range o.Parcels {
		if p.State == supplier.ParcelDeleted {
			deleted[p.Waybill] = true
		}
	}
	add := func(waybill string) {
		if waybill != "" && !deleted[waybill] && !slices.Contains(out, waybill) {
			out = append(out, waybill)
		}
	}
	for _, waybill := range o.Waybills {
		add(waybill)
	}
	for _, p := range o.Parcels {
		add(p.Waybill)
	}
	return out
}

// KeyUnknownBundle is the sentence of an unknown order whose supplier cannot be asked.
const KeyUnknownBundle = "outcome_unknown.bundle"

// KeyUnknownFile is the sentence of one whose bundle is known: its values are the bundle's
// name, and where a person can look for it.
const KeyUnknownFile = "outcome_unknown.file"

// UnknownFile is the bundle of which nobody knows whether it came, with the order in it, and
// where a person can look for it; "" where the order is another one.
func (o Order) UnknownFile() (name string, trace wording.Message) {
	if o.State != Unknown || o.Message.Key != KeyUnknownFile || len(o.Message.Values) != 2 {
		return "", trace
	}
	name, _ = o.Message.Values[0].(string)
	trace, _ = o.Message.Values[1].(wording.Message)
	return name, trace
}

// AwaitsBundle reports whether an order waits for nothing but the time of the next bundle.
func (o Order) AwaitsBundle() bool { return o.State == Ready && o.Code == CodeNextBundle }

// Shown is the order's state as people and programs are told of it.
func (o Order) Shown() State {
	if o.State == Accepted && o.RemoteStatus == supplier.HandedOver {
		return HandedOver
	}
	return o.State
}

// Undecided reports whether posting has still something to do.
func (o Order) Undecided() bool { return o.State == Ready || o.State == Sending || o.State == Unknown }

// Final reports whether nothing about the order will change by itself.
func (o Order) Final() bool {
	switch o.State {
	case Rejected, Conflict:
		return true
	case Accepted:
		return supplier.OrderFinal(o.RemoteStatus)
	default:
		return false
	}
}

// UnsentSince reports whether an order waits of which so many attempts have left nothing behind:
// the supplier asked to wait, or was out of reach.
func (o Order) UnsentSince(attempts int) bool {
	return o.State == Ready && (attempts == 0 || !o.Doubtful)
}
