package template

import (
	"strings"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/money"
)

// list is a list that elements, rows and columns can repeat over.
type list struct {
	name     string
	document bool // of the whole feed, known after the last offer
	length   func(*Scope) int
	set      func(s *Scope, index int) // puts one item into the scope
	item     map[string]value          // paths over an item; "." is the item itself
}

// leftOut is the repair of leaving out an item.
func (l *list) leftOut() remark.Code {
	switch l.name {
	case "images", "group.images":
		return remark.PicturesLeftOut
	case "attributes", "group.attributes":
		return remark.AttributesLeftOut
	case "tiers":
		return remark.TiersLeftOut
	}
	return remark.TextCut
}

// lists are all lists of offers and of the feed.
func lists() []list {
	position := integerValue(func(s *Scope) (int64, bool) { return int64(s.index) + 1, true })
	one := func(l list) list {
		set := l.set
		l.set = func(s *Scope, i int) { s.item = item{index: i}; set(s, i) } // nothing is left of another list's
		l.item["position"] = position
		return l
	}
	return []list{one(imageList()), one(attributeList()), one(mappedList()), one(tierList()), one(optionList()), one(groupImageList()), one(groupOptionList()), one(labelList()), one(groupAttributeList()),
		one(currencyList()), one(categoryList())}
}

func imageList() list {
	return list{
		name:   "images",
		length: func(s *Scope) int { return len(s.offer.Images) },
		set:    func(s *Scope, i int) { s.image = s.offer.Images[i] },
		item:   map[string]value{".": own(addressValue(func(s *Scope) string { return s.image }))},
	}
}

func attributeList() list {
	return list{
		name:   "attributes",
		length: func(s *Scope) int { return len(s.offer.Attributes) },
		set:    func(s *Scope, i int) { s.attribute = &s.offer.Attributes[i] },
		item:   attributePaths(),
	}
}

func attributePaths() map[string]value {
	target := func(column string) value {
		return textValue(func(s *Scope) string { return s.Facts.attributeTarget(s.attribute, column) })
	}
	return map[string]value{
		"name":         ownText(func(s *Scope) string { return s.attribute.Name }),
		"value":        ownText(func(s *Scope) string { return s.attribute.Value }),
		"unit":         ownText(func(s *Scope) string { return s.attribute.Unit }),
		"code":         target("code"),
		"value_code":   target("value_code"),
		"target_name":  target("target_name"),
		"target_value": target("target_value"),
		"measure":      target("measure"),
	}
}

// tierList is the wholesale tiers as the feed's own rule prices them: in a private feed
// without one the supplier's, in a public feed without one none.
func tierList() list {
	return list{
		name:   "tiers",
		length: func(s *Scope) int { return len(s.offer.Prices.Tiers) },
		set:    func(s *Scope, i int) { s.tier = &s.offer.Prices.Tiers[i] },
		item: map[string]value{
			"price":        moneyValue(func(s *Scope) money.Amount { return s.tier.Price }),
			"min_quantity": integerValue(func(s *Scope) (int64, bool) { return s.tier.MinQuantity, true }),
		},
	}
}

func currencyList() list {
	return list{
		name:     "currencies",
		document: true,
		length:   func(s *Scope) int { return len(s.Facts.Currencies) },
		set:      func(s *Scope, i int) { s.currency = &s.Facts.Currencies[i] },
		item: map[string]value{
			"id":   textValue(func(s *Scope) string { return s.currency.ID }),
			"rate": textValue(func(s *Scope) string { return s.currency.Rate }),
		},
	}
}

func categoryList() list {
	return list{
		name:     "categories",
		document: true,
		length:   func(s *Scope) int { return len(s.Facts.Categories) },
		set:      func(s *Scope, i int) { s.category = &s.Facts.Categories[i] },
		item: map[string]value{
			"id":        textValue(func(s *Scope) string { return s.category.ID }),
			"parent_id": textValue(func(s *Scope) string { return s.category.Parent }),
			"name":      textValue(func(s *Scope) string { return s.category.Name }),
		},
	}
}

func optionList() list {
	return list{
		name: "options",
		length: func(s *Scope) int {
			if s.offer.Variant == nil {
				return 0
			}
			return len(s.offer.Variant.Options)
		},
		set:  func(s *Scope, i int) { s.option = &s.offer.Variant.Options[i] },
		item: optionPaths(),
	}
}

func groupOptionList() list {
	return list{
		name: "group.options",
		length: func(s *Scope) int {
			if s.offer.Variant == nil {
				return 0
			}
			return len(s.offer.Variant.Group.Options)
		},
		set:  func(s *Scope, i int) { s.option = &s.offer.Variant.Group.Options[i] },
		item: optionPaths(),
	}
}

// groupAttributeList is the attributes of a whole group, or of a product that stands alone:
// each name once, with every value.
func groupAttributeList() list {
	return list{
		name:   "group.attributes",
		length: func(s *Scope) int { return len(s.offer.namedAttributes()) },
		set:    func(s *Scope, i int) { s.named = &s.offer.namedAttributes()[i] },
		item: map[string]value{
			"name": textValue(func(s *Scope) string { return s.named.Name }),
			"values": compose(func(dst []byte, s *Scope) []byte {
				return append(dst, strings.Join(s.named.Values, ", ")...)
			}),
		},
	}
}

func optionPaths() map[string]value {
	return map[string]value{
		"name":  textValue(func(s *Scope) string { return s.option.Name }),
		"value": textValue(func(s *Scope) string { return s.option.Value }),
		"values": compose(func(dst []byte, s *Scope) []byte {
			return append(dst, strings.Join(s.option.Values, ", ")...)
		}),
	}
}

// groupImageList is the pictures of a whole group, or of a product that stands alone.
func groupImageList() list {
	images := func(s *Scope) []string {
		if s.offer.Variant == nil {
			return s.offer.Images
		}
		return s.offer.Variant.Group.Images
	}
	return list{
		name:   "group.images",
		length: func(s *Scope) int { return len(images(s)) },
		set:    func(s *Scope, i int) { s.image = images(s)[i] },
		item:   map[string]value{".": addressValue(func(s *Scope) string { return s.image })},
	}
}

// labelList is the labels that the owner's rules give an offer, those that are there.
func labelList() list {
	return list{
		name:   "labels",
		length: func(s *Scope) int { return len(s.offer.labels()) },
		set:    func(s *Scope, i int) { s.label = s.offer.labels()[i] },
		item:   map[string]value{".": textValue(func(s *Scope) string { return s.label })},
	}
}

func mappedList() list {
	return list{
		name:   "mapped.attributes",
		length: func(s *Scope) int { return len(s.offer.mappedAttributes(s.Facts)) },
		set:    func(s *Scope, i int) { s.mapped = &s.offer.mapped[i] },
		item: map[string]value{
			"name":  textValue(func(s *Scope) string { return s.mapped.name }),
			"group": textValue(func(s *Scope) string { return s.mapped.group }),
			"value": textValue(func(s *Scope) string { return s.mapped.value }),
		},
	}
}
