package selection

import (
	"iter"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// tree finds which of a list of categories, each given by its id, its path or a chain of
// names that may stand anywhere ("* > Чайники"), a product's category is or lies below.
//
// A product knows the id of its own category but only the names of those above it. So
// an id reaches what lies below it only once the tree has learned the id's path.
type tree struct {
	ids   map[string]int // places in the list
	paths map[string]int // by folded path
	names map[string]int // by folded chain of names, which may stand anywhere
}

func newTree() tree {
	return tree{ids: map[string]int{}, paths: map[string]int{}, names: map[string]int{}}
}

// anywhere stands before a chain of names that is wanted wherever it is.
const anywhere = "*"

// chainOf is the folded chain of names of a folded path that begins with the star.
func chainOf(path string) (chain string, starred bool) {
	return strings.CutPrefix(path, anywhere+level)
}

// misplaced reports whether a folded path has the star elsewhere than before a chain of names.
func misplaced(path string) bool {
	chain, _ := chainOf(path)
	return slices.Contains(strings.Split(chain, level), anywhere)
}

// starMend says how the star is written.
const starMend = `the star stands before a name that may be anywhere, as "* > Чайники"`

// add puts a category in, as the user wrote it, be it an id, a path or a chain. Where another
// spelling of the same path is there, it gives that one's place, which then is that of
// the text as an id as well: ids may differ in case alone.
func (t *tree) add(text string, place int) (same int, known bool) {
	id, path := strings.TrimSpace(text), foldPath(text)
	if chain, starred := chainOf(path); starred {
		if same, known = t.names[chain]; !known {
			t.names[chain] = place
		}
		return same, known
	}
	if same, known = t.paths[path]; known {
		t.ids[id] = same
		return same, true
	}
	t.ids[id] = place
	t.paths[path] = place
	return 0, false
}

// learn lets the id of a category reach what lies below the category's path. What is
// listed by its path stays what it is.
func (t *tree) learn(c *supplier.Category) {
	place, listed := t.ids[strings.TrimSpace(c.ID)]
	path := pathOf(c)
	if !listed || path == "" {
		return
	}
	if _, taken := t.paths[path]; !taken {
		t.paths[path] = place
	}
}

// over gives the places of all listed categories that a category is or lies below, the
// nearest first: by its id, by its path or one above it, and then by names alone.
func (t *tree) over(id, path string) iter.Seq[int] {
	return func(yield func(int) bool) {
		if place, ok := t.ids[strings.TrimSpace(id)]; ok && !yield(place) {
			return
		}
		for way, ok := path, path != ""; ok; way, ok = above(way) {
			if place, listed := t.paths[way]; listed && !yield(place) {
				return
			}
		}
		if len(t.names) == 0 {
			return
		}
		for place := range t.named(path) {
			if !yield(place) {
				return
			}
		}
	}
}

// named gives the places of the chains that a path has in it: that of the deepest last name
// first, and of two that end with the same name the longer one.
func (t *tree) named(path string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for way, ok := path, path != ""; ok; way, ok = above(way) {
			for chain, more := way, true; more; _, chain, more = strings.Cut(chain, level) {
				if place, listed := t.names[chain]; listed && !yield(place) {
					return
				}
			}
		}
	}
}

// nearest is the first that over gives.
func (t *tree) nearest(id, path string) (place int, ok bool) {
	for place := range t.over(id, path) {
		return place, true
	}
	return 0, false
}
