package supplier

import (
	"context"
)

// join reads the lists that the operation's records name, once for each reading of the
// operation's list.
func (l *list[T]) join(ctx context.Context) error {
	if len(l.op.joins) == 0 && len(l.client.mapping.lookups) == 0 {
		return nil
	}
	l.joining.Lock()
	defer l.joining.Unlock()
	if l.tables != nil {
		return nil
	}
	tables := make([]*table, len(l.client.mapping.lookups))
	for _, n := range l.op.joins {
		lookup := &l.client.mapping.lookups[n]
		rows := newList(l.client, lookup.op, newQuery(lookup.op), 0)
		var err error
		tables[n], err = lookup.build(func(do func(raw string) error) error {
			for row, err := range rows.all(ctx, func(envelope) {}) {
				if err != nil {
					return err
				}
				if err := do(row.raw); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		tables[n].share()
	}
	l.tables = tables
	return nil
}
