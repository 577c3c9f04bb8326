package client

import (
	"context"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// join reads the lists that the operation's records name, once for each reading of the
// operation's list.
func (l *list[T]) join(ctx context.Context) error {
	if len(l.op.Joins) == 0 && len(l.client.mapping.Lookups) == 0 {
		return nil
	}
	l.joining.Lock()
	defer l.joining.Unlock()
	if l.tables != nil {
		return nil
	}
	tables := make([]*mapping.Table, len(l.client.mapping.Lookups))
	for _, n := range l.op.Joins {
		lookup := &l.client.mapping.Lookups[n]
		rows := newList(l.client, lookup.Op, newQuery(lookup.Op), 0)
		var err error
		tables[n], err = lookup.Build(func(do func(raw string) error) error {
			for row, err := range rows.all(ctx, func(supplier.Envelope) {}) {
				if err != nil {
					return err
				}
				if err := do(row.Raw); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		tables[n].Share()
	}
	l.tables = tables
	return nil
}
