package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/search"
)

// Figures implements state.Journal.
func (j *Journal) Figures(ctx context.Context, account string, from, to time.Time) (f state.Figures, err error) {
	if f.Rows, f.Files, err = j.droppedRows(ctx, account, from, to); err != nil {
		return f, err
	}
	if f.Orders, f.LastOrder, err = j.cameBetween(ctx, account, from, to); err != nil {
		return f, err
	}
	if f.LastWaybill, err = j.lastTime(ctx, `SELECT waybills.received_at FROM waybills CROSS JOIN orders WHERE orders.id = waybills.order_id
		AND waybills.received_at < $1 AND orders.account = $2 ORDER BY waybills.received_at DESC LIMIT 1`, clause.StoredTime(to), account); err != nil {
		return f, fmt.Errorf("find the last waybill: %w", err)
	}
	// From the waybills to their orders: SQLite takes the tables of a cross join as they stand.
	err = j.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM waybills CROSS JOIN orders WHERE orders.id = waybills.order_id
		AND waybills.received_at >= $1 AND waybills.received_at < $2 AND orders.account = $3`, clause.StoredTime(from), clause.StoredTime(to), account).Scan(&f.Waybills)
	if err != nil {
		return f, fmt.Errorf("count the waybills: %w", err)
	}
	late, err := j.CountOrders(ctx, state.OrderQuery{Account: account, LateAt: to, CountTo: state.LateCounted})
	if err != nil {
		return f, fmt.Errorf("count the late orders: %w", err)
	}
	for _, n := range late {
		f.Late += n
	}
	return f, nil
}

// droppedRows counts the files that were dropped in some time, and their rows.
func (j *Journal) droppedRows(ctx context.Context, account string, from, to time.Time) (sum state.Counts, files int, err error) {
	rows, err := j.read.QueryContext(ctx, "SELECT counts FROM files WHERE account = $1 AND dropped_at >= $2 AND dropped_at < $3", account, clause.StoredTime(from), clause.StoredTime(to))
	if err != nil {
		return sum, 0, fmt.Errorf("count the files: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		var counts state.Counts
		err := rows.Scan(&text)
		if err == nil {
			err = json.Unmarshal([]byte(text), &counts)
		}
		if err != nil {
			return sum, 0, fmt.Errorf("count the files: %w", err)
		}
		sum, files = sum.Plus(counts), files+1
	}
	return sum, files, rows.Err()
}

// lastTime is the time that a query finds first, zero where it finds none.
func (j *Journal) lastTime(ctx context.Context, query string, args ...any) (time.Time, error) {
	var at int64
	switch err := j.read.QueryRowContext(ctx, query, args...).Scan(&at); {
	case errors.Is(err, sql.ErrNoRows):
		return time.Time{}, nil
	case err != nil:
		return time.Time{}, err
	}
	return clause.LoadedTime(at), nil
}

// cameBetween counts the orders that came in some time by the state that is shown, and gives
// the time at which the last one came before its end.
func (j *Journal) cameBetween(ctx context.Context, account string, from, to time.Time) (out map[state.State]int, last time.Time, err error) {
	out = map[state.State]int{}
	kinds, err := j.kindsOf(ctx, state.SearchQuery{Account: account})
	if err != nil {
		return out, last, err
	}
	for some := range slices.Chunk(kinds, search.MostParts) {
		at, err := j.cameOfKinds(ctx, account, some, from, to, out)
		if err != nil {
			return out, last, fmt.Errorf("count the orders that came: %w", err)
		}
		if at.After(last) {
			last = at
		}
	}
	return out, last, nil
}

// cameOfKinds is cameBetween of some kinds, in one query: of each the index has its orders by time.
func (j *Journal) cameOfKinds(ctx context.Context, account string, kinds []search.Kind, from, to time.Time, out map[state.State]int) (last time.Time, err error) {
	var w clause.Where
	var parts []string
	for _, k := range kinds {
		w.Args = append(w.Args, k.Shown)
		shown := fmt.Sprintf("CAST($%d AS TEXT)", len(w.Args))
		of := func(condition string, args ...any) string {
			part := clause.Where{Args: w.Args}
			part.Equal("account", account)
			part.Add("source = ? AND shown = ?", k.Source, k.Shown)
			part.Add(condition, args...)
			w.Args = part.Args
			return "FROM orders" + part.String()
		}
		parts = append(parts, "SELECT "+shown+", (SELECT COUNT(*) "+of("created_at >= ? AND created_at < ?", clause.StoredTime(from), clause.StoredTime(to))+
			"), COALESCE((SELECT created_at "+of("created_at < ?", clause.StoredTime(to))+" ORDER BY created_at DESC LIMIT 1), 0)")
	}
	rows, err := j.read.QueryContext(ctx, strings.Join(parts, " UNION ALL "), w.Args...)
	if err != nil {
		return last, err
	}
	defer rows.Close()
	for rows.Next() {
		var shown state.State
		var n int
		var at int64
		if err := rows.Scan(&shown, &n, &at); err != nil {
			return last, err
		}
		if clause.LoadedTime(at).After(last) {
			last = clause.LoadedTime(at)
		}
		if n > 0 {
			out[shown] += n
		}
	}
	return last, rows.Err()
}
