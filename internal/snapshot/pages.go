package snapshot

import (
	"context"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Pages is the product list for one build. It is used like supplier.ProductPages:
// workers fetch and decode pages side by side, one at a time admits them in their
// order, and a worker's page is admitted before it is decoded into again.
type Pages struct {
	reading reading
}

// reading is one way to come by the list.
type reading interface {
	Fetch(ctx context.Context) (*supplier.RawPage, error)
	Decode(raw *supplier.RawPage, into *supplier.ProductPage) error
	Admit(page *supplier.ProductPage) error
	Result() supplier.ListResult
	source() string
	commit(ctx context.Context) error
	close() error
}

var (
	_ reading = (*fullRead)(nil)
	_ reading = (*copyRead)(nil)
)

// Fetch gets the next page, io.EOF after the last one. From a copy, the pages of new
// products wait until all pages before them were decoded.
func (p *Pages) Fetch(ctx context.Context) (*supplier.RawPage, error) { return p.reading.Fetch(ctx) }

// Decode reads a page into memory that it may use again.
func (p *Pages) Decode(raw *supplier.RawPage, into *supplier.ProductPage) error {
	return p.reading.Decode(raw, into)
}

// Admit drops the products whose id an earlier page held.
func (p *Pages) Admit(page *supplier.ProductPage) error { return p.reading.Admit(page) }

// Result is what became of the list; it is final when Fetch has given io.EOF and every
// page was admitted.
func (p *Pages) Result() supplier.ListResult { return p.reading.Result() }

// Source says in one line where the list came from, such as "read in full: 6000
// products, 30 pages" or "copy of 09:12 with 12 changes". It is final with Result.
func (p *Pages) Source() string { return p.reading.source() }

// Commit keeps what was learned for the next build, after the list was read to its
// end. It may be called whether or not the feeds were published, as the list is the
// supplier's. An error means that the old copy stays and the next build asks for more
// than it would have: a warning, and no reason to fail a build.
func (p *Pages) Commit(ctx context.Context) error { return p.reading.commit(ctx) }

// Close drops what was not committed. It can be called more than once.
func (p *Pages) Close() error { return p.reading.close() }
