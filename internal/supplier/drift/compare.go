package drift

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
)

// What it takes to say that a value used to be there, or is gone.
const (
	fewRows  = 5  // that all have to agree
	manyRows = 20 // of which one in a hundred may differ
)

// acceptMend is how a change is taken as the normal state.
const acceptMend = "or take it as it is with `dropbridge check --accept-drift`"

// Compare tells what has changed between what was learned of an operation's answers and
// a new sample. Values that a map lacks are told without anything learned, too.
func Compare(before, now Profile) []Change {
	if now.Rows == 0 {
		if before.Rows >= fewRows && (now.Operation == "products" || now.Operation == "search") {
			return []Change{{Operation: now.Operation, Kind: Empty,
				Was: Seen{Rows: before.Rows, Having: before.Rows}, Detail: fmt.Sprintf("the list is empty, and had %d rows before", before.Rows),
				Mend: "ask the supplier whether the token may still see the list, " + acceptMend}}
		}
		return nil // a list of orders may be empty for a while
	}
	var out []Change
	for i := range now.Fields {
		f := &now.Fields[i]
		old := before.find(f)
		if old == nil {
			old = &FieldProfile{}
		}
		for _, d := range f.compare(old, ofGoods(now.Operation)) {
			d.show(old, f)
			if d.Kind == Gone {
				names := now.newNames(&before, f)
				d.Mend = foundMend(names)
				d.Example = strings.Join(names[:min(len(names), 1)], "")
			}
			out = append(out, d)
		}
	}
	for i := range out {
		out[i].Operation = now.Operation
	}
	return out
}

// foundMend tells what to do about a value that is gone, with the members that are new.
func foundMend(names []string) string {
	const most = 4
	found := ""
	if len(names) > 0 {
		found = " (new in it: " + strings.Join(names[:min(most, len(names))], ", ") + ")"
	}
	return "find where the answer has it now" + found + " and write that path into the mapping, " + acceptMend
}

// ofGoods reports whether an operation lists products. Which of them a page has is by chance,
// while a page of the newest orders lacks what only older ones have.
func ofGoods(operation string) bool { return operation == "products" || operation == "search" }

// compare tells what has changed of one field; goods is whether the rows are products.
func (f *FieldProfile) compare(old *FieldProfile, goods bool) []Change {
	d := Change{Field: f.Field, Path: f.Place, Mend: foundMend(nil)}
	switch {
	case f.Rows >= fewRows && f.Present == 0 && (steady(old.Present, old.Rows) || goods && unlikely(old.Present, old.Rows, f.Rows)):
		d.Kind = Gone
		d.Detail = fmt.Sprintf("%s: %s was in %d of %d rows and is in none of %d", f.Field, f.shown(), old.Present, old.Rows, f.Rows)
		return []Change{d}
	case f.Rows >= fewRows && f.Filled == 0 && (steady(old.Filled, old.Rows) || goods && unlikely(old.Filled, old.Rows, f.Rows)):
		d.Kind = Empty
		d.Detail = fmt.Sprintf("%s: %s had a value in %d of %d rows and is empty in all %d", f.Field, f.shown(), old.Filled, old.Rows, f.Rows)
		return []Change{d}
	}
	out := append(f.compareTypes(old), f.compareValues(old)...)
	if goods {
		out = append(out, f.compareShares(old)...)
	}
	return append(out, f.compareSizes(old)...)
}

// steady reports whether something was there so often that its absence says something.
func steady(present, rows int) bool {
	return rows >= manyRows && present*100 >= rows*99 || rows >= fewRows && present == rows
}

func (f *FieldProfile) shown() string { return oneline.Clean(f.Place, 80) }

// compareTypes looks for JSON types that a path never had.
func (f *FieldProfile) compareTypes(old *FieldProfile) []Change {
	var out []Change
	for i := range f.Paths {
		p := &f.Paths[i]
		was := old.path(p.Path)
		if was == nil || was.seen() < fewRows {
			continue
		}
		var kinds []string
		count := 0
		minor := f.rules.loose && !slices.ContainsFunc(sortedKeys(was.Types), notScalar)
		for _, kind := range sortedKeys(p.Types) {
			if was.Types[kind] == 0 {
				kinds = append(kinds, kind)
				count += p.Types[kind]
			}
		}
		if len(kinds) == 0 {
			continue
		}
		out = append(out, Change{Field: f.Field, Path: p.Path, Kind: Type,
			// Where types are loose, the reader takes a text, a number and a truth for each other.
			Minor:  minor && !slices.ContainsFunc(kinds, notScalar),
			Detail: fmt.Sprintf("%s: %s is %s in %d of %d values, and was always %s", f.Field, oneline.Clean(p.Path, 80), strings.Join(kinds, " or "), count, p.seen(), strings.Join(sortedKeys(was.Types), " or ")),
			Mend:   "see whether the value still means the same, and mend its line in the mapping, " + acceptMend})
	}
	return out
}

// compareValues looks for new words of a closed vocabulary.
func (f *FieldProfile) compareValues(old *FieldProfile) []Change {
	r := f.rules
	if !r.closed || f.Open || old.Open {
		return nil
	}
	var unknown, unmapped []string
	for _, value := range f.Values {
		switch {
		case slices.Contains(old.Values, value) || r.mapped[value]:
		case r.mapped != nil && !r.other && !r.words[value]:
			unmapped = append(unmapped, value)
		case old.Rows > 0 && !r.words[value]:
			unknown = append(unknown, value)
		}
	}
	var out []Change
	if len(unmapped) > 0 {
		out = append(out, Change{Field: f.Field, Path: f.Place, Kind: Unmapped, Values: unmapped, Minor: true,
			Detail: fmt.Sprintf("%s: the map has no %s, which stays as it is", f.Field, listed(unmapped)),
			Mend:   "write its meaning into the map, or `other:` for all that the map does not have, " + acceptMend})
	}
	if len(unknown) > 0 {
		out = append(out, Change{Field: f.Field, Path: f.Place, Kind: Value, Values: unknown, Minor: true,
			Detail: fmt.Sprintf("%s: %s was never seen before", f.Field, listed(unknown)),
			Mend:   "give it a meaning in the mapping's `map:` of " + f.Field + ", " + acceptMend})
	}
	return out
}

// listed names some values in one line.
func listed(values []string) string {
	const most = 5
	var shown []string
	for _, value := range values[:min(most, len(values))] {
		shown = append(shown, fmt.Sprintf("%q", oneline.Clean(value, 40)))
	}
	if more := len(values) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(shown, ", "), more)
	}
	return strings.Join(shown, ", ")
}
