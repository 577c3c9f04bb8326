package orderbody

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

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
		if !out.root.addAt(steps, write) {
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
			if !each.addAt(steps, write) {
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
		if !o.root.addAt(p.Steps, func(b []byte, _ *supplier.NewOrder) ([]byte, bool, error) { return append(b, raw...), true, nil }) {
			return c.Wrong(one.Key, "create_order: constants: path %q is taken by a line of body, or is both a value and what holds another", one.Key.Text)
		}
	}
	return nil
}

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
	const usual = 512 // bytes, which most bodies have room in
	body, _, err := o.root.append(make([]byte, 0, usual), &order)
	return body, err
}
