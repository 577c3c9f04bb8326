package supplier

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Limit is how many requests may be made in any window of a length, such as 100 an hour.
type Limit struct {
	Requests int
	Window   time.Duration
}

// ParseLimit reads a limit such as "10/s", "10/m", "100/h" or "1000/d".
func ParseLimit(text string) (Limit, error) {
	windows := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	number, unit, _ := strings.Cut(strings.TrimSpace(text), "/")
	n, err := strconv.Atoi(number)
	window, known := windows[unit]
	if err != nil || !known || n < 1 || n > 1_000_000 {
		return Limit{}, fmt.Errorf("limit %q: want a number and s, m, h or d, as in 10/s", cleanLine(text, 40))
	}
	return Limit{Requests: n, Window: window}, nil
}

// String is the limit as ParseLimit reads it.
func (l Limit) String() string {
	for _, unit := range []struct {
		name   string
		window time.Duration
	}{{"s", time.Second}, {"m", time.Minute}, {"h", time.Hour}, {"d", 24 * time.Hour}} {
		if unit.window == l.Window {
			return strconv.Itoa(l.Requests) + "/" + unit.name
		}
	}
	return fmt.Sprintf("%d/%s", l.Requests, l.Window)
}

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

func newLimiter(next caller, limits []Limit, now func() time.Time, sleep func(context.Context, time.Duration) error) *limiter {
	l := &limiter{next: next, now: now, sleep: sleep}
	for _, limit := range limits {
		l.windows = append(l.windows, window{length: limit.Window, times: make([]time.Time, limit.Requests)})
	}
	return l
}

func (l *limiter) call(ctx context.Context, r *request) (*answer, error) {
	if wait := l.reserve(); wait > 0 {
		if err := l.sleep(ctx, wait); err != nil {
			return nil, &Error{Kind: KindNotSent, Op: r.op, Detail: "given up while waiting for the rate limit", Err: err}
		}
	}
	return l.next.call(ctx, r)
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
