package exporter

import (
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// known is what the products of a list have of the names that the owner's rules ask for, to say
// what was meant by one that no product has. It is gathered where rules ask alone.
type known struct {
	attributes map[string]bool              // names; nil: no rule asks for one
	categories map[string]supplier.Category // by path; nil: no price rule names one
}

// knownAtMost bounds what is gathered of each.
const knownAtMost = 20_000

// newKnown is what the rules of a feed ask for.
func newKnown(f *Feed) (k known) {
	if len(f.Values.Attributes()) > 0 {
		k.attributes = map[string]bool{}
	}
	if len(f.Price.Categories) > 0 {
		k.categories = map[string]supplier.Category{}
	}
	return k
}

// note takes in a product.
func (k *known) note(p *supplier.Product) {
	if k.attributes != nil {
		for i := range p.Attributes {
			if name := p.Attributes[i].Name; !k.attributes[name] && len(k.attributes) < knownAtMost {
				k.attributes[strings.Clone(name)] = true
			}
		}
	}
	if k.categories == nil {
		return
	}
	path := strings.Join(p.Category.Path, "\x00") + "\x00" + p.Category.Name
	if _, there := k.categories[path]; there || len(k.categories) >= knownAtMost {
		return
	}
	c := supplier.Category{Name: strings.Clone(p.Category.Name)}
	for _, name := range p.Category.Path {
		c.Path = append(c.Path, strings.Clone(name))
	}
	k.categories[path] = c
}

// remarkAsked names what the rules ask for and no product has.
func (f *feed) remarkAsked() {
	for _, name := range f.Values.Attributes() {
		if f.known.attributes[name] {
			continue
		}
		near := wording.Message{}
		if name := strictyaml.Nearest(name, slices.Sorted(maps.Keys(f.known.attributes))); name != "" {
			near = wording.NewMessage("remark.meant", remark.Quote(name))
		}
		f.report.warnAll(remark.RuleUnused, wording.NewMessage("remark.rule_unused.attribute", remark.Quote(name), near))
	}
	unused := f.pricer.Unused()
	if len(unused) == 0 {
		return
	}
	seen := slices.Collect(maps.Values(f.known.categories))
	for _, name := range unused {
		f.report.warnAll(remark.RuleUnused, wording.NewMessage("remark.rule_unused.category", remark.Quote(name), selection.MeantCategory(name, seen)))
	}
}
