package proposal

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// param is a parameter of paths whose value stands in the config, as every account has its
// own.
type param struct{ name, described string }

// requestLine is an operation's request as YAML. The parameters of its path are declared in
// the head of the mapping.
func (b *builder) requestLine(o *service.Operation) string {
	holes := o.Holes()
	for _, name := range holes {
		known := func(p param) bool { return p.name == name }
		if !slices.ContainsFunc(b.params, known) {
			b.params = append(b.params, param{name, describedParam(o, name)})
		}
	}
	if strings.Contains(o.String(), "{") {
		return quoted(o.String())
	}
	return o.String()
}

// describedParam is what the document says of a parameter of a path.
func describedParam(o *service.Operation, name string) string {
	for _, p := range o.Params {
		if p.In == "path" && p.Name == name && p.Shape != nil && p.Description != "" {
			return service.Clean(p.Description, 80)
		}
	}
	return ""
}

// declareParams writes the parameters of the paths into the head of the mapping.
func (b *builder) declareParams(head *node) {
	if len(b.params) == 0 {
		return
	}
	at := head.add("params", "", "their values stand in supplier.params of dropbridge.yaml")
	for _, p := range b.params {
		at.add(p.name, `""`, p.described)
	}
}

// paramNames are the names of the parameters of the paths.
func (b *builder) paramNames() []string {
	names := []string{}
	for _, p := range b.params {
		names = append(names, p.name)
	}
	return names
}
