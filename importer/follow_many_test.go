package importer_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// openRead counts the orders that are read to know from when on to ask for changes, and those
// that are read to find the ones that stand still, which is done in larger batches.
type openRead struct {
	state.Journal
	orders, still atomic.Int64
}

func (j *openRead) Orders(ctx context.Context, q state.OrderQuery) ([]state.Order, error) {
	orders, err := j.Journal.Orders(ctx, q)
	if q.Open && q.Limit > 1 && q.Limit <= 200 {
		j.orders.Add(int64(len(orders)))
	}
	if q.Open && q.Limit > 200 {
		j.still.Add(int64(len(orders)))
	}
	return orders, err
}

// TestFollowingDoesNotReadAllOpenOrders: once lists were read, a round asks for what changed
// since, however many orders are under way.
func TestFollowingDoesNotReadAllOpenOrders(t *testing.T) {
	const many = 450
	r := newRig(t)
	var numbers []string
	for n := range many {
		numbers = append(numbers, fmt.Sprint(1000+n))
	}
	require.Equal(t, many, r.importFile(r.write("a.csv", orders(numbers...))).Counts.Accepted)
	counted := &openRead{Journal: r.journal}
	config := r.config()
	config.Owner = "another"
	im, err := importer.New(config, r.shop, counted)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, im.Close()) })
	first := r.order("1000")
	r.shop.parcels = []supplier.Shipment{{ID: "p1", OrderID: first.RemoteID, Carrier: "nova_poshta", WaybillNumber: "20450000000001", State: "created", StateUpdatedAt: r.clock.Now()}}
	require.NoError(t, im.Follow(t.Context()))
	require.EqualValues(t, many, counted.orders.Swap(0), "nothing is known yet")
	require.EqualValues(t, many, counted.still.Swap(0), "none stands still")
	r.clock.After(time.Hour)
	r.shop.change("1449", func(o *supplier.Order) { o.Status, o.UpdatedAt = "confirmed", r.clock.Now() })
	require.NoError(t, im.Follow(t.Context()))
	require.LessOrEqual(t, counted.orders.Load(), int64(200))
	require.Equal(t, "confirmed", r.order("1449").RemoteStatus)
	require.Zero(t, counted.still.Load(), "none can stand still yet")
	r.clock.After(24 * time.Hour)
	require.NoError(t, im.Follow(t.Context()))
	require.NotZero(t, counted.still.Load(), "those without news for a day")
}

// TestNewsShareCommits: what a list tells of many orders is not committed order by order.
func TestNewsShareCommits(t *testing.T) {
	const many = 150
	r := newRig(t)
	var numbers []string
	for n := range many {
		numbers = append(numbers, fmt.Sprint(1000+n))
	}
	require.Equal(t, many, r.importFile(r.write("a.csv", orders(numbers...))).Counts.Accepted)
	require.NoError(t, r.im.Follow(t.Context()))
	r.clock.After(time.Hour)
	for _, number := range numbers {
		r.shop.change(number, func(o *supplier.Order) { o.Status, o.UpdatedAt = "confirmed", r.clock.Now() })
	}
	before := r.journal.Commits()
	require.NoError(t, r.im.Follow(t.Context()))
	require.Less(t, r.journal.Commits()-before, int64(many/3))
	for _, number := range numbers {
		require.Equal(t, "confirmed", r.order(number).RemoteStatus)
	}
}
