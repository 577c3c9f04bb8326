package journal

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/search"
)

// mostRows is how many rows of all tables a query of a page goes through at most: as many as the
// search looks at for one word, and so many of its terms.
const mostRows = 3 * search.MostFound

// What SQLite says where it goes through all rows of a table, or of an account.
var (
	scanned   = regexp.MustCompile(`(?m)^SCAN (orders|links|files|terms|waybills|attempts|actions|conflicts)\b.*`)
	ofAccount = regexp.MustCompile(`(?m)^SEARCH .*INDEX (orders_by_change|orders_shown|sqlite_autoindex_orders_1|files_by_drop|files_by_change) \(account=\?\)$`)
)

// requireFewRows fails where a query goes through all rows of a table or of an account, but for
// the first ones in the order of an index.
func requireFewRows(t *testing.T, d dialect, db reader, query string, args ...any) {
	t.Helper()
	if d == postgres {
		require.LessOrEqual(t, visited(t, db, query, args...), mostRows, query)
		return
	}
	how := plan(t, db, query, args...)
	require.Empty(t, scanned.FindAllString(how, -1), query)
	if !strings.Contains(query, "changed_at DESC") || !strings.Contains(query, "LIMIT") || strings.Contains(how, "TEMP B-TREE") {
		require.Empty(t, ofAccount.FindAllString(how, -1), query)
	}
}

// plan is how SQLite means to find what a query asks for.
func plan(t *testing.T, db reader, query string, args ...any) string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
	require.NoError(t, err)
	defer rows.Close()
	var out strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var step string
		require.NoError(t, rows.Scan(&id, &parent, &unused, &step))
		out.WriteString(step + "\n")
	}
	require.NoError(t, rows.Err())
	return out.String()
}

// visited is how many rows PostgreSQL goes through for a query.
func visited(t *testing.T, db reader, query string, args ...any) int {
	t.Helper()
	var text string
	require.NoError(t, db.QueryRowContext(t.Context(), "EXPLAIN (ANALYZE, FORMAT JSON) "+query, args...).Scan(&text), query)
	var plans []struct{ Plan visitedStep }
	require.NoError(t, json.Unmarshal([]byte(text), &plans))
	return plans[0].Plan.visits()
}

// visitedStep is a step of PostgreSQL. Its rows are those of each of its rounds.
type visitedStep struct {
	Rows    float64 `json:"Actual Rows"`
	Removed float64 `json:"Rows Removed by Filter"`
	Recheck float64 `json:"Rows Removed by Index Recheck"`
	Rounds  float64 `json:"Actual Loops"`
	Plans   []visitedStep
}

func (s visitedStep) visits() (sum int) {
	for _, under := range s.Plans {
		sum += under.visits()
	}
	if len(s.Plans) == 0 {
		sum = int((s.Rows + s.Removed + s.Recheck) * s.Rounds)
	}
	return sum
}

// TestLateOrdersAreFoundWhereTheyBegin: SQLite goes through the index of late orders from what is
// forgotten on, not from the first order that was ever late: the condition of the index is no
// bound of what it looks at.
func TestLateOrdersAreFoundWhereTheyBegin(t *testing.T) {
	t.Parallel()
	j, err := Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	<-j.indexed // which reads, too
	l := &listening{reader: j.read}
	j.read = l
	q := state.OrderQuery{Account: "acme", LateAt: largeNow, Limit: 1}
	_, err = j.Orders(t.Context(), q)
	require.NoError(t, err)
	q.LateFirst = true
	_, err = j.Orders(t.Context(), q)
	require.NoError(t, err)
	q.Limit, q.CountTo = 0, 10
	_, err = j.CountOrders(t.Context(), q)
	require.NoError(t, err)
	require.Len(t, l.heard, 3)
	for n, query := range l.heard {
		require.Contains(t, plan(t, l.reader, query, l.values[n]...), "orders_late (account=? AND late_from>? AND late_from<?)")
		require.False(t, boundedByZero(t, l.reader, query, l.values[n]...), query)
	}
	require.True(t, boundedByZero(t, l.reader, "SELECT COUNT(*) FROM orders WHERE account = $1 AND late_from > 0 AND late_from >= $2 AND late_from <= $3", "acme", 1, 2), "the order of conditions counts")
}

// boundedByZero reports whether a place in an index where SQLite begins or ends is a 0 of the
// query's own text.
func boundedByZero(t *testing.T, db reader, query string, args ...any) (bounded bool) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "EXPLAIN "+query, args...)
	require.NoError(t, err)
	defer rows.Close()
	zeros := map[int]bool{}
	var keys [][2]int // the first register of each key of an index, and how many it has
	for rows.Next() {
		var step struct {
			addr, p1, p2, p3  int
			op                string
			p4, p5, explained any
		}
		require.NoError(t, rows.Scan(&step.addr, &step.op, &step.p1, &step.p2, &step.p3, &step.p4, &step.p5, &step.explained))
		zeros[step.p2] = zeros[step.p2] || step.op == "Integer" && step.p1 == 0
		width, err := strconv.Atoi(fmt.Sprint(step.p4))
		if err == nil && (strings.HasPrefix(step.op, "Seek") || strings.HasPrefix(step.op, "Idx")) {
			keys = append(keys, [2]int{step.p3, width})
		}
	}
	require.NoError(t, rows.Err())
	require.NotEmpty(t, keys)
	for _, key := range keys {
		for n := range key[1] {
			bounded = bounded || zeros[key[0]+n]
		}
	}
	return bounded
}

// TestManyLateOrders: of more than are named the finding counts all, and says since when the oldest
// of all is late.
func TestManyLateOrders(t *testing.T) {
	t.Parallel()
	j, err := Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	FillLarge(t, j, 2000)
	days := func(n int) int64 { return largeNow.AddDate(0, 0, -n).UnixNano() }
	for _, change := range []string{
		fmt.Sprintf("UPDATE orders SET late_from = %d WHERE id %% 10 = 0", days(2)),
		fmt.Sprintf("UPDATE orders SET late_from = %d, parcels = replace(parcels, '\"shipped_at\":\"2026-11-01', '\"shipped_at\":\"2026-10-20') WHERE id = 1500", days(24)),
		fmt.Sprintf("UPDATE orders SET late_from = %d, created_at = %d WHERE id = 1510", days(46), days(50)), // forgotten
		fmt.Sprintf("UPDATE orders SET created_at = %d WHERE id = 1520", days(46)),                           // forgotten, too
	} {
		_, err := j.write.ExecContext(t.Context(), change)
		require.NoError(t, err)
	}
	status, err := board(t, j).Status(t.Context())
	require.NoError(t, err)
	at := slices.IndexFunc(status.Findings, func(f overview.Finding) bool { return f.Code == overview.FindingLate })
	require.Positive(t, at)
	late := status.Findings[at]
	require.Equal(t, 198, late.Count)
	require.Len(t, late.Orders, 100)
	require.NotContains(t, late.Orders, "KC-1500", "those that became late last are named")
	require.Equal(t, time.Date(2026, 10, 27, 0, 0, 0, 0, time.UTC), late.Since)
	figures, err := j.Figures(t.Context(), "acme", largeNow, largeNow)
	require.NoError(t, err)
	require.Equal(t, 198, figures.Late, "the page says the same")
}
