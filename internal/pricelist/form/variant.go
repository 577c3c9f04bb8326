package form

import (
	"cmp"
	"strings"

	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// ofProduct takes what a variant does not have from the product around it: what identifies the
// product makes the group, and its barcode is not the variant's.
func (m *maker) ofProduct(c *Column, v *listfile.Value) bool {
	if c.variant {
		return false
	}
	switch c.Role {
	case ID, SKU:
		if m.around == nil {
			m.around = map[Role]string{}
		}
		m.around[c.Role] = cmp.Or(m.around[c.Role], v.Text)
		return true
	case Barcode:
		return true
	case Name:
		m.nameVariant(v.Text)
	}
	return false
}

// nameVariant settles what a variant is called. Where its own name is not that of the product
// with more, it is what tells the variant from the others.
func (m *maker) nameVariant(product string) {
	own, named := m.taken[Name]
	if !named || strings.Contains(strings.ToLower(own.text), strings.ToLower(product)) {
		return
	}
	delete(m.taken, Name)
	m.product.Name = ""
	if m.label != "" {
		m.addOwn(supplier.Attribute{Name: m.label, Value: own.text})
	}
}

// addOwn adds an attribute that a variant has of its own.
func (m *maker) addOwn(a supplier.Attribute) {
	if m.distinct == nil {
		m.distinct = map[string]bool{}
	}
	m.distinct[strings.ToLower(a.Name)] = true
	m.product.Attributes = append(m.product.Attributes, a)
}

// addAttribute adds an attribute. What a variant says goes before what its product says.
func (m *maker) addAttribute(c *Column, a supplier.Attribute) {
	switch {
	case !m.record.Variant:
		m.product.Attributes = append(m.product.Attributes, a)
	case c.variant:
		m.addOwn(a)
	case !m.distinct[strings.ToLower(a.Name)]:
		m.product.Attributes = append(m.product.Attributes, a)
	}
}

// settleVariant puts a variant into the group of its product. The only one of a product may be
// known by the product's SKU. Of several, one without a SKU or an id of its own cannot be
// ordered, unless the config says that the product's SKU and its own name are one.
func (m *maker) settleVariant() {
	p := &m.product
	if !m.record.Variant {
		return
	}
	own := p.SKU != "" || p.ID != ""
	switch {
	case !own && m.record.Lone:
		p.SKU, p.ID = m.around[SKU], m.around[ID]
		return
	case !own && m.form.hints.Mark != "" && m.ownName() != "" && cmp.Or(m.around[SKU], m.around[ID]) != "":
		p.SKU = cmp.Or(m.around[SKU], m.around[ID]) + m.form.hints.Mark + m.ownName()
	case !own:
		m.fail(wrong("variant", cmp.Or(m.around[SKU], m.around[ID], p.Name), m.form.hints.Key))
	}
	p.GroupID = cmp.Or(p.GroupID, m.around[ID], m.around[SKU])
}

// ownName is what tells a variant from the others: the values of its own attributes.
func (m *maker) ownName() string {
	var values []string
	for _, a := range m.product.Attributes {
		if m.distinct[strings.ToLower(a.Name)] {
			values = append(values, strings.Join(strings.Fields(a.Value), " "))
		}
	}
	return strings.Join(values, m.form.hints.Mark)
}
