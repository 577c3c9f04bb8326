package importer

import (
	"maps"
	"slices"
	"sync"
)

// dirty collects the orders of which something became known, for the results to show.
type dirty struct {
	mu     sync.Mutex
	orders map[int64]bool
}

func (d *dirty) add(id int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.orders == nil {
		d.orders = map[int64]bool{}
	}
	d.orders[id] = true
}

func (d *dirty) take() []int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	ids := slices.Sorted(maps.Keys(d.orders))
	d.orders = nil
	return ids
}
