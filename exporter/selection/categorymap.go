package selection

import (
	"cmp"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// CategoryMap knows what a target calls the supplier's categories. Many may look up at
// once. What it counts is of all look-ups so far: a build reads a map of its own.
type CategoryMap struct {
	table  *table
	tree   tree
	seen   *categoryMemo[*mapped]
	beyond atomic.Int64
}

// mapped is the answer for one category.
type mapped struct {
	row    int // -1: none
	missed atomic.Int64
}

// ReadCategoryMap reads a category map, a CSV with a heading row: the column category
// holds the supplier's id of a category or its path, "Дім > Кухня", and the others are
// the target's, at least one, such as code, name or portal_id. A row stands for its
// category and all that lies below it, unless a row of a nearer one is there. A row such as
// "* > Чайники" stands for the categories of that name, or of that chain of names, wherever
// they are, and what lies below them, after all rows with an id or a path.
//
// The errors are of type *Error: file names it in them.
func ReadCategoryMap(file string, data []byte) (*CategoryMap, error) {
	t, err := readTable(file, data, "category")
	if err != nil {
		return nil, err
	}
	m := &CategoryMap{table: t, tree: newTree(), seen: newCategoryMemo[*mapped]()}
	for i, row := range t.rows {
		text := row.Get("category")
		if path := foldPath(text); path == "" {
			return nil, &Error{File: file, Line: t.lines[i], Message: "the category " + shown([]string{text}) + " names none", Mend: `write its id, or its path as "Дім > Кухня"`}
		} else if misplaced(path) {
			return nil, &Error{File: file, Line: t.lines[i], Message: "the category " + shown([]string{text}) + " has a star in the place of a name", Mend: starMend}
		}
		if earlier, known := m.tree.add(text, i); known {
			return nil, t.repeated(i, earlier, "the category "+shown([]string{text}), "remove one of the two rows; of ids that differ in case alone, write the paths")
		}
	}
	return m, nil
}

// Learn lets a row that gives the id of this category stand for what lies below it, too:
// products tell only the names of what lies above them. It must not run beside a Lookup,
// and goes before the first one.
func (m *CategoryMap) Learn(c *supplier.Category) { m.tree.learn(c) }

// Columns are the target's columns, in the file's order, as Row.Get knows them.
func (m *CategoryMap) Columns() []string { return slices.Clone(m.table.names) }

// Lookup finds the row for a category: by its id, else by its path, else of the nearest
// category above it, else by the deepest name that a row with a star has. A category that is not found is counted for Unmapped.
func (m *CategoryMap) Lookup(c *supplier.Category) (Row, bool) {
	found := m.find(c)
	if found == nil || found.row < 0 {
		if found == nil {
			m.beyond.Add(1)
		} else {
			found.missed.Add(1)
		}
		return Row{}, false
	}
	return m.table.rows[found.row], true
}

// Peek is Lookup without counting what is not found, for categories of products that are not
// in the feed.
func (m *CategoryMap) Peek(c *supplier.Category) (Row, bool) {
	if found := m.find(c); found != nil && found.row >= 0 {
		return m.table.rows[found.row], true
	}
	return Row{}, false
}

// find gives the answer for a category, nil where it is none and no place is left to
// count it.
func (m *CategoryMap) find(c *supplier.Category) *mapped {
	if known, ok := m.seen.get(c); ok {
		return known
	}
	row, ok := m.tree.nearest(c.ID, pathOf(c))
	if !ok {
		row = -1
	}
	if ok {
		m.table.use(row)
	}
	answer, kept := m.seen.put(c, &mapped{row: row})
	if !kept && !ok {
		return nil
	}
	return answer
}

// Unmapped is a category that was looked up and not found.
type Unmapped struct {
	ID      string // the supplier's, may be ""
	Path    string // "Дім > Кухня"; "" with no ID: products without a category
	Lookups int64  // how often it was looked up: where each product asks once, its products
}

// Unmapped lists the categories that Lookup did not find, the most asked for first. It
// names a bounded number of them; beyond counts the look-ups of others.
func (m *CategoryMap) Unmapped() (list []Unmapped, beyond int64) {
	_, answers := m.seen.memo.all()
	for _, a := range answers {
		if n := a.answer.missed.Load(); n > 0 {
			list = append(list, Unmapped{ID: a.category.ID, Path: wayTo(&a.category), Lookups: n})
		}
	}
	sorting.Func(list, func(a, b Unmapped) int {
		return cmp.Or(cmp.Compare(b.Lookups, a.Lookups), strings.Compare(a.Path, b.Path), strings.Compare(a.ID, b.ID))
	})
	return list, m.beyond.Load()
}

// Unused says how many rows match no product, with some of them and, for the name of a leaf
// where a path was wanted, with the path; zero where all match.
func (m *CategoryMap) Unused() wording.Message {
	seen, asked := m.seen.categories(), 0
	return summary("category_map", m.table.unused(func(row Row) (name string, proposal wording.Message) {
		name = row.Get("category")
		if asked++; asked <= meantAtMost {
			proposal = meant(meantCategories(name, seen))
		}
		return name, proposal
	}))
}
