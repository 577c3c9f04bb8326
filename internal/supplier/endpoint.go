package supplier

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// endpoint is what is special to the requests and answers of one list, beyond its names.
type endpoint struct {
	key       string // the operation's name in the mapping
	constants []constant
	members   map[string][]step // of a POST: where the value of a query name stands in the body
	headers   headerPlaces
	listAt    []path // of paging by the last id: the list
	from      []path // and the id in a record of it
}

// constant is a value that each request of an operation carries.
type constant struct{ name, text, raw string }

// params are the names and values of one request, by the mapping's names.
type params struct {
	values url.Values
	attrs  map[string]attribute // of names that were made for an attribute
	raw    map[string]string    // JSON texts of values that are no texts in a body
}

// attribute is the name of a filter by attribute: {name} in it stands for the attribute's.
type attribute struct{ filter, name string }

// urlQuery is the request's query.
func (e *endpoint) urlQuery(p params) url.Values {
	out := url.Values{}
	for _, c := range e.constants {
		out.Set(c.name, c.text)
	}
	maps.Copy(out, p.values)
	return out
}

// body is the request's JSON body. The same values give the same bytes.
func (e *endpoint) body(p params) ([]byte, error) {
	t := &bodyTree{}
	put := func(name string, steps []step, raw string) error {
		if len(steps) == 0 || !t.set(steps, raw) {
			return fmt.Errorf("%s has no place of its own in the body", name)
		}
		return nil
	}
	for _, c := range e.constants {
		if err := put(c.name, e.members[c.name], c.raw); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.values)) {
		steps := e.members[name]
		if attr, ok := p.attrs[name]; ok {
			steps = attr.steps(e.members[attr.filter])
		}
		raw := p.raw[name]
		if raw == "" {
			raw = rawValues(p.values[name], steps)
		}
		if err := put(name, steps, raw); err != nil {
			return nil, err
		}
	}
	return t.text(nil), nil
}

// steps is a filter's place with the attribute's name in it.
func (a attribute) steps(filter []step) []step {
	out := slices.Clone(filter)
	for i := range out {
		out[i].name = strings.ReplaceAll(out[i].name, "{name}", a.name)
	}
	return out
}

// rawValues writes one value as a text and several, or those of a path with [], as a list.
func rawValues(values []string, steps []step) string {
	if len(values) == 1 && !many(steps) {
		return quote(values[0])
	}
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = quote(value)
	}
	return "[" + strings.Join(quoted, ",") + "]"
}
