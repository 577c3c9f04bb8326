package importer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestASecondStep: whatever becomes of handing in a draft, it is made once, and what is not
// known is looked up before it is handed in again.
func TestASecondStep(t *testing.T) {
	for name, c := range map[string]struct {
		meets  []fault
		posts  int // orders that were made
		handed int // attempts to hand in
		state  state.State
	}{
		"good":                 {nil, 1, 1, state.Accepted},
		"out of reach":         {[]fault{notSent}, 1, 1, state.Accepted},
		"asked to wait":        {[]fault{throttled}, 1, 2, state.Accepted},
		"lost":                 {[]fault{timeoutLost}, 1, 2, state.Accepted},
		"in, and not answered": {[]fault{timeoutStored}, 1, 1, state.Accepted},
		"refused":              {[]fault{refusedSKU}, 1, 1, state.Rejected},
	} {
		for _, promise := range []string{"none", "external_id", "key"} {
			t.Run(name+", "+promise, func(t *testing.T) {
				r := newRig(t)
				r.shop.steps, r.shop.promise = true, supplier.Idempotency{Kind: promise}
				r.shop.handing = map[string][]fault{"1001": c.meets}
				r.importFile(r.write("orders.csv", heading+row("1001")))
				r.settle()
				o := r.order("1001")
				require.Equal(t, c.state, o.State, "%s %s", o.Code, o.Message)
				require.Equal(t, "ord_1", o.RemoteID)
				require.Equal(t, c.posts, r.shop.postsOf("1001"))
				require.Equal(t, c.handed, r.shop.handed["1001"])
				if c.state == state.Rejected {
					require.Equal(t, "insufficient_stock", o.Code)
					require.Equal(t, "draft_refused", o.Message.Key)
					require.True(t, r.shop.orders[0].Draft)
				}
			})
		}
	}
}
