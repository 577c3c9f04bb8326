package journal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/scan"
	"github.com/dropbridge/dropbridge/internal/journal/search"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Search implements state.Journal.
func (j *Journal) Search(ctx context.Context, q state.SearchQuery) (state.SearchPage, error) {
	complete, err := allIndexed(ctx, j.read)
	if err != nil {
		return state.SearchPage{}, err
	}
	reader := search.Reader{DB: j.read, Orders: j.ordersByID, Kinds: j.kindsOf}
	return reader.Search(ctx, q, complete)
}

// kindsOf are the sources and states of which the query may find orders.
func (j *Journal) kindsOf(ctx context.Context, q state.SearchQuery) (kinds []search.Kind, err error) {
	all, err := j.readTallies(ctx, q.Account, q.Sources)
	for source, counted := range all {
		for what := range counted {
			shown, found := strings.CutPrefix(what, tallyOrder)
			if found && (len(q.States) == 0 || slices.Contains(q.States, state.State(shown))) {
				kinds = append(kinds, search.Kind{Source: source, Shown: shown})
			}
		}
	}
	return kinds, err
}

// ordersByID are orders without their bodies, in the order of their ids in the list.
func (j *Journal) ordersByID(ctx context.Context, ids []int64) ([]state.Order, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var w clause.Where
	w.InIDs("orders.id", ids)
	rows, err := j.read.QueryContext(ctx, "SELECT "+scan.BodilessColumns+" FROM orders"+w.String(), w.Args...)
	if err != nil {
		return nil, fmt.Errorf("read orders: %w", err)
	}
	orders, err := scan.Orders(rows)
	sorting.Func(orders, func(a, b state.Order) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return orders, err
}
