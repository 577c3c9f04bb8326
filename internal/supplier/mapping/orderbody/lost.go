package orderbody

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// ignoredByJQ is what is wrong with a value that a program does not send.
const ignoredByJQ = "is nowhere in the body that create_order: jq makes: send it there, or write {skip: true} for it under body to leave it out knowingly"

// programSkips reads the lines that may stand beside a program: values that are left out
// on purpose.
func (o *Body) programSkips(c *compiler, w *written.CreateOrder) error {
	fields := append(newOrderFields(), bodyField[supplier.NewOrder]{name: "price", kind: bodyMoney}) // that of the items
	for _, spec := range w.Body {
		i := slices.IndexFunc(fields, func(f bodyField[supplier.NewOrder]) bool { return f.name == spec.Name.Text })
		if i < 0 {
			return c.Unknown(spec.Name, "field of create_order: body", spec.Name.Text, bodyNames(fields))
		}
		if !spec.Place.Skip {
			return c.Wrong(w.JQ, "create_order: jq makes the whole body: leave out either jq or body; beside jq, body can only have values with skip: true")
		}
		if _, err := c.bodyPlace("create_order: body", fields[i].name, fields[i].kind, fields[i].required, &spec.Place); err != nil {
			return err
		}
		o.skips = append(o.skips, spec.Name.Text)
	}
	return nil
}

// made is the body that the program makes of an order. A program says nowhere what it
// sends: so an order without a value has to give another body than with it, or the value
// would be lost.
func (o *Body) made(order supplier.NewOrder) ([]byte, error) {
	body, err := o.program.run(order)
	if err != nil {
		return nil, err
	}
	t := trial{Body: o, order: order, body: body}
	d := &t.order.Recipient.Delivery
	fold := folding{city: true, branch: true, address: true, region: t.ignores("region"), district: t.ignores("district"), code: t.ignores("postal_code")}
	if fold.region || fold.district || fold.code {
		if err := fold.apply(d); err != nil {
			return nil, err
		}
		if t.body, err = o.program.run(t.order); err != nil {
			return nil, err
		}
	}
	if _, err := o.program.requireComplete(t.body, order); err != nil {
		return nil, err
	}
	return t.body, t.lost()
}

// trial asks a program what it does without a value.
type trial struct {
	*Body
	order supplier.NewOrder
	body  []byte
}

// changed runs the program on a changed copy of the order; ok is false where it fails,
// so that it does look at what was changed.
func (t *trial) changed(change func(*supplier.NewOrder)) (body []byte, ok bool) {
	order := t.order
	order.Items = slices.Clone(order.Items)
	change(&order)
	body, err := t.program.run(order)
	return body, err == nil
}

// same reports whether a change of the order leaves the body as it is.
func (t *trial) same(change func(*supplier.NewOrder)) bool {
	body, ok := t.changed(change)
	return ok && bytes.Equal(body, t.body)
}

// ignores reports whether the order has a value that the body does not depend on and that
// is not left out knowingly.
func (t *trial) ignores(name string) bool {
	fields := newOrderFields()
	i := slices.IndexFunc(fields, func(f bodyField[supplier.NewOrder]) bool { return f.name == name })
	f := fields[i]
	return f.clear != nil && f.text(&t.order) != "" && !slices.Contains(t.skips, name) && t.same(f.clear)
}

// lost names the first value that the body does not have. The whole name is not looked
// for: its parts may say it.
func (t *trial) lost() error {
	for _, f := range newOrderFields() {
		switch f.name {
		case "recipient_name":
			continue
		case "recipient_last_name", "recipient_first_name", "recipient_middle_name":
			names := Body{fullName: !t.same(func(o *supplier.NewOrder) { o.Recipient.Name = "" })}
			if f.text(&t.order) != "" && names.told(f.name, &t.order.Recipient) {
				continue
			}
		}
		if t.ignores(f.name) {
			return &valueError{field: f.name, what: ignoredByJQ}
		}
	}
	priced := slices.IndexFunc(t.order.Items, func(i supplier.NewItem) bool { return i.Price.IsSet() })
	withoutPrices := func(o *supplier.NewOrder) {
		for i := range o.Items {
			o.Items[i].Price = money.Amount{}
		}
	}
	if priced >= 0 && !slices.Contains(t.skips, "price") && t.same(withoutPrices) {
		return &valueError{field: "price", item: priced + 1, what: ignoredByJQ}
	}
	return t.wordless()
}

// wordless names a carrier or a kind of delivery that the program has no word for: it
// makes null of it, as of any word that nobody knows, and a value of others.
func (t *trial) wordless() error {
	const nobody = "no such word"
	for _, one := range []struct {
		field string
		at    func(*supplier.NewOrder) *string
	}{
		{"carrier", func(o *supplier.NewOrder) *string { return &o.Recipient.Delivery.Carrier }},
		{"delivery_type", func(o *supplier.NewOrder) *string { return &o.Recipient.Delivery.Type }},
	} {
		put := func(word string) func(*supplier.NewOrder) { return func(o *supplier.NewOrder) { *one.at(o) = word } }
		word := *one.at(&t.order)
		if slices.Contains(t.skips, one.field) || word == "" || nulls(t.body) == 0 || !t.same(put(nobody)) {
			continue
		}
		for _, other := range wordsOf(one.field) {
			if body, ok := t.changed(put(other)); ok && nulls(body) < nulls(t.body) {
				return &valueError{field: one.field, what: fmt.Sprintf("%q is null in the body that create_order: jq makes, and %q is not: give it a word there", word, other)}
			}
		}
	}
	return nil
}

// wordsOf are the words that a field of an order can have.
func wordsOf(name string) []string {
	fields := newOrderFields()
	return fields[slices.IndexFunc(fields, func(f bodyField[supplier.NewOrder]) bool { return f.name == name })].known
}

func nulls(body []byte) int { return bytes.Count(body, []byte(":null")) }
