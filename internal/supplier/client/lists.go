package client

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// Orders reads the client's own orders, repeats dropped. An incomplete list ends
// with an error of KindIncomplete. Orders that are asked for by external ids are found
// one by one, in batches or in the list of all orders, as the service can; CreatedFrom
// then only bounds that list, and the query's other filters do not count. Filters that the
// service does not have are applied here.
func (c *Client) Orders(ctx context.Context, q supplier.OrderQuery) iter.Seq2[supplier.Order, error] {
	ids := slices.Clone(q.ExternalIDs)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	switch {
	case len(ids) == 0:
		list, rest := c.orders(q, nil)
		return rest.of(values(list.all(ctx, func(supplier.Envelope) {})))
	case c.mapping.Find.Path != "":
		return c.findOrders(ctx, ids)
	case c.FindsInList():
		return c.pickOrders(ctx, q, ids)
	}
	return func(yield func(supplier.Order, error) bool) {
		for batch := range slices.Chunk(ids, c.mapping.Orders.Batch) {
			list, _ := c.orders(supplier.OrderQuery{PerPage: q.PerPage}, batch)
			for order, err := range values(list.all(ctx, func(supplier.Envelope) {})) {
				if !yield(order, err) || err != nil {
					return
				}
			}
		}
	}
}

// Shipments reads the shipments of the client's orders, repeats dropped. An
// incomplete list ends with an error of KindIncomplete. Filters that the service does not
// have are applied here.
func (c *Client) Shipments(ctx context.Context, q supplier.ShipmentQuery) iter.Seq2[supplier.Shipment, error] {
	op := &c.mapping.Shipments
	b := newQuery(op)
	var rest sieve[supplier.Shipment]
	between(b, &rest, "updated_since", "", span{from: q.UpdatedSince}, func(s *supplier.Shipment) time.Time { return s.StateUpdatedAt })
	list := newList(c, op, b, q.PerPage)
	list.whole = true
	return rest.of(values(list.all(ctx, func(supplier.Envelope) {})))
}

// ledgerPages is one reading of the ledger.
type ledgerPages struct {
	list  *list[supplier.LedgerEntry]
	rest  sieve[supplier.LedgerEntry]
	whole bool // the service was not asked for the period, so what it says is not of it
	meta  supplier.LedgerMeta
	again []supplier.LedgerEntry
}

// maxRepeats bounds the repeated entries that are kept.
const maxRepeats = 1000

// Ledger begins to read the ledger of a period. Filters that the service does not have are
// applied here; what it says of the period is then not known where it was not asked for it.
func (c *Client) Ledger(q supplier.LedgerQuery) supplier.LedgerPages {
	op := &c.mapping.Ledger
	l := &ledgerPages{}
	b := newQuery(op)
	between(b, &l.rest, "from", "to", span{from: q.From, to: q.To, past: true}, func(e *supplier.LedgerEntry) time.Time { return e.PostedAt })
	l.whole = len(l.rest) > 0
	if op.Query["kind"] != "" {
		b.text("kind", q.Kind)
	} else if q.Kind != "" {
		l.rest = append(l.rest, func(e *supplier.LedgerEntry) bool { return e.Kind == q.Kind })
	}
	l.list = newList(c, op, b, q.PerPage)
	l.list.whole = true
	l.list.again = func(e *supplier.LedgerEntry) {
		if len(l.again) < maxRepeats && l.rest.wants(e) {
			l.again = append(l.again, e.Clone())
		}
	}
	return l
}

// Settlements are how the supplier's ledger books orders, as the mapping says; nothing is sent.
func (c *Client) Settlements() supplier.Settlements { return c.mapping.Settlements }

// Entries reads the entries, the oldest first where the mapping says how the service orders
// them, and in the service's order otherwise; repeats dropped. It can be used
// once. An incomplete list ends with an error of KindIncomplete.
func (l *ledgerPages) Entries(ctx context.Context) iter.Seq2[supplier.LedgerEntry, error] {
	entries := l.rest.of(values(l.list.all(ctx, func(said supplier.Envelope) {
		if !l.whole {
			l.meta = said.Ledger
		}
	})))
	if l.list.op.Newest {
		return turned(entries)
	}
	return entries
}

// mostTurned bounds the entries of a ledger that is turned around in memory.
const mostTurned = 1_000_000

// turned gives the entries of a list that begins with the newest one the other way round.
func turned(in iter.Seq2[supplier.LedgerEntry, error]) iter.Seq2[supplier.LedgerEntry, error] {
	return func(yield func(supplier.LedgerEntry, error) bool) {
		var all []supplier.LedgerEntry
		for entry, err := range in {
			if err == nil && len(all) == mostTurned {
				err = &supplier.Error{Kind: supplier.KindProtocol, Op: "list ledger entries", Mend: "ask for a shorter period (--from, --to)",
					Detail: fmt.Sprintf("the list begins with the newest of more than %d entries", mostTurned)}
			}
			if err != nil {
				yield(entry, err)
				return
			}
			all = append(all, entry.Clone())
		}
		for _, entry := range slices.Backward(all) {
			if !yield(entry, nil) {
				return
			}
		}
	}
}

// Meta is what the service says of the whole period, known after Entries.
func (l *ledgerPages) Meta() supplier.LedgerMeta { return l.meta }

// Result is what became of the reading so far. It counts the entries of all kinds that
// the service sent.
func (l *ledgerPages) Result() supplier.ListResult { return l.list.outcome() }

// Repeated is the first thousand of the entries that came again and were dropped, as
// they came the second time.
func (l *ledgerPages) Repeated() []supplier.LedgerEntry { return l.again }

// search prepares a search; an error of the query shows with the first page.
func (c *Client) search(q supplier.SearchQuery) *list[supplier.Product] {
	op := &c.mapping.Search
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
func (c *Client) Search(ctx context.Context, q supplier.SearchQuery) (supplier.SearchResult, error) {
	l := c.search(q)
	if _, _, err := l.plan.state(); err != nil {
		return supplier.SearchResult{}, err
	}
	op, page := l.op, max(q.Page, 1)
	at := ticket{index: page - 1, offset: int64(page-1) * int64(l.plan.asked)}
	if page > 1 && op.Paging.Kind != mapping.PagingPage && (op.Paging.Kind != mapping.PagingOffset || at.offset == 0) {
		return supplier.SearchResult{}, &supplier.Error{Kind: supplier.KindRejected, Op: op.Op, Detail: "the supplier's search has no page " + strconv.Itoa(page)}
	}
	raw, err := l.get(ctx, c.reads, at)
	if err != nil {
		return supplier.SearchResult{}, err
	}
	found, err := l.decode(raw, nil)
	if err != nil {
		return supplier.SearchResult{}, err
	}
	return supplier.SearchResult{Products: found.Records, Total: found.Total, Facets: found.Facets, Unreadable: found.Unreadable}, nil
}
