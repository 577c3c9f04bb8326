package guess

import (
	"slices"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// Candidate is one place of a record that may be the source of a field.
type Candidate struct {
	Place  service.Place
	Shape  *service.Shape
	Texts  []string // the values there: of the rows, else the examples of the document
	absent int      // rows without a value
	Rows   int      // 0 where there are no rows
	List   bool     // a list of records (or an object keyed by their names)
	Used   bool
}

// maxCandidates bounds the places of one record that are looked at.
const maxCandidates = 1500

// Candidates are all places of a record, those near its root first.
func Candidates(record *service.Shape, rows []any) []*Candidate {
	var out []*Candidate
	type node struct {
		at    service.Place
		shape *service.Shape
	}
	queue := []node{{nil, record}}
	for len(queue) > 0 && len(out) < maxCandidates {
		n := queue[0]
		queue = queue[1:]
		if len(n.at) > 8 || n.shape == nil {
			continue
		}
		if n.shape.Has(service.IsScalar|service.IsNull) && !n.shape.Has(service.IsList) && (len(n.at) > 0 || !n.shape.Has(service.IsObject)) {
			out = append(out, newCandidate(n.at, n.shape, rows, false))
		}
		if records := service.RecordsOf(n.shape); records != nil && len(n.at) > 0 {
			out = append(out, newCandidate(n.at, n.shape, rows, true))
		}
		if n.shape.Element != nil {
			queue = append(queue, node{n.at.To(service.Step{Kind: service.ToEach}), elementOf(n.shape)})
		}
		for _, m := range n.shape.Members {
			switch {
			case n.shape.Keyed:
				queue = append(queue, node{n.at.To(service.Step{Kind: service.ToAll}), m.Shape})
			case service.Sayable(m.Name):
				queue = append(queue, node{n.at.To(service.Step{Name: m.Name}), m.Shape})
			}
		}
	}
	return out
}

// elementOf is the shape of a list's elements; of plain values the list's description speaks.
func elementOf(list *service.Shape) *service.Shape {
	element := list.Element
	if element.Description != "" || list.Description == "" || element.Has(service.IsObject) {
		return element
	}
	described := *element
	described.Description = list.Description
	return &described
}

func newCandidate(at service.Place, s *service.Shape, rows []any, list bool) *Candidate {
	c := &Candidate{Place: at, Shape: s, Rows: len(rows), List: list}
	if list {
		for _, row := range rows {
			if len(at.In(row)) == 0 {
				c.absent++
			}
		}
		return c
	}
	for _, row := range rows {
		if text := at.Text(row); text != "" {
			c.Texts = append(c.Texts, text)
		} else {
			c.absent++
		}
	}
	if c.Rows == 0 {
		c.Texts = append(slices.Clone(s.Examples), s.Enum...)
	}
	return c
}

// Unique reports whether no value comes twice and every row has one.
func (c *Candidate) Unique() bool {
	seen := make(map[string]bool, len(c.Texts))
	for _, text := range c.Texts {
		seen[text] = true
	}
	return len(seen) == len(c.Texts) && c.absent == 0
}

// Known are the values without those that a service writes where there is none.
func (c *Candidate) Known(f lexicon.Field) []string {
	if f.Want == lexicon.WantMoney && c.Rows > 1 && Passing(c.Texts, isZero) == len(c.Texts) {
		return nil // a column that nobody fills in
	}
	if len(f.Absent) == 0 {
		return c.Texts
	}
	return slices.DeleteFunc(slices.Clone(c.Texts), func(text string) bool { return f.Absent[text] })
}

// isZero takes an amount of nothing.
func isZero(text string) bool {
	amount, _, ok := Amount(text)
	return ok && amount.Sign() == 0
}

// Passing counts the values that pass a check.
func Passing(texts []string, check func(string) bool) int {
	n := 0
	for _, text := range texts {
		if check(text) {
			n++
		}
	}
	return n
}

// Named is how much the names on the way to the place speak for a field.
func (c *Candidate) Named(f lexicon.Field) float64 {
	if c.Place.Single() {
		return f.Names.OfMember(c.Place.Names())
	}
	return f.Names.OfName(c.Place.Names())
}

// CanBe reports whether the types at the place are those of such values.
func (c *Candidate) CanBe(w lexicon.Want) bool { return c.Shape.Has(kindOf[w].kinds) }
