// Package errand does what people ask for on a page that takes longer than a request may: one after
// the other, each once at a time, and what became of it is remembered for a while.
package errand

import (
	"context"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// most is how many errands wait, or are remembered by their end.
const most = 20

// Errand is one of them; T is what it finds. Name, Do and Most are needed.
type Errand[T any] struct {
	page.Errand        // how it stands: to be read by Find, and when it is over
	Name        string // one of a name is done at a time
	// Do does it, and says now and then how much of it is done.
	Do    func(ctx context.Context, progress func(done int64)) error
	Most  time.Duration // that it may take
	Found T             // by Do; to be read once it is over

	over chan struct{} // closed at its end
}

// Over is closed at the end of an errand that was given.
func (e *Errand[T]) Over() <-chan struct{} { return e.over }

// Queue has errands that are done one after the other while Run runs. What became of the last one
// of each name is remembered. Use New.
type Queue[T any] struct {
	queue chan *Errand[T]

	mu   sync.Mutex
	last map[string]*Errand[T] // by name
}

// New is a queue in which nothing waits.
func New[T any]() *Queue[T] {
	return &Queue[T]{queue: make(chan *Errand[T], most), last: map[string]*Errand[T]{}}
}

// Give has an errand done. One of that name that is not over is refused with a
// *refusal.Refusal, and so are more than can wait.
func (q *Queue[T]) Give(one *Errand[T]) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if before := q.last[one.Name]; before != nil && before.Running() {
		return refusal.New(failure.Usage, wording.NewMessage("page.errand_running"), wording.NewMessage("page.errand_running_way"))
	}
	q.forget()
	one.Began, one.over = time.Now(), make(chan struct{})
	select {
	case q.queue <- one:
		q.last[one.Name] = one
		return nil
	default:
		return refusal.New(failure.Usage, wording.NewMessage("page.errands_full"), wording.NewMessage("page.errand_running_way"))
	}
}

// forget keeps the number of errands bounded of which it is remembered what became.
func (q *Queue[T]) forget() {
	for len(q.last) >= most {
		oldest := ""
		for name, one := range q.last {
			if !one.Running() && (oldest == "" || one.Ended.Before(q.last[oldest].Ended)) {
				oldest = name
			}
		}
		if oldest == "" {
			return
		}
		delete(q.last, oldest)
	}
}

// Find is what became of the last errand of a name.
func (q *Queue[T]) Find(name string) (state page.Errand, one *Errand[T]) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if one = q.last[name]; one == nil {
		return page.Errand{}, nil
	}
	return one.Errand, one
}

// Run does what is given until ctx ends.
func (q *Queue[T]) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case one := <-q.queue:
			bounded, cancel := context.WithTimeout(ctx, one.Most)
			err := one.Do(bounded, func(done int64) {
				q.mu.Lock()
				defer q.mu.Unlock()
				one.Done = done
			})
			cancel()
			q.end(one, err)
		}
	}
}

func (q *Queue[T]) end(one *Errand[T], err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	one.Ended, one.Err = time.Now(), err
	close(one.over)
}
