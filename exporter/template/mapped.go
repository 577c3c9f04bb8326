package template

import (
	"slices"

	"github.com/dropbridge/dropbridge/exporter/markup"
)

// mappedAttribute is an attribute by the name that the target has for it. What the target
// has as one attribute is one, with the values of all.
type mappedAttribute struct{ name, group, value string }

// mappedAttributes are the offer's, in the order in which the product has the first of
// each; those without a name in the feed's attribute map are not among them.
func (o *Offer) mappedAttributes(f *Facts) []mappedAttribute {
	if o.mappedKnown {
		return o.mapped
	}
	o.mapped, o.mappedKnown = o.mapped[:0], true
	if f.AttributeMap == nil {
		return nil
	}
	for i := range o.Attributes {
		a := &o.Attributes[i]
		row, _ := f.AttributeMap.Lookup(a.Name, a.Value)
		name, group, value := row.Get("target_name"), row.Get("target_group"), markup.Line(a.Value)
		if name == "" || value == "" {
			continue
		}
		if a.Unit != "" {
			value += " " + a.Unit
		}
		same := func(m mappedAttribute) bool { return m.name == name && m.group == group }
		if at := slices.IndexFunc(o.mapped, same); at >= 0 {
			o.mapped[at].value += ", " + value
		} else {
			o.mapped = append(o.mapped, mappedAttribute{name, group, value})
		}
	}
	return o.mapped
}
