package supplier

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// bodyField is one value of the model that a mapping can place in a request's body.
type bodyField[T any] struct {
	name     string
	required bool
	// write appends the value as JSON; false: it is absent, and nothing was appended.
	write func(b []byte, from *T) ([]byte, bool)
	// records is set in place of write for lists of records.
	records func(c *compiler, spec fieldSpec) (bodyRecords[T], error)
	// set reports whether a list holds anything.
	set func(from *T) bool
}

// bodyRecords is a compiled list of records.
type bodyRecords[T any] struct {
	write func(b []byte, from *T) ([]byte, bool)
	lost  func(from *T) string // see bodyObject.lost
}

// present reports whether the record has the value.
func (f bodyField[T]) present(from *T) bool {
	if f.set != nil {
		return f.set(from)
	}
	_, ok := f.write(nil, from)
	return ok
}

func appendText(b []byte, text string) ([]byte, bool) {
	if text == "" { // an optional text is left out, never sent as ""
		return b, false
	}
	b, _ = jsontext.AppendQuote(b, strings.ToValidUTF8(text, "\uFFFD")) // valid UTF-8 cannot fail
	return b, true
}

func writeText[T any](name string, value func(*T) string) bodyField[T] {
	return bodyField[T]{name: name, write: func(b []byte, from *T) ([]byte, bool) { return appendText(b, value(from)) }}
}

func writeOptText[T any](name string, value func(*T) *string) bodyField[T] {
	return bodyField[T]{name: name, write: func(b []byte, from *T) ([]byte, bool) {
		if text := value(from); text != nil {
			return appendText(b, *text)
		}
		return b, false
	}}
}

func writeMoney[T any](name string, value func(*T) Money) bodyField[T] {
	return bodyField[T]{name: name, write: func(b []byte, from *T) ([]byte, bool) { return appendText(b, value(from).String()) }}
}

func writeInt[T any](name string, value func(*T) int64) bodyField[T] {
	return bodyField[T]{name: name, write: func(b []byte, from *T) ([]byte, bool) {
		return strconv.AppendInt(b, value(from), 10), true
	}}
}

// writeRecords is a list of records that have fields of their own.
func writeRecords[T, E any](name string, list func(*T) []E, fields []bodyField[E]) bodyField[T] {
	f := bodyField[T]{name: name, set: func(from *T) bool { return len(list(from)) > 0 }}
	f.records = func(c *compiler, spec fieldSpec) (bodyRecords[T], error) {
		each, err := compileBody(c, name, spec.place.Fields, fields)
		if err != nil {
			return bodyRecords[T]{}, err
		}
		return bodyRecords[T]{
			write: func(b []byte, from *T) ([]byte, bool) {
				b = append(b, '[')
				for i := range list(from) {
					if i > 0 {
						b = append(b, ',')
					}
					b = each.must(b, &list(from)[i])
				}
				return append(b, ']'), true
			},
			lost: func(from *T) string {
				for i := range list(from) {
					if lost := each.lost(&list(from)[i]); lost != "" {
						return fmt.Sprintf("%s of item %d", lost, i+1)
					}
				}
				return ""
			},
		}, nil
	}
	return f
}

func needed[T any](f bodyField[T]) bodyField[T] {
	f.required = true
	return f
}

// bodyObject writes one JSON object; its members stand in the mapping's order.
type bodyObject[T any] struct {
	members  []bodyMember[T]
	unplaced []bodyField[T]         // what the mapping has no place for
	lists    []func(from *T) string // lost of the lists below
}

type bodyMember[T any] struct {
	key   string
	write func(b []byte, from *T) ([]byte, bool)
	inner *bodyObject[T]
}

// add puts a writer at the path; false where a value stands in its way.
func (o *bodyObject[T]) add(steps []string, write func([]byte, *T) ([]byte, bool)) bool {
	key, rest := steps[0], steps[1:]
	for i := range o.members {
		if o.members[i].key == key {
			inner := o.members[i].inner
			return inner != nil && len(rest) > 0 && inner.add(rest, write)
		}
	}
	m := bodyMember[T]{key: key, write: write}
	ok := true
	if len(rest) > 0 {
		m.inner = &bodyObject[T]{}
		ok = m.inner.add(rest, write)
		m.write = m.inner.append
	}
	o.members = append(o.members, m)
	return ok
}

// append appends the object without its absent members; false where all are absent.
func (o *bodyObject[T]) append(b []byte, from *T) ([]byte, bool) {
	start := len(b)
	b = append(b, '{')
	for i, m := range o.members {
		before := len(b)
		if len(b) > start+1 {
			b = append(b, ',')
		}
		b, _ = appendText(b, m.key)
		b = append(b, ':')
		var ok bool
		if b, ok = o.members[i].write(b, from); !ok {
			b = b[:before]
		}
	}
	if len(b) == start+1 {
		return b[:start], false
	}
	return append(b, '}'), true
}

// lost names a value that the record has and the mapping has no place for, "" where there is none.
func (o *bodyObject[T]) lost(from *T) string {
	for _, f := range o.unplaced {
		if f.present(from) {
			return f.name
		}
	}
	for _, lost := range o.lists {
		if name := lost(from); name != "" {
			return name
		}
	}
	return ""
}

// must appends the object, {} where all of it is absent.
func (o *bodyObject[T]) must(b []byte, from *T) []byte {
	b, ok := o.append(b, from)
	if !ok {
		b = append(b, "{}"...)
	}
	return b
}

// compileBody compiles the places of a record's values into the object that is written.
func compileBody[T any](c *compiler, key string, specs fieldSpecs, fields []bodyField[T]) (*bodyObject[T], error) {
	out := &bodyObject[T]{}
	for _, spec := range specs {
		i := slices.IndexFunc(fields, func(f bodyField[T]) bool { return f.name == spec.name.Text })
		if i < 0 {
			return nil, c.unknown(spec.name, "field of "+key, spec.name.Text, bodyNames(fields))
		}
		write, err := out.writer(c, fields[i], spec)
		if err != nil {
			return nil, err
		}
		p, err := parsePath(spec.place.path())
		if err != nil || len(p.steps) == 0 || p.members() < len(p.steps) {
			return nil, c.wrong(spec.place.pos, "%s: %s: want the path of a member, got %q", key, spec.name.Text, spec.place.path())
		}
		if !out.add(p.names(), write) {
			return nil, c.wrong(spec.place.pos, "%s: %s: path %q is taken", key, spec.name.Text, p.text)
		}
	}
	for _, f := range fields {
		switch {
		case specs.has(f.name):
		case f.required:
			return nil, c.wrong(c.first(specs), "%s: the place of %s is missing", key, f.name)
		default:
			out.unplaced = append(out.unplaced, f)
		}
	}
	return out, nil
}

func bodyNames[T any](fields []bodyField[T]) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.name
	}
	return out
}

// writer compiles one value of the object.
func (o *bodyObject[T]) writer(c *compiler, f bodyField[T], spec fieldSpec) (func([]byte, *T) ([]byte, bool), error) {
	list := spec.place.Fields != nil
	switch {
	case f.records == nil && list:
		return nil, c.wrong(spec.name, "%s is no list of records: want a path alone", spec.name.Text)
	case f.records == nil:
		return f.write, nil
	case !list:
		return nil, c.wrong(spec.name, "%s is a list of records: want {at: PATH, fields: {…}}", spec.name.Text)
	}
	records, err := f.records(c, spec)
	o.lists = append(o.lists, records.lost)
	return records.write, err
}
