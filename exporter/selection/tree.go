package selection

import (
	"iter"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// tree finds which of a list of categories, each given by its id or its path, a
// product's category is or lies below.
//
// A product knows the id of its own category but only the names of those above it. So
// an id reaches what lies below it only once the tree has learned the id's path.
type tree struct {
	ids   map[string]int // places in the list
	paths map[string]int // by folded path
}

func newTree() tree { return tree{ids: map[string]int{}, paths: map[string]int{}} }

// add puts a category in, as the user wrote it, be it an id or a path. Where another
// spelling of the same path is there, it gives that one's place, which then is that of
// the text as an id as well: ids may differ in case alone.
func (t *tree) add(text string, place int) (same int, known bool) {
	id, path := strings.TrimSpace(text), foldPath(text)
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
// nearest first.
func (t *tree) over(id, path string) iter.Seq[int] {
	return func(yield func(int) bool) {
		if place, ok := t.ids[strings.TrimSpace(id)]; ok && !yield(place) {
			return
		}
		for ok := path != ""; ok; path, ok = above(path) {
			if place, listed := t.paths[path]; listed && !yield(place) {
				return
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
