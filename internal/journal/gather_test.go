package journal

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestGather: nobody waits where no order is at the supplier. Where many are, their answers are waited
// for until enough have come, and never for longer than a moment.
func TestGather(t *testing.T) {
	type arrival struct {
		after time.Duration
		op    op
	}
	answer := func(order int64) arrival { return arrival{time.Millisecond, op{order: order}} }
	for name, c := range map[string]struct {
		out    []int64 // orders at the supplier
		first  op
		then   []arrival
		closed bool // the journal, after those
		batch  int
		took   time.Duration
	}{
		"nothing is out":              {first: op{}, batch: 1},
		"the last answer":             {out: []int64{1}, first: op{order: 1}, batch: 1},
		"what waits already is taken": {first: op{}, then: []arrival{{op: op{}}, {op: op{}}}, batch: 3},
		"enough answers":              {out: []int64{1, 2, 3, 4, 5, 6}, first: op{order: 1}, then: []arrival{answer(2), answer(3), answer(4)}, batch: 2, took: time.Millisecond},
		"an answer and the next order": {out: []int64{1, 2, 3, 4, 5, 6}, first: op{order: 1}, then: []arrival{{op: op{order: 7, send: true}}, answer(2)},
			batch: 3, took: time.Millisecond},
		"none comes":            {out: []int64{1, 2, 3, 4}, first: op{order: 1}, then: []arrival{{time.Second, op{order: 2}}}, batch: 1, took: moment},
		"the journal is closed": {out: []int64{1, 2, 3, 4, 5, 6}, first: op{}, closed: true, batch: 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ops := make(chan *op, len(c.then))
				g := gatherer{ops: ops, out: map[int64]bool{}}
				for _, order := range c.out {
					g.noteSent([]*op{{order: order, send: true}})
				}
				var writers sync.WaitGroup
				defer writers.Wait()
				writers.Go(func() {
					for _, a := range c.then {
						time.Sleep(a.after)
						ops <- &a.op
					}
					if c.closed {
						close(ops)
					}
				})
				synctest.Wait()
				began := time.Now()
				require.Len(t, g.gather(&c.first), c.batch)
				require.Equal(t, c.took, time.Since(began))
			})
		})
	}
}

// TestGatherKnowsWhoIsOut: an order is at the supplier from the commit of its attempt on until anything
// else is written of it; one whose attempt could not be noted never is.
func TestGatherKnowsWhoIsOut(t *testing.T) {
	g := gatherer{out: map[int64]bool{}}
	g.noteSent([]*op{{order: 1, send: true}, {order: 2, send: true, err: errClosed}, {order: 3}, {send: true}})
	require.Equal(t, map[int64]bool{1: true}, g.out)
	g.take(nil, &op{order: 1, send: true}) // it goes on, as an order that was a draft
	require.Equal(t, map[int64]bool{1: true}, g.out)
	g.take(nil, &op{order: 1})
	require.Empty(t, g.out)
}
