package client

import (
	"context"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// FirstPage is the first page of an operation that reads, by its name in the mapping, as
// it came; with so many rows where the service lets one ask for them.
func (c *Client) FirstPage(ctx context.Context, operation string, rows int) (string, error) {
	m := c.mapping
	switch operation {
	case "products":
		return firstPage(ctx, c, &m.Products, rows)
	case "search":
		return firstPage(ctx, c, &m.Search, rows)
	case "orders":
		return firstPage(ctx, c, &m.Orders, rows)
	case "shipments":
		return firstPage(ctx, c, &m.Shipments, rows)
	case "ledger":
		return firstPage(ctx, c, &m.Ledger, rows)
	}
	return "", &supplier.Error{Kind: supplier.KindRejected, At: c.at, Op: "read " + operation, Err: supplier.NoOperation(operation)}
}

func firstPage[T any](ctx context.Context, c *Client, op *mapping.ListOp[T], rows int) (string, error) {
	l := newList(c, op, newQuery(op), rows)
	raw, err := l.get(ctx, c.reads, ticket{})
	if err != nil {
		return "", err
	}
	return raw.Body(), nil
}
