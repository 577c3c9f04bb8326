package posting

import (
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
)

// gate holds posting back for the account as a whole: while the supplier is out of
// reach, asks to wait, or refuses the token.
type gate struct {
	mu      sync.Mutex
	since   time.Time // when it was closed last
	until   time.Time
	strikes int
	why     error
	blocked bool
}

const (
	firstPause   = time.Second
	longestPause = time.Minute
)

// wait is how long posting has to wait, and why.
func (g *gate) wait(now time.Time) (time.Duration, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.until.Sub(now), g.why
}

// rests is until when posting has to wait, zero where it has not to.
func (g *gate) rests(now time.Time) time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !now.Before(g.until) {
		return time.Time{}
	}
	return g.until
}

// state is the reason of the last pause, nil after a success, and whether the token is refused.
func (g *gate) state() (why error, blocked bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.why, g.blocked
}

// close holds posting back. Workers that fail together count as one failure, so that
// the pause doubles with each try and not with each worker.
func (g *gate) close(now time.Time, asked time.Duration, blocked bool, why error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !now.Before(g.until) {
		g.strikes++
		g.until = now.Add(min(firstPause<<min(g.strikes-1, 10), longestPause))
	}
	if until := now.Add(state.Bounded(asked)); until.After(g.until) {
		g.until = until
	}
	if blocked {
		g.until = now.Add(longestPause)
	}
	g.since, g.why, g.blocked = now, why, blocked
}

// openFor opens the gate where a person asked for it after it was closed, and reports
// whether it did.
func (g *gate) openFor(asked, now time.Time) bool {
	g.mu.Lock()
	closed := now.Before(g.until) && g.since.Before(asked)
	g.mu.Unlock()
	if closed {
		g.open()
	}
	return closed
}

func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.until, g.strikes, g.why, g.blocked = time.Time{}, 0, nil, false
}
