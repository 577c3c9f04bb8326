package state

import (
	"slices"
	"time"
)

// Merge decides which of two orders stays that turned out to be one: that of which more is
// known at the supplier, and of equals the first. Two that were both accepted there are said.
func Merge(a, b Order, now time.Time) (kept, gone Order) {
	rank := func(o Order) int {
		return slices.Index([]State{Ready, Rejected, Conflict, Unknown, Sending, Accepted}, o.State)
	}
	kept, gone = a, b
	if rank(b) > rank(a) || rank(b) == rank(a) && b.ID < a.ID {
		kept, gone = b, a
	}
	if kept.State == Accepted && gone.State == Accepted && kept.RemoteID != gone.RemoteID {
		kept = kept.Twice(gone.RemoteID, now)
	}
	kept.Attempts = max(kept.Attempts, gone.Attempts)
	return kept, gone
}
