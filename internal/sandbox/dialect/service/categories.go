package service

import (
	"sync"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// Categories is the tree of all products' categories. It is read once, since the
// categories of a catalogue do not change.
type Categories struct {
	mu    sync.Mutex
	nodes []Node // parents before their children; nil: not read
}

// Read returns the tree's nodes. It asks the sandbox each time, for the token and the
// faults that a request may meet.
func (c *Categories) Read(x *Exchange) ([]Node, error) {
	c.mu.Lock()
	known := c.nodes
	c.mu.Unlock()
	if known != nil {
		_, err := x.Page(ProductsPath, nil, 1, 1)
		return known, err
	}
	var t Tree
	err := x.Each(ProductsPath, nil, func(product object) { t.Add(shape.Member(product, "category")) })
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes = t.Nodes()
	return c.nodes, nil
}
