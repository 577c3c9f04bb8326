package supplier

import "context"

// FirstPage is the first page of an operation that reads, by its name in the mapping, as
// it came; with so many rows where the service lets one ask for them.
func (c *Client) FirstPage(ctx context.Context, operation string, rows int) (string, error) {
	m := c.mapping
	switch operation {
	case "products":
		return firstPage(ctx, c, &m.products, rows)
	case "search":
		return firstPage(ctx, c, &m.search, rows)
	case "orders":
		return firstPage(ctx, c, &m.orders, rows)
	case "shipments":
		return firstPage(ctx, c, &m.shipments, rows)
	case "ledger":
		return firstPage(ctx, c, &m.ledger, rows)
	}
	return "", &Error{Kind: KindRejected, Op: "read " + operation, Err: Unmapped(operation)}
}

func firstPage[T any](ctx context.Context, c *Client, op *listOp[T], rows int) (string, error) {
	l := newList(c, op, newQuery(op), rows)
	raw, err := l.get(ctx, c.reads, ticket{})
	if err != nil {
		return "", err
	}
	return raw.Body(), nil
}
