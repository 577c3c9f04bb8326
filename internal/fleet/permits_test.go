package fleet_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/fleet"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func (p *place) permits(account string, limits ...supplier.Limit) *fleet.Permits {
	permits, err := fleet.NewPermits(p.where, account, limits, wait)
	require.NoError(p.t, err)
	p.t.Cleanup(func() { require.NoError(p.t, permits.Close()) })
	return permits
}

// wait waits for so long, or for the end of ctx.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// testPermits: three processes that ask as fast as they can never make more requests together
// than the limit, in any window.
func testPermits(t *testing.T, p *place) {
	limit := supplier.Limit{Requests: 20, Window: time.Second}
	var mu sync.Mutex
	var begun []time.Time
	var group sync.WaitGroup
	for range 3 {
		permits := p.permits("acme", limit)
		for range 4 {
			group.Go(func() {
				for range 5 {
					if err := permits.Take(t.Context()); err != nil {
						t.Error(err)
						return
					}
					mu.Lock()
					begun = append(begun, time.Now())
					mu.Unlock()
				}
			})
		}
	}
	group.Wait()
	require.Len(t, begun, 60)
	slices.SortFunc(begun, time.Time.Compare)
	for i := limit.Requests; i < len(begun); i++ {
		require.GreaterOrEqual(t, begun[i].Sub(begun[i-limit.Requests]), limit.Window, "request %d", i)
	}
	require.Less(t, begun[59].Sub(begun[0]), 10*time.Second, "and not far fewer either")

	// The tightest of several windows counts, and an account has its own.
	ended, cancel := context.WithCancel(t.Context())
	wide := supplier.Limit{Requests: 20, Window: time.Minute} // whose permits last until a busy database's answer is there
	few, err := fleet.NewPermits(p.where, "few", []supplier.Limit{wide, {Requests: 3, Window: time.Hour}}, func(ctx context.Context, d time.Duration) error {
		require.InDelta(t, time.Hour.Seconds(), d.Seconds(), 120)
		cancel()
		return wait(ctx, d)
	})
	require.NoError(t, err)
	defer few.Close()
	for range 3 {
		require.NoError(t, few.Take(ended))
	}
	require.ErrorIs(t, few.Take(ended), context.Canceled)

	gone, err := fleet.NewPermits("postgres://postgres@127.0.0.1:1/none?sslmode=disable", "acme", []supplier.Limit{limit}, wait)
	require.NoError(t, err)
	defer gone.Close()
	require.Error(t, gone.Take(t.Context()), "without the database nobody has leave")
}
