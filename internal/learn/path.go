package learn

import (
	"encoding/json"
	"strings"
	"unicode"
)

// step is one step of a place: a member by its name, each element of a list, or every
// value of an object.
type step struct {
	name string
	kind stepKind
}

type stepKind uint8

const (
	toMember stepKind = iota
	toEach
	toAll
)

// place is the way from a record to a value.
type place []step

func (p place) to(s step) place { return append(p[:len(p):len(p)], s) }

// String writes the place in the mapping's language.
func (p place) String() string {
	if len(p) == 0 {
		return "."
	}
	var b strings.Builder
	for i, s := range p {
		switch {
		case s.kind == toEach:
			b.WriteString("[]")
			continue
		case i > 0:
			b.WriteByte('.')
		}
		switch {
		case s.kind == toAll:
			b.WriteByte('*')
		case plainName(s.name):
			b.WriteString(s.name)
		default:
			b.WriteString(`"` + s.name + `"`)
		}
	}
	return strings.TrimPrefix(b.String(), "[].")
}

// plainName reports whether a member's name needs no quotes inside a path.
func plainName(name string) bool {
	for i, r := range name {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || (r != '-' && !unicode.IsDigit(r))) {
			return false
		}
	}
	return name != ""
}

// sayable reports whether the mapping's language has a way to write the name at all.
func sayable(name string) bool {
	return name != "" && len(name) <= 100 && !strings.ContainsFunc(name, func(r rune) bool {
		return r == '"' || r == '\\' || r == unicode.ReplacementChar || unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	})
}

// single reports whether the place has at most one value.
func (p place) single() bool {
	for _, s := range p {
		if s.kind != toMember {
			return false
		}
	}
	return true
}

// names are the members on the way.
func (p place) names() []string {
	var names []string
	for _, s := range p {
		if s.kind == toMember {
			names = append(names, s.name)
		}
	}
	return names
}

// in gives the values at the place in a record, null and missing ones left out.
func (p place) in(v any) []any {
	found := []any{v}
	for _, s := range p {
		var next []any
		for _, v := range found {
			switch v := v.(type) {
			case map[string]any:
				if s.kind == toMember {
					next = append(next, v[s.name])
				} else if s.kind == toAll {
					for _, key := range sortedKeys(v) {
						next = append(next, v[key])
					}
				}
			case []any:
				if s.kind != toMember {
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

// text is the first scalar at the place, "" where there is none.
func (p place) text(record any) string {
	for _, v := range p.in(record) {
		switch v.(type) {
		case string, json.Number, bool:
			return literal(v)
		}
	}
	return ""
}

// shapeAt is the shape at the place.
func (p place) shapeAt(s *shape) *shape {
	for _, step := range p {
		if s == nil {
			return nil
		}
		switch {
		case step.kind == toMember:
			s = s.member(step.name)
		case s.element != nil:
			s = s.element
		default:
			s = s.member("*")
		}
	}
	return s
}
