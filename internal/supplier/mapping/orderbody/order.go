package orderbody

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// Body makes the body that creates an order.
type Body struct {
	root     bodyObject[supplier.NewOrder]
	unplaced []bodyField[supplier.NewOrder] // what the mapping has no line for
	item     []bodyField[supplier.NewItem]  // of these, an item's
	single   bool                           // the order is one item
	whole    bool                           // the name is sent as a whole
	parts    bool                           // the last and the first name are sent
	split    nameSplit
	program  *orderProgram // in place of all the places
	skips    []string      // what a program leaves out knowingly
	fold     folding
}

// compiler turns the lines of create_order into a Body.
type compiler struct{ written.Mistakes }

// Compile compiles create_order's body, or the program in its place.
func Compile(m written.Mistakes, w *written.CreateOrder) (*Body, error) {
	c := &compiler{m}
	out := &Body{}
	var err error
	if out.split, err = c.nameSplit(w.SplitName); err != nil {
		return nil, err
	}
	const key = "create_order: body"
	switch program, body := w.JQ.Text != "", len(w.Body) > 0; {
	case program && len(w.Constants) > 0:
		return nil, c.Wrong(w.Constants[0].Key, "create_order: jq makes the whole body: write the constants there")
	case program:
		if err := out.programSkips(c, w); err != nil {
			return nil, err
		}
		out.program, err = c.orderProgram(w.JQ)
		return out, err
	case !body:
		return nil, c.Wrong(w.Request, "create_order: body is missing: the places of the order's values")
	}
	add := func(spec written.Field, steps []jsonread.Step, write bodyWrite[supplier.NewOrder]) error {
		if !out.root.add(steps, write) {
			return c.Wrong(spec.Place.Pos(), "%s: %s: path %q is taken, or is both a value and what holds another", key, spec.Name.Text, spec.Place.Path())
		}
		return nil
	}
	out.unplaced, err = placeValues(c, key, w.Body, newOrderFields(), add, func(spec written.Field) error { return out.items(c, key, spec, add) })
	if err != nil {
		return nil, err
	}
	if err := out.names(c, key, w); err != nil {
		return nil, err
	}
	out.foldings(w.Body)
	return out, out.constants(c, w.Constants)
}

// items compiles the place of the items: a list, or the one item that the order is.
func (o *Body) items(c *compiler, key string, spec written.Field, add func(written.Field, []jsonread.Step, bodyWrite[supplier.NewOrder]) error) (err error) {
	o.single = spec.Place.Single
	if !o.single {
		steps, err := c.bodyPath(key, spec)
		if err != nil {
			return err
		}
		each := &bodyObject[supplier.NewItem]{}
		o.item, err = placeValues(c, "items", spec.Place.Fields, newItemFields(), func(spec written.Field, steps []jsonread.Step, write bodyWrite[supplier.NewItem]) error {
			if !each.add(steps, write) {
				return c.Wrong(spec.Place.Pos(), "items: %s: path %q is taken, or is both a value and what holds another", spec.Name.Text, spec.Place.Path())
			}
			return nil
		}, nil)
		if err != nil {
			return err
		}
		return add(spec, steps, writeItems(each))
	}
	var around []jsonread.Step
	if strings.TrimSpace(spec.Place.Path()) != "." {
		if around, err = c.bodyPath(key, spec); err != nil {
			return err
		}
	}
	o.item, err = placeValues(c, "items", spec.Place.Fields, newItemFields(), func(spec written.Field, steps []jsonread.Step, write bodyWrite[supplier.NewItem]) error {
		return add(spec, slices.Concat(around, steps), func(b []byte, from *supplier.NewOrder) ([]byte, bool, error) { return write(b, &from.Items[0]) })
	}, nil)
	return err
}

// writeItems writes the list of an order's items.
func writeItems(each *bodyObject[supplier.NewItem]) bodyWrite[supplier.NewOrder] {
	return func(b []byte, from *supplier.NewOrder) ([]byte, bool, error) {
		b = append(b, '[')
		for i := range from.Items {
			if i > 0 {
				b = append(b, ',')
			}
			var err error
			if b, _, err = each.append(b, &from.Items[i]); err != nil { // sku and quantity are there
				return b, false, inItem(err, i+1)
			}
		}
		return append(b, ']'), true, nil
	}
}

func inItem(err error, item int) error {
	if value, ok := errors.AsType[*valueError](err); ok {
		value.item = item
	}
	return err
}

// constants puts the fixed values where the mapping wants them.
func (o *Body) constants(c *compiler, constants written.Pairs) error {
	for _, one := range constants {
		p, err := jsonread.ParsePath(one.Key.Text)
		if err != nil || p.Up > 0 || p.Key || len(p.Steps) == 0 || p.Steps[0].Kind == jsonread.StepIndex || !writable(p.Steps) {
			return c.Wrong(one.Key, "create_order: constants: want one path of members and [0], got %q", one.Key.Text)
		}
		raw, err := one.JSON()
		if err != nil {
			return c.Wrong(one.Value, "create_order: constants: %s: %v", one.Key.Text, err)
		}
		if !o.root.add(p.Steps, func(b []byte, _ *supplier.NewOrder) ([]byte, bool, error) { return append(b, raw...), true, nil }) {
			return c.Wrong(one.Key, "create_order: constants: path %q is taken by a line of body, or is both a value and what holds another", one.Key.Text)
		}
	}
	return nil
}

// ByProgram reports whether a jq program makes the body.
func (o *Body) ByProgram() bool { return o.program != nil }

// Encode makes the body of an order. It fails with a *valueError.
func (o *Body) Encode(order supplier.NewOrder) ([]byte, error) {
	if err := complete(&order); err != nil {
		return nil, err
	}
	if err := o.split.fill(&order.Recipient); err != nil {
		return nil, err
	}
	if o.program != nil {
		return o.made(order)
	}
	if err := o.named(&order.Recipient); err != nil {
		return nil, err
	}
	if o.single && len(order.Items) > 1 {
		return nil, &valueError{field: "items", what: fmt.Sprintf("are %d, and the supplier takes one an order: give each item an order number of its own", len(order.Items))}
	}
	if err := o.fold.apply(&order.Recipient.Delivery); err != nil {
		return nil, err
	}
	if err := o.lost(&order); err != nil {
		return nil, err
	}
	body, _, err := o.root.append(nil, &order)
	return body, err
}

// complete checks what no order goes without.
func complete(o *supplier.NewOrder) error {
	for _, f := range newOrderFields() {
		if f.required && f.text(o) == "" {
			return &valueError{field: f.name, what: "is missing"}
		}
	}
	for i, item := range o.Items {
		if item.SKU == "" || item.Quantity < 1 {
			return &valueError{what: fmt.Sprintf("item %d: an item needs a sku and a quantity of at least 1", i+1)}
		}
	}
	return nil
}

// noLine is what is wrong with a value that the mapping has no line for.
const noLine = "has no line in the supplier's mapping: add one under create_order: body, or {skip: true} to leave it out knowingly"

// lost refuses an order with a value that the mapping has no line for.
func (o *Body) lost(order *supplier.NewOrder) error {
	for _, f := range o.unplaced {
		if f.text(order) != "" && !o.told(f.name, &order.Recipient) {
			return &valueError{field: f.name, what: noLine}
		}
	}
	for i := range order.Items {
		for _, f := range o.item {
			if f.text(&order.Items[i]) != "" {
				return &valueError{field: f.name, item: i + 1, what: noLine}
			}
		}
	}
	return nil
}

func orderText(name string, at func(*supplier.NewOrder) *string) bodyField[supplier.NewOrder] {
	return bodyField[supplier.NewOrder]{name: name, text: func(o *supplier.NewOrder) string { return *at(o) }, clear: func(o *supplier.NewOrder) { *at(o) = "" }}
}

func orderOptText(name string, at func(*supplier.NewOrder) **string) bodyField[supplier.NewOrder] {
	return bodyField[supplier.NewOrder]{name: name, text: func(o *supplier.NewOrder) string { return textOf(*at(o)) }, clear: func(o *supplier.NewOrder) { *at(o) = nil }}
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func requiredField[T any](f bodyField[T]) bodyField[T] {
	f.required, f.clear = true, nil
	return f
}

// oneOf is a field that every order has and that takes few values.
func oneOf(f bodyField[supplier.NewOrder], known ...string) bodyField[supplier.NewOrder] {
	f.known, f.clear = known, nil
	return f
}

func exactField(f bodyField[supplier.NewOrder]) bodyField[supplier.NewOrder] {
	f.exact = true
	return f
}

func newOrderFields() []bodyField[supplier.NewOrder] {
	type O = supplier.NewOrder
	return []bodyField[O]{
		exactField(requiredField(orderText("external_id", func(o *O) *string { return &o.ExternalID }))),
		requiredField(bodyField[O]{name: "items", kind: bodyList, text: func(o *O) string { return strings.Repeat("+", len(o.Items)) }}),
		orderText("recipient_name", func(o *O) *string { return &o.Recipient.Name }),
		orderOptText("recipient_last_name", func(o *O) **string { return &o.Recipient.LastName }),
		orderOptText("recipient_first_name", func(o *O) **string { return &o.Recipient.FirstName }),
		orderOptText("recipient_middle_name", func(o *O) **string { return &o.Recipient.MiddleName }),
		requiredField(orderText("recipient_phone", func(o *O) *string { return &o.Recipient.Phone })),
		orderOptText("recipient_email", func(o *O) **string { return &o.Recipient.Email }),
		oneOf(orderText("carrier", func(o *O) *string { return &o.Recipient.Delivery.Carrier }), supplier.Carriers()...),
		oneOf(orderText("delivery_type", func(o *O) *string { return &o.Recipient.Delivery.Type }), supplier.DeliveryTypes()...),
		orderText("city", func(o *O) *string { return &o.Recipient.Delivery.City }),
		orderOptText("city_ref", func(o *O) **string { return &o.Recipient.Delivery.CityRef }),
		orderOptText("branch_number", func(o *O) **string { return &o.Recipient.Delivery.BranchNumber }),
		orderOptText("branch_ref", func(o *O) **string { return &o.Recipient.Delivery.BranchRef }),
		orderOptText("address", func(o *O) **string { return &o.Recipient.Delivery.Address }),
		orderOptText("region", func(o *O) **string { return &o.Recipient.Delivery.Region }),
		orderOptText("district", func(o *O) **string { return &o.Recipient.Delivery.District }),
		orderOptText("postal_code", func(o *O) **string { return &o.Recipient.Delivery.PostalCode }),
		oneOf(orderText("payment_method", func(o *O) *string { return &o.Payment.Method }), supplier.PaymentMethods()...),
		{name: "cod_amount", kind: bodyMoney, text: func(o *O) string { return o.Payment.CODAmount.String() },
			clear: func(o *O) { o.Payment.CODAmount = money.Amount{} }},
		orderOptText("waybill_number", func(o *O) **string { return &o.WaybillNumber }),
		orderOptText("comment", func(o *O) **string { return &o.Comment }),
	}
}

func newItemFields() []bodyField[supplier.NewItem] {
	return []bodyField[supplier.NewItem]{
		{name: "sku", required: true, text: func(i *supplier.NewItem) string { return i.SKU }},
		{name: "quantity", kind: bodyCount, required: true, text: func(i *supplier.NewItem) string { return strconv.FormatInt(i.Quantity, 10) }},
		{name: "price", kind: bodyMoney, text: func(i *supplier.NewItem) string { return i.Price.String() }, clear: func(i *supplier.NewItem) { i.Price = money.Amount{} }},
	}
}
