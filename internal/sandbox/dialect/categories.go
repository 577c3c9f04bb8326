package dialect

import (
	"sync"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// categories is the tree of all products' categories. It is read once, since the
// categories of a catalogue do not change.
type categories struct {
	mu    sync.Mutex
	nodes []node // parents before their children; nil: not read
}

// read returns the tree's nodes. It asks the sandbox each time, for the token and the
// faults that a request may meet.
func (c *categories) read(x *exchange) ([]node, error) {
	c.mu.Lock()
	known := c.nodes
	c.mu.Unlock()
	if known != nil {
		_, err := x.page(productsPath, nil, 1, 1)
		return known, err
	}
	var t tree
	err := x.each(productsPath, nil, func(product object) { t.add(shape.Member(product, "category")) })
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes = t.nodes()
	return c.nodes, nil
}
