package supplier

import (
	"context"
	"iter"
	"slices"
	"strconv"
)

// Orders reads the client's own orders, repeats dropped. An incomplete list ends
// with an error of KindIncomplete. Orders that are asked for by external ids are found
// one by one, in batches or in the list of all orders, as the service can; CreatedFrom
// then only bounds that list, and the query's other filters do not count.
func (c *Client) Orders(ctx context.Context, q OrderQuery) iter.Seq2[Order, error] {
	ids := slices.Clone(q.ExternalIDs)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	switch {
	case len(ids) == 0:
		return values(c.orders(q, nil).all(ctx, func(envelope) {}))
	case c.mapping.find.path != "":
		return c.findOrders(ctx, ids)
	case c.mapping.orders.query["external_id"] == "":
		return c.pickOrders(ctx, q, ids)
	}
	return func(yield func(Order, error) bool) {
		for batch := range slices.Chunk(ids, c.mapping.orders.batch) {
			for order, err := range values(c.orders(OrderQuery{PerPage: q.PerPage}, batch).all(ctx, func(envelope) {})) {
				if !yield(order, err) || err != nil {
					return
				}
			}
		}
	}
}

func (c *Client) orders(q OrderQuery, ids []string) *list[Order] {
	op := &c.mapping.orders
	b := newQuery(op)
	b.texts("external_id", ids)
	b.text("status", q.Status)
	b.time("updated_since", q.UpdatedSince)
	b.time("created_from", q.CreatedFrom)
	b.time("created_to", q.CreatedTo)
	return newList(c, op, b, q.PerPage)
}

// values turns pointers into values, the zero value beside an error.
func values[T any](in iter.Seq2[*T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for record, err := range in {
			if record == nil {
				record = new(T)
			}
			if !yield(*record, err) {
				return
			}
		}
	}
}

// Shipments reads the shipments of the client's orders, repeats dropped. An
// incomplete list ends with an error of KindIncomplete.
func (c *Client) Shipments(ctx context.Context, q ShipmentQuery) iter.Seq2[Shipment, error] {
	op := &c.mapping.shipments
	b := newQuery(op)
	b.time("updated_since", q.UpdatedSince)
	return values(newList(c, op, b, q.PerPage).all(ctx, func(envelope) {}))
}

// LedgerPages is one reading of the ledger.
type LedgerPages struct {
	list  *list[LedgerEntry]
	kind  string // that is left to us to filter, "" for none
	meta  LedgerMeta
	again []LedgerEntry
}

// maxRepeats bounds the repeated entries that are kept.
const maxRepeats = 1000

// Ledger begins to read the ledger of a period. Where the service cannot filter by
// kind, the entries of other kinds are left out here.
func (c *Client) Ledger(q LedgerQuery) *LedgerPages {
	op := &c.mapping.ledger
	l := &LedgerPages{}
	b := newQuery(op)
	b.time("from", q.From)
	b.time("to", q.To)
	if _, asked := op.query["kind"]; asked {
		b.text("kind", q.Kind)
	} else {
		l.kind = q.Kind
	}
	l.list = newList(c, op, b, q.PerPage)
	l.list.again = func(e *LedgerEntry) {
		if len(l.again) < maxRepeats && l.wants(e) {
			l.again = append(l.again, e.Clone())
		}
	}
	return l
}

func (l *LedgerPages) wants(e *LedgerEntry) bool { return l.kind == "" || e.Kind == l.kind }

// Entries reads the entries in the service's order, repeats dropped. It can be used
// once. An incomplete list ends with an error of KindIncomplete.
func (l *LedgerPages) Entries(ctx context.Context) iter.Seq2[LedgerEntry, error] {
	return func(yield func(LedgerEntry, error) bool) {
		for e, err := range values(l.list.all(ctx, func(said envelope) { l.meta = said.ledger })) {
			if (err != nil || l.wants(&e)) && !yield(e, err) {
				return
			}
		}
	}
}

// Meta is what the service says of the whole period, known after Entries.
func (l *LedgerPages) Meta() LedgerMeta { return l.meta }

// Result is what became of the reading so far. It counts the entries of all kinds that
// the service sent.
func (l *LedgerPages) Result() ListResult { return l.list.outcome() }

// Repeated is the first thousand of the entries that came again and were dropped, as
// they came the second time.
func (l *LedgerPages) Repeated() []LedgerEntry { return l.again }

// search prepares a search; an error of the query shows with the first page.
func (c *Client) search(q SearchQuery) *list[Product] {
	op := &c.mapping.search
	b := newQuery(op)
	b.text("text", q.Text)
	b.text("category_id", q.CategoryID)
	b.texts("brand", q.Brands)
	b.text("availability", q.Availability)
	b.text("price_min", q.PriceMin.String())
	b.text("price_max", q.PriceMax.String())
	b.text("price_field", q.PriceField)
	b.attributes(q.Attrs)
	b.text("sort", q.Sort)
	return newList(c, op, b, q.PerPage)
}

// Search reads one page of a search.
func (c *Client) Search(ctx context.Context, q SearchQuery) (SearchResult, error) {
	l := c.search(q)
	if _, _, err := l.plan.state(); err != nil {
		return SearchResult{}, err
	}
	op, page := l.op, max(q.Page, 1)
	at := ticket{index: page - 1, offset: int64(page-1) * int64(l.plan.asked)}
	if page > 1 && op.paging.kind != pagingPage && (op.paging.kind != pagingOffset || at.offset == 0) {
		return SearchResult{}, &Error{Kind: KindRejected, Op: op.op, Detail: "the supplier's search has no page " + strconv.Itoa(page)}
	}
	raw, err := l.get(ctx, c.reads, at)
	if err != nil {
		return SearchResult{}, err
	}
	products, said, err := l.decode(raw, nil)
	if err != nil {
		return SearchResult{}, err
	}
	return SearchResult{Products: products, Total: said.total, Facets: said.facets}, nil
}
