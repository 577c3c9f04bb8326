package importer_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
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
