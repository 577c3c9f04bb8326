package sales

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
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

// Orders writes the orders created in the period.
func Orders(ctx context.Context, source Source, o Options) (*Report, error) {
	return reread(func() (*Report, error) {
		j := newJob(source, o, []string{checkItems, checkProfit, checkShipment, checkCash, checkState, checkDates})
		j.ordersHistory()
		r, err := j.keepHistory(j.write(ctx, j.ordersBook, j.ordersCSV))
		if err != nil {
			return nil, err
		}
		r.Orders, r.Items = new(r.Rows), new(j.items)
		j.reportSums(true)
		return r, nil
	})
}

// eachOrder reads the orders of the period, and sums them up and checks them on the way.
func (j *job) eachOrder(ctx context.Context, take func(*orderRow) error) error {
	parcels, err := j.readParcels(ctx)
	if err != nil {
		return err
	}
	// The service counts the end in; its own precision decides whether it is met.
	for order, err := range j.source.Orders(ctx, supplier.OrderQuery{CreatedFrom: j.From, CreatedTo: j.To}) {
		if err != nil {
			return unread(err)
		}
		if order.CreatedAt.IsZero() {
			if err := j.undated(Difference{OrderID: order.ID, ExternalID: order.ExternalID, said: wording.NewMessage("sales.wrong.order_undated", strings.Clone(order.ID))}); err != nil {
				return err
			}
			continue
		}
		if !j.contains(order.CreatedAt) {
			continue
		}
		if err := j.order(&order, parcels.of(&order), take); err != nil {
			return fmt.Errorf("order %s: %w", order.ID, err)
		}
	}
	if err := j.finishHistory(); err != nil {
		return err
	}
	return j.audit.close()
}

func (j *job) order(order *supplier.Order, parcels []parcel, take func(*orderRow) error) error {
	row, err := j.orderRow(order, parcels)
	if err != nil {
		return err
	}
	j.counts.tally(&row.figures)
	sum := j.in(order.Currency)
	if err := sum.totals.add(&row.figures); err != nil {
		return err
	}
	part := &sum.stands
	if j.isVoid(order.Status) {
		part = &sum.void
	}
	if err := part.add(&row.figures); err != nil {
		return err
	}
	if err := j.audit.passed(checkDates, trait{}); err != nil {
		return err
	}
	j.items += int64(len(order.Items))
	j.report.Shipments += int64(len(parcels))
	if err := j.checkOrder(row, parcels); err != nil {
		return err
	}
	if err := j.noteOrder(row); err != nil {
		return err
	}
	j.Progress(j.counts.count, 0)
	return take(row)
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

// isVoid compares words as the workbook's formulas do.
func (j *job) isVoid(status string) bool {
	for _, void := range supplier.VoidOrderStatuses() {
		if strings.EqualFold(j.Lang.OrderStatus(status), j.Lang.OrderStatus(void)) {
			return true
		}
	}
	return false
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
	fetched := order.Recipient.Delivery.PickedUp() && (order.Status == "delivered" || order.Status == "completed")
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
