package dialect

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/documents"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/forms"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/graph"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shop"
)

// Dialect is a family of services: how its requests and answers look.
type Dialect = service.Dialect

// Options configure a dialect. The zero value will do.
type Options = service.Options

// dialects are all of them, in the order in which they are listed.
func dialects() []Dialect {
	return []Dialect{
		offers(),
		envelope(),
		dirty(),
		bare(),
		cursor(),
		catalogue(),
		forms.Dialect(),
		documents.Dialect(),
		shop.Dialect(),
		graph.Dialect(),
	}
}

// Names lists the dialects.
func Names() []string {
	var names []string
	for _, d := range dialects() {
		names = append(names, d.Name)
	}
	return names
}

// Wrap puts the named dialect in front of the sandbox, or of anything else that
// speaks its contract. Pages that belong to neither, such as the cabinet, are
// served by inner unchanged.
func Wrap(name string, inner http.Handler, o Options) (http.Handler, error) {
	d, err := Find(name)
	if err != nil {
		return nil, err
	}
	return service.New(d, inner, o), nil
}

// Find returns the named dialect.
func Find(name string) (Dialect, error) {
	for _, d := range dialects() {
		if d.Name == name {
			return d, nil
		}
	}
	return Dialect{}, fmt.Errorf("there is no dialect %q; the dialects are %s", name, strings.Join(Names(), ", "))
}
