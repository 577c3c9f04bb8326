package client

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// plan hands out the pages of one list to concurrent workers. Where the number of
// pages is known they are fetched side by side; the last known one, and every page
// whose number is not known, is looked at before another is handed out.
type plan struct {
	paging mapping.Paging
	linked bool // whether an answer says if there is a next page
	asked  int  // records that a page is asked for, 0 where the service decides

	mu      sync.Mutex
	changed chan struct{} // closed when a waiting worker should look again
	next    int           // index of the next page to hand out
	known   int           // pages that are known to exist
	size    int           // records of each page but the last, 0 where that is not certain
	capped  bool          // the announced number of pages is too small for what pages hold
	looking bool          // a page is under way that tells whether more follow
	read    int64         // records of the pages that were looked at
	largest int           // records of the largest one of them
	looked  int           // how many that were
	hollow  int           // how many of the last ones had no record
	from    string        // where the next page begins, see supplier.Envelope
	ended   bool          // no page follows those that are known
	failed  error
}

// ticket is one page to fetch.
type ticket struct {
	index  int
	offset int64  // of its first record
	from   string // the cursor, the address or the last id that it begins at
	look   bool   // whether look has to be called with what the page says
}

func newPlan(paging mapping.Paging, linked bool) *plan {
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
		t = ticket{look: p.next == p.known-1}
	case p.looking:
		return t, p.changed, nil
	case p.ended:
		return t, nil, io.EOF
	default:
		t = ticket{from: p.from, look: true}
	}
	t.index, t.offset = p.next, p.read
	if p.size > 0 && p.known > 0 { // the pages are known, and not all of them were looked at
		t.offset = int64(p.next) * int64(p.size)
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

// Lists that lead back to where they are.
var (
	errCircle = errors.New("it names itself as the next page")
	errBorder = errors.New("it ends with the record that it begins after: where the service sends that record again, the mapping's paging needs inclusive: true and pages larger than what shares one value of from")
)

// look learns from a page what follows.
func (p *plan) look(t ticket, said supplier.Envelope) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	end := false
	if said.From != "" && said.From == t.from {
		if p.paging.Kind != mapping.PagingLastID {
			return errCircle // workers go on waiting until the caller has named the page and fails the list
		}
		// A page of nothing but what it began with is the end. A full one may hide more.
		if end = p.paging.Inclusive && (said.Count == 1 || said.Count < p.largest || p.short(said)); !end {
			return errBorder
		}
	}
	p.looking = false
	p.looked++
	defer p.wake()
	p.read += int64(max(said.Count, 0))
	p.largest = max(p.largest, said.Count)
	p.from = strings.Clone(said.From) // the page may be gone before the next one is asked for
	p.ended = end || p.last(t, said)
	return nil
}

// last reports whether nothing follows a page that was looked at.
func (p *plan) last(t ticket, said supplier.Envelope) bool {
	if said.Count == 0 {
		p.hollow++
		return !p.named() || said.From == "" || p.hollow > maxHollow
	}
	if p.hollow = 0; said.More.Known {
		return !said.More.Value
	}
	switch p.paging.Kind {
	case mapping.PagingNone:
		return true
	case mapping.PagingCursor, mapping.PagingLink: // what the service names counts, however short a page is
		return said.From == ""
	case mapping.PagingLastID:
		return p.short(said)
	}
	if pages := p.pages(t, said); pages > 0 {
		// More pages than at the beginning: the list grew while it was read.
		p.known = max(p.known, int(min(pages, maxPages)))
		return p.known <= t.index+1
	}
	switch {
	case p.linked:
		return said.Next == "" && said.Cursor == ""
	case said.Total.Known:
		return p.read >= said.Total.Value && (p.looked > 1 || said.Count != p.asked)
	}
	return p.short(said)
}

// pages is how many pages the list has, 0 where that is not certain: an announced number
// that the page itself contradicts, and a total without pages of a known size.
func (p *plan) pages(t ticket, said supplier.Envelope) int64 {
	count := int64(said.Count)
	if t.index == 0 && (said.Count == p.asked || said.Size == supplier.Some(count)) {
		p.size = said.Count
	}
	announced := said.TotalPages
	// A service may give fewer records than asked for, and still count its pages by what
	// was asked for.
	if t.index == 0 {
		p.capped = said.Total.Known && announced.Value*count < said.Total.Value
	}
	byNumber := p.paging.Kind == mapping.PagingPage || p.size > 0
	switch {
	case announced.Known && announced.Value > int64(t.index) && byNumber && !p.capped:
		return announced.Value
	case said.Total == supplier.Some(count) && t.index == 0 && said.Count == p.asked:
		return 0 // a full page and no more: or a total that only counts the page
	case p.size > 0 && said.Total.Known:
		size := int64(p.size)
		return max(1, said.Total.Value/size+min(1, said.Total.Value%size))
	}
	return 0
}

// short reports whether a page holds fewer records than asked for, where that ends a list.
func (p *plan) short(said supplier.Envelope) bool {
	asked := int64(p.asked)
	if said.Size.Known {
		asked = said.Size.Value
	} else if p.looked == 1 { // a service may give fewer than asked for each time: the next page tells
		return false
	} else if p.largest > 0 {
		asked = min(asked, int64(p.largest))
	}
	return p.paging.End == mapping.EndShort && int64(said.Count) < asked
}

// maxPages bounds what a service can make us ask for.
const maxPages = 10_000_000

// maxHollow is how many pages without records may follow each other where the service
// names the next one each time.
const maxHollow = 100

// named reports whether the service names the next page.
func (p *plan) named() bool {
	return p.paging.Kind == mapping.PagingCursor || p.paging.Kind == mapping.PagingLink
}

// empty notes a page without records: none can follow it, but where the service names one.
func (p *plan) empty(index int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.named() {
		return
	}
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
