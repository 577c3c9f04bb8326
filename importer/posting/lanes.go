package posting

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// lanes bound what is under way at once. Requests to the supplier are few, as it asks;
// a few more orders may have their intent durable already, so that no request waits for
// a commit; and what a request showed is committed after it made room for the next.
type lanes struct {
	intents  chan struct{} // orders whose intent is written and whose answer is not known
	requests chan struct{} // of these, the ones that are at the supplier
}

// newLanes makes lanes for so many requests at once, and a quarter more intents: what
// a crash leaves in doubt stays about what is at the supplier anyway.
func newLanes(concurrency int) lanes {
	return lanes{
		intents:  make(chan struct{}, concurrency+concurrency/4),
		requests: make(chan struct{}, concurrency),
	}
}

// orders is how many may be between their intent and the commit of their outcome.
func (l lanes) orders() int { return 2 * cap(l.requests) }

// request waits for a free request, at most for so long, and reports whether it got one.
func (l lanes) request(ctx context.Context, limit time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	select {
	case l.requests <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// writesAtOnce is how many orders of a bundle, or of those that were looked up, are written side
// by side: the journal makes one commit of those that come together.
const writesAtOnce = 256

// sideBySide does something for each of n, many at once. After the first error, which it
// gives, nothing more is begun.
func sideBySide(n int, do func(i int) error) error {
	var group errgroup.Group
	group.SetLimit(writesAtOnce)
	var broken atomic.Bool
	for i := range n {
		if broken.Load() {
			break
		}
		group.Go(func() error {
			err := do(i)
			if err != nil {
				broken.Store(true)
			}
			return err
		})
	}
	return group.Wait()
}
