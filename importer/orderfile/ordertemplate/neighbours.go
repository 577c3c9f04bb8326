package ordertemplate

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile/field"
)

// onlyNeeded leaves out the columns that hold an order's number only where no better heading is
// there: "№" beside "Замовлення №" counts the rows. Of several such columns the first of the
// template's list is the number, and no blank cell of it is filled from another one.
func onlyNeeded(known []Column) []Column {
	best, found := Column{}, false
	for _, c := range known {
		if c.Field == field.OrderNumber && (!found || c.Tier < best.Tier || c.Tier == best.Tier && c.rank < best.rank) {
			best, found = c, true
		}
	}
	if !found {
		return known
	}
	return slices.DeleteFunc(slices.Clone(known), func(c Column) bool {
		return c.Field == field.OrderNumber && c.Tier == LastTier && (best.Tier != LastTier || c.rank != best.rank)
	})
}

// withoutIgnored leaves out the columns of which only their place among the others makes an
// order's number, where the source says that they are not read: an "ID" may be a product's.
func withoutIgnored(known []Column, ignored []string) []Column {
	if len(ignored) == 0 {
		return known
	}
	keys := map[string]bool{}
	for _, heading := range ignored {
		keys[ExactKey(heading)] = true
	}
	return slices.DeleteFunc(known, func(c Column) bool {
		return c.Field == field.OrderNumber && c.Tier == LastTier && keys[ExactKey(c.Name)]
	})
}

// withoutModel leaves the headings of the last tier that stand for SKUs out where the file has a
// column of SKUs: beside it "model" names the kind of goods.
func withoutModel(columns []Column) []Column {
	isSKU := func(c Column) bool { return c.Field == field.SKU && c.Tier != LastTier }
	if !slices.ContainsFunc(columns, isSKU) {
		return columns
	}
	return slices.DeleteFunc(columns, func(c Column) bool { return c.Field == field.SKU && c.Tier == LastTier })
}

// bareName is the heading that is a person's in one file and a product's in another.
const bareName = "name"

// nameOfProduct takes a bare "name" for the product's where it is no person's: where the person's
// name stands in parts or under a heading of its own beside it, or where it stands among the
// product's columns. A file that then has no name of a person is refused, as one that lacks it.
func (p *Template) nameOfProduct(columns []Column) {
	at := slices.IndexFunc(columns, func(c Column) bool { return c.Key == bareName && c.Field == field.RecipientName })
	if _, said := p.saidOf(bareName); at < 0 || said || p.own[bareName] && p.name != "generic" {
		return // a template of its own, or the source, says whose name it is
	}
	name := &columns[at]
	if hasParts(columns) || besideItem(columns, name.Index) && (hasOtherName(columns, at) || !besidePerson(columns, name.Index)) {
		name.Heading = Heading{Field: field.ProductName, Tier: GeneralTier}
	}
}

// hasParts reports whether a person's name stands in parts.
func hasParts(columns []Column) bool {
	return slices.ContainsFunc(columns, func(c Column) bool { return c.Field == field.LastName || c.Field == field.FirstName })
}

// hasOtherName reports whether another heading than that at an index is a person's.
func hasOtherName(columns []Column, at int) bool {
	for i, c := range columns {
		if i != at && c.Field == field.RecipientName {
			return true
		}
	}
	return false
}

// besideItem reports whether a column stands next to one of the product.
func besideItem(columns []Column, index int) bool {
	return slices.ContainsFunc(columns, func(c Column) bool {
		return field.OfItem(c.Field) && (c.Index == index-1 || c.Index == index+1)
	})
}

// besidePerson reports whether the column behind one is how a person is reached: "quantity, name, phone".
func besidePerson(columns []Column, index int) bool {
	return slices.ContainsFunc(columns, func(c Column) bool {
		return c.Index == index+1 && (c.Field == field.Phone || c.Field == field.Email)
	})
}
