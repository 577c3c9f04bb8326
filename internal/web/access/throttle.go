package access

import (
	"sync"
	"time"
)

const (
	freeTries   = 5 // of a name or an address, before anybody waits
	longestWait = time.Minute
	forgetAfter = time.Hour // without a try
	mostTries   = 10_000    // names and addresses that are remembered
)

// throttle makes whoever guesses passwords wait, twice as long after each try, by the name
// and by the address that it comes from. Nobody is ever shut out: the longest wait is a
// minute, and an address from which a name has logged in is not kept waiting for what others
// try with that name.
type throttle struct {
	now func() time.Time

	mu    sync.Mutex
	tries map[string]tries
	known map[string]time.Time // a name at an address, and when it last logged in
}

type tries struct {
	failed int
	last   time.Time
	until  time.Time // no other try before
}

func newThrottle(now func() time.Time) *throttle {
	return &throttle{now: now, tries: map[string]tries{}, known: map[string]time.Time{}}
}

// try says how long a name at an address has still to wait, 0 where it may be tried now. That
// counts as a try that failed until passed is told, so that many at once are no way round.
func (t *throttle) try(name, address string) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	counted := []string{"address " + address}
	if _, known := t.known[pair(name, address)]; !known {
		counted = append(counted, "name "+name)
	}
	var wait time.Duration
	for _, key := range counted {
		wait = max(wait, t.tries[key].until.Sub(now))
	}
	if wait > 0 {
		return wait
	}
	t.forget(now)
	for _, key := range counted {
		t.count(key, now)
	}
	return 0
}

// count counts a try that failed.
func (t *throttle) count(key string, now time.Time) {
	one := t.tries[key]
	if now.Sub(one.last) > forgetAfter {
		one.failed = 0
	}
	one.failed, one.last = one.failed+1, now
	one.until = now.Add(waitAfter(one.failed))
	t.tries[key] = one
}

// waitAfter is how long nothing may be tried after so many failures.
func waitAfter(failed int) time.Duration {
	if failed < freeTries {
		return 0
	}
	if doublings := failed - freeTries; doublings < 6 {
		return time.Second << doublings
	}
	return longestWait
}

// passed tells that a name has logged in from an address.
func (t *throttle) passed(name, address string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.tries, "name "+name)
	delete(t.tries, "address "+address)
	t.known[pair(name, address)] = t.now()
}

func pair(name, address string) string { return address + " " + name }

// forget lets go of what is long ago, and of more than can be meant where somebody tries
// with ever new names.
func (t *throttle) forget(now time.Time) {
	if len(t.tries) < mostTries && len(t.known) < mostTries {
		return
	}
	for key, one := range t.tries {
		if now.Sub(one.last) > forgetAfter || len(t.tries) >= mostTries && one.failed == 1 {
			delete(t.tries, key)
		}
	}
	for key, at := range t.known {
		if now.Sub(at) > lastEnd {
			delete(t.known, key)
		}
	}
}
