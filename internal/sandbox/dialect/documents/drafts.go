package documents

import (
	"sync"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// drafts are the orders that were made and not handed in. The sandbox knows no drafts: it
// has the order from the first step on, under the id that it keeps. After a restart nobody
// remembers which were drafts, and all of them are in.
type drafts struct {
	mu  sync.Mutex
	ids map[string]bool
}

func (d *drafts) add(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ids == nil {
		d.ids = map[string]bool{}
	}
	d.ids[id] = true
}

// handIn reports whether the order was a draft, which it is no more.
func (d *drafts) handIn(id string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	was := d.ids[id]
	delete(d.ids, id)
	return was
}

// show writes an order; one that is a draft says so, however far the sandbox has brought it.
func (d *drafts) show(o object) object {
	out := order().Show(o)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ids[shape.Text(o["id"])] {
		out["State"] = "Draft"
	}
	return out
}
