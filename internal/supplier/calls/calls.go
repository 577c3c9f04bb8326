// Package calls counts what a service was asked for in the last day: how often, how often in
// vain, and how long the answers took.
package calls

import (
	"cmp"
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/measure"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Outcome is what became of an attempt, as package measure has it.
func Outcome(err error) string {
	switch kind := supplier.KindOf(err); {
	case err == nil:
		return measure.Done
	case kind == supplier.KindThrottled:
		return measure.Throttled
	case kind == supplier.KindRejected, kind == supplier.KindConflict, kind == supplier.KindNotFound, kind == supplier.KindUnauthorized:
		return measure.Refused
	}
	return measure.Failed
}

// Line is what was asked for by one operation.
type Line struct {
	Op        string
	Calls     int           // attempts, each of them a request
	Failed    int           // of them, whatever the reason
	Throttled int           // of those, because there were too many
	Took      time.Duration // all of them together
}

// Average is how long an attempt took.
func (l Line) Average() time.Duration {
	if l.Calls == 0 {
		return 0
	}
	return l.Took / time.Duration(l.Calls)
}

// hours are those that are kept: a day, and the one that runs.
const hours = 25

// Tally counts by hours, so that it is bounded. Use New.
type Tally struct {
	now func() time.Time

	mu  sync.Mutex
	of  [hours]map[string]*Line // by the operation
	ran [hours]int64            // which hour since 1970 each is
}

// New is an empty tally.
func New(now func() time.Time) *Tally { return &Tally{now: now} }

// Note counts one attempt.
func (t *Tally) Note(op string, err error, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	hour := t.now().Unix() / 3600
	at := hour % hours
	if t.of[at] == nil || t.ran[at] != hour {
		t.of[at], t.ran[at] = map[string]*Line{}, hour
	}
	line := t.of[at][op]
	if line == nil {
		line = &Line{Op: op}
		t.of[at][op] = line
	}
	line.Calls++
	line.Took += took
	if err != nil {
		line.Failed++
	}
	if supplier.KindOf(err) == supplier.KindThrottled {
		line.Throttled++
	}
}

// Lines are the operations of the last 24 hours, the most frequent first.
func (t *Tally) Lines() []Line {
	t.mu.Lock()
	defer t.mu.Unlock()
	hour := t.now().Unix() / 3600
	sum := map[string]Line{}
	for at, lines := range t.of {
		if hour-t.ran[at] >= hours {
			continue
		}
		for op, line := range lines {
			all := sum[op]
			sum[op] = Line{op, all.Calls + line.Calls, all.Failed + line.Failed, all.Throttled + line.Throttled, all.Took + line.Took}
		}
	}
	return sorting.Sorted(maps.Values(sum), func(a, b Line) int { return cmp.Or(cmp.Compare(b.Calls, a.Calls), strings.Compare(a.Op, b.Op)) })
}
