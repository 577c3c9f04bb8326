package mapping

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/wire"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// creation compiles the operation that makes an order.
func (c *compiler) creation(m *Program) (err error) {
	w := c.written.CreateOrder
	if w == nil {
		return nil
	}
	create := &m.Create
	if _, create.Path, err = c.params.Request(c.Mistakes, w.Request, "create_order", nil, "POST"); err != nil {
		return err
	}
	if create.Encoding, err = wire.Compile(c.Mistakes, "create_order", w.Encode, w.Root, w.JSON); err != nil {
		return err
	}
	if create.Then, err = c.secondStep(w.Then); err != nil {
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
	create.headers, create.token = c.shownHeaders(&m.Auth)
	create.canonical = c.canonicalOrders()
	return nil
}

// secondStep compiles the step that hands in what the first one has made.
func (c *compiler) secondStep(w *written.Then) (_ *ThenOp, err error) {
	if w == nil {
		return nil, nil
	}
	const key = "create_order: then"
	out := &ThenOp{}
	if _, out.Path, err = c.params.Request(c.Mistakes, w.Request, key, []string{IDMark}, "POST"); err != nil {
		return nil, err
	}
	if !strings.Contains(out.Path, IDMark) {
		return nil, c.Wrong(w.Request, "%s: want %s in the path, where the supplier's id of the order goes", key, IDMark)
	}
	if out.Encoding, err = wire.Compile(c.Mistakes, key, w.Encode, w.Root, w.JSON); err != nil {
		return nil, err
	}
	if len(w.Draft) == 0 {
		return nil, c.Wrong(w.Request, "%s: draft is missing: the statuses (as orders.fields gives them) of an order that was made and not handed in: after an outage they tell whether it has to be", key)
	}
	if len(w.Body) > 0 {
		var t jsonread.Tree
		for _, one := range w.Body {
			steps, err := jsonread.ParseMemberPath(one.Key.Text)
			if err != nil || !t.Set(steps, one.Constant().Raw) {
				return nil, c.Wrong(one.Key, "%s: body: want a path of members that no other line has, got %q", key, one.Key.Text)
			}
		}
		out.Body = t.Text(nil)
	}
	if w.Order.Text == "" {
		return out, nil
	}
	fields := orderFields()
	for i := range fields {
		fields[i].required = fields[i].name == "id"
	}
	answer, err := c.orderAnswer(key, w.Request, w.Order, "orders", c.written.Orders.Fields, fields)
	out.Answer = &answer
	return out, err
}

// drafts are the statuses of orders that were made and not handed in.
func (c *compiler) drafts() (statuses []string) {
	if w := c.written.CreateOrder; w != nil && w.Then != nil {
		for _, status := range w.Then.Draft {
			statuses = append(statuses, status.Text)
		}
	}
	return statuses
}

// created compiles how the answer is read: where the order stands in it, and its fields.
func (c *compiler) created(into *CreateOp, w *written.CreateOrder) (err error) {
	key, specs, fields := "create_order", w.Fields, orderFields()
	if w.Fields == nil {
		key, specs = "orders", c.written.Orders.Fields
	} else {
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
	if _, m.Find.Path, err = c.params.Request(c.Mistakes, w.Request, "find_order", []string{ExternalIDMark}, "GET"); err != nil {
		return err
	}
	if !strings.Contains(m.Find.Path, ExternalIDMark) {
		return c.Wrong(w.Request, "find_order: want %s in the path, where the order's number goes", ExternalIDMark)
	}
	m.Find.Answer, err = c.orderAnswer("find_order", w.Request, w.Order, "orders", c.written.Orders.Fields, orderFields())
	return err
}
