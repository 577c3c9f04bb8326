package client

import (
	"context"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// window remembers the times of the last requests, as many as the limit allows.
type window struct {
	length time.Duration
	times  []time.Time // a ring
	oldest int
}

// limiter holds requests back so that none of several limits is ever exceeded, in
// any window and not only on average: a service that counts by the hour locks out
// who exceeds it once.
type limiter struct {
	next  caller
	now   func() time.Time
	sleep func(context.Context, time.Duration) error

	mu      sync.Mutex
	windows []window
}

func newLimiter(next caller, limits []supplier.Limit, now func() time.Time, sleep func(context.Context, time.Duration) error) *limiter {
	l := &limiter{next: next, now: now, sleep: sleep}
	for _, limit := range limits {
		l.windows = append(l.windows, window{length: limit.Window, times: make([]time.Time, limit.Requests)})
	}
	return l
}

func (l *limiter) call(ctx context.Context, r *request) (*answer, error) {
	if wait := l.reserve(); wait > 0 {
		if err := l.sleep(ctx, wait); err != nil {
			return nil, &supplier.Error{Kind: supplier.KindNotSent, Op: r.op, Detail: "given up while waiting for the rate limit", Err: err}
		}
	}
	return l.next.call(ctx, r)
}

// Permits give leave for requests.
type Permits interface {
	// Take returns when one request may begin, which has to be at once.
	Take(ctx context.Context) error
}

// permitted holds requests back until there is leave for them; without leave there is no request.
type permitted struct {
	next    caller
	permits Permits // nil: all are permitted
}

func (p permitted) call(ctx context.Context, r *request) (*answer, error) {
	if p.permits != nil {
		if err := p.permits.Take(ctx); err != nil {
			return nil, &supplier.Error{Kind: supplier.KindNotSent, Op: r.op, Detail: "no leave within the rate limit that processes share", Err: err}
		}
	}
	return p.next.call(ctx, r)
}

// reserve takes the next free moment and gives how long it is until then. Moments
// are given out in the order of the calls; one that is not used stays counted.
func (l *limiter) reserve() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	at := now
	for _, w := range l.windows {
		if oldest := w.times[w.oldest]; !oldest.IsZero() && oldest.Add(w.length).After(at) {
			at = oldest.Add(w.length)
		}
	}
	for i := range l.windows {
		w := &l.windows[i]
		w.times[w.oldest] = at
		w.oldest = (w.oldest + 1) % len(w.times)
	}
	return at.Sub(now)
}
