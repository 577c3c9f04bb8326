package importer

import (
	"maps"
	"slices"
	"sync"
)

// flight knows the orders that this importer is sending, so that they are not taken
// for what a crash left behind.
type flight struct {
	mu     sync.Mutex
	orders map[int64]bool
}

func (f *flight) enter(id int64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.orders[id] {
		return false
	}
	if f.orders == nil {
		f.orders = map[int64]bool{}
	}
	f.orders[id] = true
	return true
}

func (f *flight) leave(id int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.orders, id)
}

func (f *flight) has(id int64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.orders[id]
}

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
