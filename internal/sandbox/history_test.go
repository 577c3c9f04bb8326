package sandbox

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestHistory: three months are full of orders of every end, and their books add up.
func TestHistory(t *testing.T) {
	f := newFixture(t, Options{History: 150, Seed: 1})
	operations := checkLedger(t, f)
	count := map[string]int{}
	for _, name := range operations {
		count[name]++
	}
	require.Equal(t, []string{"fee", "hold_placed", "hold_released", "order_cost", "order_margin", "payout_iban", "return"}, slices.Sorted(maps.Keys(count)))
	require.Equal(t, 150, count["hold_placed"])
	require.Greater(t, count["payout_iban"], 6)
	orders := f.list(t, "/api/orders?per_page=200")
	require.Equal(t, 150, orders.Meta.Total)
	months, ends := map[string]int{}, map[string]int{}
	for _, o := range orders.Data {
		months[o["created_at"].(string)[:7]]++
		ends[o["status"].(string)]++
	}
	require.Greater(t, months["2026-08"], 40)
	require.Greater(t, months["2026-09"], 40)
	require.Greater(t, ends["completed"], 120)
	for _, end := range []string{"returned", "cancelled"} {
		require.Positive(t, ends[end], end)
	}
	require.Less(t, count["hold_released"], 150, "some are under way")
	require.Equal(t, f.list(t, "/api/products").Data, newFixture(t, Options{Seed: 1}).list(t, "/api/products").Data, "nothing was taken from the stock")
	require.Zero(t, f.server.Stats().OrdersStored)
	require.Equal(t, 0, f.listAs(t, otherToken, "/api/orders").Meta.Total)
	f.clock.pass(14 * 24 * time.Hour)
	checkLedger(t, f)
}

// TestHistoryChangesNothingElse: it follows from the seed, is made once, and later orders
// are what they would be without it.
func TestHistoryChangesNothingElse(t *testing.T) {
	lives := func(o Options, reopen bool) (history, later []map[string]any) {
		f := newFixture(t, o)
		if reopen {
			require.NoError(t, f.server.Close())
			f.open(t, o)
		}
		history = f.list(t, "/api/orders?per_page=200").Data
		for _, id := range []string{"1", "2", "3"} {
			f.order(t, id, item("A-06", 1))
		}
		f.clock.pass(5 * time.Hour)
		return history, f.list(t, "/api/orders?created_from=2026-10-05T09:00:00Z").Data
	}
	none, plain := lives(Options{Seed: 3}, false)
	require.Empty(t, none)
	history, later := lives(Options{Seed: 3, History: 30}, false)
	require.Len(t, history, 30)
	require.Equal(t, plain, later)
	again, _ := lives(Options{Seed: 3, History: 30, DataDir: t.TempDir()}, true)
	require.Equal(t, history, again)
	other, _ := lives(Options{Seed: 4, History: 30}, false)
	require.NotEqual(t, history, other)
}

// TestHistoryOfTheFirstToken: where no token is given, whoever gets the first one has it.
func TestHistoryOfTheFirstToken(t *testing.T) {
	clock := newFakeClock()
	s, err := New(Options{History: 5, Now: clock.now, Catalog: testCatalog()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	f := &fixture{server: s, clock: clock, handler: judged(t, s)}
	for _, want := range []int{5, 0} {
		token, err := s.IssueToken(t.Context(), "name")
		require.NoError(t, err)
		require.Equal(t, want, f.listAs(t, token, "/api/orders").Meta.Total)
	}
}

func TestShiftedRows(t *testing.T) {
	f := newFixture(t, Options{History: 12, Seed: 1})
	all := column(f.list(t, "/api/finance/ledger").Data, "id")
	page := func(query string) []string {
		return column(f.list(t, "/api/finance/ledger?per_page=3&"+query).Data, "id")
	}
	cursor := "cursor=" + *f.list(t, "/api/finance/ledger?per_page=3").Meta.NextCursor
	mustFaults(t, f.server, "repeat-rows:listLedger:shift=2")
	require.Equal(t, all[:3], page("page=1"), "nothing stands before the first")
	require.Equal(t, all[1:4], page("page=2"))
	require.Equal(t, all[3:6], page(cursor))
	mustFaults(t, f.server, "skip-rows:listLedger")
	require.Equal(t, all[1:4], page("page=1"))
	require.Equal(t, all[4:7], page("page=2"))
	require.Equal(t, all[4:7], page(cursor))
	require.Len(t, f.list(t, "/api/products?per_page=3").Data, 3)
}
