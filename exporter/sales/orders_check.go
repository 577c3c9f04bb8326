package sales

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
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

// checkOrder checks what an order says against its items and parcels.
func (j *job) checkOrder(row *orderRow, parcels []parcel) error {
	order := row.order
	name := strings.Clone(cmp.Or(order.ExternalID, order.ID))
	d := func(check string, what wording.Message, expected, found money.Amount) Difference {
		return Difference{Code: check, OrderID: strings.Clone(order.ID), ExternalID: strings.Clone(order.ExternalID),
			Waybill: strings.Join(row.waybills, "; "), Expected: expected, Found: found,
			said: wording.NewMessage("sales.wrong.order", name, what, expected.OrZero(), found.OrZero())}
	}
	if row.itemsDrop.IsSet() {
		if err := j.audit.same(d(checkItems, wording.NewMessage("sales.wrong.items_drop"), row.itemsDrop, row.drop)); err != nil {
			return err
		}
	}
	if row.itemsRetail.IsSet() {
		if err := j.audit.same(d(checkItems, wording.NewMessage("sales.wrong.items_retail"), row.itemsRetail, row.retail)); err != nil {
			return err
		}
	}
	if row.retail.IsSet() && row.drop.IsSet() && row.profit.IsSet() {
		profit, err := row.retail.Sub(row.drop)
		if err == nil {
			err = j.audit.same(d(checkProfit, wording.NewMessage("sales.wrong.profit"), profit, row.profit))
		}
		if err != nil {
			return err
		}
	}
	return j.checkParcels(row, parcels, d)
}

func (j *job) checkParcels(row *orderRow, parcels []parcel, d func(check string, what wording.Message, expected, found money.Amount) Difference) error {
	status := row.order.Status
	switch sent := slices.Contains([]string{"shipped", "delivered", "completed", "returning", "returned"}, status); {
	case sent && len(parcels) > 0:
		j.audit.passed(checkShipment)
	case sent && !row.order.UpdatedAt.After(j.Now): // a later change may have made a parcel after the reading
		if err := j.audit.found(d(checkShipment, wording.NewMessage("sales.wrong.no_shipment", strings.Clone(status)), row.retail, money.Amount{})); err != nil {
			return err
		}
	}
	var cash money.Amount
	alive := 0
	for _, p := range parcels {
		if p.state == "deleted" {
			continue
		}
		alive++
		if err := plus(&cash, p.cod); err != nil {
			return err
		}
		known, err := (&figures{}).cash(p.codState, money.Amount{})
		if err == nil && !known && p.cod.IsSet() {
			err = j.audit.found(d(checkState, wording.NewMessage("sales.wrong.cash_state", p.codState), p.cod, money.Amount{}))
		} else if p.cod.IsSet() {
			j.audit.passed(checkState)
		}
		if err != nil {
			return err
		}
	}
	if alive == 0 || !cash.IsSet() && !row.cod.IsSet() {
		return nil
	}
	return j.audit.same(d(checkCash, wording.NewMessage("sales.wrong.cash"), row.cod.OrZero(), cash.OrZero()))
}
