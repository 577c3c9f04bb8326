package supplier

import (
	"fmt"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

func newOrderFields() []bodyField[NewOrder] {
	type O = NewOrder
	return []bodyField[O]{
		needed(writeText("external_id", func(o *O) string { return o.ExternalID })),
		needed(writeRecords("items", func(o *O) []NewItem { return o.Items }, newItemFields())),
		needed(writeText("recipient_name", func(o *O) string { return o.Recipient.Name })),
		writeOptText("recipient_last_name", func(o *O) *string { return o.Recipient.LastName }),
		writeOptText("recipient_first_name", func(o *O) *string { return o.Recipient.FirstName }),
		writeOptText("recipient_middle_name", func(o *O) *string { return o.Recipient.MiddleName }),
		needed(writeText("recipient_phone", func(o *O) string { return o.Recipient.Phone })),
		writeOptText("recipient_email", func(o *O) *string { return o.Recipient.Email }),
		writeText("carrier", func(o *O) string { return o.Recipient.Delivery.Carrier }),
		writeText("delivery_type", func(o *O) string { return o.Recipient.Delivery.Type }),
		writeText("city", func(o *O) string { return o.Recipient.Delivery.City }),
		writeOptText("city_ref", func(o *O) *string { return o.Recipient.Delivery.CityRef }),
		writeOptText("branch_number", func(o *O) *string { return o.Recipient.Delivery.BranchNumber }),
		writeOptText("branch_ref", func(o *O) *string { return o.Recipient.Delivery.BranchRef }),
		writeOptText("address", func(o *O) *string { return o.Recipient.Delivery.Address }),
		writeText("payment_method", func(o *O) string { return o.Payment.Method }),
		writeMoney("cod_amount", func(o *O) Money { return o.Payment.CODAmount }),
		writeOptText("waybill_number", func(o *O) *string { return o.WaybillNumber }),
		writeOptText("comment", func(o *O) *string { return o.Comment }),
	}
}

func newItemFields() []bodyField[NewItem] {
	return []bodyField[NewItem]{
		needed(writeText("sku", func(i *NewItem) string { return i.SKU })),
		needed(writeInt("quantity", func(i *NewItem) int64 { return i.Quantity })),
		writeMoney("price", func(i *NewItem) Money { return i.Price }),
	}
}

// creation compiles the operation that makes an order.
func (c *compiler) creation(m *Mapping) (err error) {
	w := c.written.CreateOrder
	if w == nil {
		return nil
	}
	if c.written.Orders == nil {
		return c.wrong(w.Request, "create_order needs orders: an order whose outcome is unknown is looked for there, and waybills come from there")
	}
	if _, m.create.path, err = c.request(w.Request, "create_order", "POST"); err != nil {
		return err
	}
	m.create.replayedHeader = w.ReplayedHeader.Text
	if m.create.body, err = compileBody(c, "create_order: body", w.Body, newOrderFields()); err != nil {
		return err
	}
	order, err := compileRecord(c, "orders", c.written.Orders.Fields, orderFields(), nil, recordRules{})
	if err != nil {
		return err
	}
	made := &producer[Order]{record: order, kind: orderKind()}
	if m.create.order, err = compileAt(c, "create_order: order", w.Order, made.only); err != nil {
		return err
	}
	at := w.Body.find("external_id").place.At[0]
	m.create.sentID, err = compileAt(c, "create_order: external_id", at, readText(func(t *string) *string { return t }, false))
	return err
}

// compileAt compiles a reader of one value that stands at a path of the whole answer.
func compileAt[T any](c *compiler, key string, at strictyaml.Scalar, r read[T]) (read[T], error) {
	if at.Text == "" {
		return nil, c.wrong(at, "%s is missing: the path of the value, . for the whole answer", key)
	}
	p, err := parsePath(at.Text)
	if err != nil || p.members() < len(p.steps) {
		return nil, c.wrong(at, "%s: want the path of a member, got %q", key, at.Text)
	}
	if len(p.steps) == 0 {
		return r, nil
	}
	whole := newObject[T](c.loose)
	whole.add(p.names(), r)
	return whole.read, nil
}

// EncodeOrder is the exact body that creates the order; the same order gives the
// same bytes. It fails for an order without a value that the service needs, and for
// one that holds a value which the mapping has no place for: nothing is dropped in silence.
func (c *Client) EncodeOrder(order NewOrder) ([]byte, error) {
	fail := func(what string) ([]byte, error) {
		return nil, &Error{Kind: KindRejected, Op: fmt.Sprintf("encode order %q", cleanLine(order.ExternalID, 64)), Detail: what}
	}
	for _, f := range newOrderFields() {
		if f.required && !f.present(&order) {
			return fail(f.name + " is missing")
		}
	}
	for _, item := range order.Items {
		if item.SKU == "" || item.Quantity < 1 {
			return fail("an item needs a sku and a quantity of at least 1")
		}
	}
	if lost := c.mapping.create.body.lost(&order); lost != "" {
		return fail(lost + " has no place in the supplier's mapping")
	}
	return c.mapping.create.body.must(nil, &order), nil
}
