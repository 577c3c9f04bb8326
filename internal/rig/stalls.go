package rig

import (
	"slices"
	"sync"
	"testing"
	"time"
)

const (
	stallTick  = 5 * time.Millisecond
	stallFloor = 10 * time.Millisecond // less is no stall
)

// Stalls are the times for which a busy machine let this process wait when something was due. It
// may be used by many at once.
type Stalls struct {
	mu   sync.Mutex
	list []stall // by the time of their end
}

// stall is one such time.
type stall struct {
	end  time.Time
	long time.Duration
}

// WatchStalls notes them until the test ends.
func WatchStalls(t testing.TB) *Stalls {
	s, end, ended := &Stalls{}, make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for due := time.Now().Add(stallTick); ; due = time.Now().Add(stallTick) {
			select {
			case <-end:
				return
			case <-time.After(time.Until(due)):
			}
			s.note(time.Now(), time.Since(due))
		}
	}()
	t.Cleanup(func() {
		close(end)
		<-ended
	})
	return s
}

func (s *Stalls) note(end time.Time, long time.Duration) {
	if long < stallFloor {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, stall{end, long})
}

// Longest is the longest of them that touches a time, 0 for none.
func (s *Stalls) Longest(from, to time.Time) (longest time.Duration) {
	if s == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	at, _ := slices.BinarySearchFunc(s.list, from, func(one stall, t time.Time) int { return one.end.Compare(t) })
	for _, one := range s.list[at:] {
		longest = max(longest, one.long)
		if one.end.After(to) { // the next one began after it
			break
		}
	}
	return longest
}
