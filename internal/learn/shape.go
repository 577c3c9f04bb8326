package learn

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// kinds is the set of JSON types that were seen or declared at one place.
type kinds uint8

const (
	isObject kinds = 1 << iota
	isList
	isText
	isFraction // a number that may have a fraction
	isWhole
	isTruth
	isNull
)

const isScalar = isText | isFraction | isWhole | isTruth

// shape is what is known of the values at one place: a schema of a document and a
// sample answer become the same tree.
type shape struct {
	kinds       kinds
	format      string // of OpenAPI: date-time, uri, email
	description string
	enum        []string
	examples    []string // literal texts, a few different ones
	fallback    string   // the declared default
	most        int      // the declared maximum, 0 for none
	required    bool     // in its object, of a request
	members     []member // by name; for an object whose names are values (keyed) one, named "*"
	keyed       bool
	element     *shape // of a list
}

type member struct {
	name string
	*shape
}

func (s *shape) member(name string) *shape {
	if s == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(s.members, name, func(m member, name string) int { return strings.Compare(m.name, name) })
	if !ok {
		return nil
	}
	return s.members[i].shape
}

// put finds the member or makes it.
func (s *shape) put(name string) *shape {
	i, ok := slices.BinarySearchFunc(s.members, name, func(m member, name string) int { return strings.Compare(m.name, name) })
	if !ok {
		s.members = slices.Insert(s.members, i, member{name, &shape{}})
	}
	return s.members[i].shape
}

// is reports whether nothing but the given kinds was seen, null aside.
func (s *shape) is(k kinds) bool { return s.kinds&^isNull != 0 && s.kinds&^(k|isNull) == 0 }

// has reports whether one of the given kinds was seen.
func (s *shape) has(k kinds) bool { return s.kinds&k != 0 }

// Bounds of what is kept of foreign answers and documents.
const (
	maxDepth    = 24
	maxMembers  = 400 // of one object
	maxExamples = 40  // different values of one place
	maxText     = 300 // bytes of one of them
)

func (s *shape) addExample(text string) {
	if len(s.examples) < maxExamples && len(text) <= maxText && !slices.Contains(s.examples, text) {
		s.examples = append(s.examples, text)
	}
}

// observer takes values into shapes.
type observer struct{ words *lexicon.Lexicon }

// shapeOf is the shape of an answer.
func shapeOf(answer any, words *lexicon.Lexicon) *shape {
	s := &shape{}
	observer{words}.add(s, "", answer, 0)
	return s
}

// add takes one more value into a shape; name is that of the member that holds it.
func (o observer) add(s *shape, name string, v any, depth int) {
	if depth > maxDepth {
		return
	}
	switch v := v.(type) {
	case nil:
		s.kinds |= isNull
	case bool, string, json.Number:
		s.kinds |= scalarKind(v)
		s.addExample(literal(v))
	case []any:
		s.kinds |= isList
		if s.element == nil {
			s.element = &shape{}
		}
		for _, item := range v {
			o.add(s.element, name, item, depth+1)
		}
	case map[string]any:
		o.addObject(s, name, v, depth)
	}
}

func (o observer) addObject(s *shape, name string, object map[string]any, depth int) {
	s.kinds |= isObject
	if s.keyed || (len(s.members) == 0 && o.keyedObject(name, object)) {
		s.keyed = true
	}
	for _, key := range sortedKeys(object) {
		at := key
		if s.keyed {
			at = "*"
			s.addExample(key)
		}
		if len(s.members) < maxMembers || s.member(at) != nil {
			o.add(s.put(at), key, object[key], depth+1)
		}
	}
}

func scalarKind(v any) kinds {
	switch v := v.(type) {
	case bool:
		return isTruth
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return isFraction
		}
		return isWhole
	}
	return isText
}

// literal is a scalar as it is written, "" for everything else.
func literal(v any) string {
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

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// describe lays what a document says of the same places over a shape seen in answers.
func (s *shape) describe(by *shape, depth int) {
	if s == nil || by == nil || depth > maxDepth {
		return
	}
	s.description, s.format, s.required = by.description, by.format, by.required
	s.enum, s.fallback = by.enum, by.fallback
	s.element.describe(by.element, depth+1)
	for _, m := range s.members {
		m.describe(by.member(m.name), depth+1)
	}
}
