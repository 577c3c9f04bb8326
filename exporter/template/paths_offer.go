package template

import (
	"cmp"
	"time"

	"github.com/dropbridge/dropbridge/exporter/template/function"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// productPaths are the paths over an offer, but for those with an index.
func productPaths() map[string]value {
	paths := offerPaths()
	for _, path := range []string{"name", "names.uk", "names.ru", "names.en", "description", "descriptions.uk", "descriptions.ru", "descriptions.en",
		"brand", "country_of_origin", "category.id", "category.key", "category.name", "category.path"} {
		paths["group."+path] = ofGroup(paths[path])
	}
	return paths
}

// ofGroup is the same value of what the product of a group says. It belongs to the catalogue:
// no filter changes it, nor which variant stands first.
func ofGroup(v value) value {
	within := func(s *Scope, read func()) {
		before := s.product
		s.product = s.offer.groupProduct()
		read()
		s.product = before
	}
	if v.kind == composed {
		return compose(func(dst []byte, s *Scope) []byte {
			within(s, func() { dst = v.compose(dst, s) })
			return dst
		})
	}
	return textValue(func(s *Scope) (t string) {
		within(s, func() { t = v.text(s) })
		return t
	})
}

func offerPaths() map[string]value {
	return map[string]value{
		"id":                 ownText(func(s *Scope) string { return s.product.ID }),
		"label_0":            label(0),
		"label_1":            label(1),
		"label_2":            label(2),
		"label_3":            label(3),
		"label_4":            label(4),
		"margin":             secret(moneyValue(func(s *Scope) money.Amount { return s.offer.Prices.Margin() })),
		"offer_id":           textValue(func(s *Scope) string { return s.offer.ID }),
		"sku":                ownText(func(s *Scope) string { return s.product.SKU }),
		"supplier":           textValue(func(s *Scope) string { return s.product.Supplier }),
		"group_id":           ownText(func(s *Scope) string { return s.product.GroupID }),
		"name":               ownText(func(s *Scope) string { return s.product.Name }),
		"names.uk":           ownText(func(s *Scope) string { return s.product.Names.UK }),
		"names.ru":           ownText(func(s *Scope) string { return s.product.Names.RU }),
		"names.en":           ownText(func(s *Scope) string { return s.product.Names.EN }),
		"description":        ownText(func(s *Scope) string { return s.product.Description }),
		"descriptions.uk":    ownText(func(s *Scope) string { return s.product.Descriptions.UK }),
		"descriptions.ru":    ownText(func(s *Scope) string { return s.product.Descriptions.RU }),
		"descriptions.en":    ownText(func(s *Scope) string { return s.product.Descriptions.EN }),
		"brand":              ownText(func(s *Scope) string { return s.product.Brand }),
		"country_of_origin":  ownText(func(s *Scope) string { return s.product.Country }),
		"barcode":            ownText(func(s *Scope) string { return s.offer.Barcode() }),
		"gtin":               textValue(func(s *Scope) string { return function.GTIN(s.offer.Barcode()) }),
		"category.id":        ownText(func(s *Scope) string { return s.product.Category.ID }),
		"category.key":       compose(func(dst []byte, s *Scope) []byte { return s.Facts.Keys.Append(dst, &s.product.Category) }),
		"category.name":      ownText(func(s *Scope) string { return s.product.Category.Name }),
		"category.path":      own(compose(categoryPath)),
		"currency":           ownText(func(s *Scope) string { return s.offer.Prices.Currency }),
		"price":              moneyValue(func(s *Scope) money.Amount { return s.offer.Prices.Price }),
		"old_price":          moneyValue(func(s *Scope) money.Amount { return s.offer.Prices.OldPrice }),
		"rrp":                moneyValue(func(s *Scope) money.Amount { return s.offer.Prices.RRP }),
		"drop_price":         secret(moneyValue(func(s *Scope) money.Amount { return s.offer.Prices.Drop })),
		"min_order_quantity": integerValue(func(s *Scope) (int64, bool) { return s.product.MinOrder, s.product.MinOrder > 0 }),
		"availability":       ownText(func(s *Scope) string { return s.product.Availability }),
		"available":          ownText(available),
		"quantity":           integerValue(func(s *Scope) (int64, bool) { return s.offer.Quantity.Value, s.offer.Quantity.Known }),
		"stated_quantity":    integerValue(func(s *Scope) (int64, bool) { return s.offer.Stated.Value, s.offer.Stated.Known }),
		"attributes":         own(compose(attributeText)),
		"weight_g":           optional(func(p *supplier.Product) supplier.Opt[int64] { return p.WeightG }),
		"length_mm":          optional(func(p *supplier.Product) supplier.Opt[int64] { return p.LengthMM }),
		"width_mm":           optional(func(p *supplier.Product) supplier.Opt[int64] { return p.WidthMM }),
		"height_mm":          optional(func(p *supplier.Product) supplier.Opt[int64] { return p.HeightMM }),
		"url":                own(addressValue(func(s *Scope) string { return s.offer.Page })),
		"created_at":         own(moment(time.RFC3339Nano, func(p *supplier.Product) time.Time { return p.CreatedAt })),
		"created_date":       own(moment(time.DateOnly, func(p *supplier.Product) time.Time { return p.CreatedAt })),
		"updated_date":       own(moment(time.DateOnly, func(p *supplier.Product) time.Time { return p.UpdatedAt })),
		"updated_at":         own(moment(time.RFC3339Nano, func(p *supplier.Product) time.Time { return p.UpdatedAt })),
		"variant.suffix":     textValue(func(s *Scope) string { return s.offer.Variant.suffix() }),
	}
}

// feedPaths are the paths over the feed itself, known everywhere in a template.
func feedPaths() map[string]value {
	date := func(layout string) value {
		return compose(func(dst []byte, s *Scope) []byte { return s.Facts.Date.AppendFormat(dst, layout) })
	}
	return map[string]value{
		"feed.name":    textValue(func(s *Scope) string { return s.Facts.Name }),
		"feed.date":    date(wording.MinuteLayout),
		"feed.rfc3339": date(time.RFC3339),
		"feed.rfc1123": date(time.RFC1123Z),
		"shop.name":    textValue(func(s *Scope) string { return cmp.Or(s.Facts.ShopName, s.Facts.Name) }),
		"shop.company": textValue(func(s *Scope) string { return cmp.Or(s.Facts.ShopCompany, s.Facts.ShopName, s.Facts.Name) }),
		"shop.url":     addressValue(func(s *Scope) string { return s.Facts.ShopURL }),
	}
}

// label is one of the labels that the owner's rules give.
func label(n int) value {
	return textValue(func(s *Scope) string { return s.offer.Labels[n] })
}

// available is "true" where the product can be sent now.
func available(s *Scope) string {
	if s.offer.Available {
		return "true"
	}
	return "false"
}

// categoryPath is the way to the category, "Home > Lamps".
func categoryPath(dst []byte, s *Scope) []byte {
	return s.product.Category.AppendWay(dst)
}

// attributeText is "name: value unit; name: value"; semicolons and backslashes in the
// parts are escaped by a backslash, so that the text can be taken apart again.
func attributeText(dst []byte, s *Scope) []byte {
	for i := range s.offer.Attributes {
		a := &s.offer.Attributes[i]
		if i > 0 {
			dst = append(dst, "; "...)
		}
		dst = appendEscaped(dst, a.Name)
		dst = append(dst, ": "...)
		dst = appendEscaped(dst, a.Value)
		if a.Unit != "" {
			dst = append(dst, ' ')
			dst = appendEscaped(dst, a.Unit)
		}
	}
	return dst
}

func appendEscaped(dst []byte, s string) []byte {
	start := 0
	for i := range len(s) {
		if c := s[i]; c == ';' || c == '\\' {
			dst = append(dst, s[start:i]...)
			dst = append(dst, '\\')
			start = i
		}
	}
	return append(dst, s[start:]...)
}
