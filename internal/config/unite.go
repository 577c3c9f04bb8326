package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/exporter/union"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// LastList is where the supplier's last whole product list is, from which feeds of several
// suppliers are made.
func (c *Config) LastList() string { return c.Catalog() + "/products.last" }

// suppliersOf says from whose products a feed is made.
func (c *Config) suppliersOf(name string, f *Feed, planned *reading.Feed) error {
	wrong := func(hint, format string, args ...any) error {
		return failure.Mistake(hint, c.File+": feeds."+name+"."+format, args...)
	}
	if !c.Several() {
		return f.refuseSuppliers(wrong)
	}
	members, err := c.members(f, wrong)
	if err != nil {
		return err
	}
	if err := f.knownSuppliers(members, wrong); err != nil {
		return err
	}
	if len(members) == 1 && members[0].Prefix == "" && f.Choose == nil {
		if planned.Supplier = members[0].Name; f.Without.Last > 0 {
			return wrong("leave it out: the feed stays as it is until the supplier can be read", "without is for a feed of several suppliers")
		}
		return nil
	}
	if planned.Search != nil {
		return wrong("write filter: in its place, or name one supplier: supplier: "+members[0].Name, "search is for a feed of one supplier")
	}
	rule, err := f.Choose.Compile(members)
	if err != nil {
		return failure.Mistake(failure.Hint(err), "%s: feeds.%s.%w", c.File, name, err)
	}
	rule.MinStock, rule.Minus = f.MinStock, planned.Values.Minus()
	planned.Union, planned.Without, planned.Categories = rule, f.Without, nil
	return nil
}

// refuseSuppliers refuses what speaks of several suppliers where there is but one.
func (f *Feed) refuseSuppliers(wrong func(hint, format string, args ...any) error) error {
	for _, one := range []struct {
		key string
		set bool
	}{{"supplier", f.Supplier != ""}, {"suppliers", f.Suppliers != nil}, {"choose", f.Choose != nil}, {"without", f.Without.Last > 0},
		{"price.suppliers", f.Price.Suppliers != nil}, {"filter.suppliers", f.Filter.Suppliers != nil}, {"filter.not_suppliers", f.Filter.NotSuppliers != nil}} {
		if one.set {
			return wrong("leave it out, or name the suppliers under suppliers: at the top", "%s: the config has one supplier, without a name", one.key)
		}
	}
	return nil
}

// members are the suppliers of a feed: those that it names, or all.
func (c *Config) members(f *Feed, wrong func(hint, format string, args ...any) error) (out []union.Member, err error) {
	key := "suppliers"
	switch {
	case f.Supplier != "" && f.Suppliers != nil:
		return nil, wrong("keep one of the two", "supplier stands beside suppliers")
	case f.Supplier != "":
		key, out = "supplier", []union.Member{{Name: f.Supplier}}
	case f.Suppliers != nil:
		out = c.prefixed(f.Suppliers)
	default:
		var all union.Members
		for _, name := range c.SupplierNames() {
			all = append(all, union.Named{Name: name})
		}
		out = c.prefixed(all)
	}
	for _, m := range out {
		if owner := c.routes().To(m.Prefix); m.Prefix != "" && owner != "" && owner != m.Name {
			return nil, wrong("give both the same beginning", "%s: orders for %q go to %s by route, and not to %s", key, m.Prefix, owner, m.Name)
		}
		if !slices.Contains(c.SupplierNames(), m.Name) {
			hint := "known are: " + strings.Join(c.SupplierNames(), ", ")
			if near := strictyaml.Nearest(m.Name, c.SupplierNames()); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			return nil, wrong(hint, "%s: there is no suppliers.%s", key, m.Name)
		}
	}
	return out, nil
}

// knownSuppliers refuses rules for suppliers whose products the feed does not have.
func (f *Feed) knownSuppliers(members []union.Member, wrong func(hint, format string, args ...any) error) error {
	for _, rule := range []struct {
		key   string
		names []string
	}{{"price.suppliers", slices.Sorted(maps.Keys(f.Price.Suppliers))}, {"filter.suppliers", f.Filter.Suppliers}, {"filter.not_suppliers", f.Filter.NotSuppliers}} {
		for _, name := range rule.names {
			if !slices.ContainsFunc(members, func(m union.Member) bool { return m.Name == name }) {
				return wrong("name one of the feed's suppliers, or take the entry away", "%s: the feed has no products of %q", rule.key, name)
			}
		}
	}
	return nil
}
