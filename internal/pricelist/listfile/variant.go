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

// variants gives the variants of a record, one after the other.
type variants struct {
	record  Record
	at      int32 // the variant that comes next; behind the last one where nothing is left
	through int32 // the last one
	spare   []Value
}

// reuse is memory for the values of the next record.
func (v *variants) reuse() []Value { return v.spare[:0] }

// begin takes a record, which is one of its own where nothing in a list that is called like one of variants tells of goods.
func (v *variants) begin(record *Record, how *How) {
	v.record, v.spare = *record, record.Values
	v.at, v.through = 1, max(record.last, 1)
	if record.last > 0 && how.Variants == "" && !slices.ContainsFunc(record.Values, func(one Value) bool { return one.last > 0 && how.Headings.Telling(one.Path) }) {
		v.record.last, v.through = 0, 1
	}
}

// next puts the next variant into a record; false where none is left.
func (v *variants) next(into *Record) bool {
	if v.at == 0 || v.at > v.through {
		return false
	}
	values := into.Values[:0]
	*into = v.record
	into.Variant, into.Lone = v.record.last > 0, v.record.last == 1
	if !into.Variant {
		into.Values = append(values, v.record.Values...)
		v.at++
		return true
	}
	for _, one := range v.record.Values {
		if one.last > 0 && one.first <= v.at && v.at <= one.last {
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
	v.at++
	return true
}
