package document

import (
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// mender prepares a document's tree for reading: references that lead nowhere, out of the
// document or in a circle of nothing but references become objects of which nothing is known, and
// are counted.
type mender struct {
	root    map[string]any
	left    int
	outside int // references to other documents
	lost    int // references that lead nowhere
	refs    int // all of them
}

const maxReferences = 120_000

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
				m.count(value, depth+1)
				continue
			}
			m.mend(value, name, key, depth+1)
		}
	}
}

// count bounds values that are left as they are.
func (m *mender) count(v any, depth int) {
	if m.left--; m.left < 0 || depth > 150 {
		m.left = -1
		return
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			m.count(item, depth+1)
		}
	case map[string]any:
		for _, item := range v {
			m.count(item, depth+1)
		}
	}
}

// maxRefChain is how many references may lead to one another.
const maxRefChain = 30

// leads follows a reference inside the document.
func (m *mender) leads(ref string) bool {
	for range maxRefChain {
		if !strings.HasPrefix(ref, "#/") {
			m.outside++
			return false
		}
		target, ok := at(m.root, ref[2:])
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

// at is the object that a JSON pointer leads to, without the slash at its beginning.
func at(root map[string]any, pointer string) (map[string]any, bool) {
	at := root
	for name := range strings.SplitSeq(pointer, "/") {
		next, ok := at[pointerSigns.Replace(name)].(map[string]any)
		if !ok {
			return nil, false
		}
		at = next
	}
	return at, true
}

func (m *mender) notes() []wording.Message {
	var notes []wording.Message
	if m.outside > 0 {
		notes = append(notes, wording.NewMessage("learn.refs_outside", m.outside))
	}
	if m.lost > 0 {
		notes = append(notes, wording.NewMessage("learn.refs_lost", m.lost))
	}
	return notes
}
