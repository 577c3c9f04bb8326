package orders

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/route"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// readItems reads the items of a row, in the order of the file.
func (b *builder) readItems(d *draft, r *cells.Row) {
	some := false
	for i := range b.l.Groups {
		group := &b.l.Groups[i]
		if !group.Filled(r) {
			continue
		}
		some = true
		if c, column := ordertemplate.Pick(group.Columns[field.PackedItem], r); !c.Blank() {
			b.readPacked(d, r, c, column)
		} else {
			b.readItem(d, r, group)
		}
	}
	if !some && len(d.order.Rows) > 1 {
		_, column := ordertemplate.Pick(b.l.Groups[0].Columns[field.SKU], r)
		b.refuse(r.Number, column.Name, problem.Faultf(problem.SKUMissing+".further"))
	}
	d.items = d.items || some
}

func (b *builder) readItem(d *draft, r *cells.Row, group *ordertemplate.Item) {
	var item supplier.NewItem
	c, column := ordertemplate.Pick(group.Columns[field.SKU], r)
	code, f := b.values.SKU(c)
	if f == nil {
		f = b.skuSays(c)
	}
	if f != nil {
		b.refuse(r.Number, column.Name, f)
	}
	c, column = ordertemplate.Pick(group.Columns[field.Quantity], r)
	n, f := b.values.Quantity(c)
	if f == nil {
		f = b.otherQuantity(group.Columns[field.Quantity], r, column, n)
	}
	if f != nil {
		b.refuse(r.Number, column.Name, f)
	}
	c, column = ordertemplate.Pick(group.Columns[field.Price], r)
	amount, f := b.values.Money(c)
	if f == nil && amount.Sign() > 0 && b.lexicon.ForeignCurrency(column.Name) {
		f = problem.Faultf(problem.CurrencyForeign, celltext.Show(column.Name))
	}
	if f != nil {
		b.refuse(r.Number, column.Name, f)
	}
	item.SKU, item.Quantity, item.Price = code, n, amount
	d.order.Items, d.order.ItemRows = append(d.order.Items, item), append(d.order.ItemRows, r.Number)
}

// otherQuantity is the fault of a row that says two quantities of an item.
func (b *builder) otherQuantity(columns []ordertemplate.Column, r *cells.Row, first ordertemplate.Column, n int64) *problem.Fault {
	for _, other := range columns {
		c := r.At(other.Index)
		if other.Index == first.Index || b.source.Template.Decides(first, other) || !b.speaks(c) {
			continue
		}
		if also, f := b.values.Quantity(c); f != nil || also != n {
			return problem.Faultf(problem.QuantityInvalid+".two", n, celltext.Show(c.Text), celltext.Show(other.Name))
		}
	}
	return nil
}

// readPacked reads an item that is packed into one cell as "key:value|key:value".
// Its total is the line's: the price is total ÷ quantity where that is exact to the
// kopeck.
func (b *builder) readPacked(d *draft, r *cells.Row, c cells.Cell, column ordertemplate.Column) {
	parts := map[string]string{}
	for part := range strings.SplitSeq(c.Text, "|") {
		key, value, ok := strings.Cut(part, ":")
		key, value = strings.ToLower(celltext.Clean(key)), celltext.Clean(value)
		if !ok {
			continue
		}
		if before, twice := parts[key]; twice && before != value && (key == "sku" || key == "quantity" || key == "total") {
			code := map[string]string{"sku": problem.SKUMissing, "quantity": problem.QuantityInvalid, "total": problem.AmountInvalid}[key]
			b.refuse(r.Number, column.Name, &problem.Fault{Code: code, Message: wording.NewMessage("packed_item.twice", key)})
		}
		parts[key] = value
	}
	packed := func(key string) cells.Cell { return cells.Cell{Text: parts[key]} }
	var item supplier.NewItem
	var f *problem.Fault
	if item.SKU, f = b.values.SKU(packed("sku")); f == nil {
		f = b.skuSays(packed("sku"))
	}
	if f != nil {
		b.refuse(r.Number, column.Name, f)
	}
	if item.Quantity, f = b.values.Quantity(packed("quantity")); f != nil {
		b.refuse(r.Number, column.Name, f)
	}
	total, f := b.values.Money(packed("total"))
	if f != nil {
		b.refuse(r.Number, column.Name, f)
	}
	if total.IsSet() && item.Quantity > 0 {
		item.Price, _ = total.Per(item.Quantity)
	}
	d.order.Items, d.order.ItemRows = append(d.order.Items, item), append(d.order.ItemRows, r.Number)
}

// skuSays is the fault of a cell of the SKU that says something else, or more than a SKU: that
// there is none, one instead of another, or that it is not to be sent.
func (b *builder) skuSays(c cells.Cell) *problem.Fault {
	switch {
	case c.Kind != cells.Text || len(c.Text) > 200:
		return nil
	case b.words.nothing(c.Text), b.lexicon.NoSKU(c.Text):
		return problem.Faultf(problem.SKUMissing+".word", celltext.Show(c.Text))
	case b.lexicon.SwapsSKU(c.Text):
		return problem.Faultf(problem.SKUAmbiguous+".swap", celltext.Show(c.Text))
	}
	if says := b.skuSaysOff(c.Text); says != "" {
		return problem.Faultf(problem.StateUnknown+".in_sku", celltext.Show(c.Text), celltext.Show(says))
	}
	return nil
}

// skuSaysOff is what stands behind a blank of a SKU and says that it is not to be sent.
func (b *builder) skuSaysOff(text string) string {
	if b.words.state(text).Off() {
		return text
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ()[],;", r) })
	for at := range words {
		if at > 0 && slices.ContainsFunc([]string{strings.Join(words[at:], " "), words[at]}, func(said string) bool { return celltext.HasLetter(said) && b.words.state(said).Off() }) {
			return strings.Join(words[at:], " ")
		}
	}
	return ""
}

// readShipping refuses a row whose item is none that is sent: a file, a service.
func (b *builder) readShipping(r *cells.Row) {
	c, column := ordertemplate.Pick(b.l.Columns[field.NeedsShipping], r)
	if b.speaks(c) && b.lexicon.Truth(c.Text) == "no" {
		b.refuse(r.Number, column.Name, problem.Faultf(problem.StateUnknown+".no_shipping", celltext.Show(c.Text)))
	}
}

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
	if _, f := route.Split(d.order.NewOrder, d.order.Rows, d.order.ItemRows, d.suppliers); f != nil {
		b.refuseFirst(d, b.paymentColumn(), f)
	}
}

// partsOf are the orders that an order of the file comes to, one for each supplier.
func (b *builder) partsOf(d *draft, order Order) []Order {
	parts, _ := route.Split(order.NewOrder, order.Rows, order.ItemRows, d.suppliers)
	out := make([]Order, len(parts))
	for i, part := range parts {
		out[i] = order
		out[i].NewOrder, out[i].Rows, out[i].ItemRows, out[i].Supplier = part.Order, part.Rows, part.ItemRows, part.Supplier
	}
	return out
}
