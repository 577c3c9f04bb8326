package drift

import (
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
