package document

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// tree is a document as it was decoded, in which references are followed when something is read:
// a schema inside itself costs nothing. What has another form than the format says is noted, and
// read as if it were not there.
//
// The form is that of https://spec.openapis.org/oas/v3.1.1.html and, of Swagger, of
// https://spec.openapis.org/oas/v2.0.html.
type tree struct {
	root   map[string]any
	broken error // the first value of another form
}

// wrong notes a value of another form, which the key says.
func (t *tree) wrong(name, key string) {
	if t.broken == nil {
		t.broken = wording.NewMessage(key, name)
	}
}

// follow is an object, or the one that its reference leads to, with that reference. nil is none.
func (t *tree) follow(v any, name string) (object map[string]any, ref string) {
	if v == nil {
		return nil, ""
	}
	object, ok := v.(map[string]any)
	if !ok {
		t.wrong(name, "learn_source.no_object")
		return nil, ""
	}
	for range maxRefChain {
		next, is := object["$ref"].(string)
		if !is {
			break
		}
		if object, ok = at(t.root, strings.TrimPrefix(next, "#/")); !ok {
			return nil, ""
		}
		ref = next
	}
	return object, ref
}

// object is the object under a name, its reference followed.
func (t *tree) object(of map[string]any, name string) map[string]any {
	object, _ := t.follow(of[name], name)
	return object
}

// list is the list under a name.
func (t *tree) list(of map[string]any, name string) []any {
	list, ok := of[name].([]any)
	if of[name] != nil && !ok {
		t.wrong(name, "learn_source.no_list")
	}
	return list
}

// text is the text under a name.
func (t *tree) text(of map[string]any, name string) string {
	text, ok := of[name].(string)
	if of[name] != nil && !ok {
		t.wrong(name, "learn_source.no_text")
	}
	return text
}

// texts are the texts of the list under a name.
func (t *tree) texts(of map[string]any, name string) (texts []string) {
	for _, v := range t.list(of, name) {
		text, ok := v.(string)
		if !ok {
			t.wrong(name, "learn_source.no_texts")
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}

// truth is the yes or no under a name; no where it is not there.
func (t *tree) truth(of map[string]any, name string) bool {
	truth, ok := of[name].(bool)
	if of[name] != nil && !ok {
		t.wrong(name, "learn_source.no_truth")
	}
	return truth
}
