package importer_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestFollowAsksOnlyForChanges(t *testing.T) {
	r := newRig(t)
	require.NoError(t, r.im.Follow(t.Context()), "with no orders nothing is asked")
	report := r.importFile(r.write("a.csv", orders("1", "2")))
	_, err := r.shop.CreateOrder(t.Context(), []byte(`{"external_id":"not ours"}`), "")
	require.NoError(t, err)
	r.clock.After(time.Hour)
	r.shop.change("1", func(o *supplier.Order) { o.Status, o.UpdatedAt = "confirmed", r.clock.Now() })
	require.NoError(t, r.im.Follow(t.Context()))
	require.Equal(t, "confirmed", r.order("1").RemoteStatus)

	notes, err := r.journal.Notes(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, r.clock.Now().Format(time.RFC3339Nano), notes["follow.orders"])

	r.shop.change("1", func(o *supplier.Order) { o.Status, o.UpdatedAt = "new", o.UpdatedAt.Add(-time.Second) })
	require.NoError(t, r.im.Follow(t.Context()))
	require.Equal(t, "confirmed", r.order("1").RemoteStatus, "older news is ignored")

	for _, status := range []string{"completed", "cancelled"} {
		r.clock.After(time.Minute)
		number := map[string]string{"completed": "1", "cancelled": "2"}[status]
		r.shop.change(number, func(o *supplier.Order) { o.Status, o.UpdatedAt = status, r.clock.Now() })
	}
	require.NoError(t, r.im.Follow(t.Context()))
	final, err := r.im.Refresh(t.Context(), report)
	require.NoError(t, err)
	require.True(t, final.Complete())
	require.Equal(t, state.FileFinal, r.reportOf("a.csv").State)
}

func TestBrokenListIsReadAgainFromWhereItBegan(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1", "2")))
	r.clock.After(time.Hour)
	r.shop.change("1", func(o *supplier.Order) { o.Status, o.UpdatedAt = "confirmed", r.clock.Now() })
	r.shop.listing = &supplier.Error{Kind: supplier.KindIncomplete, Op: "list orders", Detail: "total does not match"}
	require.Equal(t, supplier.KindIncomplete, supplier.KindOf(r.im.Follow(t.Context())))
	require.Equal(t, "confirmed", r.order("1").RemoteStatus, "what came is kept")
	require.Contains(t, r.problems(), "total does not match")
	notes, err := r.journal.Notes(t.Context(), "acme")
	require.NoError(t, err)
	require.NotContains(t, notes, "follow.orders")
	r.shop.listing = nil
	require.NoError(t, r.im.Follow(t.Context()))
	require.Empty(t, r.problems())
}

// TestFollowASupplierThatTellsLess: without a list of shipments the orders alone tell.
func TestFollowASupplierThatTellsLess(t *testing.T) {
	r := newRig(t)
	r.shop.poor = true
	r.importFile(r.write("a.csv", orders("1")))
	r.clock.After(time.Hour)
	r.shop.change("1", func(o *supplier.Order) { o.Status, o.UpdatedAt = "confirmed", r.clock.Now() })
	require.NoError(t, r.im.Follow(t.Context()))
	require.Equal(t, "confirmed", r.order("1").RemoteStatus)
	require.Empty(t, r.problems())
}

func TestFollowManyOrders(t *testing.T) {
	r := newRig(t, func(c *desk.Config) { c.Concurrency = 64 })
	const many = 450 // more than fit into one look at the journal
	var numbers []string
	for n := range many {
		numbers = append(numbers, fmt.Sprint(10000+n))
	}
	report := r.importFile(r.write("a.csv", orders(numbers...)))
	require.Equal(t, state.Counts{Accepted: many}, report.Counts)
	r.clock.After(time.Minute)
	for i, number := range numbers {
		r.shop.change(number, func(o *supplier.Order) {
			o.Status, o.UpdatedAt, o.WaybillNumber = "shipped", r.clock.Now(), fmt.Sprintf("2045%010d", i)
		})
	}
	require.NoError(t, r.im.Follow(t.Context()))
	final, err := r.im.Refresh(t.Context(), report)
	require.NoError(t, err)
	require.True(t, final.Complete())
	for i, row := range final.Rows {
		require.Equal(t, fmt.Sprintf("2045%010d", i), text(row.Waybill))
	}
}

// An order that the list of changes never shows is looked up once a day, and that is told: a
// filter by creation would otherwise keep it as it was for ever.
func TestOrdersThatStandStillAreLookedUp(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1", "2")))
	require.NoError(t, r.im.Follow(t.Context()))
	r.clock.After(72 * time.Hour)
	made := r.order("1").RemoteAt
	r.shop.change("1", func(o *supplier.Order) { o.Status, o.UpdatedAt = "shipped", made.Add(-time.Nanosecond) })
	require.NoError(t, r.im.Follow(t.Context()))
	require.Equal(t, "new", r.order("1").RemoteStatus, "older news is no news")
	require.Empty(t, r.problems())

	r.clock.After(25 * time.Hour)
	r.shop.byCreation = true
	r.shop.change("1", func(o *supplier.Order) { o.Status, o.UpdatedAt = "shipped", r.clock.Now().Add(-10*time.Hour) })
	lookups := r.shop.lookups
	require.NoError(t, r.im.Follow(t.Context()))
	require.Equal(t, lookups+1, r.shop.lookups)
	require.Equal(t, "shipped", r.order("1").RemoteStatus)
	require.Equal(t, "new", r.order("2").RemoteStatus)
	require.Contains(t, r.problems(), "updated_since")
	require.NoError(t, r.im.Follow(t.Context()))
	require.Equal(t, lookups+1, r.shop.lookups, "once a day")

	r.clock.After(25 * time.Hour)
	require.NoError(t, r.im.Follow(t.Context()))
	require.Empty(t, r.problems(), "nothing was hidden since")
}
