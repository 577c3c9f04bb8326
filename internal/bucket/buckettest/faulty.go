package buckettest

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/dropbridge/dropbridge/internal/bucket"
)

// ErrBusy is what a store says that is out of breath.
var ErrBusy = errors.New("503 Slow Down")

// Faulty is a store that fails as it is told to. Zero counts are no faults.
type Faulty struct {
	bucket.Store

	mu     sync.Mutex
	busy   int             // so many of the next calls are refused
	lost   int             // of so many of the next writes and deletions the answer is lost
	cut    int             // so many of the next reads end in the middle
	slow   int             // so many of the next calls last until their time is over
	hidden map[string]bool // what no list names yet
	lags   bool            // what is written is not listed
	calls  int
}

// Busy has the next n calls refused.
func (f *Faulty) Busy(n int) { f.set(func() { f.busy = n }) }

// Lose has the answers of the next n writes and deletions lost, which take place.
func (f *Faulty) Lose(n int) { f.set(func() { f.lost = n }) }

// Cut has the next n reads end in the middle.
func (f *Faulty) Cut(n int) { f.set(func() { f.cut = n }) }

// Slow has the next n calls last until their time is over.
func (f *Faulty) Slow(n int) { f.set(func() { f.slow = n }) }

// Lag has lists leave out what is written from now on, until it is called with false.
func (f *Faulty) Lag(lags bool) {
	f.set(func() {
		if f.lags = lags; !lags {
			f.hidden = nil
		}
	})
}

// Calls is how often the store was asked.
func (f *Faulty) Calls() (n int) {
	f.set(func() { n = f.calls })
	return n
}

func (f *Faulty) set(do func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	do()
}

// taken counts one fault down, and says whether there was one.
func (f *Faulty) taken(of *int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if *of > 0 {
		*of--
		return true
	}
	return false
}

// before is the fault of a call, nil where there is none.
func (f *Faulty) before(ctx context.Context) error {
	f.set(func() { f.calls++ })
	if f.taken(&f.busy) {
		return ErrBusy
	}
	if f.taken(&f.slow) {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

// Stat may fail.
func (f *Faulty) Stat(ctx context.Context, key string) (bucket.Object, error) {
	if err := f.before(ctx); err != nil {
		return bucket.Object{}, err
	}
	return f.Store.Stat(ctx, key)
}

// Read may fail, or end in the middle.
func (f *Faulty) Read(ctx context.Context, key string) (io.ReadCloser, error) {
	if err := f.before(ctx); err != nil {
		return nil, err
	}
	in, err := f.Store.Read(ctx, key)
	if err != nil || !f.taken(&f.cut) {
		return in, err
	}
	return &cutReader{in, 2}, nil
}

type cutReader struct {
	io.ReadCloser
	left int
}

func (c *cutReader) Read(p []byte) (int, error) {
	if c.left == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := c.ReadCloser.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}

// Write may fail, or take place without an answer.
func (f *Faulty) Write(ctx context.Context, key string, content io.ReadSeeker, sha string, when bucket.Condition) error {
	if err := f.before(ctx); err != nil {
		return err
	}
	err := f.Store.Write(ctx, key, content, sha, when)
	f.set(func() {
		if err == nil && f.lags {
			if f.hidden == nil {
				f.hidden = map[string]bool{}
			}
			f.hidden[key] = true
		}
	})
	if err == nil && f.taken(&f.lost) {
		return ErrBusy
	}
	return err
}

// Delete may fail, or take place without an answer.
func (f *Faulty) Delete(ctx context.Context, key string, when bucket.Condition) error {
	if err := f.before(ctx); err != nil {
		return err
	}
	err := f.Store.Delete(ctx, key, when)
	if err == nil && f.taken(&f.lost) {
		return ErrBusy
	}
	return err
}

// List may fail, or lag behind.
func (f *Faulty) List(ctx context.Context, prefix string, flat bool, from []byte) ([]bucket.Object, []byte, error) {
	if err := f.before(ctx); err != nil {
		return nil, nil, err
	}
	page, next, err := f.Store.List(ctx, prefix, flat, from)
	var named []bucket.Object
	f.set(func() {
		for _, object := range page {
			if !f.hidden[object.Key] {
				named = append(named, object)
			}
		}
	})
	return named, next, err
}

// Why knows the fault.
func (f *Faulty) Why(err error) bucket.Reason {
	if errors.Is(err, ErrBusy) {
		return bucket.Away
	}
	return f.Store.Why(err)
}
