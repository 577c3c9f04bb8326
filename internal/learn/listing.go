package learn

import (
	"cmp"
	"slices"
)

// listing is a list of records inside an answer.
type listing struct {
	op     *operation
	root   place
	record *shape
	rows   []any
}

// maxRows bounds the sample rows that are looked at.
const maxRows = 200

// listings finds the lists of records in an answer, those near its root first. Lists
// inside records are not among them.
func (o *operation) listings() []listing {
	var out []listing
	var walk func(at place, s *shape)
	walk = func(at place, s *shape) {
		if s == nil || len(at) > 6 || len(out) > 50 {
			return
		}
		if record := recordsOf(s); record != nil && record.has(isObject) {
			root := at
			if s.keyed {
				root = at.to(step{kind: toAll})
			}
			out = append(out, listing{o, root, record, rowsAt(o.sample, root)})
			return
		}
		for _, m := range s.members {
			if sayable(m.name) && !s.keyed {
				walk(at.to(step{name: m.name}), m.shape)
			}
		}
	}
	walk(nil, o.answer)
	slices.SortStableFunc(out, func(a, b listing) int { return cmp.Compare(len(a.root), len(b.root)) })
	return out
}

// rowsAt are the records of a sample answer.
func rowsAt(sample any, root place) []any {
	var rows []any
	for _, v := range root.in(sample) {
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

// everyIn are the values at a place in all rows, no more than are looked at.
func (p place) everyIn(rows []any) []any {
	var out []any
	for _, row := range rows {
		if out = append(out, p.in(row)...); len(out) > maxRows {
			return out[:maxRows]
		}
	}
	return out
}
