package client

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
)

// FirstPages is what the first two pages of a list showed: each of their records was read as
// whoever uses the list reads it.
type FirstPages struct {
	Operation  string
	Pages      int                   // with records
	Records    int                   // that the service sent
	Total      int64                 // that it announced, 0 where it did not
	Unreadable []supplier.Unreadable // products among them that could not be read
	Products   []orderbody.Product   // the first ones, by what an order takes of them
	AtOnce     bool                  // the mapping says that all records come at once
	Beyond     string                // of a list that is read at once: the query that gave other records
	Err        error
}

// Bounds of a look at the first pages.
const (
	pagesAhead = 2
	goodsAhead = 10
)

// FirstPages reads two pages of each list, in the size in which it is always read, but for
// those named in without by what is being done. A list that is said to come at once is asked
// for a second page all the same: where it gives other records, it does not.
func (c *Client) FirstPages(ctx context.Context, without func(operation string) bool) []FirstPages {
	m := c.mapping
	var out []FirstPages
	out = appendFirst(ctx, out, c, &m.Products, without, func(p *supplier.Product) orderbody.Product {
		return orderbody.Product{SKU: strings.Clone(p.SKU), ID: strings.Clone(p.ID), GroupID: strings.Clone(p.GroupID)}
	})
	out = appendFirst(ctx, out, c, &m.Orders, without, nil)
	out = appendFirst(ctx, out, c, &m.Shipments, without, nil)
	return appendFirst(ctx, out, c, &m.Ledger, without, nil)
}

func appendFirst[T any](ctx context.Context, all []FirstPages, c *Client, op *mapping.ListOp[T], without func(string) bool, ordered func(*T) orderbody.Product) []FirstPages {
	if op.Path == "" || without(op.Op) {
		return all
	}
	f := firstPages[T]{FirstPages{Operation: op.Op, AtOnce: op.Paging.Kind == mapping.PagingNone}, newList(c, op, newQuery(op), 0), ordered, map[string]bool{}}
	if err := f.read(ctx); err != nil {
		f.Err = err
	} else if f.AtOnce && op.Method == "GET" {
		f.Beyond = f.lookBeyond(ctx)
	}
	return append(all, f.FirstPages)
}

// firstPages reads the first pages of one list.
type firstPages[T any] struct {
	FirstPages
	list    *list[T]
	ordered func(*T) orderbody.Product // nil: the records are no products
	ids     map[string]bool
}

// read reads the pages as every reader of the list does.
func (f *firstPages[T]) read(ctx context.Context) error {
	for range pagesAhead {
		raw, err := f.list.fetch(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		page, err := f.list.decode(raw, nil)
		if err != nil {
			return err
		}
		f.note(&page)
		if err := f.list.admit(raw.Index, &page); err != nil {
			return err
		}
	}
	return nil
}

// note takes in a page.
func (f *firstPages[T]) note(page *mapping.Page[T]) {
	if page.Count > 0 {
		f.Pages++
	}
	f.Records += max(0, page.Count)
	f.Total = max(f.Total, page.Total.Value)
	f.Unreadable = append(f.Unreadable, page.Unreadable...)
	for i := range page.Records {
		record := &page.Records[i]
		f.ids[f.list.op.Kind.Id(record)] = true
		if f.ordered != nil && len(f.Products) < goodsAhead {
			if p := f.ordered(record); p.SKU != "" {
				f.Products = append(f.Products, p)
			}
		}
	}
}

// lookBeyond asks a list that is said to come at once for what would be its second page, in
// the two usual ways, and gives the query that brought other records. A service that has no
// such query refuses it, or answers as before.
func (f *firstPages[T]) lookBeyond(ctx context.Context) string {
	if f.Records == 0 {
		return ""
	}
	for _, ask := range [][2]string{{"page", "2"}, {"offset", strconv.Itoa(f.Records)}} {
		if f.gives(ctx, ask[0], ask[1]) {
			return ask[0] + "=" + ask[1]
		}
	}
	return ""
}

// gives reports whether the list has other records with one more query parameter.
func (f *firstPages[T]) gives(ctx context.Context, name, value string) bool {
	r, err := f.list.request(ticket{})
	if err != nil || r.query.Has(name) {
		return false
	}
	r.query.Set(name, value)
	a, err := f.list.client.once.call(ctx, r)
	if err != nil {
		return false
	}
	page, err := f.list.op.ReadPage(a.body, supplier.Envelope{}, f.list.tables, nil)
	if err != nil {
		return false
	}
	for i := range page.Records {
		if !f.ids[f.list.op.Kind.Id(&page.Records[i])] {
			return true
		}
	}
	return false
}
