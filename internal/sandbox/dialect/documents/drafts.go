package documents

import (
	"sync"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// drafts are the orders that were made and not handed in, by the client's own numbers. The
// sandbox knows no drafts: it has the order from the first step on, under the id that it
// keeps. After a restart nobody remembers which were drafts, and all of them are in.
type drafts struct {
	mu      sync.Mutex
	numbers map[string]bool // false: it was handed in
}

// begin notes a draft before it is made, so that one whose answer is lost is a draft too. An
// order that is there already stays what it is. It reports whether there was none.
func (d *drafts) begin(number string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.numbers == nil {
		d.numbers = map[string]bool{}
	}
	_, there := d.numbers[number]
	if !there {
		d.numbers[number] = true
	}
	return !there
}

// forget takes back what begin noted.
func (d *drafts) forget(number string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.numbers, number)
}

// handIn reports whether the order was a draft, which it is no more.
func (d *drafts) handIn(number string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	was := d.numbers[number]
	d.numbers[number] = false
	return was
}

// show writes an order; one that is a draft says so, however far the sandbox has brought it.
func (d *drafts) show(o object) object {
	out := order().Show(o)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.numbers[shape.Text(o["external_id"])] {
		out["State"] = "Draft"
	}
	return out
}
