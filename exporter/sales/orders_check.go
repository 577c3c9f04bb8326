package sales

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
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
	d := func(check, message string, expected, found money.Amount) Difference {
		return Difference{Code: check, OrderID: strings.Clone(order.ID), ExternalID: strings.Clone(order.ExternalID),
			Waybill: strings.Join(row.waybills, "; "), Expected: expected, Found: found,
			Message: fmt.Sprintf("order %s: %s: %s expected, %s found", cmp.Or(order.ExternalID, order.ID), message, shown(expected), shown(found))}
	}
	if row.itemsDrop.IsSet() {
		if err := j.audit.same(d(checkItems, "the items' drop prices do not come to the order's drop total", row.itemsDrop, row.drop)); err != nil {
			return err
		}
	}
	if row.itemsRetail.IsSet() {
		if err := j.audit.same(d(checkItems, "the items' prices do not come to the order's retail total", row.itemsRetail, row.retail)); err != nil {
			return err
		}
	}
	if row.retail.IsSet() && row.drop.IsSet() && row.profit.IsSet() {
		profit, err := row.retail.Sub(row.drop)
		if err == nil {
			err = j.audit.same(d(checkProfit, "the profit is not the retail total without the drop total", profit, row.profit))
		}
		if err != nil {
			return err
		}
	}
	return j.checkParcels(row, parcels, d)
}

func (j *job) checkParcels(row *orderRow, parcels []parcel, d func(check, message string, expected, found money.Amount) Difference) error {
	status := row.order.Status
	switch sent := slices.Contains([]string{"shipped", "delivered", "completed", "returning", "returned"}, status); {
	case sent && len(parcels) > 0:
		j.audit.passed(checkShipment)
	case sent && !row.order.UpdatedAt.After(j.Now): // a later change may have made a parcel after the reading
		if err := j.audit.found(d(checkShipment, "the order is "+status+" and has no shipment", row.retail, money.Amount{})); err != nil {
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
			err = j.audit.found(d(checkState, "unknown state of the cash on delivery: "+p.codState, p.cod, money.Amount{}))
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
	return j.audit.same(d(checkCash, "the parcels' cash on delivery is not the order's", shown(row.cod), shown(cash)))
}
