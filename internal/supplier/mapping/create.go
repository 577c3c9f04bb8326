package mapping

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// creation compiles the operation that makes an order.
func (c *compiler) creation(m *Program) (err error) {
	w := c.written.CreateOrder
	if w == nil {
		return nil
	}
	if c.written.Orders == nil {
		return c.Wrong(w.Request, "create_order needs orders: an order whose outcome is unknown is looked for there, and waybills come from there")
	}
	create := &m.Create
	if _, create.Path, err = c.request(w.Request, "create_order", "POST"); err != nil {
		return err
	}
	create.ReplayedHeader = w.ReplayedHeader.Text
	if create.Body, err = orderbody.Compile(c.Mistakes, w); err != nil {
		return err
	}
	if err = c.created(create, w); err != nil {
		return err
	}
	if id := w.Body.Find("external_id"); id != nil {
		if create.sentID, err = jsonread.ParsePaths(id.Place.Path()); err != nil {
			return err // cannot be: the body took it
		}
	}
	create.headers, create.token = c.shownHeaders()
	create.canonical = c.canonicalOrders()
	return nil
}

// created compiles how the answer is read: where the order stands in it, and its fields.
func (c *compiler) created(into *CreateOp, w *written.CreateOrder) (err error) {
	key, specs, fields := "orders", c.written.Orders.Fields, orderFields()
	if w.Fields != nil {
		key, specs = "create_order", w.Fields
		for i := range fields {
			fields[i].required = fields[i].name == "id"
		}
	}
	into.Answer, err = c.orderAnswer("create_order", w.Request, w.Order, key, specs, fields)
	return err
}

// finding compiles find_order.
func (c *compiler) finding(m *Program) (err error) {
	w := c.written.FindOrder
	if w == nil {
		return nil
	}
	if c.written.Orders == nil {
		return c.Wrong(w.Request, "find_order needs orders: its fields say how an order is read")
	}
	if _, m.Find.Path, err = c.request(w.Request, "find_order", "GET"); err != nil {
		return err
	}
	if !strings.Contains(m.Find.Path, ExternalIDMark) {
		return c.Wrong(w.Request, "find_order: want %s in the path, where the order's number goes", ExternalIDMark)
	}
	m.Find.Answer, err = c.orderAnswer("find_order", w.Request, w.Order, "orders", c.written.Orders.Fields, orderFields())
	return err
}
