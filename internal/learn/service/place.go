package service

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Step is one step of a place: a member by its name, each element of a list, or every
// value of an object.
type Step struct {
	Name string
	Kind StepKind
}

// StepKind is where a step leads.
type StepKind uint8

const (
	ToMember StepKind = iota
	ToEach
	ToAll
)

// Place is the way from a record to a value.
type Place []Step

// To is the place one step on.
func (p Place) To(s Step) Place { return append(p[:len(p):len(p)], s) }

// String writes the place in the mapping's language.
func (p Place) String() string {
	if len(p) == 0 {
		return "."
	}
	var b strings.Builder
	for i, s := range p {
		switch {
		case s.Kind == ToEach:
			b.WriteString("[]")
			continue
		case i > 0:
			b.WriteByte('.')
		}
		switch {
		case s.Kind == ToAll:
			b.WriteByte('*')
		case PlainName(s.Name):
			b.WriteString(s.Name)
		default:
			b.WriteString(`"` + s.Name + `"`)
		}
	}
	return strings.TrimPrefix(b.String(), "[].")
}

// PlainName reports whether a member's name needs no quotes inside a path.
func PlainName(name string) bool {
	for i, r := range name {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || (r != '-' && !unicode.IsDigit(r))) {
			return false
		}
	}
	return name != ""
}

// Sayable reports whether the mapping's language has a way to write the name at all.
func Sayable(name string) bool {
	return name != "" && len(name) <= 100 && !strings.ContainsFunc(name, func(r rune) bool {
		return r == '"' || r == '\\' || r == unicode.ReplacementChar || unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	})
}

// Single reports whether the place has at most one value.
func (p Place) Single() bool {
	for _, s := range p {
		if s.Kind != ToMember {
			return false
		}
	}
	return true
}

// Names are the members on the way.
func (p Place) Names() []string {
	var names []string
	for _, s := range p {
		if s.Kind == ToMember {
			names = append(names, s.Name)
		}
	}
	return names
}

// In gives the values at the place in a record, null and missing ones left out.
func (p Place) In(v any) []any {
	found := []any{v}
	for _, s := range p {
		var next []any
		for _, v := range found {
			switch v := v.(type) {
			case map[string]any:
				if s.Kind == ToMember {
					next = append(next, v[s.Name])
				} else if s.Kind == ToAll {
					for _, key := range slices.Sorted(maps.Keys(v)) {
						next = append(next, v[key])
					}
				}
			case []any:
				if s.Kind != ToMember {
					next = append(next, v...)
				}
			}
		}
		found = next
	}
	kept := found[:0:0]
	for _, v := range found {
		if v != nil {
			kept = append(kept, v)
		}
	}
	return kept
}

// Text is the first scalar at the place, "" where there is none.
func (p Place) Text(record any) string {
	for _, v := range p.In(record) {
		switch v.(type) {
		case string, json.Number, bool:
			return Literal(v)
		}
	}
	return ""
}

// ShapeAt is the shape at the place.
func (p Place) ShapeAt(s *Shape) *Shape {
	for _, step := range p {
		if s == nil {
			return nil
		}
		switch {
		case step.Kind == ToMember:
			s = s.Member(step.Name)
		case s.Element != nil:
			s = s.Element
		default:
			s = s.Member("*")
		}
	}
	return s
}
