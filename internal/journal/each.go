package journal

import (
	"context"
	"fmt"
	"iter"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/scan"
)

// EachOrder implements state.Journal.
func (j *Journal) EachOrder(ctx context.Context, q state.OrderQuery) iter.Seq2[state.Order, error] {
	return func(yield func(state.Order, error) bool) {
		w, err := j.orderWhere(ctx, q)
		if err != nil {
			yield(state.Order{}, err)
			return
		}
		rows, err := j.read.QueryContext(ctx, "SELECT "+scan.BodilessColumns+" FROM orders"+w.String()+" ORDER BY orders.id", w.Args...)
		if err != nil {
			yield(state.Order{}, fmt.Errorf("read orders: %w", err))
			return
		}
		scan.EachOrder(rows)(yield)
	}
}
