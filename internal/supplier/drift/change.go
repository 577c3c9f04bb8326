package drift

import (
	"cmp"
	"slices"
)

// Change is one way in which a service's answers differ from those that were seen before.
type Change struct {
	Operation string   `json:"operation"`
	Field     string   `json:"field,omitempty"` // dropbridge's name; "" for the operation as a whole
	Path      string   `json:"path,omitempty"`  // as the mapping has it
	Kind      Kind     `json:"kind"`
	Values    []string `json:"values,omitempty"` // the new ones, of the kinds that are about values
	Detail    string   `json:"detail"`           // one line
	Mend      string   `json:"mend"`
	Minor     bool     `json:"minor,omitempty"` // worth a word; everything is still read as before

	Was, Is Seen   `json:"-"`
	Example string `json:"-"` // a value of the sample, shortened, or a path that is new in it; "" where there is none to show
}

// Seen is what there was on one side of a change. Which of it counts depends on the kind.
type Seen struct {
	Rows   int      // that were looked at; of Gone, Empty and Sparse
	Having int      // those of them that have the value
	Types  []string // as JSON has them; of Type
	Values []string // some of the words; of Value and Unmapped
	Middle int64    // of the amounts: half are not below it; of Scale
}

// mostSeen is how many words a side of a change shows.
const mostSeen = 5

// seen is what the profile shows of a change of its field.
func (f *FieldProfile) seen(d *Change) (s Seen) {
	switch d.Kind {
	case Gone:
		s.Having, s.Rows = f.Present, f.Rows
	case Empty, Sparse:
		s.Having, s.Rows = f.Filled, f.Rows
	case Type:
		if p := f.path(d.Path); p != nil {
			s.Types = sortedKeys(p.Types)
		}
	case Value, Unmapped:
		s.Values = f.Values[:min(len(f.Values), mostSeen)]
	case Scale:
		s.Middle = f.Middle
	}
	return s
}

// show takes both sides of a change and an example of the new one.
func (d *Change) show(old, now *FieldProfile) {
	d.Was, d.Is = old.seen(d), now.seen(d)
	switch d.Kind {
	case Value, Unmapped:
		d.Is.Values = d.Values[:min(len(d.Values), mostSeen)]
	case Type:
		p, was := now.path(d.Path), old.path(d.Path)
		for _, kind := range d.Is.Types {
			if was.Types[kind] == 0 {
				d.Example = p.examples[kind]
				break
			}
		}
	case Sparse, Scale:
		for _, p := range now.Paths {
			for _, kind := range sortedKeys(p.examples) {
				d.Example = cmp.Or(d.Example, p.examples[kind])
			}
		}
	}
}

// Kind is what has changed.
type Kind string

// Kinds of drift.
const (
	Gone     Kind = "gone"           // a value that was there is in no row any more
	Empty    Kind = "empty"          // it is there, and says nothing in any row; or a list without rows
	Type     Kind = "type"           // it is of a JSON type that it never had
	Value    Kind = "value"          // a closed vocabulary has a new word
	Sparse   Kind = "sparse"         // most rows had a value, and many have none any more
	Scale    Kind = "scale"          // amounts are many times as high or low as they were
	Unmapped Kind = "unmapped_value" // the field's map lacks a value, and says nothing of others
)

// Same reports whether two drifts are about the same change, whatever their counts.
func (d Change) Same(other Change) bool {
	return d.Operation == other.Operation && d.Field == other.Field && d.Path == other.Path && d.Kind == other.Kind && slices.Equal(d.Values, other.Values)
}
