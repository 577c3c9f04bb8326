package web

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/dropbridge/dropbridge/internal/standing"
)

// askedFor is how long the state may take to be read, before whoever asks is told that it
// cannot be.
const askedFor = 5 * time.Second

// Shared is a Source that asks the one below it for a snapshot at most once in a while, for
// all clients together, however many ask at a time. What is in a snapshot must not be changed
// by whoever gets it. Use Share.
type Shared struct {
	Source
	every   time.Duration
	now     func() time.Time
	flight  singleflight.Group
	mu      sync.Mutex
	known   standing.Snapshot
	askedAt time.Time
}

// Share is a source whose snapshots are shared for that long.
func Share(source Source, every time.Duration, now func() time.Time) *Shared {
	return &Shared{Source: source, every: every, now: now}
}

// Snapshot is the last one, or a new one where that is too old. A client that leaves takes
// nothing from the others.
func (s *Shared) Snapshot(ctx context.Context) (standing.Snapshot, error) {
	s.mu.Lock()
	known, fresh := s.known, !s.askedAt.IsZero() && s.now().Sub(s.askedAt).Abs() < s.every
	s.mu.Unlock()
	if fresh {
		return known, nil
	}
	asked := s.flight.DoChan("", func() (any, error) { return s.ask(context.WithoutCancel(ctx)) })
	select {
	case <-ctx.Done():
		return standing.Snapshot{}, ctx.Err()
	case answer := <-asked:
		snapshot, _ := answer.Val.(standing.Snapshot)
		return snapshot, answer.Err
	}
}

// ask reads the state. A panic stays with whoever asked: it is in no handler of a request.
func (s *Shared) ask(ctx context.Context) (snapshot standing.Snapshot, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("read the state: %v", cause)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, askedFor)
	defer cancel()
	if snapshot, err = s.Source.Snapshot(ctx); err != nil {
		return standing.Snapshot{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known, s.askedAt = snapshot, s.now()
	return snapshot, nil
}

// Forget makes the next client get a new snapshot: something was changed.
func (s *Shared) Forget() {
	s.flight.Forget("")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.askedAt = time.Time{}
}
