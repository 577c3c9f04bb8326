package importer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// A decision upon which nothing was sent is taken back, also where sending was tried: the
// supplier asked to wait, or was out of reach.
func TestUndoWhileNothingWasSent(t *testing.T) {
	for name, kind := range map[string]fault{"throttled": throttled, "out of reach": notSent} {
		for _, decision := range []state.DecisionKind{state.DecidedAs, state.DecidedNotPosted, state.DecidedRetry} {
			r := newRig(t)
			r.shop.promise = supplier.Idempotency{Kind: "none"}
			s, number, value := state.Accepted, "1", ""
			switch decision {
			case state.DecidedAs:
				r.importFile(r.write("a.csv", orders("1")))
				r.importFile(r.write("b.csv", other("1")))
				value, number = "1-2", "1-2"
			case state.DecidedNotPosted:
				r.shop.script["1"] = []fault{timeoutLost}
				r.importFile(r.write("a.csv", orders("1")))
				s = state.Unknown
			case state.DecidedRetry:
				r.shop.script["1"] = []fault{refusedSKU}
				r.importFile(r.write("a.csv", orders("1")))
				s = state.Rejected
			}
			r.shop.always = kind
			r.decide(decision, "1", value)
			r.clock.After(time.Minute)
			require.NoError(t, r.im.Resume(t.Context()))
			require.Equal(t, state.Ready, r.order(number).State)
			require.NotZero(t, r.order(number).Attempts)
			story := func(number string) []state.DecisionKind {
				status, err := r.im.Query(t.Context(), overview.StatusQuery{Number: number})
				require.NoError(t, err)
				return status.Orders[0].Story.Actions
			}
			require.Contains(t, story(number), state.DecidedUndo, name)
			r.decide(state.DecidedUndo, number, "")
			require.Equal(t, s, r.order("1").State, "%s, %s", name, decision)
			r.shop.always = none
			posts := r.shop.allPosts()
			require.NoError(t, r.im.Resume(t.Context()))
			require.Equal(t, posts, r.shop.allPosts(), "nothing is sent any more")
		}
	}
}

// What was sent since is not taken back, and what became of it is said.
func TestUndoOfWhatWasSent(t *testing.T) {
	for _, c := range []struct {
		faults []fault
		said   string
	}{{nil, "(ord_1)"}, {[]fault{timeoutLost}, "(unknown)"}, {[]fault{refusedSKU}, "(rejected)"}} {
		r := newRig(t)
		r.shop.promise = supplier.Idempotency{Kind: "none"}
		r.shop.script["1"] = append([]fault{refusedSKU}, c.faults...)
		r.importFile(r.write("a.csv", orders("1")))
		r.decide(state.DecidedRetry, "1", "")
		require.NoError(t, r.im.Resume(t.Context()))
		_, err := r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedUndo})
		require.ErrorContains(t, err, "was sent since "+c.said)
	}
}
