package listfile

import (
	"cmp"
	"slices"
	"strings"
)

// A record whose list of variants has been read is given as one record for each of them: the
// variant's own values come first, then those of the product around it.

// markVariant marks the values from an index on as those of the next variant of a record, or,
// where variants stand among them, as those of all of these.
func (r *Record) markVariant(from int) {
	first, last := int32(0), int32(0)
	for i := range r.Values[from:] {
		if v := &r.Values[from+i]; v.last > 0 {
			if first == 0 {
				first = v.first
			}
			last = v.last
		}
	}
	if last == 0 {
		first = r.last + 1
		last, r.last = first, first
	}
	for i := range r.Values[from:] {
		if v := &r.Values[from+i]; v.last == 0 {
			v.first, v.last = first, last
		}
	}
}

// isVariants reports whether a list or an element holds variants, by what was said or else by
// its name.
func (h *How) isVariants(path string) bool {
	if h.Variants != "" {
		return strings.EqualFold(strings.ReplaceAll(h.Variants, "[]", ""), path)
	}
	return path != "" && h.Headings.Variants(strings.ToLower(path[strings.LastIndexByte(path, '.')+1:]))
}

// listOf is the list of variants that a path leads into, the outermost one.
func (h *How) listOf(path string) string {
	for i, sign := range path {
		if sign == '.' && h.isVariants(path[:i]) {
			return path[:i]
		}
	}
	return path
}

// partLists puts the values of a list that is called like one of variants aside where nothing in
// it tells of goods, as of the names of options beside the variants themselves.
func (r *Record) partLists(how *How) {
	telling := map[string]bool{}
	for _, one := range r.Values {
		if one.last > 0 && how.Headings.Telling(one.Path) {
			telling[how.listOf(one.Path)] = true
		}
	}
	for i := range r.Values {
		if one := &r.Values[i]; one.last > 0 && !telling[how.listOf(one.Path)] {
			one.first, one.last = -1, 0
		}
	}
}

// variants gives the variants of a record, one after the other.
type variants struct {
	record Record
	are    []int32 // 0 alone of a record that has none
	at     int     // which of them comes next
	spare  []Value
}

// reuse is memory for the values of the next record.
func (v *variants) reuse() []Value { return v.spare[:0] }

// begin takes a record, which is one of its own where no value is one of a variant.
func (v *variants) begin(record *Record, how *How) {
	if record.last > 0 && how.Variants == "" {
		record.partLists(how)
	}
	v.record, v.spare, v.are, v.at = *record, record.Values, v.are[:0], 0
	for n := int32(1); n <= record.last; n++ {
		if slices.ContainsFunc(record.Values, func(one Value) bool { return one.last > 0 && one.first <= n && n <= one.last }) {
			v.are = append(v.are, n)
		}
	}
	if len(v.are) == 0 {
		v.are = append(v.are, 0)
	}
}

// next puts the next variant into a record; false where none is left.
func (v *variants) next(into *Record) bool {
	if v.at == len(v.are) {
		return false
	}
	at := v.are[v.at]
	v.at++
	values := into.Values[:0]
	*into = v.record
	into.Variant, into.Lone = at > 0, at > 0 && len(v.are) == 1
	if !into.Variant {
		into.Values = append(values, v.record.Values...)
		return true
	}
	for _, one := range v.record.Values {
		if one.last > 0 && one.first <= at && at <= one.last {
			values = append(values, one)
		}
	}
	slices.SortStableFunc(values, func(a, b Value) int { return cmp.Compare(a.last-a.first, b.last-b.first) }) // the innermost first
	for _, one := range v.record.Values {
		if one.last == 0 {
			values = append(values, one)
		}
	}
	into.Values = values
	return true
}
