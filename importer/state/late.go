package state

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// When an accepted order is late. Carriers deliver in less, and send back what nobody fetches
// after about as long.
const (
	unshipped = 3 * 24 * time.Hour // without any parcel since it came
	usualWay  = 7 * 24 * time.Hour // since a parcel was shipped, where the supplier names no day
	unheard   = 5 * 24 * time.Hour // since the last news, where nobody says when it was shipped
)

// LateForgotten is the age from which on an order is not late any more: it is history that a
// supplier never closed.
const LateForgotten = 45 * 24 * time.Hour

// LateCounted is up to how many late orders are counted: where there are more, how many is not
// what people act on.
const LateCounted = 1000

// LateFrom is from when on an order is late: the end of the day that the supplier has named
// for a parcel, or some days after that was shipped, or after the last news of it; or some days
// after an order came of which no parcel is known. It is zero where nothing is to be waited
// for: the order is not confirmed, called off, final, or all its parcels have arrived.
func (o Order) LateFrom() (from time.Time) {
	if o.Shown() != Accepted || supplier.OrderFinal(o.RemoteStatus) || CalledOff(o.RemoteStatus) {
		return from
	}
	if len(o.AllWaybills()) == 0 && !o.shipped() {
		return after(o.CreatedAt, unshipped)
	}
	if len(o.Parcels) == 0 { // a waybill alone
		return after(o.heard(), unheard)
	}
	for _, p := range o.Parcels {
		if at := o.parcelLate(p); !at.IsZero() && (from.IsZero() || at.Before(from)) {
			from = at
		}
	}
	return from
}

// Late reports whether the order is late at a time.
func (o Order) Late(at time.Time) bool {
	from := o.LateFrom()
	return !from.IsZero() && !at.Before(from) && at.Sub(o.CreatedAt) <= LateForgotten
}

// shipped reports whether there is a parcel that was not deleted, with a waybill or without.
func (o Order) shipped() bool {
	for _, p := range o.Parcels {
		if p.State != supplier.ParcelDeleted {
			return true
		}
	}
	return false
}

// heard is when the supplier said something of the order last, as far as that is known.
func (o Order) heard() time.Time {
	if o.RemoteAt.IsZero() {
		return o.ChangedAt
	}
	return o.RemoteAt
}

// parcelLate is from when on a parcel of the order is late, zero where it is not on its way.
func (o Order) parcelLate(p Parcel) time.Time {
	if supplier.ShipmentFinal(p.State) {
		return time.Time{}
	}
	if due, err := time.ParseInLocation(time.DateOnly, p.Due, time.Local); err == nil {
		return due.AddDate(0, 0, 1)
	}
	if !p.ShippedAt.IsZero() {
		return p.ShippedAt.Add(usualWay)
	}
	heard := o.heard()
	if p.At.After(heard) {
		heard = p.At
	}
	return after(heard, unheard)
}

// after is a time later by some patience, zero where the time is not known.
func after(at time.Time, patience time.Duration) time.Time {
	if at.IsZero() {
		return at
	}
	return at.Add(patience)
}
