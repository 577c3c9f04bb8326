package client

import (
	"context"
	"iter"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// productPages is one reading of the product list or of all that a search finds. Workers fetch and decode whole
// pages side by side; one of them at a time admits the pages in their order.
type productPages struct {
	list *list[supplier.Product]
}

// lending is a reading whose pages give their memory back when they are done.
func lending(l *list[supplier.Product]) *productPages {
	l.lends = true
	return &productPages{l}
}

// ProductPages begins to read the product list.
func (c *Client) ProductPages(q supplier.ProductQuery) supplier.ProductPages { return c.products(q) }

func (c *Client) products(q supplier.ProductQuery) *productPages {
	op := &c.mapping.Products
	b := newQuery(op)
	b.time("updated_since", q.UpdatedSince)
	return lending(newList(c, op, b, q.PerPage))
}

// SearchPages begins to read all that a search finds. The query's Page does not count.
func (c *Client) SearchPages(q supplier.SearchQuery) supplier.ProductPages {
	return lending(c.search(q))
}

// TracksChanges reports whether the product list can be asked for what changed, as
// ProductQuery.UpdatedSince does: a change in a list that is joined shows in no product.
// It is what the mapping says; nothing is sent.
func (c *Client) TracksChanges() bool {
	op := &c.mapping.Products
	return op.Query["updated_since"] != "" && len(op.Joins)+len(op.Apart) == 0
}

// Fetch gets the next page, io.EOF after the last one. It is safe for concurrent
// workers. Where the service tells the number of its pages, several can be under way
// at once; otherwise a page waits for the one before it. After an error every call
// gives that error.
func (p *productPages) Fetch(ctx context.Context) (*supplier.RawPage, error) {
	return p.list.fetch(ctx)
}

// Decode reads a page into the memory of an earlier one. It is safe for concurrent
// use. A product with a value that the mapping does not fit is among the unreadable ones;
// an answer that is no list is an error of KindProtocol that names the page.
func (p *productPages) Decode(raw *supplier.RawPage, into *supplier.ProductPage) error {
	page, err := p.list.decode(raw, into.Products)
	*into = supplier.ProductPage{Index: raw.Index, Products: page.Records, Proved: true, Unreadable: page.Unreadable, Twice: page.Twice, Around: page.Envelope}
	return err
}

// Admit drops the products whose id an earlier page held. Pages are admitted in the
// order of their index, by one goroutine at a time. A list that repeats itself
// without end is an error of KindIncomplete.
func (p *productPages) Admit(page *supplier.ProductPage) error {
	admitted := mapping.Page[supplier.Product]{Records: page.Products, Unreadable: page.Unreadable, Envelope: page.Around}
	err := p.list.admit(page.Index, &admitted)
	page.Products, page.Unreadable, page.Border = admitted.Records, admitted.Unreadable, p.list.doubled
	return err
}

// Result is what became of the list; it is final when Fetch has given io.EOF and
// every page was admitted.
func (p *productPages) Result() supplier.ListResult { return p.list.outcome() }

// Products reads the product list one after the other, repeats dropped. A list that
// is not complete ends with an error of KindIncomplete.
func (c *Client) Products(ctx context.Context, q supplier.ProductQuery) iter.Seq2[*supplier.Product, error] {
	return c.products(q).list.all(ctx, func(supplier.Envelope) {})
}
