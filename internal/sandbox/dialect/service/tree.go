package service

import (
	"fmt"
	"hash/fnv"
	"net/url"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// Node is a category of a tree; a root has no parent.
type Node struct{ ID, Parent, Name string }

// Tree is made of what products say of their categories, parents before children.
// The contract names only the category of a product by id and those above it by name,
// so that a category above, where no product stands, gets an id made of its path.
type Tree struct {
	ids   map[string]string // by path
	paths [][]string        // of the categories that products stand in
	leafs []string          // their ids
	known map[string]bool
}

// Add takes the category of a product, which may be nil.
func (t *Tree) Add(category object) {
	id := shape.Text(category["id"])
	if id == "" || t.known[id] {
		return
	}
	if t.known == nil {
		t.known, t.ids = map[string]bool{}, map[string]string{}
	}
	path := shape.Texts(category["path"])
	if len(path) == 0 {
		path = []string{shape.Text(category["name"])}
	}
	t.known[id] = true
	t.paths, t.leafs = append(t.paths, path), append(t.leafs, id)
	if key := pathKey(path); t.ids[key] == "" {
		t.ids[key] = id
	}
}

func (t *Tree) Nodes() []Node {
	var nodes []Node
	planted := map[string]bool{}
	for i, path := range t.paths {
		parent := ""
		for depth := range path {
			id := t.leafs[i]
			if depth < len(path)-1 {
				id = t.id(path[:depth+1])
			}
			if !planted[id] {
				planted[id] = true
				nodes = append(nodes, Node{id, parent, path[depth]})
			}
			parent = id
		}
	}
	return nodes
}

func (t *Tree) id(path []string) string {
	key := pathKey(path)
	if id := t.ids[key]; id != "" {
		return id
	}
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(key)) // a hash takes everything
	return fmt.Sprintf("n%016x", sum.Sum64())
}

func pathKey(path []string) string { return strings.Join(path, "\x00") }

// Each goes through a whole list, page by page, so that never more than one is in
// memory.
func (x *Exchange) Each(path string, filters url.Values, do func(object)) error {
	for number := 1; ; number++ {
		p, err := x.Page(path, filters, number, MostRows)
		if err != nil {
			return err
		}
		for _, row := range p.Rows {
			do(row)
		}
		if number*MostRows >= p.Total {
			return nil
		}
	}
}
