package sales

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// parcel is what an order's row needs of a shipment.
type parcel struct {
	waybill         string
	state, codState string
	cod             money.Amount
	late            int // days
}

// parcels are the shipments by the id of their order; those that name it by the client's
// number alone, by that.
type parcels map[string][]parcel

// byExternalID marks the client's number of an order, apart from ids.
const byExternalID = "\x00"

// of are the parcels of an order.
func (p parcels) of(order *supplier.Order) []parcel {
	if order.ExternalID == "" {
		return p[order.ID]
	}
	return slices.Concat(p[order.ID], p[byExternalID+order.ExternalID])
}

// collects reports whether a parcel brings money: one that comes back, or never arrives, does not.
func (p *parcel) collects() bool {
	return !supplier.ShipmentVoid(p.state) && !supplier.ShipmentComesBack(p.state)
}

// readParcels reads the shipments that orders of the period can have. They stay in memory
// by what is needed of them.
func (j *job) readParcels(ctx context.Context) (parcels, error) {
	out, words := parcels{}, map[string]string{}
	word := func(text string) string { // the few different ones, each once
		kept, ok := words[text]
		if !ok {
			kept = strings.Clone(text)
			words[kept] = kept
		}
		return kept
	}
	for s, err := range j.source.Shipments(ctx, supplier.ShipmentQuery{UpdatedSince: j.asked()}) {
		if errors.Is(err, supplier.ErrUnmapped) {
			j.noParcels = true
			break
		}
		if err != nil {
			return nil, unread(err)
		}
		p := parcel{strings.Clone(s.WaybillNumber), word(s.State), word(s.CODState), s.CODAmount, lateDays(&s, j.Now, j.Zone)}
		id := s.OrderID
		if id == "" {
			id = byExternalID + s.ExternalID
		}
		if _, known := out[id]; !known {
			id = strings.Clone(id)
		}
		out[id] = append(out[id], p)
	}
	return out, nil
}

// lateDays is by how many days a parcel is late: one on its way whose day has passed, or
// one that was delivered after its day. It is 0 where no day was named.
func lateDays(s *supplier.Shipment, now time.Time, zone *time.Location) int {
	estimated, err := time.Parse(time.DateOnly, s.EstimatedDelivery)
	if err != nil {
		return 0
	}
	end := now
	if supplier.ShipmentFinal(s.State) {
		if s.State != supplier.ParcelDelivered {
			return 0 // it never will be
		}
		if end = s.DeliveredAt; end.IsZero() {
			end = s.StateUpdatedAt
		}
		if end.IsZero() {
			return 0
		}
	}
	return max(0, days(estimated, day(end, zone)))
}

// wayDays is how many days a parcel was on its way, or is; false where it was not sent.
func wayDays(s *supplier.Shipment, now time.Time, zone *time.Location) (int, bool) {
	if s.ShippedAt.IsZero() {
		return 0, false
	}
	end := now
	switch {
	case !s.DeliveredAt.IsZero():
		end = s.DeliveredAt
	case supplier.ShipmentFinal(s.State) && !s.StateUpdatedAt.IsZero():
		end = s.StateUpdatedAt
	}
	return max(0, days(day(s.ShippedAt, zone), day(end, zone))), true
}

// day is the date of a moment in the zone, as midnight in UTC so that every day has 24 hours.
func day(t time.Time, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

func days(from, to time.Time) int { return int(to.Sub(from) / (24 * time.Hour)) }
