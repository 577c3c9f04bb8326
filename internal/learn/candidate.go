package learn

import (
	"slices"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// candidate is one place of a record that may be the source of a field.
type candidate struct {
	place  place
	shape  *shape
	texts  []string // the values there: of the rows, else the examples of the document
	absent int      // rows without a value
	rows   int      // 0 where there are no rows
	list   bool     // a list of records (or an object keyed by their names)
	used   bool
}

// maxCandidates bounds the places of one record that are looked at.
const maxCandidates = 1500

// candidates are all places of a record, those near its root first.
func candidates(record *shape, rows []any) []*candidate {
	var out []*candidate
	type node struct {
		at    place
		shape *shape
	}
	queue := []node{{nil, record}}
	for len(queue) > 0 && len(out) < maxCandidates {
		n := queue[0]
		queue = queue[1:]
		if len(n.at) > 8 || n.shape == nil {
			continue
		}
		if n.shape.has(isScalar|isNull) && !n.shape.has(isList) && (len(n.at) > 0 || !n.shape.has(isObject)) {
			out = append(out, newCandidate(n.at, n.shape, rows, false))
		}
		if records := recordsOf(n.shape); records != nil && len(n.at) > 0 {
			out = append(out, newCandidate(n.at, n.shape, rows, true))
		}
		if n.shape.element != nil {
			queue = append(queue, node{n.at.to(step{kind: toEach}), n.shape.element})
		}
		for _, m := range n.shape.members {
			switch {
			case n.shape.keyed:
				queue = append(queue, node{n.at.to(step{kind: toAll}), m.shape})
			case sayable(m.name):
				queue = append(queue, node{n.at.to(step{name: m.name}), m.shape})
			}
		}
	}
	return out
}

// recordsOf is the record of a list of records, nil where the shape is no such list.
// An object keyed by names is one too, of plain values as well.
func recordsOf(s *shape) *shape {
	if s.element != nil && s.element.has(isObject) && len(s.element.members) > 0 && !s.element.keyed {
		return s.element
	}
	if s.keyed {
		return s.member("*")
	}
	return nil
}

func newCandidate(at place, s *shape, rows []any, list bool) *candidate {
	c := &candidate{place: at, shape: s, rows: len(rows), list: list}
	if list {
		for _, row := range rows {
			if len(at.in(row)) == 0 {
				c.absent++
			}
		}
		return c
	}
	for _, row := range rows {
		if text := at.text(row); text != "" {
			c.texts = append(c.texts, text)
		} else {
			c.absent++
		}
	}
	if c.rows == 0 {
		c.texts = append(slices.Clone(s.examples), s.enum...)
	}
	return c
}

// unique reports whether no value comes twice and every row has one.
func (c *candidate) unique() bool {
	seen := make(map[string]bool, len(c.texts))
	for _, text := range c.texts {
		seen[text] = true
	}
	return len(seen) == len(c.texts) && c.absent == 0
}

// known are the values without those that a service writes where there is none.
func (c *candidate) known(f lexicon.Field) []string {
	if len(f.Absent) == 0 {
		return c.texts
	}
	return slices.DeleteFunc(slices.Clone(c.texts), func(text string) bool { return f.Absent[text] })
}

// passing counts the values that pass a check.
func passing(texts []string, check func(string) bool) int {
	n := 0
	for _, text := range texts {
		if check(text) {
			n++
		}
	}
	return n
}
