package mapping

import (
	"strings"
)

// FindOp is the operation that gives one order by the client's own number.
type FindOp struct {
	Path   string // with externalIDMark, "" where the service has none
	Answer OrderAnswer
}

// ExternalIDMark stands in a path for the client's own number of an order.
const ExternalIDMark = "{external_id}"

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
