package clause

import (
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
)

// Where builds the condition of a query. Its texts have a ? for each argument, which
// becomes the numbered form that both databases read.
type Where struct {
	parts []string
	Args  []any // of all conditions, in their order
}

// Add adds a condition that must hold, with its arguments.
func (w *Where) Add(condition string, args ...any) {
	var b strings.Builder
	for _, r := range condition {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		w.Args = append(w.Args, args[0])
		args = args[1:]
		b.WriteString("$" + strconv.Itoa(len(w.Args)))
	}
	w.parts = append(w.parts, b.String())
}

// Equal asks for a value where it is not "".
func (w *Where) Equal(column, value string) {
	if value != "" {
		w.Add(column+" = ?", value)
	}
}

// In asks for one of some values where there are any.
func (w *Where) In(column string, values []string) { addIn(w, column, values) }

// InIDs asks for one of some ids where there are any.
func (w *Where) InIDs(column string, ids []int64) { addIn(w, column, ids) }

func addIn[T any](w *Where, column string, values []T) {
	if len(values) > 0 {
		w.Add(column+" IN ("+Placeholders(len(values))+")", Arguments(values)...)
	}
}

// String is the clause, "" where nothing is asked for.
func (w *Where) String() string {
	if len(w.parts) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.parts, " AND ")
}

// Late is of orders that are late at a time, whose columns have a table before them or none.
// SQLite begins where the first condition says; the last one is that of the index.
func (w *Where) Late(table string, at time.Time) {
	w.LateFrom(table, at)
	w.Add(table+"created_at >= ?", StoredTime(at.Add(-state.LateForgotten)))
}

// LateFrom is of the orders that became late before a time and not long ago: of those that are
// late, and of a few that came too long ago for that.
func (w *Where) LateFrom(table string, at time.Time) {
	w.Add(table+"late_from >= ?", StoredTime(at.Add(-state.LateForgotten))) // no order is late before it came
	w.Add(table+"late_from <= ?", StoredTime(at))
	w.Add(table + "late_from > 0")
}

// Placeholders are as many ? for a list.
func Placeholders(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }

// Arguments are values as arguments of a query.
func Arguments[T any](values []T) []any {
	out := make([]any, len(values))
	for i, value := range values {
		out[i] = value
	}
	return out
}

// Texts are words of a type of their own as texts.
func Texts[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, value := range values {
		out[i] = string(value)
	}
	return out
}

// Limit is the clause for so many rows at most, "" for all.
func Limit(n int) string {
	if n <= 0 {
		return ""
	}
	return " LIMIT " + strconv.Itoa(n)
}

// Quoted are words of our own as texts of SQL.
func Quoted[T ~string](words ...T) string {
	return "'" + strings.Join(Texts(words), "', '") + "'"
}

// OneOf is that a column is one of words of our own: each compared by itself, as in the conditions
// of partial indexes. Of three and more behind IN SQLite would make a table for each row.
func OneOf[T ~string](column string, words ...T) string {
	return "(" + compared(column, " = ", " OR ", words) + ")"
}

// NoneOf is that a column is none of words of our own, each compared by itself.
func NoneOf[T ~string](column string, words ...T) string {
	return compared(column, " <> ", " AND ", words)
}

func compared[T ~string](column, comparison, joint string, words []T) string {
	var out []string
	for _, word := range words {
		out = append(out, column+comparison+Quoted(word))
	}
	return strings.Join(out, joint)
}
