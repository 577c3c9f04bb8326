package orderfile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// readItems reads the items of a row, in the order of the file.
func (b *orderBuilder) readItems(d *draft, r *cells.Row) {
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
	if !some && len(d.rows) > 1 {
		_, column := ordertemplate.Pick(b.l.Groups[0].Columns[field.SKU], r)
		b.refuse(r.Number, column.Name, problem.Faultf(problem.SKUMissing+".further"))
	}
	d.items = d.items || some
}

func (b *orderBuilder) readItem(d *draft, r *cells.Row, group *ordertemplate.Item) {
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
	d.order.Items, d.itemRows = append(d.order.Items, item), append(d.itemRows, r.Number)
}

// otherQuantity is the fault of a row that says two quantities of an item.
func (b *orderBuilder) otherQuantity(columns []ordertemplate.Column, r *cells.Row, first ordertemplate.Column, n int64) *problem.Fault {
	for _, other := range columns {
		c := r.At(other.Index)
		if other.Index == first.Index || b.source.template.Decides(first, other) || !b.speaks(c) {
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
func (b *orderBuilder) readPacked(d *draft, r *cells.Row, c cells.Cell, column ordertemplate.Column) {
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
	d.order.Items, d.itemRows = append(d.order.Items, item), append(d.itemRows, r.Number)
}

// rowNames makes order numbers for a file that has none: of what the row says once
// read, and of its place among rows that say the same. So they stay the same when the
// file is renamed, sorted, saved in another format, or rows are added.
type rowNames struct {
	seen   map[[sha256.Size]byte]int
	values *value.Reader
}

func newRowNames(v *value.Reader) *rowNames { return &rowNames{map[[sha256.Size]byte]int{}, v} }

func (n *rowNames) next(d *draft) string {
	var b strings.Builder
	add := func(texts ...string) {
		for _, text := range texts {
			fmt.Fprintf(&b, "%d:%s;", len(text), text)
		}
	}
	to := d.order.Recipient
	kind := lexicon.KindBranch
	if d.to.branch.Kind == lexicon.KindLocker {
		kind = lexicon.KindLocker
	}
	add(to.Name, to.Phone, deref(to.Email), kind, to.Delivery.City, n.values.BranchNumber(d.to.branchText))
	for _, item := range d.order.Items {
		add(item.SKU, fmt.Sprint(item.Quantity), item.Price.String())
	}
	way := map[lexicon.Payment]int{lexicon.COD: 1, lexicon.Prepaid: 2}[d.pay.way]
	add(fmt.Sprint(way), d.pay.cod.String(), d.pay.total.String(), deref(d.order.Comment))
	sum := sha256.Sum256([]byte(b.String()))
	n.seen[sum]++
	return fmt.Sprintf("row-%s-%d", hex.EncodeToString(sum[:10]), n.seen[sum])
}
