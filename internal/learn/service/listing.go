package service

import (
	"cmp"

	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Listing is a list of records inside an answer.
type Listing struct {
	Op     *Operation
	Root   Place
	Record *Shape
	Rows   []any
}

// Unseen reports whether the list was empty and no document tells what its records are.
func (l *Listing) Unseen() bool { return l.Op.Real && len(l.Rows) == 0 && len(l.Record.Members) == 0 }

// maxRows bounds the sample rows that are looked at.
const maxRows = 200

// Listings finds the lists of records in an answer, those near its root first. Lists
// inside records are not among them.
func (o *Operation) Listings() []Listing {
	var out, empty []Listing // an empty list may be the one, where there is no other
	var walk func(at Place, s *Shape)
	walk = func(at Place, s *Shape) {
		if s == nil || len(at) > 6 || len(out) > 50 {
			return
		}
		if record := RecordsOf(s); record != nil && record.Has(IsObject) {
			root := at
			if s.Keyed {
				root = at.To(Step{Kind: ToAll})
			}
			out = append(out, Listing{o, root, record, RowsAt(o.Sample, root)})
			return
		}
		if s.Has(IsList) && o.Real && (s.Element == nil || s.Element.Kinds == 0) {
			empty = append(empty, Listing{o, at, &Shape{Kinds: IsObject}, nil})
			return
		}
		for _, m := range s.Members {
			if Sayable(m.Name) && !s.Keyed {
				walk(at.To(Step{Name: m.Name}), m.Shape)
			}
		}
	}
	walk(nil, o.Answer)
	if len(out) == 0 {
		out = empty
	}
	sorting.StableFunc(out, func(a, b Listing) int { return cmp.Compare(len(a.Root), len(b.Root)) })
	return out
}

// RowsAt are the records of a sample answer.
func RowsAt(sample any, root Place) []any {
	var rows []any
	for _, v := range root.In(sample) {
		if list, ok := v.([]any); ok {
			rows = append(rows, list...)
		} else {
			rows = append(rows, v)
		}
	}
	records := rows[:0:0]
	for _, row := range rows {
		if _, ok := row.(map[string]any); ok && len(records) < maxRows {
			records = append(records, row)
		}
	}
	return records
}

// EveryIn are the values at a place in all rows, no more than are looked at.
func (p Place) EveryIn(rows []any) []any {
	var out []any
	for _, row := range rows {
		if out = append(out, p.In(row)...); len(out) > maxRows {
			return out[:maxRows]
		}
	}
	return out
}
