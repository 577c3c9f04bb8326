package category

import (
	"strconv"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// None is where the offers go that have no category, in formats that need one.
const None = "Без категорії"

// Keys gives the ids of categories in one feed. Many may ask it at once.
type Keys struct {
	remembered map[string]string // by path, as the feed had them when it was last published

	mu    sync.RWMutex
	made  map[string]string // by path, of categories to which the supplier gave no id
	paths map[string]string // the same by id
}

// NewKeys makes the ids of a feed whose memory the tree has read.
func NewKeys(t *Tree) *Keys {
	return &Keys{remembered: t.remembered, made: map[string]string{}, paths: map[string]string{}}
}

// Append appends the id of a category: the supplier's own or, where it gave none, the one that
// the feed had for its path, else a number of nine digits that comes of the path. Keys that are
// nil know of no other paths.
func (k *Keys) Append(dst []byte, c *supplier.Category) []byte {
	if id := idOf(c); id != "" {
		return append(dst, id...)
	}
	path := joinPath(Names(c))
	if k == nil {
		return strconv.AppendUint(dst, pathID(path), 10)
	}
	k.mu.RLock()
	id, known := k.made[path]
	k.mu.RUnlock()
	if !known {
		id = k.make(path)
	}
	return append(dst, id...)
}

// make gives a path its id. Two paths of one number, which hardly ever happens, are told apart.
func (k *Keys) make(path string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if id, known := k.made[path]; known { // another worker was faster
		return id
	}
	id := k.remembered[path]
	for n := pathID(path); id == ""; n++ {
		if made := strconv.FormatUint(n, 10); k.paths[made] == "" {
			id = made
		}
	}
	path = strings.Clone(path) // of a single name it is the name, which belongs to a page
	k.made[path], k.paths[id] = id, path
	return id
}

// Names is the way to a category, which always has a last name.
func Names(c *supplier.Category) []string {
	switch {
	case len(c.Path) > 0:
		return c.Path
	case c.Name != "":
		return []string{c.Name}
	}
	if id := idOf(c); id != "" {
		return []string{id}
	}
	return []string{None}
}
