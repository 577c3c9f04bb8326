package drift

import (
	"slices"
	"time"
)

// Dated is a change with the time at which it was first seen.
type Dated struct {
	Change
	Since time.Time
}

// Watch is what is known of a supplier's answers that are looked at again and again.
type Watch struct {
	Sampled time.Time // when they were last looked at; zero before the first time
	Changes []Dated
}

// Note takes in what a look has shown, and tells what is new and what is over since the one
// before. Of an operation that could not be looked at, the last word stands.
func (w *Watch) Note(results []Compared, now time.Time) (begun []Change, over []Change) {
	before := w.Changes
	w.Changes = slices.DeleteFunc(slices.Clone(before), func(old Dated) bool {
		return slices.ContainsFunc(results, func(r Compared) bool { return r.Operation == old.Operation })
	})
	for _, result := range results {
		w.Sampled = now
		for _, change := range result.Changes {
			dated := Dated{change, now}
			at := slices.IndexFunc(before, func(old Dated) bool { return old.Same(change) })
			if at >= 0 {
				dated.Since = before[at].Since
			} else {
				begun = append(begun, change)
			}
			w.Changes = append(w.Changes, dated)
		}
	}
	for _, old := range before {
		if !slices.ContainsFunc(w.Changes, func(still Dated) bool { return still.Same(old.Change) }) {
			over = append(over, old.Change)
		}
	}
	return begun, over
}
