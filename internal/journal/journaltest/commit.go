package journaltest

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// committing is what many writers at once may rely on.
var committing = topic{
	"two processes":                   testTwoProcesses,
	"one winner among many":           testOneWinner,
	"a failing write spares the rest": testFailingWrite,
	"commits are shared":              testGroupCommit,
}

func testTwoProcesses(t *testing.T, at Opener) {
	var group sync.WaitGroup
	for process := range 2 {
		j := open(t, at)
		for worker := range 4 {
			group.Go(func() {
				for n := range 5 {
					f := File(fmt.Sprintf("%d-%d-%d.csv", process, worker, n))
					_, err := j.Record(context.Background(), f, 2, listed(Draft(fmt.Sprint("order ", n), "same", 2), Draft(fmt.Sprint("other ", n), "same", 2)))
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	group.Wait()
	counts, err := open(t, at).Counts(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, map[state.State]int{state.Ready: 10}, counts)
}

func testOneWinner(t *testing.T, at Opener) {
	a, b := open(t, at), open(t, at)
	f := Record(t, a, File("a.csv"), Draft("1", "a", 2))
	order := Links(t, a, f)[0].Order
	order.State = state.Sending
	var wins atomic.Int64
	var group sync.WaitGroup
	for n := range 32 {
		j := []Journal{a, b}[n%2]
		group.Go(func() {
			switch _, err := j.Swap(context.Background(), order); err {
			case nil:
				wins.Add(1)
			case state.ErrStale:
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	require.Equal(t, int64(1), wins.Load())
}

func testFailingWrite(t *testing.T, at Opener) {
	j := open(t, at)
	var drafts []state.Draft
	for n := range 40 {
		drafts = append(drafts, Draft(fmt.Sprint(n), "a", 2+n))
	}
	f := Record(t, j, File("a.csv"), drafts...)
	var failed atomic.Int64
	var group sync.WaitGroup
	for n, l := range Links(t, j, f) {
		o := l.Order
		o.State = state.Sending
		if n%10 == 0 {
			o.State = "nonsense" // refused by the table's check
		}
		group.Go(func() {
			if _, err := j.Swap(context.Background(), o); err != nil {
				failed.Add(1)
			}
		})
	}
	group.Wait()
	require.Equal(t, int64(4), failed.Load())
	counts, err := j.Counts(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, map[state.State]int{state.Sending: 36, state.Ready: 4}, counts)
}

// testGroupCommit: 64 workers that each write an intent and a result need few commits.
func testGroupCommit(t *testing.T, at Opener) {
	const orders, workers = 2000, 64
	j := open(t, at)
	var drafts []state.Draft
	for n := range orders {
		drafts = append(drafts, Draft(fmt.Sprint(n), "a", 2+n))
	}
	f := Record(t, j, File("a.csv"), drafts...)
	queue := make(chan state.Order, orders)
	for _, l := range Links(t, j, f) {
		queue <- l.Order
	}
	close(queue)
	before := j.Commits()
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for o := range queue {
				for _, s := range []state.State{state.Sending, state.Accepted} {
					var err error
					o.State = s
					if o, err = j.Swap(context.Background(), o); err != nil {
						t.Error(err)
					}
					runtime.Gosched() // where the answer of the supplier would come
				}
			}
		})
	}
	group.Wait()
	perOrder := float64(j.Commits()-before) / orders
	t.Logf("%.3f commits an order", perOrder)
	require.LessOrEqual(t, perOrder, 0.15)
}
