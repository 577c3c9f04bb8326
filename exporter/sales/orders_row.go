package sales

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// orderRow is an order with what its items and parcels come to.
type orderRow struct {
	figures
	order              *supplier.Order
	itemsDrop          money.Amount
	itemsRetail        money.Amount // absent where an item has no price
	margin             money.Amount // a share, such as 0.3333
	waybills           []string
	states, cashStates []string // of the parcels, each once
	lateBy             int      // days
	parcels            int
}

func (j *job) orderRow(order *supplier.Order, parcels []parcel) (*orderRow, error) {
	totals := order.Totals
	row := &orderRow{order: order, parcels: len(parcels), waybills: slices.Clone(order.Waybills), figures: figures{count: 1,
		drop: totals.DropTotal, retail: totals.RetailTotal, profit: totals.Profit, cod: orderCash(order)}}
	row.margin = share(row.profit, row.retail)
	if err := row.addItems(); err != nil {
		return nil, err
	}
	if order.WaybillNumber != "" && !slices.Contains(row.waybills, order.WaybillNumber) {
		row.waybills = append([]string{order.WaybillNumber}, row.waybills...)
	}
	for i := range parcels {
		if err := row.addParcel(&parcels[i]); err != nil {
			return nil, err
		}
	}
	if row.lateBy > 0 {
		row.late = 1
	}
	if len(parcels) == 0 && row.cod.Sign() > 0 && awaitsCash(order) {
		row.expected, row.cashStates = row.cod, []string{"expected"}
	}
	return row, nil
}

// orderCash is what is collected on delivery, absent where nothing is.
func orderCash(order *supplier.Order) money.Amount {
	if order.Totals.CODAmount.IsSet() {
		return order.Totals.CODAmount
	}
	return order.Payment.CODAmount
}

// awaitsCash: of an order that has no parcel yet, the cash is still to come unless it
// never will be delivered, or the buyer has fetched it and paid there.
func awaitsCash(order *supplier.Order) bool {
	fetched := order.Recipient.Delivery.PickedUp() && supplier.OrderArrived(order.Status)
	return !fetched && !supplier.OrderCalledOff(order.Status)
}

func (row *orderRow) addItems() error {
	priced := true
	for i := range row.order.Items {
		item := &row.order.Items[i]
		row.pieces += item.Quantity
		retail, drop, err := itemSums(item)
		if err != nil {
			return fmt.Errorf("item %s: %w", item.SKU, err)
		}
		priced = priced && retail.IsSet()
		if err := plus(&row.itemsDrop, drop); err != nil {
			return err
		}
		if err := plus(&row.itemsRetail, retail); err != nil {
			return err
		}
	}
	if !priced {
		row.itemsRetail = money.Amount{}
	}
	return nil
}

// itemSums are price × quantity, absent where the price is.
func itemSums(item *supplier.OrderItem) (retail, drop money.Amount, err error) {
	if item.Price.IsSet() {
		if retail, err = item.Price.Times(item.Quantity); err != nil {
			return retail, drop, err
		}
	}
	if item.DropPrice.IsSet() {
		drop, err = item.DropPrice.Times(item.Quantity)
	}
	return retail, drop, err
}

func (row *orderRow) addParcel(p *parcel) error {
	if p.waybill != "" && !slices.Contains(row.waybills, p.waybill) {
		row.waybills = append(row.waybills, p.waybill)
	}
	if p.state != "" && !slices.Contains(row.states, p.state) {
		row.states = append(row.states, p.state)
	}
	if p.codState != "" && p.codState != "none" && !slices.Contains(row.cashStates, p.codState) {
		row.cashStates = append(row.cashStates, p.codState)
	}
	row.lateBy = max(row.lateBy, p.late)
	_, err := row.cash(p.codState, p.cod)
	return err
}

// isVoid compares words as the workbook's formulas do.
func (j *job) isVoid(status string) bool {
	for _, void := range supplier.VoidOrderStatuses() {
		if strings.EqualFold(j.Lang.OrderStatus(status), j.Lang.OrderStatus(void)) {
			return true
		}
	}
	return false
}
