package orders

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/route"
)

// routeColumn finds the column that names the supplier; nothing else is read of it.
func (b *builder) routeColumn(head *cells.Row) {
	b.routeAt = -1
	if b.source.Route == nil || b.source.Route.Column == "" {
		return
	}
	for _, c := range head.Cells {
		if ordertemplate.ExactKey(c.Text) == ordertemplate.ExactKey(b.source.Route.Column) {
			b.routeAt = c.Column
		}
	}
	b.source.Ignore = append(slices.Clone(b.source.Ignore), b.source.Route.Column)
}

// readRoute finds the suppliers of the items that a row has brought, those from an index on.
func (b *builder) readRoute(d *draft, r *cells.Row, from int) {
	if b.source.Route == nil {
		return
	}
	var cell cells.Cell
	if b.routeAt >= 0 {
		cell = r.At(b.routeAt)
	}
	for i := from; i < len(d.order.Items); i++ {
		item := &d.order.Items[i]
		if item.SKU == "" {
			d.suppliers = append(d.suppliers, "") // refused already
			continue
		}
		name, sku, f := b.source.Route.Of(route.Line{SKU: item.SKU, Cell: cell.Text, Has: b.routeAt >= 0})
		if f != nil {
			b.refuse(r.Number, b.routeHeading(), f)
		} else {
			item.SKU = sku
		}
		d.suppliers = append(d.suppliers, name)
	}
}

// routeHeading is the column at which a person looks for the supplier.
func (b *builder) routeHeading() string {
	if b.routeAt >= 0 {
		return b.source.Route.Column
	}
	return b.columnName(field.SKU)
}

// settleRoute refuses an order of several suppliers that cannot be split.
func (b *builder) settleRoute(d *draft) {
	if d.fault.row != 0 || len(d.suppliers) != len(d.order.Items) {
		return
	}
	if _, f := route.Split(*d.order, d.rows, d.itemRows, d.suppliers); f != nil {
		b.refuseFirst(d, b.paymentColumn(), f)
	}
}

// partsOf are the orders that an order of the file comes to, one for each supplier.
func (b *builder) partsOf(d *draft, order Order) []Order {
	if b.source.Route == nil {
		return []Order{order}
	}
	parts, _ := route.Split(order.NewOrder, order.Rows, order.ItemRows, d.suppliers)
	out := make([]Order, len(parts))
	for i, part := range parts {
		out[i] = order
		out[i].NewOrder, out[i].Rows, out[i].ItemRows, out[i].Supplier = part.Order, part.Rows, part.ItemRows, part.Supplier
	}
	return out
}
