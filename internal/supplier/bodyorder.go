package supplier

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
)

// orderBody makes the body that creates an order.
type orderBody struct {
	root     bodyObject[NewOrder]
	unplaced []bodyField[NewOrder] // what the mapping has no line for
	item     []bodyField[NewItem]  // of these, an item's
	single   bool                  // the order is one item
	whole    bool                  // the name is sent as a whole
	parts    bool                  // the last and the first name are sent
	split    nameSplit
	program  *orderProgram // in place of all the places
	skips    []string      // what a program leaves out knowingly
	fold     folding
}

// bodyCompiler turns the lines of create_order into an orderBody.
type bodyCompiler struct{ mistakes }

// compileBody compiles create_order's body, or the program in its place.
func compileBody(m mistakes, w *createFile) (*orderBody, error) {
	c := &bodyCompiler{m}
	out := &orderBody{}
	var err error
	if out.split, err = c.nameSplit(w.SplitName); err != nil {
		return nil, err
	}
	const key = "create_order: body"
	switch program, body := w.JQ.Text != "", len(w.Body) > 0; {
	case program && len(w.Constants) > 0:
		return nil, c.wrong(w.Constants[0].key, "create_order: jq makes the whole body: write the constants there")
	case program:
		if err := out.programSkips(c, w); err != nil {
			return nil, err
		}
		out.program, err = c.orderProgram(w.JQ)
		return out, err
	case !body:
		return nil, c.wrong(w.Request, "create_order: body is missing: the places of the order's values")
	}
	add := func(spec fieldSpec, steps []step, write bodyWrite[NewOrder]) error {
		if !out.root.add(steps, write) {
			return c.wrong(spec.place.Pos(), "%s: %s: path %q is taken, or is both a value and what holds another", key, spec.name.Text, spec.place.path())
		}
		return nil
	}
	out.unplaced, err = placeValues(c, key, w.Body, newOrderFields(), add, func(spec fieldSpec) error { return out.items(c, key, spec, add) })
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
func (o *orderBody) items(c *bodyCompiler, key string, spec fieldSpec, add func(fieldSpec, []step, bodyWrite[NewOrder]) error) (err error) {
	o.single = spec.place.Single
	if !o.single {
		steps, err := c.bodyPath(key, spec)
		if err != nil {
			return err
		}
		each := &bodyObject[NewItem]{}
		o.item, err = placeValues(c, "items", spec.place.Fields, newItemFields(), func(spec fieldSpec, steps []step, write bodyWrite[NewItem]) error {
			if !each.add(steps, write) {
				return c.wrong(spec.place.Pos(), "items: %s: path %q is taken, or is both a value and what holds another", spec.name.Text, spec.place.path())
			}
			return nil
		}, nil)
		if err != nil {
			return err
		}
		return add(spec, steps, writeItems(each))
	}
	var around []step
	if strings.TrimSpace(spec.place.path()) != "." {
		if around, err = c.bodyPath(key, spec); err != nil {
			return err
		}
	}
	o.item, err = placeValues(c, "items", spec.place.Fields, newItemFields(), func(spec fieldSpec, steps []step, write bodyWrite[NewItem]) error {
		return add(spec, slices.Concat(around, steps), func(b []byte, from *NewOrder) ([]byte, bool, error) { return write(b, &from.Items[0]) })
	}, nil)
	return err
}

// writeItems writes the list of an order's items.
func writeItems(each *bodyObject[NewItem]) bodyWrite[NewOrder] {
	return func(b []byte, from *NewOrder) ([]byte, bool, error) {
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
func (o *orderBody) constants(c *bodyCompiler, constants pairs) error {
	for _, one := range constants {
		p, err := parsePath(one.key.Text)
		if err != nil || p.up > 0 || p.key || len(p.steps) == 0 || p.steps[0].kind == stepIndex || !writable(p.steps) {
			return c.wrong(one.key, "create_order: constants: want one path of members and [0], got %q", one.key.Text)
		}
		raw, err := one.json()
		if err != nil {
			return c.wrong(one.value, "create_order: constants: %s: %v", one.key.Text, err)
		}
		if !o.root.add(p.steps, func(b []byte, _ *NewOrder) ([]byte, bool, error) { return append(b, raw...), true, nil }) {
			return c.wrong(one.key, "create_order: constants: path %q is taken by a line of body, or is both a value and what holds another", one.key.Text)
		}
	}
	return nil
}

// byProgram reports whether a jq program makes the body.
func (o *orderBody) byProgram() bool { return o.program != nil }

// encode makes the body of an order. It fails with a *valueError.
func (o *orderBody) encode(order NewOrder) ([]byte, error) {
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
func complete(o *NewOrder) error {
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
func (o *orderBody) lost(order *NewOrder) error {
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

func orderText(name string, at func(*NewOrder) *string) bodyField[NewOrder] {
	return bodyField[NewOrder]{name: name, text: func(o *NewOrder) string { return *at(o) }, clear: func(o *NewOrder) { *at(o) = "" }}
}

func orderOptText(name string, at func(*NewOrder) **string) bodyField[NewOrder] {
	return bodyField[NewOrder]{name: name, text: func(o *NewOrder) string { return textOf(*at(o)) }, clear: func(o *NewOrder) { *at(o) = nil }}
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
func oneOf(f bodyField[NewOrder], known ...string) bodyField[NewOrder] {
	f.known, f.clear = known, nil
	return f
}

func exactField(f bodyField[NewOrder]) bodyField[NewOrder] {
	f.exact = true
	return f
}

func newOrderFields() []bodyField[NewOrder] {
	type O = NewOrder
	return []bodyField[O]{
		exactField(requiredField(orderText("external_id", func(o *O) *string { return &o.ExternalID }))),
		requiredField(bodyField[O]{name: "items", kind: bodyList, text: func(o *O) string { return strings.Repeat("+", len(o.Items)) }}),
		orderText("recipient_name", func(o *O) *string { return &o.Recipient.Name }),
		orderOptText("recipient_last_name", func(o *O) **string { return &o.Recipient.LastName }),
		orderOptText("recipient_first_name", func(o *O) **string { return &o.Recipient.FirstName }),
		orderOptText("recipient_middle_name", func(o *O) **string { return &o.Recipient.MiddleName }),
		requiredField(orderText("recipient_phone", func(o *O) *string { return &o.Recipient.Phone })),
		orderOptText("recipient_email", func(o *O) **string { return &o.Recipient.Email }),
		oneOf(orderText("carrier", func(o *O) *string { return &o.Recipient.Delivery.Carrier }), Carriers()...),
		oneOf(orderText("delivery_type", func(o *O) *string { return &o.Recipient.Delivery.Type }), DeliveryTypes()...),
		orderText("city", func(o *O) *string { return &o.Recipient.Delivery.City }),
		orderOptText("city_ref", func(o *O) **string { return &o.Recipient.Delivery.CityRef }),
		orderOptText("branch_number", func(o *O) **string { return &o.Recipient.Delivery.BranchNumber }),
		orderOptText("branch_ref", func(o *O) **string { return &o.Recipient.Delivery.BranchRef }),
		orderOptText("address", func(o *O) **string { return &o.Recipient.Delivery.Address }),
		orderOptText("region", func(o *O) **string { return &o.Recipient.Delivery.Region }),
		orderOptText("district", func(o *O) **string { return &o.Recipient.Delivery.District }),
		orderOptText("postal_code", func(o *O) **string { return &o.Recipient.Delivery.PostalCode }),
		oneOf(orderText("payment_method", func(o *O) *string { return &o.Payment.Method }), PaymentMethods()...),
		{name: "cod_amount", kind: bodyMoney, text: func(o *O) string { return o.Payment.CODAmount.String() },
			clear: func(o *O) { o.Payment.CODAmount = money.Amount{} }},
		orderOptText("waybill_number", func(o *O) **string { return &o.WaybillNumber }),
		orderOptText("comment", func(o *O) **string { return &o.Comment }),
	}
}

func newItemFields() []bodyField[NewItem] {
	return []bodyField[NewItem]{
		{name: "sku", required: true, text: func(i *NewItem) string { return i.SKU }},
		{name: "quantity", kind: bodyCount, required: true, text: func(i *NewItem) string { return strconv.FormatInt(i.Quantity, 10) }},
		{name: "price", kind: bodyMoney, text: func(i *NewItem) string { return i.Price.String() }, clear: func(i *NewItem) { i.Price = money.Amount{} }},
	}
}
