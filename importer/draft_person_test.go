package importer_test

import (
	"context"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// blind is a shop whose lists cannot be read just now.
type blind struct{ *shop }

func (blind) Orders(context.Context, supplier.OrderQuery) iter.Seq2[supplier.Order, error] {
	return list[supplier.Order](nil, &supplier.Error{Kind: supplier.KindNotSent, Op: "list orders", Detail: "connection refused"})
}

// draftRig is a rig whose order 1001 was made as the draft ord_1, and handed in once, with that
// fault; nothing came of it since.
func draftRig(t *testing.T, promise string, meets fault) *rig {
	t.Helper()
	r := newRig(t)
	r.shop.steps, r.shop.promise = true, supplier.Idempotency{Kind: promise}
	r.shop.handing = map[string][]fault{"1001": {meets}}
	r.ports.atPoints(func(at string) error {
		if at == "settled" {
			return errStopped
		}
		return nil
	})
	_, err := r.im.Import(t.Context(), "", r.write("orders.csv", heading+row("1001")), nil)
	require.ErrorIs(t, err, errStopped)
	r.crash()
	require.Equal(t, "ord_1", r.order("1001").RemoteID)
	return r
}

// TestADraftAndAPerson: what a person decides about an order that was made as a draft makes no
// second one, and hands in what is a draft still.
func TestADraftAndAPerson(t *testing.T) {
	const there, gone = true, false
	for name, c := range map[string]struct {
		meets   fault
		before  state.State // in which the person finds it
		listed  bool        // the supplier can be asked by then
		draft   bool        // whether the draft is at the supplier
		byHand  bool        // somebody has handed it in there
		answer  decide.Answer
		refused string
		after   state.State
		posts   int // orders that were made
		handed  int // attempts to hand in
	}{
		"lost, and it is there": {meets: timeoutLost, before: state.Unknown, listed: true, draft: there,
			answer: decide.Answer{Kind: state.DecidedPosted, Value: "ord_1"}, after: state.Accepted, posts: 1, handed: 2},
		"stored, and it is there": {meets: timeoutStored, before: state.Unknown, listed: true, draft: there,
			answer: decide.Answer{Kind: state.DecidedPosted, Value: "ord_1"}, after: state.Accepted, posts: 1, handed: 1},
		"another id": {meets: timeoutLost, before: state.Unknown, listed: true, draft: there,
			answer: decide.Answer{Kind: state.DecidedPosted, Value: "ord_9"}, refused: "does not know order ord_9", after: state.Accepted, posts: 1, handed: 2},
		"nobody can be asked": {meets: timeoutLost, before: state.Unknown, draft: there,
			answer: decide.Answer{Kind: state.DecidedPosted, Value: "ord_1"}, refused: "could not be asked", after: state.Unknown, posts: 1, handed: 1},
		"a person is sure": {meets: timeoutLost, before: state.Unknown, draft: there,
			answer: decide.Answer{Kind: state.DecidedPosted, Value: "ord_1", Force: true}, after: state.Accepted, posts: 1, handed: 1},
		"it is not there, and is": {meets: timeoutLost, before: state.Unknown, listed: true, draft: there,
			answer: decide.Answer{Kind: state.DecidedNotPosted}, refused: "ord_1", after: state.Accepted, posts: 1, handed: 2},
		"it is not there": {meets: timeoutLost, before: state.Unknown, listed: true, draft: gone,
			answer: decide.Answer{Kind: state.DecidedNotPosted}, after: state.Accepted, posts: 2, handed: 2},
		"an unknown one is not retried": {meets: timeoutLost, before: state.Unknown, listed: true, draft: there,
			answer: decide.Answer{Kind: state.DecidedRetry}, refused: "it is unknown", after: state.Accepted, posts: 1, handed: 2},
		"a waiting one now": {meets: throttled, before: state.Ready, listed: true, draft: there,
			answer: decide.Answer{Kind: state.DecidedRetry}, after: state.Accepted, posts: 1, handed: 2},
		"a refused one again": {meets: refusedSKU, before: state.Rejected, listed: true, draft: there,
			answer: decide.Answer{Kind: state.DecidedRetry}, after: state.Accepted, posts: 1, handed: 2},
		"a refused one that somebody handed in": {meets: refusedSKU, before: state.Rejected, listed: true, draft: there, byHand: true,
			answer: decide.Answer{Kind: state.DecidedRetry}, after: state.Accepted, posts: 1, handed: 2},
		"a refused one that is there": {meets: refusedSKU, before: state.Rejected, listed: true, draft: there,
			answer: decide.Answer{Kind: state.DecidedNotPosted}, refused: "ord_1", after: state.Rejected, posts: 1, handed: 1},
		"a refused one that is gone": {meets: refusedSKU, before: state.Rejected, listed: true, draft: gone,
			answer: decide.Answer{Kind: state.DecidedNotPosted}, after: state.Accepted, posts: 2, handed: 2},
	} {
		for _, promise := range []string{"none", "external_id"} {
			t.Run(name+", "+promise, func(t *testing.T) {
				r := draftRig(t, promise, c.meets)
				require.Equal(t, c.before, r.order("1001").State)
				if !c.listed {
					r.service = blind{r.shop}
					r.crash()
				}
				r.shop.set(func() {
					if c.byHand {
						r.shop.orders[0].Draft, r.shop.orders[0].Status = false, "new"
					}
					if !c.draft {
						r.shop.orders = nil
					}
				})
				answer := c.answer
				answer.Number = "1001"
				_, err := r.im.Decide(t.Context(), answer)
				if c.refused != "" {
					require.ErrorContains(t, err, c.refused)
				} else {
					require.NoError(t, err)
				}
				r.settle()
				o := r.order("1001")
				require.Equal(t, c.after, o.State, "%s %s", o.Code, o.Message)
				require.Equal(t, c.posts, r.shop.postsOf("1001"))
				require.Equal(t, c.handed, r.shop.handed["1001"])
				if c.listed && c.after == state.Accepted {
					require.Equal(t, map[string]int{"1001": 1}, r.shop.count())
					require.False(t, r.shop.orders[0].Draft, "nobody delivers a draft")
				}
			})
		}
	}
}

// TestADecidedDraftAndACrash: a decision outlasts a death at any point of what follows from it,
// and no second order comes of it.
func TestADecidedDraftAndACrash(t *testing.T) {
	for name, c := range map[string]struct {
		meets  fault
		answer decide.Answer
		gone   bool
	}{
		"posted":            {timeoutLost, decide.Answer{Kind: state.DecidedPosted, Value: "ord_1"}, false},
		"retried":           {refusedSKU, decide.Answer{Kind: state.DecidedRetry}, false},
		"not posted":        {timeoutLost, decide.Answer{Kind: state.DecidedNotPosted}, true},
		"refused, and gone": {refusedSKU, decide.Answer{Kind: state.DecidedNotPosted}, true},
	} {
		for _, point := range append(append([]string{"before sending", "sending", "before posted", "posted", "before settled", "settled"}, pointsOfDrafts...), "before handed in", "before drafted") {
			t.Run(name+", "+point, func(t *testing.T) {
				r := draftRig(t, "none", c.meets)
				r.shop.set(func() {
					if c.gone {
						r.shop.orders = nil
					}
				})
				answer := c.answer
				answer.Number = "1001"
				_, err := r.im.Decide(t.Context(), answer)
				require.NoError(t, err)
				r.ports.atPoints(func(at string) error {
					if at == point {
						return errStopped
					}
					return nil
				})
				_ = r.im.Resume(t.Context())
				r.crash()
				r.settle()
				o := r.order("1001")
				if o.State == state.Unknown { // the first step was on its way, and no promise lets it be repeated
					require.True(t, c.gone, "%s %s", o.Code, o.Message)
					require.Contains(t, []string{"sending", "before posted"}, point)
					require.Empty(t, r.shop.count())
					return
				}
				require.Equal(t, state.Accepted, o.State, "%s %s", o.Code, o.Message)
				require.Equal(t, map[string]int{"1001": 1}, r.shop.count())
				require.False(t, r.shop.orders[0].Draft)
			})
		}
	}
}
