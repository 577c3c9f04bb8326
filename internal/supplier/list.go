package supplier

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"sync"
)

// RawPage is one page of a list as it came, not decoded yet.
type RawPage struct {
	Index  int // from 0, in the list's order
	body   string
	around envelope // what the answer's headers say
}

// NewRawPage makes a page of an answer that was kept, for ProductPages.Decode. A body of
// nothing is a page without records: a number behind the last page's.
func NewRawPage(index int, body string) *RawPage { return &RawPage{Index: index, body: body} }

// Body is the answer as it came: the service's JSON, which holds no token.
func (r *RawPage) Body() string { return r.body }

// ListResult is what became of reading a list.
type ListResult struct {
	Pages    int        // that were read
	Items    int        // distinct ones
	Repeated int        // items that came again and were dropped
	Total    Opt[int64] // as the service announced it with its last page
	Complete bool       // the end was reached, and nothing is missing of Total where that is known
	Problem  string     // why the list is not complete, one line
}

// list reads one list page by page.
type list[T any] struct {
	client *Client
	op     *listOp[T]
	query  url.Values
	attrs  map[string]attribute
	plan   *plan

	joining sync.Mutex
	tables  []*table // the lists that are joined, by lookup

	// Of admit, which is called by one goroutine at a time.
	seen    IDSet
	again   func(*T) // where set, sees each item that came again
	result  ListResult
	within  int   // repeats of an item of the same page: the list itself has it twice
	counted int64 // records of the pages as the service counts them
	apart   bool  // a page gave more or fewer items than it has records
	stuck   int   // pages in a row that brought nothing new
	doubled int   // records at the front of the last page that ended the one before
	problem string
}

// newList prepares a list; an error of the query shows with the first page.
func newList[T any](c *Client, op *listOp[T], q *queryBuilder, perPage int) *list[T] {
	l := &list[T]{client: c, op: op, query: q.values, attrs: q.attrs, plan: newPlan(op.paging, op.linked)}
	if op.paging.perPage != "" {
		if perPage <= 0 {
			perPage = op.paging.size
		}
		l.plan.asked = min(perPage, op.paging.max)
	}
	if q.err != nil {
		_ = l.plan.fail(q.err)
	}
	return l
}

// fetch gets the next page; see ProductPages.Fetch.
func (l *list[T]) fetch(ctx context.Context) (*RawPage, error) {
	t, err := l.plan.take(ctx)
	if err != nil {
		return nil, err
	}
	raw, err := l.get(ctx, l.client.reads, t)
	if t.index > 0 && l.op.paging.end == endNotFound && KindOf(err) == KindNotFound {
		raw, err = NewRawPage(t.index, ""), nil
	}
	if err != nil {
		return nil, l.plan.fail(l.onPage(t.index, err))
	}
	if t.look {
		said, err := l.peek(raw)
		if err == nil {
			said.from, err = l.begin(t, raw, said)
		}
		if err == nil {
			err = l.plan.look(t, said)
		}
		if err != nil {
			return nil, l.plan.fail(l.onPage(t.index, err))
		}
	}
	return raw, nil
}

// get fetches one page through that caller.
func (l *list[T]) get(ctx context.Context, via caller, t ticket) (*RawPage, error) {
	if err := l.join(ctx); err != nil {
		return nil, err
	}
	r, err := l.request(t)
	if err != nil {
		return nil, err
	}
	a, err := via.call(ctx, r)
	if err != nil {
		return nil, err
	}
	around, err := readHeaders(&l.op.headers, a.header)
	if err != nil {
		return nil, &Error{Kind: KindProtocol, Op: l.op.op, Detail: fmt.Sprintf("page %d", t.index+1), Err: err}
	}
	page := NewRawPage(t.index, a.body)
	page.around = around
	return page, nil
}

// peek reads what stands around a page's records.
func (l *list[T]) peek(raw *RawPage) (envelope, error) {
	page, err := l.op.peekPage(raw.Body(), raw.around, l.tables)
	return page.envelope, err
}

// decode reads a page, its records into the memory of old ones.
func (l *list[T]) decode(raw *RawPage, records []T) ([]T, envelope, error) {
	page, err := l.op.readPage(raw.Body(), raw.around, l.tables, records)
	if err != nil {
		return page.records, page.envelope, l.plan.fail(l.onPage(raw.Index, err))
	}
	if page.count == 0 {
		l.plan.empty(raw.Index)
	}
	return page.records, page.envelope, nil
}

// onPage names the page, and for a wrong value the item, in an error.
func (l *list[T]) onPage(index int, err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e // an error of the call, which names itself
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return pageError(l.op.op, l.op.list, index, err)
}

// all reads the list from its beginning to its end, one page after the other.
func (l *list[T]) all(ctx context.Context, onPage func(envelope)) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for {
			records, err := l.step(ctx, onPage)
			if err == io.EOF { // as it is: a connection that was cut wraps one too
				break
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range records {
				if !yield(&records[i], nil) {
					return
				}
			}
		}
		if out := l.outcome(); !out.Complete {
			yield(nil, l.incomplete(out.Problem))
		}
	}
}

// step reads one page, into memory of its own.
func (l *list[T]) step(ctx context.Context, onPage func(envelope)) ([]T, error) {
	raw, err := l.fetch(ctx)
	if err != nil {
		return nil, err
	}
	records, said, err := l.decode(raw, nil)
	if err != nil {
		return nil, err
	}
	onPage(said)
	return l.admit(raw.Index, records, said)
}
