package sandbox

import "sync"

// counts are the parts of Stats that live in memory.
type counts struct {
	mu       sync.Mutex
	requests map[string]map[string]int
	faults   map[string]int
	replays  int
}

func newCounts() *counts {
	return &counts{requests: map[string]map[string]int{}, faults: map[string]int{}}
}

func (c *counts) request(operation, outcome string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.requests[operation] == nil {
		c.requests[operation] = map[string]int{}
	}
	c.requests[operation][outcome]++
}

func (c *counts) fault(kind string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults[kind]++
}

func (c *counts) replay() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.replays++
}
