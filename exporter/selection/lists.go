package selection

import (
	"strings"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// entry is one line of a filter's list.
type entry struct {
	text string // as the user wrote it
	line int    // in a file, else 0
	used atomic.Bool
}

// use notes that a product had it. The look first spares the workers a fight over the
// cache line.
func (e *entry) use() {
	if !e.used.Load() {
		e.used.Store(true)
	}
}

// nameSet is a list of brands or SKUs; nil is none.
type nameSet struct {
	key, file string
	entries   []*entry
	places    map[string]int // by brand, folded, or by SKU
}

func newNameSet(key, file string) *nameSet {
	return &nameSet{key: key, file: file, places: map[string]int{}}
}

func (s *nameSet) add(name, text string, line int) {
	if _, known := s.places[name]; !known {
		s.places[name] = len(s.entries)
		s.entries = append(s.entries, &entry{text: text, line: line})
	}
}

// has notes that a product had the name.
func (s *nameSet) has(name string) bool {
	if s == nil {
		return false
	}
	place, ok := s.places[name]
	if ok {
		s.entries[place].use()
	}
	return ok
}

// nameLists are the names that are wanted and those that are not.
type nameLists struct{ only, not *nameSet }

func (l *nameLists) take(name string) bool {
	name = strings.TrimSpace(name)
	wanted := l.only == nil || l.only.has(name)
	refused := l.not.has(name)
	return wanted && !refused
}

// supplierSet is nil for no suppliers.
func supplierSet(key string, names Names) *nameSet {
	if names == nil {
		return nil
	}
	set := newNameSet(key, "")
	for _, name := range names {
		set.add(strings.TrimSpace(name), name, 0)
	}
	return set
}

// brandLists are the brands that are wanted and those that are not, with the verdict
// for each spelling that products have.
type brandLists struct {
	only, not *nameSet
	seen      memo[string, bool]
}

// brandSet is nil for no brands.
func brandSet(key string, brands Names) (*nameSet, error) {
	if brands == nil {
		return nil, nil
	}
	set := newNameSet(key, "")
	for _, text := range brands {
		name := fold(text)
		if name == "" {
			return nil, blankEntry(key, text)
		}
		set.add(name, strings.TrimSpace(text), 0)
	}
	return set, nil
}

func (b *brandLists) take(brand string) bool {
	if b.only == nil && b.not == nil {
		return true
	}
	if verdict, ok := b.seen.get(brand); ok {
		return verdict
	}
	name := fold(brand)
	wanted := b.only == nil || b.only.has(name)
	refused := b.not.has(name)
	verdict, _ := b.seen.put(strings.Clone(brand), wanted && !refused)
	return verdict
}

// categorySet is a list of categories; nil is none.
type categorySet struct {
	key     string
	entries []*entry
	tree    tree
}

// newCategorySet is nil for no categories.
func newCategorySet(key string, categories Names) (*categorySet, error) {
	if categories == nil {
		return nil, nil
	}
	set := &categorySet{key: key, tree: newTree()}
	for _, text := range categories {
		if foldPath(text) == "" {
			return nil, blankEntry(key, text)
		}
		if misplaced(foldPath(text)) {
			return nil, filterError(starMend, "%s has the entry %s, with a star in the place of a name", key, shown([]string{text}))
		}
		if _, known := set.tree.add(text, len(set.entries)); !known {
			set.entries = append(set.entries, &entry{text: strings.TrimSpace(text)})
		}
	}
	return set, nil
}

func blankEntry(key, text string) error {
	return filterError("fill or remove it", "%s has the entry %s, which names nothing", key, shown([]string{text}))
}

// has reports whether a category is in the list or below one that is, and notes every
// entry for which this is so.
func (s *categorySet) has(c *supplier.Category, path string) (found bool) {
	if s == nil {
		return false
	}
	for place := range s.tree.over(c.ID, path) {
		s.entries[place].use()
		found = true
	}
	return found
}

func (s *categorySet) learn(c *supplier.Category) {
	if s != nil {
		s.tree.learn(c)
	}
}

// categoryLists are the categories that are wanted and those that are not, with the
// verdict for each category of the products.
type categoryLists struct {
	only, not *categorySet
	seen      *categoryMemo[bool]
}

func (l *categoryLists) take(c *supplier.Category) bool {
	if l.only == nil && l.not == nil {
		return true
	}
	if verdict, ok := l.seen.get(c); ok {
		return verdict
	}
	path := pathOf(c)
	wanted := l.only == nil || l.only.has(c, path)
	refused := l.not.has(c, path)
	verdict, _ := l.seen.put(c, wanted && !refused)
	return verdict
}
