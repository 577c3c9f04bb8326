package doubt

import (
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
)

// OwnID is the id of our journal.
func (t *Trust) OwnID() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.identity.ID
}

// After an earlier journal was adopted, an order that this one never sent may be at the
// supplier all the same: its result was not written any more, or somebody took it away. So
// long such orders are looked up before they are sent for the first time: what is older is
// not looked back at either.
const vetTime = desk.FoundSince

// Vetting is when an earlier journal was adopted, and whether orders are looked up for it.
func (t *Trust) Vetting() (adopted time.Time, needed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	id := t.identity
	return id.AdoptedAt, !id.AdoptedAt.IsZero() && !id.Unchecked && t.Config.Now().Sub(id.AdoptedAt) < vetTime
}

// WasLookedFor reports whether an order as it is was looked for, and the supplier did not have it.
func (t *Trust) WasLookedFor(order state.Order) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.looked[order.ID] == order.Version
}

// mostLooked is how many orders are remembered that were looked for.
const mostLooked = 8192

// NoteLookedFor remembers that the supplier did not have some orders.
func (t *Trust) NoteLookedFor(orders []state.Order) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.looked == nil || len(t.looked) > mostLooked {
		t.looked = map[int64]int64{}
	}
	for _, order := range orders {
		t.looked[order.ID] = order.Version
	}
}

// AdoptedSince reports whether a journal was adopted after that time: whoever was sending
// then has ended, whether or not the lock is left that would show it.
func (t *Trust) AdoptedSince(at time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return at.Before(t.identity.AdoptedAt)
}
