package supplier

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"strings"
)

// findOp is the operation that gives one order by the client's own number.
type findOp struct {
	path   string // with externalIDMark, "" where the service has none
	answer orderAnswer
}

// externalIDMark stands in a path for the client's own number of an order.
const externalIDMark = "{external_id}"

// finding compiles find_order.
func (c *compiler) finding(m *Mapping) (err error) {
	w := c.written.FindOrder
	if w == nil {
		return nil
	}
	if c.written.Orders == nil {
		return c.wrong(w.Request, "find_order needs orders: its fields say how an order is read")
	}
	if _, m.find.path, err = c.request(w.Request, "find_order", "GET"); err != nil {
		return err
	}
	if !strings.Contains(m.find.path, externalIDMark) {
		return c.wrong(w.Request, "find_order: want %s in the path, where the order's number goes", externalIDMark)
	}
	m.find.answer, err = c.orderAnswer("find_order", w.Request, w.Order, "orders", c.written.Orders.Fields, orderFields())
	return err
}

// findOrders asks for orders one by one. An order that is not there gives nothing.
func (c *Client) findOrders(ctx context.Context, ids []string) iter.Seq2[Order, error] {
	return func(yield func(Order, error) bool) {
		for _, id := range ids {
			order, err := c.findOrder(ctx, id)
			if KindOf(err) == KindNotFound {
				continue
			}
			if !yield(order, err) || err != nil {
				return
			}
		}
	}
}

func (c *Client) findOrder(ctx context.Context, id string) (Order, error) {
	const op = "find order"
	escaped := url.PathEscape(id)
	if strings.Trim(id, ".") == "" { // . and .. would be steps of the path
		escaped = strings.ReplaceAll(id, ".", "%2E")
	}
	path := strings.ReplaceAll(c.mapping.find.path, externalIDMark, escaped)
	a, err := c.reads.call(ctx, &request{op: op, method: "GET", path: path})
	if err != nil {
		return Order{}, err
	}
	// An answer without an order is not taken for "no such order": that would let an
	// order be made a second time where only the mapping is wrong.
	order, err := c.mapping.find.answer.order(a.body)
	switch {
	case err == nil && order.ID == "":
		err = &shapeError{want: "an id", got: "none"}
	case err == nil && order.ExternalID == "":
		order.ExternalID = id
	case err == nil && order.ExternalID != id:
		err = fmt.Errorf("it has the external id %q instead of %q", cleanLine(order.ExternalID, 80), cleanLine(id, 80))
	}
	if err != nil {
		return Order{}, &Error{Kind: KindProtocol, Op: op, Status: a.status, Detail: "the answer is not the order", Err: err,
			Hint: "the supplier's mapping does not fit its answer"}
	}
	return order, nil
}

// pickOrders reads the list of orders and keeps those with one of the numbers.
func (c *Client) pickOrders(ctx context.Context, q OrderQuery, ids []string) iter.Seq2[Order, error] {
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	return func(yield func(Order, error) bool) {
		list, rest := c.orders(OrderQuery{PerPage: q.PerPage, CreatedFrom: q.CreatedFrom}, nil)
		for order, err := range rest.of(values(list.all(ctx, func(envelope) {}))) {
			if err != nil || wanted[order.ExternalID] {
				if !yield(order, err) || err != nil {
					return
				}
			}
		}
	}
}
