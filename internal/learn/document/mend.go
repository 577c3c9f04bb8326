package document

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// mender prepares a document's tree for the library: references that lead nowhere, out of
// the document or in a circle of nothing but references would make it refuse the whole,
// and numbers in examples would lose their notation.
type mender struct {
	root    map[string]any
	left    int
	outside int // references to other documents
	lost    int // references that lead nowhere
	refs    int // all of them: the library follows each from inside the one before
}

const maxReferences = 120_000

// numberMark stands before a number that was written as one, in values that the library
// passes through as they are.
const numberMark = "\x00n:"

// opaque are the keys whose values are the service's own data.
var opaque = map[string]bool{"example": true, "examples": true, "default": true, "enum": true}

func (m *mender) mend(v any, key, parent string, depth int) {
	if m.left--; m.left < 0 || depth > 150 {
		m.left = -1
		return
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			m.mend(item, key, parent, depth+1)
		}
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			if m.refs++; m.refs > maxReferences {
				m.left = -1
				return
			}
			if !m.leads(ref) {
				clear(v)
				return
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) { // in order: what was cleared before changes what leads where
			value := v[name]
			if opaque[name] && key != "properties" && key != "responses" && key != "parameters" && key != "definitions" && key != "schemas" {
				v[name] = m.marked(value, depth+1)
				continue
			}
			m.mend(value, name, key, depth+1)
		}
	}
}

// marked keeps the notation of numbers.
func (m *mender) marked(v any, depth int) any {
	if m.left--; m.left < 0 || depth > 150 {
		m.left = -1
		return nil
	}
	switch v := v.(type) {
	case json.Number:
		return numberMark + v.String()
	case []any:
		for i := range v {
			v[i] = m.marked(v[i], depth+1)
		}
	case map[string]any:
		for name := range v {
			v[name] = m.marked(v[name], depth+1)
		}
	}
	return v
}

// unmarked is a value as it was written.
func unmarked(v any) any {
	switch v := v.(type) {
	case string:
		if number, ok := strings.CutPrefix(v, numberMark); ok {
			return json.Number(number)
		}
	case []any:
		for i := range v {
			v[i] = unmarked(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = unmarked(v[name])
		}
	}
	return v
}

// leads follows a reference inside the document.
func (m *mender) leads(ref string) bool {
	for range 30 {
		if !strings.HasPrefix(ref, "#/") {
			m.outside++
			return false
		}
		target, ok := m.at(ref[2:])
		if !ok {
			m.lost++
			return false
		}
		next, ok := target["$ref"].(string)
		if !ok {
			return true
		}
		ref = next
	}
	m.lost++
	return false
}

var pointerSigns = strings.NewReplacer("~1", "/", "~0", "~")

func (m *mender) at(pointer string) (map[string]any, bool) {
	at := m.root
	for name := range strings.SplitSeq(pointer, "/") {
		next, ok := at[pointerSigns.Replace(name)].(map[string]any)
		if !ok {
			return nil, false
		}
		at = next
	}
	return at, true
}

func (m *mender) notes() []string {
	var notes []string
	if m.outside > 0 {
		notes = append(notes, fmt.Sprintf("%d references to other documents were not followed", m.outside))
	}
	if m.lost > 0 {
		notes = append(notes, fmt.Sprintf("%d references lead nowhere", m.lost))
	}
	return notes
}
