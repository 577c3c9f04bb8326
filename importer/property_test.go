package importer_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/long"
)

// Whatever mixture of files is dropped, the same ones again, renamed, re-sorted, with
// rows added, before and after crashes and through faults, each order is posted once.
func TestAnyInterleavingPostsEachOrderOnce(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			interleave(t, rand.New(rand.NewPCG(seed, 7)))
		})
	}
}

func interleave(t *testing.T, random *rand.Rand) {
	r := newRig(t)
	numbers := []string{"1", "2", "3", "4", "5", "6", "7", "8"}
	faults := []fault{none, notSent, timeoutLost, timeoutStored, throttled, cutAnswer, serverError}
	for _, number := range numbers {
		r.shop.script[number] = []fault{faults[random.IntN(len(faults))], faults[random.IntN(len(faults))]}
	}
	for step := range 12 {
		var lines []string
		for _, at := range random.Perm(len(numbers))[:1+random.IntN(5)] {
			lines = append(lines, row(numbers[at]))
		}
		name := fmt.Sprintf("orders%d.csv", random.IntN(4))
		path := r.write(name, heading+strings.Join(lines, ""))
		if random.IntN(3) == 0 {
			var left atomic.Int64 // workers pass the points at the same time
			left.Store(int64(1 + random.IntN(12)))
			r.ports.atPoints(func(string) error {
				if left.Add(-1) <= 0 {
					return errStopped
				}
				return nil
			})
		}
		_, _ = r.im.Import(t.Context(), "", path, nil)
		if random.IntN(2) == 0 {
			r.crash()
		}
		r.ports.atPoints(func(string) error { return nil })
		if step%3 == 0 {
			require.NoError(t, r.im.Resume(t.Context()))
		}
		r.clock.After(time.Duration(random.IntN(60)) * time.Second)
	}
	// The files whose record was prevented by a crash are dropped again.
	for n := range 4 {
		if path := r.path(fmt.Sprintf("orders%d.csv", n)); exists(path) {
			r.settle()
			r.importFile(path)
		}
	}
	r.settle()
	for number, count := range r.shop.count() {
		require.Equal(t, 1, count, "order %s", number)
	}
	orders, err := r.journal.Orders(t.Context(), state.OrderQuery{Account: "acme"})
	require.NoError(t, err)
	require.Len(t, orders, len(r.shop.count()))
	for _, o := range orders {
		require.Equal(t, state.Accepted, o.State, o.ExternalID)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// The cost of being sure: an intent and a result a posted order, in shared commits.
func TestCommitsAnOrder(t *testing.T) {
	many := long.Or(500, 2000)
	r := newRig(t, func(c *desk.Config) { c.Concurrency = 64 })
	var b strings.Builder
	b.WriteString(heading)
	for n := range many {
		b.WriteString(row(fmt.Sprint(10000 + n)))
	}
	report := r.importFile(r.write("a.csv", b.String()))
	require.Equal(t, state.Counts{Accepted: many}, report.Counts)
	perOrder := float64(r.journal.Commits()) / float64(many)
	t.Logf("%.3f commits an order", perOrder)
	require.LessOrEqual(t, perOrder, 0.15)
}
