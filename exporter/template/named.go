package template

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// NamedAttribute is an attribute as shops have them: a name stands once, with every value,
// each with its unit.
type NamedAttribute struct {
	Name   string
	Values []string
}

// Add takes in the values of the attributes of that name.
func (n *NamedAttribute) Add(attributes []supplier.Attribute) {
	for i := range attributes {
		a := &attributes[i]
		if a.Name != n.Name || !markup.Shown(a.Value) {
			continue
		}
		if value := strings.TrimSpace(a.Value + " " + a.Unit); !slices.Contains(n.Values, value) {
			n.Values = append(n.Values, value)
		}
	}
}

// namedAttributes are those of the offer's group, or of an offer that stands alone.
func (o *Offer) namedAttributes() []NamedAttribute {
	if o.Variant != nil {
		return o.Variant.Group.Attributes
	}
	if o.namedKnown {
		return o.named
	}
	o.named, o.namedKnown = o.named[:0], true
	for i := range o.Attributes {
		name := o.Attributes[i].Name
		if !markup.Shown(name) || slices.ContainsFunc(o.named, func(n NamedAttribute) bool { return n.Name == name }) {
			continue
		}
		n := NamedAttribute{Name: name}
		if n.Add(o.Attributes[i:]); len(n.Values) > 0 {
			o.named = append(o.named, n)
		}
	}
	return o.named
}

// groupProduct is what says the texts of the offer's group, or of an offer that stands alone.
func (o *Offer) groupProduct() *supplier.Product {
	if o.Variant != nil {
		return o.Variant.Group.Product
	}
	return o.Product
}

// MostAttributes is how many attributes the target takes, 0 for any number.
func (t *Template) MostAttributes() int { return t.lists.attributes.max }

// TellApart gives names that the target would take for one a number before them: shops that
// make a key of a name keep its first bytes only. It has the names that change; nil for none.
func (t *Template) TellApart(names []string) map[string]string {
	limit := t.lists.attributes.key
	if limit == 0 {
		return nil
	}
	var apart map[string]string
	taken := map[string]bool{}
	for _, name := range names {
		own := name
		for n := 2; taken[nameKey(own, limit)]; n++ {
			own = strconv.Itoa(n) + ". " + name
		}
		if taken[nameKey(own, limit)] = true; own != name {
			if apart == nil {
				apart = map[string]string{}
			}
			apart[name] = own
		}
	}
	return apart
}

// tellApart does the same in an offer whose attributes are its own memory.
func (t *Template) tellApart(o *Offer) {
	if t.lists.attributes.key == 0 {
		return
	}
	var names []string
	for i := range o.Attributes {
		if name := o.Attributes[i].Name; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	apart := t.TellApart(names)
	for i := range o.Attributes {
		if name, ok := apart[o.Attributes[i].Name]; ok {
			o.Attributes[i].Name = name
		}
	}
}

// nameKey is the beginning of a name as an address has it: small letters, hyphens for blanks,
// the rest percent-encoded.
func nameKey(name string, limit int) string {
	key := url.PathEscape(strings.Join(strings.Fields(strings.ToLower(name)), "-"))
	return key[:min(len(key), limit)]
}
