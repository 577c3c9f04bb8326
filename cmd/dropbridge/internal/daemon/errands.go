package daemon

import (
	"context"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const (
	mostErrands  = 20 // that wait, or whose end is remembered
	longestLook  = 5 * time.Minute
	longestChore = 2 * time.Hour
	choresAtOnce = 4 // a supplier who is slow keeps nobody else's books waiting
)

// errands are what people asked for on the page that takes longer than a request may: done one
// after the other while the daemon runs. What became of the last one of each name is
// remembered. Use newErrands.
type errands struct {
	queue chan *errand

	mu   sync.Mutex
	last map[string]*errand // by name
}

// errand is one of them.
type errand struct {
	page.Errand
	name string
	do   func(ctx context.Context, progress func(done int64)) error
	most time.Duration
	over chan struct{} // closed at its end

	found *seen // by a look, once it is over
}

// seen is what a look has found. It is read once its errand is over.
type seen struct {
	shown   []exporter.Shown
	missing []string
	ledger  closed.OfOrder
}

func newErrands() *errands {
	return &errands{queue: make(chan *errand, mostErrands), last: map[string]*errand{}}
}

// give has an errand done. One of that name that is not over is refused with a
// *refusal.Refusal, and so are more than can wait.
func (e *errands) give(one *errand) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if before := e.last[one.name]; before != nil && before.Running() {
		return refusal.New(failure.Usage, wording.NewMessage("page.errand_running"), wording.NewMessage("page.errand_running_way"))
	}
	e.forget()
	one.Began, one.over = time.Now(), make(chan struct{})
	select {
	case e.queue <- one:
		e.last[one.name] = one
		return nil
	default:
		return refusal.New(failure.Usage, wording.NewMessage("page.errands_full"), wording.NewMessage("page.errand_running_way"))
	}
}

// forget keeps the number of errands bounded of which it is remembered what became.
func (e *errands) forget() {
	for len(e.last) >= mostErrands {
		oldest := ""
		for name, one := range e.last {
			if !one.Running() && (oldest == "" || one.Ended.Before(e.last[oldest].Ended)) {
				oldest = name
			}
		}
		if oldest == "" {
			return
		}
		delete(e.last, oldest)
	}
}

// find is what became of the last errand of a name.
func (e *errands) find(name string) (state page.Errand, one *errand) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if one = e.last[name]; one == nil {
		return page.Errand{}, nil
	}
	return one.Errand, one
}

// run does what is given until ctx ends.
func (e *errands) run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case one := <-e.queue:
			bounded, cancel := context.WithTimeout(ctx, one.most)
			err := one.do(bounded, func(done int64) {
				e.mu.Lock()
				defer e.mu.Unlock()
				one.Done = done
			})
			cancel()
			e.end(one, err)
		}
	}
}

func (e *errands) end(one *errand, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	one.Ended, one.Err = time.Now(), err
	close(one.over)
}
