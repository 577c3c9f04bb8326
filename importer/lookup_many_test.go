package importer_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// inList is a shop who finds orders by their numbers only in the list of all orders.
type inList struct{ *shop }

func (inList) FindsInList() bool { return true }

// TestManyUnknownOrdersAreLookedUpTogether: what many unknown orders cost is bounded by what the
// supplier is asked, and the list of all orders is not read for every few of them.
func TestManyUnknownOrdersAreLookedUpTogether(t *testing.T) {
	const many = 200
	for name, of := range map[string]struct {
		inList  bool
		lookups int
	}{"by numbers": {false, many / 50}, "in the list": {true, 1}} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			if of.inList {
				r.stop()
				r.service = inList{r.shop}
				r.start()
			}
			r.shop.promise = supplier.Idempotency{Kind: "none"}
			r.shop.always, r.shop.listing = timeoutLost, &supplier.Error{Kind: supplier.KindTransient, Op: "list orders", Detail: "out of order"}
			var numbers []string
			for n := range many {
				numbers = append(numbers, fmt.Sprint(1000+n))
			}
			report, err := r.im.Import(t.Context(), "", r.write("a.csv", orders(numbers...)), nil)
			require.NoError(t, err)
			require.Equal(t, state.Counts{Unknown: many}, report.Counts)
			r.shop.listing, r.shop.lookups, r.shop.always = nil, 0, none
			unknown, err := r.journal.Orders(t.Context(), state.OrderQuery{Account: "acme"})
			require.NoError(t, err)
			for _, order := range unknown { // what was lost on its way comes late
				_, err := r.shop.CreateOrder(t.Context(), order.Body, order.Key)
				require.NoError(t, err)
			}
			r.clock.After(time.Hour)
			before := r.journal.Commits()
			require.NoError(t, r.im.Reconcile(t.Context()))
			counts, err := r.journal.Counts(t.Context(), "acme")
			require.NoError(t, err)
			require.Equal(t, map[state.State]int{state.Accepted: many}, counts)
			require.Equal(t, of.lookups, r.shop.lookups)
			require.LessOrEqual(t, float64(r.journal.Commits()-before)/many, 0.15, "commits an order")
			require.Equal(t, 2*many, r.shop.allPosts(), "nothing was sent again")
		})
	}
}

// TestUnknownOrdersAreBoundByRequests: a journal full of unknown orders, 100,000 with -long, asks
// the supplier for fifty at once and notes what is said of them in few commits: nothing else keeps
// it longer than the supplier's limit does.
func TestUnknownOrdersAreBoundByRequests(t *testing.T) {
	many := long.Or(1000, 100_000)
	r := newRig(t)
	file := state.File{Account: "acme", SHA256: "unknown", Name: "a.csv", State: state.FileOpen, CreatedAt: r.clock.Now(), ChangedAt: r.clock.Now()}
	_, err := r.journal.Record(t.Context(), file, many, func(n int) (state.Draft, error) {
		number := fmt.Sprint(n)
		return state.Draft{Rows: []int{n + 2}, Order: state.Order{OrderKey: state.OrderKey{Account: "acme", ExternalID: number}, Hash: number, Key: number,
			Content: []byte(`{}`), Body: []byte(`{}`), State: state.Ready, CreatedAt: r.clock.Now(), ChangedAt: r.clock.Now()}}, nil
	})
	require.NoError(t, err)
	ready, err := r.journal.Orders(t.Context(), state.OrderQuery{Account: "acme", Bare: true})
	require.NoError(t, err)
	require.Len(t, ready, many)
	var group sync.WaitGroup
	for part := range 64 {
		group.Go(func() {
			for n := part; n < many; n += 64 {
				_, err := r.journal.Swap(t.Context(), ready[n].Settle(state.Outcome{State: state.Unknown, Code: "outcome_unknown"}, r.clock.Now()))
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	for _, order := range ready {
		r.shop.orders = append(r.shop.orders, &stored{Order: supplier.Order{ID: "ord_" + order.ExternalID, ExternalID: order.ExternalID, Status: "new",
			CreatedAt: r.clock.Now(), UpdatedAt: r.clock.Now()}})
	}
	r.clock.After(time.Hour)
	commits, began := r.journal.Commits(), time.Now()
	require.NoError(t, r.im.Reconcile(t.Context()))
	long.Report(t, fmt.Sprintf("%d unknown orders looked up in %v, %d requests", many, time.Since(began).Round(time.Millisecond), r.shop.lookups))
	counts, err := r.journal.Counts(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, map[state.State]int{state.Accepted: many}, counts)
	require.Equal(t, (many+49)/50, r.shop.lookups)
	require.LessOrEqual(t, float64(r.journal.Commits()-commits)/float64(many), 0.15, "commits an order")
}
