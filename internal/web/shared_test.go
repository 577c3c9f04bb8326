package web_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web"
)

// counting is a source that takes its time, and counts how often it was asked.
type counting struct {
	fixed
	asked atomic.Int64
	takes time.Duration
	then  func() error
}

func (c *counting) Snapshot(ctx context.Context) (standing.Snapshot, error) {
	n := c.asked.Add(1)
	if c.takes > 0 {
		select {
		case <-time.After(c.takes):
		case <-ctx.Done():
			return standing.Snapshot{}, ctx.Err()
		}
	}
	if c.then != nil {
		if err := c.then(); err != nil {
			return standing.Snapshot{}, err
		}
	}
	return standing.Snapshot{Conflicts: int(n)}, nil
}

// TestOneSnapshotASecond for all who ask, however many there are at a time.
func TestOneSnapshotASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &counting{takes: 100 * time.Millisecond}
		shared := web.Share(source, time.Second, time.Now)
		var group sync.WaitGroup
		for range 100 {
			group.Go(func() {
				s, err := shared.Snapshot(t.Context())
				require.NoError(t, err)
				require.Equal(t, 1, s.Conflicts)
			})
		}
		group.Wait()
		time.Sleep(900 * time.Millisecond)
		_, err := shared.Snapshot(t.Context())
		require.NoError(t, err)
		require.EqualValues(t, 1, source.asked.Load())
		time.Sleep(200 * time.Millisecond)
		s, err := shared.Snapshot(t.Context())
		require.NoError(t, err)
		require.Equal(t, 2, s.Conflicts)
		shared.Forget()
		s, err = shared.Snapshot(t.Context())
		require.NoError(t, err)
		require.Equal(t, 3, s.Conflicts, "something was changed")
	})
}

// TestAClientThatLeavesTakesNothing from those who wait with it; a source that does not
// answer is waited for so long, and one that fails or panics is asked again.
func TestAClientThatLeavesTakesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &counting{takes: 100 * time.Millisecond}
		shared := web.Share(source, time.Second, time.Now)
		leaving, leave := context.WithCancel(t.Context())
		var group sync.WaitGroup
		group.Go(func() {
			_, err := shared.Snapshot(leaving)
			require.ErrorIs(t, err, context.Canceled)
		})
		synctest.Wait()
		group.Go(func() {
			_, err := shared.Snapshot(t.Context())
			require.NoError(t, err)
		})
		synctest.Wait()
		leave()
		group.Wait()
		require.EqualValues(t, 1, source.asked.Load())

		time.Sleep(2 * time.Second)
		source.takes = time.Hour
		began := time.Now()
		_, err := shared.Snapshot(t.Context())
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, 5*time.Second, time.Since(began))
		source.takes, source.then = 0, func() error { return errors.New("not now") }
		_, err = shared.Snapshot(t.Context())
		require.EqualError(t, err, "not now")
		source.then = func() error { panic("broken") }
		_, err = shared.Snapshot(t.Context())
		require.ErrorContains(t, err, "broken")
		source.then = nil
		_, err = shared.Snapshot(t.Context())
		require.NoError(t, err)
	})
}
