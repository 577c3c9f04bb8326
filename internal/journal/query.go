package journal

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// where builds the condition of a query. Its texts have a ? for each argument, which
// becomes the numbered form that both databases read.
type where struct {
	parts []string
	args  []any
}

func (w *where) add(condition string, args ...any) {
	var b strings.Builder
	for _, r := range condition {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		w.args = append(w.args, args[0])
		args = args[1:]
		b.WriteString("$" + strconv.Itoa(len(w.args)))
	}
	w.parts = append(w.parts, b.String())
}

func (w *where) equal(column, value string) {
	if value != "" {
		w.add(column+" = ?", value)
	}
}

func (w *where) in(column string, values []string) { addIn(w, column, values) }

func (w *where) inIDs(column string, ids []int64) { addIn(w, column, ids) }

func addIn[T any](w *where, column string, values []T) {
	if len(values) > 0 {
		w.add(column+" IN ("+placeholders(len(values))+")", arguments(values)...)
	}
}

func (w *where) String() string {
	if len(w.parts) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.parts, " AND ")
}

// late is of orders that are late at a time, whose columns have a table before them or none.
// SQLite begins where the first condition says; the last one is that of the index.
func (w *where) late(table string, at time.Time) {
	w.lateFrom(table, at)
	w.add(table+"created_at >= ?", storedTime(at.Add(-state.LateForgotten)))
}

// lateFrom is of the orders that became late before a time and not long ago: of those that are
// late, and of a few that came too long ago for that.
func (w *where) lateFrom(table string, at time.Time) {
	w.add(table+"late_from >= ?", storedTime(at.Add(-state.LateForgotten))) // no order is late before it came
	w.add(table+"late_from <= ?", storedTime(at))
	w.add(table + "late_from > 0")
}

func placeholders(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }

func arguments[T any](values []T) []any {
	out := make([]any, len(values))
	for i, value := range values {
		out[i] = value
	}
	return out
}

func texts[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, value := range values {
		out[i] = string(value)
	}
	return out
}

func limitClause(n int) string {
	if n <= 0 {
		return ""
	}
	return " LIMIT " + strconv.Itoa(n)
}

// Conditions of partial indexes. The statuses stand in their text, as such an index serves a
// query only where its own condition is known before the arguments are.
var (
	isClash   = "links.relation = " + quotedList(state.Clash)
	isRemark  = "links.code = " + quotedList(state.CodeCalledOff)
	isHeld    = "orders.held = 1"
	isRefused = "orders.state = " + quotedList(state.Rejected)
	isWaiting = "orders.state IN (" + quotedList(waiting...) + ")"
	isOpen    = "orders.state = " + quotedList(state.Accepted) + " AND orders.remote_status NOT IN (" + quotedList(supplier.FinalOrderStatuses()...) + ")"
)

// waiting are the states of orders that are to be posted, or of which it is not known.
var waiting = []state.State{state.Ready, state.Sending, state.Unknown}

// isHandedOver is of accepted orders of which nobody has said that the supplier has them.
var isHandedOver = "orders.shown = " + quotedList(state.HandedOver)

// quotedList are words of our own as texts of SQL.
func quotedList[T ~string](words ...T) string {
	return "'" + strings.Join(texts(words), "', '") + "'"
}

// SetNote implements state.Journal.
func (j *Journal) SetNote(ctx context.Context, account, name, text string) error {
	return j.do(ctx, 1, func(ctx context.Context, tx *sql.Tx) error {
		if text == "" {
			_, err := tx.ExecContext(ctx, "DELETE FROM notes WHERE account = $1 AND name = $2", account, name)
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO notes (account, name, text) VALUES ($1, $2, $3)
			ON CONFLICT (account, name) DO UPDATE SET text = excluded.text`, account, name, storedText(text))
		return err
	})
}

// Notes implements state.Journal.
func (j *Journal) Notes(ctx context.Context, account string) (map[string]string, error) {
	rows, err := j.read.QueryContext(ctx, "SELECT name, text FROM notes WHERE account = $1", account)
	if err != nil {
		return nil, fmt.Errorf("read notes: %w", err)
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return nil, fmt.Errorf("read notes: %w", err)
		}
		out[name] = text
	}
	return out, rows.Err()
}
