package client

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/xmlanswer"
)

// findOrders asks for orders one by one. An order that is not there gives nothing.
func (c *Client) findOrders(ctx context.Context, ids []string) iter.Seq2[supplier.Order, error] {
	return func(yield func(supplier.Order, error) bool) {
		for _, id := range ids {
			order, err := c.findOrder(ctx, id)
			if supplier.KindOf(err) == supplier.KindNotFound {
				continue
			}
			if !yield(order, err) || err != nil {
				return
			}
		}
	}
}

func (c *Client) findOrder(ctx context.Context, id string) (supplier.Order, error) {
	const op = "find order"
	path := strings.ReplaceAll(c.mapping.Find.Path, mapping.ExternalIDMark, escapedStep(id))
	a, err := c.reads.call(ctx, &request{op: op, shape: xmlanswer.OfFinding, method: "GET", path: path})
	if err != nil {
		return supplier.Order{}, err
	}
	// An answer without an order is not taken for "no such order": that would let an
	// order be made a second time where only the mapping is wrong.
	order, err := c.mapping.Find.Answer.Order(a.body)
	switch {
	case err == nil && order.ID == "":
		err = &jsonread.ShapeError{Want: "an id", Got: "none"}
	case err == nil && order.ExternalID == "":
		order.ExternalID = id
	case err == nil && order.ExternalID != id:
		err = fmt.Errorf("it has the external id %q instead of %q", oneline.Clean(order.ExternalID, 80), oneline.Clean(id, 80))
	}
	if err != nil {
		return supplier.Order{}, &supplier.Error{Kind: supplier.KindProtocol, Op: op, Status: a.status, Detail: "the answer is not the order", Err: err,
			Mend: "the supplier's mapping does not fit its answer"}
	}
	return order, nil
}

// escapedStep is a text as one step of a path.
func escapedStep(text string) string {
	if strings.Trim(text, ".") == "" { // . and .. would be steps of the path
		return strings.ReplaceAll(text, ".", "%2E")
	}
	return url.PathEscape(text)
}

// FindsInList reports whether orders are found by their numbers only in the list of all orders,
// which is then read once for all that are asked for together.
func (c *Client) FindsInList() bool {
	return c.mapping.Find.Path == "" && c.mapping.Orders.Query["external_id"] == ""
}

// pickOrders reads the list of orders and keeps those with one of the numbers.
func (c *Client) pickOrders(ctx context.Context, q supplier.OrderQuery, ids []string) iter.Seq2[supplier.Order, error] {
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	return func(yield func(supplier.Order, error) bool) {
		list, rest := c.orders(supplier.OrderQuery{PerPage: q.PerPage, CreatedFrom: q.CreatedFrom}, nil)
		for order, err := range rest.of(values(list.all(ctx, func(supplier.Envelope) {}))) {
			if err != nil || wanted[order.ExternalID] {
				if !yield(order, err) || err != nil {
					return
				}
			}
		}
	}
}

// orders prepares a list, and the sieve for what the service has no filter for.
func (c *Client) orders(q supplier.OrderQuery, ids []string) (*list[supplier.Order], sieve[supplier.Order]) {
	op := &c.mapping.Orders
	b := newQuery(op)
	b.texts("external_id", ids)
	var rest sieve[supplier.Order]
	if op.Query["status"] != "" {
		b.text("status", q.Status)
	} else if q.Status != "" {
		rest = append(rest, func(o *supplier.Order) bool { return o.Status == q.Status })
	}
	between(b, &rest, "updated_since", "", span{from: q.UpdatedSince}, func(o *supplier.Order) time.Time { return o.UpdatedAt })
	between(b, &rest, "created_from", "created_to", span{from: q.CreatedFrom, to: q.CreatedTo}, func(o *supplier.Order) time.Time { return o.CreatedAt })
	list := newList(c, op, b, q.PerPage)
	list.whole = true
	return list, rest
}
