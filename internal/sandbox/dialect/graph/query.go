package graph

import (
	"net/http"
	"regexp"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

type object = shape.Object

// selection is what a query wants of an object: fields, each with what is wanted of its
// value; one without more has a nil selection.
type selection map[string]selection

// part is one part of a query: a name, a bracket, or all between round ones.
var part = regexp.MustCompile(`[{}]|\([^)]*\)|[A-Za-z_][A-Za-z0-9_]*|\S`)

// parse reads a query or a mutation: names in braces, with arguments in round brackets,
// which the variables repeat.
func parse(query string) (selection, error) {
	parts := part.FindAllString(query, -1)
	wrong := &service.Problem{Status: http.StatusBadRequest, Code: "graphql_parse_failed", Detail: "the query is no GraphQL that is understood here: want query or mutation, and fields in braces"}
	if len(parts) == 0 || parts[0] != "query" && parts[0] != "mutation" {
		return nil, wrong
	}
	for len(parts) > 0 && parts[0] != "{" {
		parts = parts[1:]
	}
	root, rest, ok := fields(parts)
	if !ok || len(rest) > 0 || len(root) == 0 {
		return nil, wrong
	}
	return root, nil
}

// fields reads fields in braces, and gives what follows them.
func fields(parts []string) (found selection, rest []string, ok bool) {
	if len(parts) == 0 || parts[0] != "{" {
		return nil, nil, false
	}
	found, last := selection{}, ""
	for parts = parts[1:]; len(parts) > 0; {
		switch one := parts[0]; {
		case one == "}":
			return found, parts[1:], true
		case one == "{" && last != "":
			if found[last], parts, ok = fields(parts); !ok {
				return nil, nil, false
			}
			continue
		case one[0] == '(' && last != "":
		case len(one) > 1 || one[0] >= 'A':
			found[one], last = nil, one
		default:
			return nil, nil, false
		}
		parts = parts[1:]
	}
	return nil, nil, false
}

// of is what the selection leaves of a value.
func (s selection) of(v any) any {
	switch v := v.(type) {
	case object:
		if s == nil {
			return v
		}
		out := object{}
		for name, inner := range s {
			out[name] = inner.of(v[name])
		}
		return out
	case []any:
		return all(s, v)
	case []object:
		return all(s, v)
	}
	return v
}

// all is what the selection leaves of each value of a list.
func all[T any](s selection, list []T) []any {
	out := make([]any, len(list))
	for i, one := range list {
		out[i] = s.of(one)
	}
	return out
}
