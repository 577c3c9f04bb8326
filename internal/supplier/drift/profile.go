package drift

import (
	"maps"
	"slices"
)

// Profile is what one operation's answers look like: which of the values that the mapping
// names are there, and of which JSON types they are. It holds no values but the words of
// closed vocabularies and the middle of amounts. Profiles of several samples are learned into one.
type Profile struct {
	Operation string         `json:"operation"` // the mapping's name of it, such as products
	Rows      int            `json:"rows"`      // records that were looked at
	Fields    []FieldProfile `json:"fields"`
	Names     []string       `json:"names,omitzero"` // paths of the members that records have, sorted
}

// FieldProfile is what was seen at one place of a field.
type FieldProfile struct {
	Field   string        `json:"field"`           // dropbridge's name, such as items.sku
	Place   string        `json:"place"`           // as the mapping has it, alternatives included
	Rows    int           `json:"rows"`            // records that could have it
	Present int           `json:"present"`         // rows in which it is not null
	Filled  int           `json:"filled"`          // rows in which it is neither null nor empty
	Paths   []PathProfile `json:"paths"`           // the alternatives
	Values  []string      `json:"values,omitzero"` // distinct ones of a closed vocabulary, sorted
	Open    bool          `json:"open,omitzero"`   // there are more than can be a vocabulary
	Middle  int64         `json:"middle,omitzero"` // of amounts, as the service writes them: half are not below it; no decimals

	amounts []int64 // of the sample that is being looked at

	rules  valueRules
	within string // the path of the list that it is in, as Names has it
}

// PathProfile is what was seen at one of a place's alternatives.
type PathProfile struct {
	Path  string         `json:"path"`
	Types map[string]int `json:"types"` // how many values of each JSON type, empty ones not counted

	examples map[string]string // of the sample that is being looked at: the first value of each type, shortened
}

// mostExample is how many characters of a value an example has.
const mostExample = 60

// Bounds of what is kept.
const (
	maxValues  = 100  // a field with more distinct values has no vocabulary
	maxLearned = 1000 // rows of a field: beyond, its counts are halved, so that old evidence fades
)

func (p *Profile) find(like *FieldProfile) *FieldProfile {
	for i := range p.Fields {
		if f := &p.Fields[i]; f.Field == like.Field && f.Place == like.Place {
			return f
		}
	}
	return nil
}

func (f *FieldProfile) path(text string) *PathProfile {
	for i := range f.Paths {
		if f.Paths[i].Path == text {
			return &f.Paths[i]
		}
	}
	return nil
}

func (p *PathProfile) seen() int {
	sum := 0
	for _, n := range p.Types {
		sum += n
	}
	return sum
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Learn adds a sample to what was learned before. What has drifted is not learned, so that
// it goes on being told; with accept it takes the place of what was normal. Places that
// the mapping does not have any more are forgotten.
func Learn(before, now Profile, drifts []Change, accept bool) Profile {
	out := Profile{Operation: now.Operation, Rows: min(before.Rows+now.Rows, maxLearned)}
	if slices.ContainsFunc(drifts, func(d Change) bool { return d.Operation == now.Operation && d.Field == "" }) {
		if accept {
			return now
		}
		return before
	}
	if now.Rows == 0 { // nothing was seen, nor unseen
		out.Fields, out.Names = before.Fields, before.Names
		return out
	}
	out.Names = slices.Clone(before.Names)
	if accept || !slices.ContainsFunc(drifts, func(d Change) bool { return !d.Minor }) {
		for _, name := range now.Names {
			out.noteName(name)
		}
	}
	for i := range now.Fields {
		f := now.Fields[i].clone()
		old := before.find(&f)
		if old == nil {
			old = &FieldProfile{}
		}
		learned := true
		for _, d := range drifts {
			if d.Operation != now.Operation || d.Field != f.Field || !f.at(d.Path) {
				continue
			}
			switch {
			case accept && !d.Minor:
				old = &FieldProfile{}
			case accept:
			case d.Minor:
				f.leaveOut(d, old)
			default:
				learned = false
			}
		}
		if learned {
			f.add(old)
		} else {
			f = *old
		}
		out.Fields = append(out.Fields, f)
	}
	return out
}

func (f *FieldProfile) clone() FieldProfile {
	out := *f
	out.Values, out.Paths = slices.Clone(f.Values), slices.Clone(f.Paths)
	for i := range out.Paths {
		out.Paths[i].Types = maps.Clone(out.Paths[i].Types)
	}
	return out
}

// at reports whether a drift's path is the field's place or one of its alternatives.
func (f *FieldProfile) at(path string) bool { return f.Place == path || f.path(path) != nil }

// leaveOut takes out of a sample what is new in it.
func (f *FieldProfile) leaveOut(d Change, old *FieldProfile) {
	f.Values = slices.DeleteFunc(f.Values, func(v string) bool { return slices.Contains(d.Values, v) })
	if d.Kind != Type {
		return
	}
	p, was := f.path(d.Path), old.path(d.Path)
	maps.DeleteFunc(p.Types, func(kind string, _ int) bool { return was.Types[kind] == 0 })
}

// add adds what was learned before.
func (f *FieldProfile) add(old *FieldProfile) {
	f.Rows += old.Rows
	f.Present += old.Present
	f.Filled += old.Filled
	for i := range f.Paths {
		p := &f.Paths[i]
		if was := old.path(p.Path); was != nil {
			for kind, n := range was.Types {
				p.Types[kind] += n
			}
		}
	}
	for f.Rows > maxLearned {
		f.halve()
	}
	if f.Middle == 0 {
		f.Middle = old.Middle
	}
	f.Open = f.Open || old.Open
	for _, value := range old.Values {
		f.note(value)
	}
}

// halve lets evidence fade. A type that was seen stays known, however rare it is.
func (f *FieldProfile) halve() {
	f.Rows, f.Present, f.Filled = f.Rows/2, f.Present/2, f.Filled/2
	for _, p := range f.Paths {
		for kind, n := range p.Types {
			p.Types[kind] = max(1, n/2)
		}
	}
}

// note keeps a value, in order.
func (f *FieldProfile) note(value string) {
	at, known := slices.BinarySearch(f.Values, value)
	switch {
	case known || f.Open:
	case len(f.Values) == maxValues:
		f.Values, f.Open = nil, true
	default:
		f.Values = slices.Insert(f.Values, at, value)
	}
}
