package sales

import "github.com/dropbridge/dropbridge/exporter/book"

// ordersBook is the workbook of orders.
type ordersBook struct {
	*workbook
	orders, items, summary *book.Sheet
	statuses               groups
}

// The columns of orders that formulas name.
const (
	orderStatus    = 4
	orderPieces    = 10
	orderDrop      = 11
	orderRetail    = 12
	orderProfit    = 13
	orderCOD       = 15
	orderExpected  = 16
	orderCollected = 17
	orderPaidOut   = 18
	orderCurrency  = 24
)

func (j *job) orderLayout() book.Layout {
	return book.Layout{Name: j.t("sheet.orders"), Filter: true, Long: true, Columns: []book.Column{
		{Heading: "№", Kind: book.KindWhole, Width: 6},
		{Heading: j.t("column.number"), Width: 12},
		{Heading: j.t("column.external_id"), Width: 12},
		{Heading: j.t("column.created"), Kind: book.KindMoment},
		{Heading: j.t("column.status"), Width: 13},
		{Heading: j.t("column.recipient"), Width: 20},
		{Heading: j.t("column.city"), Width: 13},
		{Heading: j.t("column.carrier"), Width: 12},
		{Heading: j.t("column.payment"), Width: 17},
		{Heading: j.t("column.items"), Kind: book.KindWhole, Width: 8},
		{Heading: j.t("column.pieces"), Kind: book.KindWhole, Width: 7},
		{Heading: j.t("column.drop_total"), Kind: book.KindMoney, Width: 12.5},
		{Heading: j.t("column.retail_total"), Kind: book.KindMoney, Width: 12.5},
		{Heading: j.t("column.profit"), Kind: book.KindMoney, Width: 12.5},
		{Heading: j.t("column.margin"), Kind: book.KindPercent, Width: 8},
		{Heading: j.t("column.cash_on_delivery"), Kind: book.KindMoney, Width: 12.5},
		{Heading: j.t("column.cash_expected"), Kind: book.KindMoney, Width: 12.5},
		{Heading: j.t("column.cash_collected"), Kind: book.KindMoney, Width: 12.5},
		{Heading: j.t("column.cash_paid_out"), Kind: book.KindMoney, Width: 12.5},
		{Heading: j.t("column.cash_state"), Width: 17, Wrap: true},
		{Heading: j.t("column.waybills"), Width: 18, Wrap: true},
		{Heading: j.t("column.parcel_states"), Width: 17, Wrap: true},
		{Heading: j.t("column.late_days"), Kind: book.KindWhole, Width: 11},
		{Heading: j.t("column.order_id"), Width: 14},
		{Heading: j.t("column.currency"), Width: 8},
	}}
}

// The columns of items that formulas name.
const (
	itemRetail   = 9
	itemDrop     = 10
	itemCurrency = 12
)

func (j *job) itemLayout() book.Layout {
	return book.Layout{Name: j.t("sheet.items"), Filter: true, Long: true, Columns: []book.Column{
		{Heading: j.t("column.number"), Width: 14},
		{Heading: j.t("column.external_id"), Width: 14},
		{Heading: j.t("column.created"), Kind: book.KindMoment},
		{Heading: j.t("column.status"), Width: 14},
		{Heading: j.t("column.sku"), Width: 16},
		{Heading: j.t("column.name"), Width: 36, Wrap: true},
		{Heading: j.t("column.quantity"), Kind: book.KindWhole, Width: 10},
		{Heading: j.t("column.price"), Kind: book.KindMoney},
		{Heading: j.t("column.drop_price"), Kind: book.KindMoney},
		{Heading: j.t("column.retail_sum"), Kind: book.KindMoney},
		{Heading: j.t("column.drop_sum"), Kind: book.KindMoney},
		{Heading: j.t("column.profit"), Kind: book.KindMoney},
		{Heading: j.t("column.currency"), Width: 8},
	}}
}
