package supplier

import (
	"context"
	"iter"
)

// ProductPages is one reading of the product list or of all that a search finds. Workers fetch and decode whole
// pages side by side; one of them at a time admits the pages in their order.
type ProductPages struct {
	list *list[Product]
}

// ProductPage is one decoded page. It can be used again for another page: the
// slices in its products are overwritten then, while the strings stay as they are.
type ProductPage struct {
	Products []Product
	// Border is how many products at the front of the page are those that the page before
	// ended with, as a service sends them twice that pages by an id. It is set by Admit.
	Border int
	index  int
	said   envelope
}

// ProductPages begins to read the product list.
func (c *Client) ProductPages(q ProductQuery) *ProductPages {
	op := &c.mapping.products
	b := newQuery(op)
	b.time("updated_since", q.UpdatedSince)
	return &ProductPages{newList(c, op, b, q.PerPage)}
}

// SearchPages begins to read all that a search finds. The query's Page does not count.
func (c *Client) SearchPages(q SearchQuery) *ProductPages { return &ProductPages{c.search(q)} }

// TracksChanges reports whether the product list can be asked for what changed, as
// ProductQuery.UpdatedSince does: a change in a list that is joined shows in no product.
// It is what the mapping says; nothing is sent.
func (c *Client) TracksChanges() bool {
	op := &c.mapping.products
	return op.query["updated_since"] != "" && len(op.joins) == 0
}

// Fetch gets the next page, io.EOF after the last one. It is safe for concurrent
// workers. Where the service tells the number of its pages, several can be under way
// at once; otherwise a page waits for the one before it. After an error every call
// gives that error.
func (p *ProductPages) Fetch(ctx context.Context) (*RawPage, error) { return p.list.fetch(ctx) }

// Decode reads a page into the memory of an earlier one. It is safe for concurrent
// use. An answer that the mapping does not fit is an error of KindProtocol that
// names the page, the item and the field.
func (p *ProductPages) Decode(raw *RawPage, into *ProductPage) (err error) {
	into.index = raw.Index
	into.Products, into.said, err = p.list.decode(raw, into.Products)
	return err
}

// Admit drops the products whose id an earlier page held. Pages are admitted in the
// order of their index, by one goroutine at a time. A list that repeats itself
// without end is an error of KindIncomplete.
func (p *ProductPages) Admit(page *ProductPage) (err error) {
	page.Products, err = p.list.admit(page.index, page.Products, page.said)
	page.Border = p.list.doubled
	return err
}

// Result is what became of the list; it is final when Fetch has given io.EOF and
// every page was admitted.
func (p *ProductPages) Result() ListResult { return p.list.outcome() }

// Products reads the product list one after the other, repeats dropped. A list that
// is not complete ends with an error of KindIncomplete.
func (c *Client) Products(ctx context.Context, q ProductQuery) iter.Seq2[*Product, error] {
	return c.ProductPages(q).list.all(ctx, func(envelope) {})
}
