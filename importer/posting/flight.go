package posting

import (
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
