package overview

import (
	"context"
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// decidedAtOnce is how many orders are read at once.
const decidedAtOnce = 100

// Decidable gives the orders that findings are about, each with its story as far as it is
// needed to decide about it: what was understood, the files, the decisions, and what can be
// decided now. However many they are, they are read in a few queries. Files that findings are
// about, and orders that the journal does not have, are passed over.
func (b *Board) Decidable(ctx context.Context, subjects []standing.Subject) (out []OrderStatus, err error) {
	var keys []state.OrderKey
	for _, s := range subjects {
		if s.Order != "" {
			keys = append(keys, state.OrderKey{Account: b.Config.Account, Source: s.Source, Supplier: s.Supplier, ExternalID: s.Order})
		}
	}
	for some := range slices.Chunk(keys, decidedAtOnce) {
		list, err := b.decidableOrders(ctx, some)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

func (b *Board) decidableOrders(ctx context.Context, keys []state.OrderKey) (out []OrderStatus, err error) {
	orders, err := b.Journal.Orders(ctx, state.OrderQuery{Keys: keys})
	if err != nil {
		return nil, fmt.Errorf("read the orders that need a person: %w", err)
	}
	var ids []int64
	for _, o := range orders {
		ids = append(ids, o.ID)
	}
	links, err := b.Journal.OrderLinks(ctx, ids...)
	if err != nil {
		return nil, fmt.Errorf("read the files of the orders that need a person: %w", err)
	}
	decisions, err := b.Journal.Decisions(ctx, ids...)
	if err != nil {
		return nil, fmt.Errorf("read the decisions about the orders that need a person: %w", err)
	}
	for _, o := range orders {
		of := slices.DeleteFunc(slices.Clone(links), func(l state.FileLink) bool { return l.Order.ID != o.ID })
		decided := slices.DeleteFunc(slices.Clone(decisions), func(d state.Decision) bool { return d.Order != o.ID && d.Made != o.ID })
		shown := b.orderStatus(o, fileThatBrought(o, of))
		shown.Story = b.decidable(o, of, decided)
		out = append(out, shown)
	}
	return out, nil
}

// fileThatBrought is the name of the file that brought an order, "" where it is none of these.
func fileThatBrought(o state.Order, links []state.FileLink) string {
	for _, l := range links {
		if l.File.ID == o.File {
			return told.OneLine(l.File.Name)
		}
	}
	return ""
}
