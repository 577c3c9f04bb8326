package trade

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

func openHouse(t *testing.T) *House {
	t.Helper()
	at := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	h, err := Open(t.Context(), Options{Catalog: catalog.Generate(1, 1, at), Speed: 1, AnySKU: true, Seed: 1,
		Now: func() time.Time { return at }, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, h.Close()) })
	return h
}

func place(t *testing.T, h *House, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		_, _, err := h.Place(t.Context(), Posting{ClientID: 1, Wanted: contract.Order{ExternalID: fmt.Sprint(n),
			Items:     []contract.Item{{SKU: "KB-01", Quantity: 1}},
			Recipient: contract.Recipient{Name: "Name", Phone: "+380670000101", Delivery: contract.Delivery{Carrier: "meest", Type: "branch", City: "City"}},
			Payment:   contract.Payment{Method: "prepaid"}}})
		require.NoError(t, err)
	}
}

// TestStatementsAreCompiledOnce: what orders ask for is kept, and no longer grows when all
// lives have been seen.
func TestStatementsAreCompiledOnce(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	place(t, h, 0, 3)
	first := h.Store.compiled.kept
	require.Greater(t, len(first), 5)
	for query, kept := range first {
		require.NotNil(t, kept, query)
	}
	place(t, h, 3, 300)
	require.Less(t, len(h.Store.compiled.kept), len(first)+10, "the texts of statements hold values")
}

// TestAnOrderIsNumberedWithoutCounting: the time of an order does not depend on how many the
// client has.
func TestAnOrderIsNumberedWithoutCounting(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	require.NoError(t, h.Store.Snapshot(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, "EXPLAIN QUERY PLAN "+numberOrder, 1, SmoothOrders)
		if err != nil {
			return err
		}
		defer rows.Close()
		var plan []string
		for rows.Next() {
			var id, parent, unused int
			var step string
			require.NoError(t, rows.Scan(&id, &parent, &unused, &step))
			plan = append(plan, step)
		}
		require.Contains(t, strings.Join(plan, "\n"), "orders_list (client_id=?)")
		require.NotContains(t, strings.Join(plan, "\n"), "TEMP B-TREE")
		return rows.Err()
	}))
}

// TestAFailingStatementIsSaid: a statement that cannot be compiled fails as it would without
// being kept, and harms none that comes after.
func TestAFailingStatementIsSaid(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	wrong := func(ctx context.Context, tx Querier) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM nowhere")
		return err
	}
	require.ErrorContains(t, h.Store.often(t.Context(), wrong), "nowhere")
	place(t, h, 0, 2)
}
