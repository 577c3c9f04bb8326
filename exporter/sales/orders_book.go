package sales

import (
	"context"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func (j *job) ordersBook(ctx context.Context) error {
	sheets := make([]*book.Sheet, 3)
	w, err := j.create(j.t("sheet.orders"), sheets, []book.Layout{j.orderLayout(), j.itemLayout(), j.statusLayout()})
	if err != nil {
		return err
	}
	defer w.book.Abort()
	o := &ordersBook{workbook: w, orders: sheets[0], items: sheets[1], summary: sheets[2], statuses: groups{}}
	if err := j.eachOrder(ctx, o.row); err != nil {
		return err
	}
	if err := o.writeSummary(); err != nil {
		return err
	}
	if err := o.writeControl(
		[2]string{j.t("sales.orders_in_period"), fmt.Sprint(j.counts.count)},
		[2]string{j.t("column.items"), fmt.Sprint(j.items)},
		[2]string{j.t("sales.shipments_of_orders"), fmt.Sprint(j.report.Shipments)},
		[2]string{j.t("sales.late_orders"), fmt.Sprint(j.counts.late)},
	); err != nil {
		return err
	}
	return o.publish()
}

func (o *ordersBook) row(row *orderRow) error {
	order := row.order
	status := o.Lang.OrderStatus(order.Status)
	currency := o.in(order.Currency).currency
	group := o.statuses.in(figures{status: status, currency: currency, order: place(supplier.OrderStatuses(), order.Status)}, status, currency)
	if err := group.add(&row.figures); err != nil {
		return err
	}
	to := &order.Recipient.Delivery
	err := o.orders.Append(
		book.Whole(o.counts.count), book.Text(order.Number), book.Text(order.ExternalID), book.Moment(order.CreatedAt.In(o.Zone)), book.Text(status),
		book.Text(order.Recipient.Name), book.Text(to.City), book.Text(o.Lang.Carrier(to.Carrier)), book.Text(o.Lang.Payment(order.Payment.Method)),
		book.Whole(int64(len(order.Items))), book.Whole(row.pieces), book.Amount(row.drop), book.Amount(row.retail), book.Amount(row.profit),
		book.Amount(row.margin), book.Amount(row.cod), book.Amount(row.expected), book.Amount(row.collected), book.Amount(row.paidOut),
		book.Text(words(row.cashStates, o.Lang.CashState)), book.Text(strings.Join(row.waybills, "; ")),
		book.Text(words(row.states, o.Lang.ParcelState)), lateCell(row.lateBy), book.Text(order.ID), book.Text(currency))
	if err != nil {
		return err
	}
	for i := range order.Items {
		if err := o.item(order, &order.Items[i], status); err != nil {
			return err
		}
	}
	return nil
}

func (o *ordersBook) item(order *supplier.Order, item *supplier.OrderItem, status string) error {
	retail, drop, err := itemSums(item)
	if err != nil {
		return err
	}
	sum := o.in(order.Currency)
	sum.unpriced = sum.unpriced || !retail.IsSet()
	var profit money.Amount
	if retail.IsSet() && drop.IsSet() {
		if profit, err = retail.Sub(drop); err != nil {
			return err
		}
	}
	if err := plus(&sum.itemsRetail, retail); err != nil {
		return err
	}
	if err := plus(&sum.itemsDrop, drop); err != nil {
		return err
	}
	return o.items.Append(book.Text(order.Number), book.Text(order.ExternalID), book.Moment(order.CreatedAt.In(o.Zone)), book.Text(status),
		book.Text(item.SKU), book.Text(item.Name), book.Whole(item.Quantity), book.Amount(item.Price), book.Amount(item.DropPrice),
		book.Amount(retail), book.Amount(drop), book.Amount(profit), book.Text(sum.currency))
}

// words are several values in words, in one cell.
func words(values []string, word func(string) string) string {
	out := make([]string, len(values))
	for i, value := range values {
		out[i] = word(value)
	}
	return strings.Join(out, "; ")
}

// lateCell marks what is late; what is not has nothing.
func lateCell(days int) book.Cell {
	if days == 0 {
		return book.Cell{}
	}
	return book.Whole(int64(days)).As(book.Bad)
}
