package snapshot

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// lag is how much later than its own updated_at a change may become visible: services
// stamp a change when it is made and show it when its transaction is committed.
const lag = time.Minute

// horizon finds, in the service's own time, a moment not later than the beginning of a
// reading: whatever changes after a page was read is told of from there on.
//
// A product of a page was changed before the page was read. Taken back by how long the
// reading had gone on by then, its updated_at is a moment before the reading began,
// however the clocks of the two sides differ. The largest such moment is the best. The
// largest updated_at alone would not do: a product of the first page that changes while
// the last one is read would be older than it, and its change never asked for.
type horizon struct {
	began time.Time // on our clock
	since time.Time // on the service's clock; zero: no product says when it changed
}

// see learns from a page that had been read at that moment of our clock.
func (h *horizon) see(products []supplier.Product, now time.Time) {
	var newest time.Time
	for i := range products {
		if at := products[i].UpdatedAt; at.After(newest) {
			newest = at
		}
	}
	if newest.IsZero() {
		return
	}
	// A product dated in the future would hide all changes until then. Our own clock
	// bounds it: to ask from an earlier moment costs something, but never misses any.
	since := newest.Add(-max(0, now.Sub(h.began)))
	if since.After(h.began) {
		since = h.began
	}
	if since.After(h.since) {
		h.since = since
	}
}
