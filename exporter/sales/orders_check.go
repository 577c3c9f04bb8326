package sales

import (
	"cmp"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// The checks of orders.
const (
	checkItems    = "items_agree"             // the items' sums are the order's totals
	checkProfit   = "profit_agrees"           // profit = retail - drop
	checkShipment = "shipped_have_shipments"  // an order that was sent has a shipment
	checkCash     = "cash_on_delivery_agrees" // the parcels collect what the order says
	checkState    = "cash_states_known"       // each amount is expected, collected or paid out
)

// differ makes a difference of the row: what is wrong is a sentence of the catalogue, whose
// value is a state where it has one.
func (row *orderRow) differ(check, what, state string, expected, found money.Amount) Difference {
	order := row.order
	name := strings.Clone(cmp.Or(order.ExternalID, order.ID))
	wrong := wording.NewMessage("sales.wrong."+what, strings.Clone(state))
	said := wording.NewMessage("sales.wrong.order", name, wrong, figure(expected), figure(found))
	if !found.IsSet() { // nothing there is not an amount of zero
		said = wording.NewMessage("sales.wrong.order_lacks", name, wrong, figure(expected))
	}
	return Difference{Code: check, OrderID: strings.Clone(order.ID), ExternalID: strings.Clone(order.ExternalID),
		Waybill: strings.Join(row.waybills, "; "), Expected: expected, Found: found,
		kind: trait{what: what, payment: strings.Clone(cmp.Or(order.Payment.Method, "?")), currency: strings.Clone(order.Currency)}, said: said}
}

// checkOrder checks what an order says against its items and parcels.
func (j *job) checkOrder(row *orderRow, parcels []parcel) error {
	if row.itemsDrop.IsSet() && row.drop.IsSet() {
		if err := j.audit.same(row.differ(checkItems, "items_drop", "", row.itemsDrop, row.drop)); err != nil {
			return err
		}
	}
	if row.itemsRetail.IsSet() && row.retail.IsSet() {
		if err := j.audit.same(row.differ(checkItems, "items_retail", "", row.itemsRetail, row.retail)); err != nil {
			return err
		}
	}
	if row.retail.IsSet() && row.drop.IsSet() && row.profit.IsSet() {
		profit, err := row.retail.Sub(row.drop)
		if err == nil {
			err = j.audit.same(row.differ(checkProfit, "profit", "", profit, row.profit))
		}
		if err != nil {
			return err
		}
	}
	if err := j.checkSent(row, parcels); err != nil {
		return err
	}
	if err := j.checkStates(row, parcels); err != nil {
		return err
	}
	return j.checkCash(row, parcels)
}

// checkSent checks that an order that was sent has a parcel. One that the buyer fetches
// himself has none.
func (j *job) checkSent(row *orderRow, parcels []parcel) error {
	order := row.order
	sent := supplier.OrderSent(order.Status)
	d := row.differ(checkShipment, "no_shipment", order.Status, row.retail, money.Amount{})
	d.kind.payment = "" // whoever lists no parcels lists none
	switch {
	case sent && j.noParcels:
		j.audit.unlisted(checkShipment)
	case sent && len(parcels) > 0:
		return j.audit.passed(checkShipment, d.kind)
	case sent && !order.Recipient.Delivery.PickedUp() && !order.UpdatedAt.After(j.Now): // a later change may have made a parcel after the reading
		return j.audit.found(d)
	}
	return nil
}

// checkStates checks that it is known where the money of each parcel is.
func (j *job) checkStates(row *orderRow, parcels []parcel) error {
	for _, p := range parcels {
		if p.state == supplier.ParcelDeleted || !p.cod.IsSet() {
			continue
		}
		known, err := (&figures{}).cash(p.codState, money.Amount{})
		d := row.differ(checkState, "cash_state", p.codState, p.cod, money.Amount{})
		if err == nil && known {
			err = j.audit.passed(checkState, d.kind)
		} else if err == nil {
			err = j.audit.found(d)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkCash checks that the parcels collect what the order says. An order that is called
// off, and a parcel that comes back, collect nothing; an amount that the supplier does not
// state is not zero.
func (j *job) checkCash(row *orderRow, parcels []parcel) error {
	if supplier.OrderCalledOff(row.order.Status) {
		return nil
	}
	var cash money.Amount
	bring := 0
	for i := range parcels {
		if !parcels[i].collects() {
			continue
		}
		bring++
		if err := plus(&cash, parcels[i].cod); err != nil {
			return err
		}
	}
	due := row.order.Payment.Method == supplier.PaymentCOD
	switch {
	case bring == 0, !cash.IsSet() && row.cod.Sign() == 0, row.order.Recipient.Delivery.PickedUp() && !cash.IsSet():
		return nil
	case !cash.IsSet(), due && !row.cod.IsSet():
		j.audit.unstated(checkCash)
		return nil
	}
	return j.audit.same(row.differ(checkCash, "cash", "", row.cod.OrZero(), cash))
}
