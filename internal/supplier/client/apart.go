package client

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// What is asked for the records of one page.
const (
	mostKeys    = 10_000 // records of a page
	mostAside   = 4      // requests that are on their way at once
	keyJoinedBy = ","
)

// joinRecords asks for the lists of the page's records, such as the variations of its
// products. They go with the page: nothing of them is kept behind it.
func (l *list[T]) joinRecords(ctx context.Context, raw *supplier.RawPage) error {
	if len(l.op.Apart) == 0 || raw.Body() == "" {
		return nil
	}
	tables := slices.Clone(l.tables)
	for _, n := range l.op.Apart {
		lookup := &l.client.mapping.Lookups[n]
		keys, err := lookup.Each.Keys(l.op.Records, raw.Body())
		if err == nil && len(keys) > mostKeys {
			err = fmt.Errorf("%d records of one page have a list of their own: let paging ask for smaller pages", len(keys))
		}
		if err != nil {
			return l.onPage(raw.Index, err)
		}
		if tables[n], err = l.client.listsOf(ctx, lookup, keys); err != nil {
			return err
		}
	}
	raw.Beside = tables
	return nil
}

// listsOf reads the lists of some keys.
func (c *Client) listsOf(ctx context.Context, lookup *mapping.Lookup, keys []string) (*mapping.Table, error) {
	var mu sync.Mutex
	table := mapping.NewTable()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(mostAside)
	for some := range slices.Chunk(keys, lookup.Each.Batch) {
		group.Go(func() error {
			rows, err := c.rowsOf(ctx, lookup, some)
			if err != nil {
				return err
			}
			of := ""
			if lookup.Each.Single() {
				of = some[0]
			}
			mu.Lock()
			defer mu.Unlock()
			return lookup.Fill(table, of, func(do func(raw string) error) error {
				for _, row := range rows {
					if err := do(row); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
	err := group.Wait()
	table.Share()
	return table, err
}

// rowsOf are the rows of the list of some keys.
func (c *Client) rowsOf(ctx context.Context, lookup *mapping.Lookup, keys []string) (rows []string, err error) {
	op, q := lookup.Op, newQuery(lookup.Op)
	switch {
	case lookup.Each.Single():
	case lookup.Each.Many || op.Method == "POST":
		q.texts(mapping.KeysFilter, keys)
	default:
		q.text(mapping.KeysFilter, strings.Join(keys, keyJoinedBy))
	}
	one := newList(c, op, q, 0)
	if lookup.Each.Single() {
		one.path = op.IDPath(escapedStep(keys[0]))
	}
	for row, err := range one.all(ctx, func(supplier.Envelope) {}) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, row.Raw)
	}
	return rows, nil
}

// tablesOf are the lists that are joined to the records of a page.
func (l *list[T]) tablesOf(raw *supplier.RawPage) []*mapping.Table {
	if own, ok := raw.Beside.([]*mapping.Table); ok {
		return own
	}
	return l.tables
}
