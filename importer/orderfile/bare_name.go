package orderfile

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile/field"
)

// bareName is the heading that is a person's in one file and a product's in another.
const bareName = "name"

// nameOfProduct takes a bare "name" for the product's where it is no person's: where the person's
// name stands in parts or under a heading of its own beside it, or where it stands among the
// product's columns. A file that then has no name of a person is refused, as one that lacks it.
func (p *Profile) nameOfProduct(columns []column) {
	at := slices.IndexFunc(columns, func(c column) bool { return c.key == bareName && c.meaning == field.RecipientName })
	if at < 0 || p.own[bareName] && p.name != "generic" {
		return // a template of its own says whose name it is
	}
	name := &columns[at]
	if hasParts(columns) || besideItem(columns, name.index) && (hasOtherName(columns, at) || !besidePerson(columns, name.index)) {
		name.heading = heading{meaning: field.ProductName, tier: generalTier}
	}
}

// hasParts reports whether a person's name stands in parts.
func hasParts(columns []column) bool {
	return slices.ContainsFunc(columns, func(c column) bool { return c.meaning == field.LastName || c.meaning == field.FirstName })
}

// hasOtherName reports whether another heading than that at an index is a person's.
func hasOtherName(columns []column, at int) bool {
	for i, c := range columns {
		if i != at && c.meaning == field.RecipientName {
			return true
		}
	}
	return false
}

// besideItem reports whether a column stands next to one of the product.
func besideItem(columns []column, index int) bool {
	return slices.ContainsFunc(columns, func(c column) bool {
		return field.OfItem(c.meaning) && (c.index == index-1 || c.index == index+1)
	})
}

// besidePerson reports whether the column behind one is how a person is reached: "quantity, name, phone".
func besidePerson(columns []column, index int) bool {
	return slices.ContainsFunc(columns, func(c column) bool {
		return c.index == index+1 && (c.meaning == field.Phone || c.meaning == field.Email)
	})
}
