package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// copyRead streams the copy with the changes in it.
type copyRead struct {
	store *Store
	file  *os.File
	*contents
	codec   *codec
	list    supplier.ProductPages // decodes what is kept; it fetches nothing
	now     func() time.Time
	changes *changes
	bytes   int      // of the pages of earlier builds' changes
	news    [][]byte // the pages of this build's changes, compressed
	horizon horizon

	mu      sync.Mutex
	blocks  *blocks
	next    int           // index of the next page to hand out
	decoded int           // of the copy's pages
	settled chan struct{} // closed when all of them are decoded, or one cannot be
	failed  error
	tail    []*change // what is new; known once settled

	// Of Admit.
	seen    supplier.IDSet
	result  supplier.ListResult
	records int64 // of the pages so far
}

// tailPage is how many new products make a page.
const tailPage = 200

func (c *copyRead) Fetch(ctx context.Context) (*supplier.RawPage, error) {
	index, packed, err := c.take()
	if err != nil {
		return nil, err
	}
	if packed == nil {
		return c.fetchTail(ctx)
	}
	body, err := c.codec.unpack(packed)
	if err != nil {
		return nil, c.fail(fmt.Errorf("read page %d of the copy of the product list: %w", index+1, err))
	}
	return supplier.NewRawPage(index, body), nil
}

// take reads the next of the copy's pages, compressed; nil after the last one.
func (c *copyRead) take() (index int, packed []byte, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed != nil || c.next >= c.end.Pages {
		return 0, nil, c.failed
	}
	kind, payload, err := c.blocks.next()
	if err == nil && kind != blockPage {
		err = errors.New("a page is missing")
	}
	if err != nil {
		return 0, nil, c.failLocked(fmt.Errorf("read page %d of the copy of the product list: %w", c.next+1, err))
	}
	c.next++
	return c.next - 1, slices.Clone(payload), nil
}

// fetchTail hands out a page of new products: which those are is known only when every
// page of the copy was looked through.
func (c *copyRead) fetchTail(ctx context.Context) (*supplier.RawPage, error) {
	select {
	case <-c.settled:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed != nil {
		return nil, c.failed
	}
	if (c.next-c.end.Pages)*tailPage >= len(c.tail) {
		return nil, io.EOF
	}
	c.next++
	return supplier.NewRawPage(c.next-1, ""), nil
}

func (c *copyRead) Decode(raw *supplier.RawPage, into *supplier.ProductPage) error {
	if raw.Index >= c.end.Pages {
		c.decodeTail(raw.Index-c.end.Pages, into)
		return nil
	}
	if err := c.list.Decode(raw, into); err != nil {
		return c.fail(fmt.Errorf("read the copy of the product list: %w", err))
	}
	c.changes.apply(into)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.decoded++; c.decoded == c.end.Pages && c.failed == nil {
		c.settle()
	}
	return nil
}

// decodeTail fills the page with new products.
func (c *copyRead) decodeTail(page int, into *supplier.ProductPage) {
	part := c.tail[page*tailPage : min(len(c.tail), (page+1)*tailPage)]
	*into = supplier.ProductPage{Index: c.end.Pages + page, Products: make([]supplier.Product, 0, len(part))}
	into.Around.Count = len(part)
	for i, changed := range part {
		changed.appendTo(into, i+1)
	}
}

// settle finds what is new. The lock is held.
func (c *copyRead) settle() {
	c.tail = c.changes.unlisted()
	close(c.settled)
}

// fail ends the reading with an error; the first one stays.
func (c *copyRead) fail(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failLocked(err)
}

func (c *copyRead) failLocked(err error) error {
	if c.failed == nil {
		c.failed = err
		if c.decoded < c.end.Pages {
			close(c.settled)
		}
	}
	return err
}

func (c *copyRead) Admit(page *supplier.ProductPage) error {
	products, kept, odd := page.Products, 0, 0
	for i := range products {
		for ; odd < len(page.Unreadable) && page.Unreadable[odd].Before <= i; odd++ {
			c.admitUnreadable(&page.Unreadable[odd], kept)
		}
		if !c.seen.Add(products[i].ID) {
			c.result.Repeated++
			continue
		}
		if kept < i {
			products[kept], products[i] = products[i], products[kept] // a swap, as products own lists
		}
		kept++
	}
	for ; odd < len(page.Unreadable); odd++ {
		c.admitUnreadable(&page.Unreadable[odd], kept)
	}
	page.Products = products[:kept]
	c.records += int64(page.Around.Count)
	c.result.Pages++
	c.result.Items += kept
	return nil
}

// admitUnreadable numbers and counts a product that could not be read.
func (c *copyRead) admitUnreadable(odd *supplier.Unreadable, before int) {
	odd.Before, odd.Position = before, c.records+int64(odd.Item)
	if odd.ID != "" && !c.seen.Add(odd.ID) {
		c.result.Repeated++
		return
	}
	c.result.Unread++
}

func (c *copyRead) Result() supplier.ListResult {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.result
	items := c.end.Items + len(c.tail)
	out.Total = supplier.Some(int64(items))
	pages := c.end.Pages + (len(c.tail)+tailPage-1)/tailPage
	switch {
	case c.failed != nil:
		out.Problem = c.failed.Error()
	case c.decoded < c.end.Pages || out.Pages != pages:
		out.Problem = "the copy was not read to its end"
	case out.Items+out.Unread != items:
		out.Problem = fmt.Sprintf("the copy has %d distinct products, and should have %d", out.Items+out.Unread, items)
	}
	out.Complete = out.Problem == ""
	return out
}

func (c *copyRead) source() string {
	began := c.begin.Began.In(c.now().Location()).Format("15:04")
	switch n := c.changes.count(); n {
	case 0:
		return fmt.Sprintf("copy of %s without changes", began)
	case 1:
		return fmt.Sprintf("copy of %s with 1 change", began)
	default:
		return fmt.Sprintf("copy of %s with %d changes", began, n)
	}
}
