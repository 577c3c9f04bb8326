package client

import (
	"net/url"
	"sync"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// list reads one list page by page.
type list[T any] struct {
	client *Client
	op     *mapping.ListOp[T]
	path   string // in place of the operation's, "" where that is it
	query  url.Values
	attrs  map[string]mapping.Attribute
	plan   *plan

	lends  bool        // the memory of pages comes back, see supplier.RawPage.Release
	byLink atomic.Bool // the first page has no cursor, and the address of the next one

	joining sync.Mutex
	tables  []*mapping.Table // the lists that are joined, by lookup

	// Of admit, which is called by one goroutine at a time.
	seen    supplier.IDSet
	whole   bool     // a list that lost records while it was read counts as whole only with all that it began with
	again   func(*T) // where set, sees each item that came again
	result  supplier.ListResult
	within  int   // repeats of an item of the same page: the list itself has it twice
	counted int64 // records of the pages as the service counts them
	apart   bool  // a page gave more or fewer items than it has records
	stuck   int   // pages in a row that brought nothing new
	doubled int   // records at the front of the last page that ended the one before
	problem wording.Message
	largest int64               // total that a page announced
	shrank  supplier.Opt[int64] // the total of a page that is smaller than an earlier one's
}

// newList prepares a list; an error of the query shows with the first page.
func newList[T any](c *Client, op *mapping.ListOp[T], q *queryBuilder, perPage int) *list[T] {
	l := &list[T]{client: c, op: op, query: q.values, attrs: q.attrs, plan: newPlan(op.Paging, op.Linked)}
	if op.Paging.PerPage != "" {
		if perPage <= 0 {
			perPage = op.Paging.Size
		}
		l.plan.asked = min(perPage, op.Paging.Max)
	}
	if q.err != nil {
		_ = l.plan.fail(placed(q.err, c.at))
	}
	return l
}
