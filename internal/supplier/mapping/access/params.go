package access

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// Params are the parameters of the paths of requests, such as {projectKey}: declared in the
// mapping, with a value there or in the config.
type Params struct {
	values map[string]string // "" where there is none yet
	names  []string
}

// paramMark is a parameter in a path.
var paramMark = regexp.MustCompile(`\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// NewParams takes the mapping's params, and the values of the config over them.
func NewParams(m written.Mistakes, declared written.Pairs, given map[string]string) (Params, error) {
	out := Params{values: map[string]string{}}
	for _, one := range declared {
		if !paramMark.MatchString("{" + one.Key.Text + "}") {
			return out, m.Wrong(one.Key, "params: %q is no name: want letters, digits and _", one.Key.Text)
		}
		out.values[one.Key.Text] = one.Value.Text
		out.names = append(out.names, one.Key.Text)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if _, known := out.values[name]; !known {
			return out, m.Unknown(strictyaml.Scalar{}, "parameter of supplier.params", name, out.names)
		}
		out.values[name] = given[name]
	}
	return out, nil
}

// Unset are the parameters that have no value yet, in the order of the file.
func (p Params) Unset() (names []string) {
	for _, name := range p.names {
		if p.values[name] == "" {
			names = append(names, name)
		}
	}
	return names
}

// Values are the names and values in the order of the file.
func (p Params) Values() (pairs [][2]string) {
	for _, name := range p.names {
		pairs = append(pairs, [2]string{name, p.values[name]})
	}
	return pairs
}

// Request takes a line such as "GET /api/products" with a method among those. Parameters
// of its path are filled in, and marks that the caller fills later are left; one without a
// value stays, as Unset says.
func (p Params) Request(m written.Mistakes, w strictyaml.Scalar, key string, marks []string, methods ...string) (method, path string, err error) {
	method, path, _ = strings.Cut(w.Text, " ")
	if !slices.Contains(methods, method) || !strings.HasPrefix(path, "/") || strings.ContainsAny(path, " ?#") {
		return "", "", m.Wrong(w, "%s: want a request such as %q, got %q", key, methods[0]+" /path", w.Text)
	}
	path = paramMark.ReplaceAllStringFunc(path, func(mark string) string {
		name := strings.Trim(mark, "{}")
		value, known := p.values[name]
		switch {
		case slices.Contains(marks, mark):
		case !known && err == nil:
			err = m.Wrong(w, "%s: {%s} is a parameter of the path: give it a line under params, with its value or empty for one of the config (supplier.params)", key, name)
		case value != "":
			return url.PathEscape(value)
		}
		return mark
	})
	return method, path, err
}

// compiler turns the head of a mapping into an Access.
type compiler struct {
	written.Mistakes
	written *written.File
	params  Params
}
