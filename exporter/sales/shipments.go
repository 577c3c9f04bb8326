package sales

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// The checks of shipments, beside that of the states of cash.
const (
	checkWaybill   = "waybills_present"    // a parcel on its way has a waybill
	checkOrderID   = "orders_named"        // each parcel names its order
	checkCollected = "delivered_collected" // what was to be collected was, where the parcel was delivered
	checkParcel    = "parcel_states_known"
)

// shipmentRow is a shipment with what is derived from it.
type shipmentRow struct {
	figures
	shipment *supplier.Shipment
	way      int // days
	sent     bool
	lateBy   int // days
}

// eachShipment reads the shipments of the period, and sums them up and checks them on the way.
func (j *job) eachShipment(ctx context.Context, take func(*shipmentRow) error) error {
	for s, err := range j.source.Shipments(ctx, supplier.ShipmentQuery{UpdatedSince: j.asked()}) {
		if err != nil {
			return unread(err)
		}
		if shipmentTime(&s).IsZero() {
			if err := j.undated(Difference{OrderID: s.OrderID, ExternalID: s.ExternalID, Waybill: s.WaybillNumber,
				said: wording.NewMessage("sales.wrong.parcel_undated", strings.Clone(cmp.Or(s.WaybillNumber, s.ID)))}); err != nil {
				return err
			}
			continue
		}
		if !j.contains(shipmentTime(&s)) {
			continue
		}
		if err := j.shipment(&s, take); err != nil {
			return fmt.Errorf("shipment %s: %w", s.ID, err)
		}
	}
	if err := j.finishHistory(); err != nil {
		return err
	}
	return j.audit.close()
}

func shipmentTime(s *supplier.Shipment) time.Time {
	if s.ShippedAt.IsZero() {
		return s.StateUpdatedAt
	}
	return s.ShippedAt
}

func (j *job) shipment(s *supplier.Shipment, take func(*shipmentRow) error) error {
	row := &shipmentRow{shipment: s, lateBy: lateDays(s, j.Now, j.Zone), figures: figures{count: 1, cod: s.CODAmount}}
	row.way, row.sent = wayDays(s, j.Now, j.Zone)
	if row.lateBy > 0 {
		row.late = 1
	}
	if _, err := row.cash(s.CODState, s.CODAmount); err != nil {
		return err
	}
	j.counts.tally(&row.figures)
	if err := j.in(s.Currency).totals.add(&row.figures); err != nil {
		return err
	}
	if err := j.checkShipment(s); err != nil {
		return err
	}
	if err := j.noteShipment(s); err != nil {
		return err
	}
	if err := j.audit.passed(checkDates, trait{}); err != nil {
		return err
	}
	j.Progress(j.counts.count, 0)
	return take(row)
}

func (j *job) checkShipment(s *supplier.Shipment) error {
	known, err := (&figures{}).cash(s.CODState, money.Amount{})
	if err != nil {
		return err
	}
	collects := s.State == supplier.ParcelDelivered && s.CODAmount.Sign() > 0 && s.Carrier != supplier.Pickup
	if collects && s.CODState == "" {
		j.audit.unstated(checkCollected)
	}
	for _, c := range []struct {
		name        string
		made, wrong bool
		what        string // the sentence of the catalogue
		state       string // the value of that sentence, where it has one
	}{
		{checkWaybill, s.State != supplier.ParcelCreated && s.Carrier != supplier.Pickup, s.WaybillNumber == "", "no_waybill", s.State},
		{checkOrderID, true, s.OrderID == "" && s.ExternalID == "", "no_order", ""},
		{checkCollected, collects && s.CODState != "", s.CODState == supplier.CODExpected || s.CODState == supplier.CODNone, "not_collected", ""},
		{checkState, s.CODAmount.IsSet(), !known, "cash_state", s.CODState},
		{checkParcel, true, !slices.Contains(supplier.ShipmentStates(), s.State), "parcel_state", s.State},
	} {
		kind := trait{what: c.what, currency: s.Currency}
		switch {
		case !c.made:
		case !c.wrong:
			err = j.audit.passed(c.name, kind)
		default:
			name, order := strings.Clone(cmp.Or(s.WaybillNumber, s.ID)), strings.Clone(cmp.Or(s.ExternalID, s.OrderID, "?"))
			err = j.audit.found(Difference{Code: c.name, OrderID: strings.Clone(s.OrderID), ExternalID: strings.Clone(s.ExternalID),
				Waybill: strings.Clone(s.WaybillNumber), Expected: s.CODAmount, kind: kind,
				said: wording.NewMessage("sales.wrong.parcel", name, order, wording.NewMessage("sales.wrong."+c.what, strings.Clone(c.state)))})
		}
		if err != nil {
			return err
		}
	}
	return nil
}
