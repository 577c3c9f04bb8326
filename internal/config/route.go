package config

import (
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/orderfile"
)

// Route says to which of several suppliers each line of a source's files goes: by how its SKU
// begins, or by a column.
type Route struct {
	Prefix map[string]string `yaml:"prefix"` // names of suppliers by the beginnings of SKUs
	Strip  bool              `yaml:"strip"`  // their own SKUs stand behind these
	Column string            `yaml:"column"` // the heading of the column
	Words  map[string]string `yaml:"words"`  // names of suppliers by what its cells say
	Else   string            `yaml:"else"`   // whom a blank cell means
}

// namedSuppliers are the suppliers as the importer knows them, none where there is but one.
func (c *Config) namedSuppliers() (all []desk.Named) {
	if !c.Several() {
		return nil
	}
	for _, one := range c.Suppliers() {
		all = append(all, desk.Named{Name: one.SupplierName(), ID: one.SupplierID()})
	}
	return all
}

// route is how the lines of a source find their supplier, nil where there is but one.
func (c *Config) route(source string, s Source) *orderfile.Route {
	if !c.Several() {
		return nil
	}
	key := "inbox"
	if source != "" {
		key = "inbox.sources." + source
	}
	out := &orderfile.Route{Names: c.SupplierNames(), All: s.Supplier, Key: key}
	if r := s.Route; r != nil {
		out.Prefixes, out.Strip, out.Column, out.Words, out.Else = r.Prefix, r.Strip, r.Column, r.Words, r.Else
	}
	return out
}

// validateRoute refuses what no line could go by.
func (c *Config) validateRoute(key string, s Source, fail func(hint, format string, args ...any) error) error {
	r := s.Route
	switch {
	case s.Supplier == "" && r == nil:
		return nil
	case !c.Several():
		return fail("leave it out, or name the suppliers under suppliers:", "%s.supplier and %s.route go with suppliers:", key, key)
	case s.Supplier != "" && r != nil:
		return fail("keep one of the two", "%s: supplier: and route: stand beside each other", key)
	case r == nil:
		return c.checkSupplierName(key+".supplier", s.Supplier, fail)
	case (len(r.Prefix) > 0) == (r.Column != ""):
		return fail(`write prefix: {"A-": NAME}, or column: HEADING`, "%s.route needs a prefix or a column, and not both", key)
	case r.Column == "" && (len(r.Words) > 0 || r.Else != ""):
		return fail(`a prefix that every SKU has is ""`, "%s.route: words and else go with column", key)
	case r.Column != "" && r.Strip:
		return fail("leave it out", "%s.route: strip goes with prefix", key)
	}
	for _, names := range []map[string]string{r.Prefix, r.Words} {
		for _, said := range slices.Sorted(maps.Keys(names)) {
			if err := c.checkSupplierName(key+".route: "+said, names[said], fail); err != nil {
				return err
			}
		}
	}
	if r.Else != "" {
		return c.checkSupplierName(key+".route.else", r.Else, fail)
	}
	return nil
}

func (c *Config) checkSupplierName(key, name string, fail func(hint, format string, args ...any) error) error {
	if _, known := c.Named[name]; known {
		return nil
	}
	return fail("one of: "+strings.Join(c.SupplierNames(), ", "), "%s: there is no suppliers.%s", key, name)
}
