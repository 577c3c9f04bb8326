package service

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// Kinds is the set of JSON types that were seen or declared at one place.
type Kinds uint8

const (
	IsObject Kinds = 1 << iota
	IsList
	IsText
	IsFraction // a number that may have a fraction
	IsWhole
	IsTruth
	IsNull
)

// IsScalar is what has one value.
const IsScalar = IsText | IsFraction | IsWhole | IsTruth

// Shape is what is known of the values at one place: a schema of a document and a
// sample answer become the same tree.
type Shape struct {
	Kinds       Kinds
	Format      string // of OpenAPI: date-time, uri, email
	Pattern     string // a regular expression that texts match
	Description string
	Enum        []string
	Examples    []string // literal texts, a few different ones
	Fallback    string   // the declared default
	Most        int      // the declared maximum, 0 for none
	Required    bool     // in its object, of a request
	Members     []Member // by name; for an object whose names are values (keyed) one, named "*"
	Keyed       bool
	Element     *Shape // of a list
}

// Member is a named part of an object.
type Member struct {
	Name string
	*Shape
}

// Member is the shape of that name, nil where the object has none.
func (s *Shape) Member(name string) *Shape {
	if s == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(s.Members, name, func(m Member, name string) int { return strings.Compare(m.Name, name) })
	if !ok {
		return nil
	}
	return s.Members[i].Shape
}

// Put finds the member or makes it.
func (s *Shape) Put(name string) *Shape {
	i, ok := slices.BinarySearchFunc(s.Members, name, func(m Member, name string) int { return strings.Compare(m.Name, name) })
	if !ok {
		s.Members = slices.Insert(s.Members, i, Member{name, &Shape{}})
	}
	return s.Members[i].Shape
}

// Is reports whether nothing but the given kinds was seen, null aside.
func (s *Shape) Is(k Kinds) bool { return s.Kinds&^IsNull != 0 && s.Kinds&^(k|IsNull) == 0 }

// Has reports whether one of the given kinds was seen.
func (s *Shape) Has(k Kinds) bool { return s.Kinds&k != 0 }

// Bounds of what is kept of foreign answers and documents.
const (
	MaxDepth    = 24
	MaxMembers  = 400 // of one object
	maxExamples = 40  // different values of one place
	maxText     = 300 // bytes of one of them
)

// AddExample keeps one more value, as far as it is short and few are kept.
func (s *Shape) AddExample(text string) {
	if len(s.Examples) < maxExamples && len(text) <= maxText && !slices.Contains(s.Examples, text) {
		s.Examples = append(s.Examples, text)
	}
}

// observer takes values into shapes.
type observer struct{ words *lexicon.Lexicon }

// ShapeOf is the shape of an answer.
func ShapeOf(answer any, words *lexicon.Lexicon) *Shape {
	s := &Shape{}
	observer{words}.add(s, "", answer, 0)
	return s
}

// add takes one more value into a shape; name is that of the member that holds it.
func (o observer) add(s *Shape, name string, v any, depth int) {
	if depth > MaxDepth {
		return
	}
	switch v := v.(type) {
	case nil:
		s.Kinds |= IsNull
	case bool, string, json.Number:
		s.Kinds |= scalarKind(v)
		s.AddExample(Literal(v))
	case []any:
		s.Kinds |= IsList
		if s.Element == nil {
			s.Element = &Shape{}
		}
		for _, item := range v {
			o.add(s.Element, name, item, depth+1)
		}
	case map[string]any:
		o.addObject(s, name, v, depth)
	}
}

func (o observer) addObject(s *Shape, name string, object map[string]any, depth int) {
	s.Kinds |= IsObject
	if s.Keyed || (len(s.Members) == 0 && o.keyedObject(name, object)) {
		s.Keyed = true
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		at := key
		if s.Keyed {
			at = "*"
			s.AddExample(key)
		}
		if len(s.Members) < MaxMembers || s.Member(at) != nil {
			o.add(s.Put(at), key, object[key], depth+1)
		}
	}
}

func scalarKind(v any) Kinds {
	switch v := v.(type) {
	case bool:
		return IsTruth
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return IsFraction
		}
		return IsWhole
	}
	return IsText
}

// Literal is a scalar as it is written, "" for everything else.
func Literal(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		if v {
			return "true"
		}
		return "false"
	}
	return ""
}

// keyedObject tells an object whose names are themselves values, such as ids, from a
// record: all names are numbers, or it is a list of properties by their names.
func (o observer) keyedObject(name string, object map[string]any) bool {
	if len(object) == 0 {
		return false
	}
	numbers, foreign := true, false
	for key, value := range object {
		numbers = numbers && key != "" && strings.Trim(key, "0123456789") == ""
		foreign = foreign || strings.IndexFunc(key, func(r rune) bool { return r > 0x7f || r == ' ' }) >= 0
		_, record := value.(map[string]any)
		if record && !numbers {
			return false
		}
	}
	return numbers || (foreign && o.words.Has(lexicon.Attributes, lexicon.Phrase(name)))
}

// Describe lays what a document says of the same places over a shape seen in answers.
// What no answer shows, such as the records of an empty list, is as the document has it.
func (s *Shape) Describe(by *Shape, depth int) {
	if s == nil || by == nil || depth > MaxDepth {
		return
	}
	if s.Kinds&^IsNull == 0 && by.Kinds != 0 {
		*s = *by
		s.Kinds |= IsNull
		return
	}
	s.Description, s.Format, s.Required, s.Pattern = by.Description, by.Format, by.Required, by.Pattern
	s.Enum, s.Fallback, s.Most = by.Enum, by.Fallback, by.Most
	s.describeElement(by, depth)
	for _, m := range s.Members {
		m.Describe(by.Member(m.Name), depth+1)
	}
	if s.Has(IsObject) && !s.Keyed && !by.Keyed {
		for _, m := range by.Members {
			if s.Member(m.Name) == nil && len(s.Members) < MaxMembers {
				*s.Put(m.Name) = *m.Shape
			}
		}
	}
}

func (s *Shape) describeElement(by *Shape, depth int) {
	switch {
	case by.Element == nil || !s.Has(IsList):
	case s.Element == nil || s.Element.Kinds == 0:
		s.Element = by.Element
	default:
		s.Element.Describe(by.Element, depth+1)
	}
}

// RecordsOf is the record of a list of records, nil where the shape is no such list.
// An object keyed by names is one too, of plain values as well.
func RecordsOf(s *Shape) *Shape {
	if s.Element != nil && s.Element.Has(IsObject) && len(s.Element.Members) > 0 && !s.Element.Keyed {
		return s.Element
	}
	if s.Keyed {
		return s.Member("*")
	}
	return nil
}
