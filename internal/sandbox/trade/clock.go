package trade

import (
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// clock never goes back: ledgers and lists are ordered by its times.
type clock struct {
	now  func() time.Time
	mu   sync.Mutex
	last int64
}

// read returns the time in microseconds.
func (c *clock) read() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = max(c.last, contract.Micros(c.now()))
	return c.last
}
