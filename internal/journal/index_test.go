package journal

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// TestPartialIndexesServe: what waits for a person and what is followed are few among very
// many, and are found without looking at the others.
func TestPartialIndexesServe(t *testing.T) {
	t.Parallel()
	j, err := Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	for index, c := range map[string]struct {
		from  string
		where where
	}{
		"links_in_conflict": {"links JOIN orders ON orders.id = links.order_id", openClash("acme")},
		"orders_open":       {"orders", orderWhere(state.OrderQuery{Account: "acme", Open: true})},
	} {
		rows, err := j.read.QueryContext(t.Context(), "EXPLAIN QUERY PLAN SELECT * FROM "+c.from+c.where.String()+" ORDER BY orders.id", c.where.args...)
		require.NoError(t, err)
		var plan strings.Builder
		for rows.Next() {
			var id, parent, unused int
			var step string
			require.NoError(t, rows.Scan(&id, &parent, &unused, &step))
			plan.WriteString(step + "\n")
		}
		require.NoError(t, rows.Err())
		require.Contains(t, plan.String(), index)
	}
}
