package supplier

import (
	"context"
	"errors"
	"io"
	"sync"
)

// plan hands out the pages of one list to concurrent workers. Where the number of
// pages is known they are fetched side by side; the last known one, and every page
// whose number is not known, is looked at before another is handed out.
type plan struct {
	paging paging
	linked bool // whether an answer says if there is a next page

	mu      sync.Mutex
	changed chan struct{} // closed when a waiting worker should look again
	next    int           // index of the next page to hand out
	known   int           // pages that are known to exist
	looking bool          // a page is under way that tells whether more follow
	cursor  string        // of the next page
	ended   bool          // no page follows those that are known
	failed  error
}

// ticket is one page to fetch.
type ticket struct {
	index  int
	cursor string
	look   bool // whether look has to be called with what the page says
}

func newPlan(paging paging, linked bool) *plan {
	return &plan{paging: paging, linked: linked, changed: make(chan struct{})}
}

// take gives the next page, io.EOF after the last, and the error of the list once it has failed.
func (p *plan) take(ctx context.Context) (ticket, error) {
	for {
		p.mu.Lock()
		t, changed, err := p.try()
		p.mu.Unlock()
		if changed == nil {
			return t, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ticket{}, ctx.Err()
		}
	}
}

// try gives a page or an error, or what to wait for. The lock is held.
func (p *plan) try() (t ticket, wait <-chan struct{}, err error) {
	switch {
	case p.failed != nil:
		return t, nil, p.failed
	case p.next < p.known:
		t = ticket{index: p.next, look: p.next == p.known-1}
	case p.looking:
		return t, p.changed, nil
	case p.ended:
		return t, nil, io.EOF
	default:
		t = ticket{index: p.next, cursor: p.cursor, look: true}
	}
	p.next++
	p.looking = p.looking || t.look
	return t, nil, nil
}

// wake lets waiting workers look again. The lock is held.
func (p *plan) wake() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// fail ends the list with an error; the first one stays.
func (p *plan) fail(err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed == nil {
		p.failed = err
		p.wake()
	}
	return err
}

// errCircle is a list that leads back to where it is.
var errCircle = errors.New("it names itself as the next page")

// look learns from a page what follows.
func (p *plan) look(t ticket, said envelope) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if said.cursor != "" && said.cursor == t.cursor {
		return errCircle // workers go on waiting until the caller has named the page and fails the list
	}
	p.looking = false
	defer p.wake()
	switch {
	case p.paging.kind == pagingNone || said.count == 0:
		p.ended = true
	case p.paging.kind == pagingCursor:
		p.cursor, p.ended = said.cursor, said.cursor == ""
	case said.totalPages.Known:
		// More pages than at the beginning: the list grew while it was read.
		p.known = max(p.known, int(min(said.totalPages.Value, maxPages)))
		p.ended = p.known <= t.index+1
	default:
		p.ended = p.linked && said.next == "" && said.cursor == ""
	}
	return nil
}

// maxPages bounds what a service can make us ask for.
const maxPages = 10_000_000

// empty notes a page without records: none can follow it.
func (p *plan) empty(index int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if index < p.known || p.ended {
		p.known = min(p.known, index+1)
		p.ended = true
		p.wake()
	}
}

// counted reports whether the number of pages is known in advance.
func (p *plan) counted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known > 0
}

// state is how many pages were handed out, and whether they are all of the list.
func (p *plan) state() (pages int, ended bool, failed error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.next, p.ended && !p.looking && p.next >= p.known, p.failed
}
