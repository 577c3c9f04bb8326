package journal

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
)

// bodilessColumns are orderColumns with nothing in the place of the body.
var bodilessColumns = strings.Replace(orderColumns, "orders.body", "NULL", 1)

// bareColumns are bodilessColumns with nothing in the place of the content, too.
var bareColumns = strings.Replace(bodilessColumns, "orders.content", "NULL", 1)

// EachOrder implements state.Journal.
func (j *Journal) EachOrder(ctx context.Context, q state.OrderQuery) iter.Seq2[state.Order, error] {
	return func(yield func(state.Order, error) bool) {
		w, err := j.orderWhere(ctx, q)
		if err != nil {
			yield(state.Order{}, err)
			return
		}
		rows, err := j.read.QueryContext(ctx, "SELECT "+bodilessColumns+" FROM orders"+w.String()+" ORDER BY orders.id", w.Args...)
		if err != nil {
			yield(state.Order{}, fmt.Errorf("read orders: %w", err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			o, err := scanOrder(rows, func(*state.Order) []any { return nil })
			if err != nil {
				err = fmt.Errorf("read orders: %w", err)
			}
			if !yield(o, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(state.Order{}, fmt.Errorf("read orders: %w", err))
		}
	}
}
