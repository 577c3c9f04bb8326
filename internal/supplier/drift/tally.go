package drift

import (
	"errors"
	"slices"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// tally counts what is seen at the watched places of one page.
type tally struct {
	of    map[*watchedField]*FieldProfile
	order []*watchedField
}

func newTally(w *watchedOp) *tally {
	t := &tally{of: map[*watchedField]*FieldProfile{}}
	t.open(w.fields, "")
	if w.variants != nil {
		t.open([]*watchedField{w.variants}, "")
	}
	t.open(w.around, "")
	return t
}

func (t *tally) open(fields []*watchedField, within string) {
	for _, f := range fields {
		profile := &FieldProfile{Field: f.name, Place: f.place, rules: f.rules, within: within}
		for _, p := range f.paths {
			profile.Paths = append(profile.Paths, PathProfile{Path: p.Text, Types: map[string]int{}})
		}
		t.of[f] = profile
		t.order = append(t.order, f)
		t.open(f.nested, within+f.paths[0].Text+"[].")
	}
}

// record counts one record. One that has variants need not have what each of them has.
func (t *tally) record(w *watchedOp, record string) error {
	stack := []string{record}
	split := false
	if w.variants != nil {
		if err := t.field(w.variants, stack, 1); err != nil {
			return err
		}
		list, err := jsonread.First(w.variants.paths, record)
		if err != nil {
			return err
		}
		split = filled(list)
	}
	for _, f := range w.fields {
		if split && w.own[f.top] {
			continue
		}
		if err := t.field(f, stack, 1); err != nil {
			return err
		}
	}
	return nil
}

// field counts one place in a record, the last of the stack; weight is for how many rows
// it stands.
func (t *tally) field(f *watchedField, stack []string, weight int) error {
	profile := t.of[f]
	profile.Rows += weight
	var present, full, listed bool
	for i, p := range f.paths {
		if p.Up >= len(stack) {
			continue
		}
		var values []string
		if err := jsonread.Walk(stack[len(stack)-1-p.Up], p.Steps, func(value, _ string) bool {
			if value != "null" {
				present = true
				values = append(values, value)
			}
			return len(values) < sampleElements
		}); err != nil {
			return err
		}
		here := false
		for _, value := range values {
			if f.empty(value) {
				continue
			}
			here = true
			profile.Paths[i].note(value, weight)
			profile.noteAmount(value)
			if f.rules.closed && !notScalar(typeOf(value)) {
				profile.note(oneline.Clean(jsonread.PlainText(value), 100))
			}
		}
		full = full || here
		if len(f.nested) > 0 && here && !listed { // of alternatives the first that is there counts
			listed = true
			if err := t.elements(f, values, stack); err != nil {
				return err
			}
		}
	}
	if present {
		profile.Present += weight
	}
	if full {
		profile.Filled += weight
	}
	return nil
}

// elements counts the fields of each record in a list.
func (t *tally) elements(f *watchedField, lists, stack []string) error {
	for _, list := range lists {
		var inner error
		n := 0
		err := eachElement(list, f.keyed, func(element, _ string) bool {
			for _, nested := range f.nested {
				if inner = t.field(nested, append(slices.Clip(stack), element), 1); inner != nil {
					return false
				}
			}
			n++
			return n < sampleElements
		})
		if err = errors.Join(err, inner); err != nil {
			return err
		}
	}
	return nil
}

// note counts a value, and keeps the first of each type.
func (p *PathProfile) note(value string, weight int) {
	kind := typeOf(value)
	p.Types[kind] += weight
	if p.examples[kind] == "" {
		if p.examples == nil {
			p.examples = map[string]string{}
		}
		p.examples[kind] = oneline.Clean(jsonread.PlainText(value), mostExample)
	}
}

// empty reports whether a value is there and says nothing.
func (f *watchedField) empty(value string) bool {
	return !filled(value) || len(f.absent) > 0 && slices.Contains(f.absent, jsonread.PlainText(value))
}

// typeOf names a value's JSON type for people. Of a list its first element tells more.
func typeOf(value string) string {
	switch jsonread.FirstByte(value) {
	case '"':
		return "a text"
	case 't', 'f':
		return "true or false"
	case '{':
		return "an object"
	case '[':
		inside := ""
		_ = jsonread.EachValue(value, func(v, _ string) bool { // the page is sound
			inside = v
			return v == "null"
		})
		switch jsonread.FirstByte(inside) {
		case '"':
			return "a list of texts"
		case '{':
			return "a list of objects"
		case '[':
			return "a list of lists"
		case 't', 'f':
			return "a list of truths"
		case 'n', 0:
			return "a list"
		}
		return "a list of numbers"
	}
	return "a number"
}

// notScalar reports whether that is the type of more than a single value.
func notScalar(kind string) bool {
	return kind != "a text" && kind != "a number" && kind != "true or false"
}
