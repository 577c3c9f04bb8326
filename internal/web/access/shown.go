package access

import (
	"net/http"
	"net/netip"
	"time"
)

// Show lets a request show a key that admit knows: by is whose it is, "" for a wrong one, and
// wait how long whoever guesses has to wait. Wrong ones are counted by the address that they
// come from, together with its passwords. While that waits, no key is good that was not shown
// from there before, so that many tries are no way round; one that was is never kept waiting.
func (a *Access) Show(r *http.Request, admit func() (name string, ok bool)) (by string, wait time.Duration) {
	return a.show(a.client(r), admit)
}

// ShowFrom is Show for whoever asks otherwise than by HTTP, from an address.
func (a *Access) ShowFrom(address netip.Addr, admit func() (name string, ok bool)) (by string, wait time.Duration) {
	return a.show(Network(address), admit)
}

func (a *Access) show(address string, admit func() (name string, ok bool)) (by string, wait time.Duration) {
	name, right := admit()
	wait = a.throttle.shown("key "+name, address, right)
	switch {
	case wait > 0:
		a.Logger.Warn("key refused: too many tries", "address", address)
		return "", wait
	case !right:
		a.Logger.Warn("key refused: it is not known", "address", address)
		return "", 0
	}
	return name, 0
}

// shown says how long a key of a name, right or wrong, has to wait at an address, and counts a
// wrong one.
func (t *throttle) shown(name, address string, right bool) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	now, counted := t.now(), "address "+address
	if _, known := t.known[pair(name, address)]; right && known {
		t.known[pair(name, address)] = now
		return 0
	}
	if wait := t.tries[counted].until.Sub(now); wait > 0 {
		return wait
	}
	t.forget(now)
	if right {
		t.known[pair(name, address)] = now
		return 0
	}
	t.count(counted, now)
	return 0
}
