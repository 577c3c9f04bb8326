// Package turnstile brings into order what workers do side by side: pages of a list pass one
// after the other, each in its turn.
package turnstile

import (
	"context"
	"sync"
)

// Turnstile lets page 0 pass, then page 1, and so on, one at a time. Use New.
type Turnstile struct {
	mu      sync.Mutex
	next    int
	waiting map[int]chan struct{} // by page, closed when it is its turn
}

// New makes one that waits for page 0.
func New() *Turnstile { return &Turnstile{waiting: map[int]chan struct{}{}} }

// Pass waits until it is the turn of page index, runs do, and lets the next page come.
// A page whose do failed lets nobody pass; whoever waits then gives up with ctx, which
// the failing worker's group cancels.
func (t *Turnstile) Pass(ctx context.Context, index int, do func() error) error {
	select {
	case <-t.turn(index):
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := do(); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.next++
	if turn, ok := t.waiting[t.next]; ok {
		close(turn)
		delete(t.waiting, t.next)
	}
	return nil
}

// turn is closed when it is the turn of page index.
func (t *Turnstile) turn(index int) <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	turn := make(chan struct{})
	if t.next == index {
		close(turn)
	} else {
		t.waiting[index] = turn
	}
	return turn
}
