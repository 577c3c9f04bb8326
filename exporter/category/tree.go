package category

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Tree gathers the categories of all offers. Products know only their leaf with
// the names above it; the parents' ids come from other products' leaves, or from the
// parent's path.
type Tree struct {
	leaves []*leaf
	byID   map[string]*leaf
	byPath map[string]*leaf // the first leaf at a path

	// The ids of categories without offers, by path: as products that are not in the feed
	// have them, and as the feed had them when it was last published.
	present, remembered map[string]string

	last []Listed // as the feed had them when it was last published
}

type leaf struct {
	id        string
	names     []string
	path      string
	ambiguous bool
}

// NewTree is a tree without categories.
func NewTree() *Tree {
	return &Tree{byID: map[string]*leaf{}, byPath: map[string]*leaf{}, present: map[string]string{}, remembered: map[string]string{}}
}

// Know notes the id of a category that a product has, whether it is in the feed or not:
// the ids of categories above others must not depend on what is left out today.
func (t *Tree) Know(c *supplier.Category) {
	id := idOf(c)
	if id == "" || len(c.Path) == 0 {
		return
	}
	if path := joinPath(c.Path); t.present[path] == "" {
		t.present[strings.Clone(path)] = strings.Clone(id)
	}
}

// Add notes a category. It reports whether its id stood for another path before, the
// first time that this is seen; the first path holds.
func (t *Tree) Add(id string, names []string) (contradicts bool) {
	if known, ok := t.byID[id]; ok {
		if slices.Equal(known.names, names) || known.ambiguous {
			return false
		}
		known.ambiguous = true
		return true
	}
	l := &leaf{id: strings.Clone(id)}
	for _, name := range names {
		l.names = append(l.names, strings.Clone(name))
	}
	l.path = joinPath(l.names)
	t.leaves = append(t.leaves, l)
	t.byID[l.id] = l
	if t.byPath[l.path] == nil {
		t.byPath[l.path] = l
	}
	return false
}

// Listed is a category as it stands in a feed.
type Listed struct {
	ID, Parent, Name string   // Parent is "" at the root
	Path             []string // names from the root, its own included
}

// List gives all categories, parents first, otherwise in the order of the list.
func (t *Tree) List() []Listed {
	w := &treeWriter{tree: t, ids: map[string]string{}, seen: map[string]bool{}}
	for _, l := range t.leaves {
		w.leaf(l)
	}
	return w.out
}

type treeWriter struct {
	tree *Tree
	ids  map[string]string // of paths without a leaf
	seen map[string]bool   // ids that are listed
	out  []Listed
}

func (w *treeWriter) leaf(l *leaf) {
	w.put(l.id, l.names)
}

func (w *treeWriter) put(id string, names []string) {
	if w.seen[id] {
		return
	}
	w.seen[id] = true
	parent := ""
	if above := names[:len(names)-1]; len(above) > 0 {
		parent = w.id(above)
		w.put(parent, above)
	}
	w.out = append(w.out, Listed{id, parent, nameOf(id, names), names})
}

// nameOf is the name of a category by its path: its id where that is blank, as readers refuse
// a category without a name.
func nameOf(id string, names []string) string {
	if name := names[len(names)-1]; !encode.Blank(name) {
		return name
	}
	return id
}

// id is the id of the category at a path: a product's where one has it, else one from
// the path that no other category has.
func (w *treeWriter) id(names []string) string {
	path := joinPath(names)
	if l := w.tree.byPath[path]; l != nil {
		return l.id
	}
	id, known := w.ids[path]
	for _, had := range [...]string{w.tree.present[path], w.tree.remembered[path]} {
		if !known && had != "" && w.tree.byID[had] == nil && !w.seen[had] {
			id, known = had, true
			w.ids[path] = id
		}
	}
	for n := pathID(path); !known; n++ {
		id = strconv.FormatUint(n, 10)
		if w.tree.byID[id] == nil && !w.seen[id] {
			known = true
			w.ids[path] = id
		}
	}
	return id
}

// idOf is the supplier's id of a category as XML can hold it, "" where it gave
// none. Zero is an id that readers refuse.
func idOf(c *supplier.Category) string {
	if c.ID == "0" || encode.Blank(c.ID) {
		return ""
	}
	return encode.Strip(c.ID)
}

// joinPath makes a path the key of a map; names hold no NUL that would matter.
func joinPath(names []string) string { return strings.Join(names, "\x00") }

// pathID is a number of nine digits that a path always has, in this build and the next:
// shops keep ids of categories in columns of 32 bits.
func pathID(path string) uint64 {
	sum := sha256.Sum256([]byte(path))
	return 1e8 + binary.BigEndian.Uint64(sum[:])%9e8
}
