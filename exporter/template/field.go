package template

import (
	"strconv"
	"time"

	"github.com/dropbridge/dropbridge/exporter/category"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// kind is what sort of value a path leads to; each format decides how it writes one.
type kind int

const (
	textKind    kind = iota // a text as the supplier gave it
	addressKind             // a URL
	composed                // a text made of several parts
	moneyKind               // an exact amount
	integerKind             // a whole number
)

// value reads one path of a scope. Of its functions the one that its kind names is set.
type value struct {
	kind     kind
	private  bool   // shows what the client pays: absent from public feeds
	computed bool   // of a private one: an expression, which a public feed refuses
	list     string // of an indexed path or a joined list, the list's name
	index    int    // of the last item that it shows
	uses     Uses   // of an expression

	text    func(*Scope) string                // textKind, addressKind; "" is absent
	compose func([]byte, *Scope) []byte        // composed; appends nothing where absent
	money   func(*Scope) money.Amount          // moneyKind
	integer func(*Scope) (n int64, known bool) // integerKind
}

// amount is a money value as a feed may show it: an amount that is no price is
// absent, since nothing is sold for 0 or less.
func (v *value) amount(s *Scope) money.Amount {
	m := v.money(s)
	if m.Sign() <= 0 {
		return money.Amount{}
	}
	return m
}

// append appends the plain text of any value, nothing where it is absent.
func (v *value) append(dst []byte, s *Scope) []byte {
	switch v.kind {
	case moneyKind:
		return appendMoney(dst, v.amount(s))
	case integerKind:
		if n, known := v.integer(s); known {
			dst = strconv.AppendInt(dst, n, 10)
		}
		return dst
	case composed:
		return v.compose(dst, s)
	default:
		return append(dst, v.text(s)...)
	}
}

// absent is a value of the same kind that is nowhere there.
func (v value) absent() value {
	v.list = ""
	v.text = func(*Scope) string { return "" }
	v.compose = func(dst []byte, _ *Scope) []byte { return dst }
	v.money = func(*Scope) money.Amount { return money.Amount{} }
	v.integer = func(*Scope) (int64, bool) { return 0, false }
	return v
}

// appendMoney appends an amount; an absent one has no text.
func appendMoney(dst []byte, m money.Amount) []byte {
	// AppendText is there for an interface whose other types can fail; Money cannot.
	dst, _ = m.AppendText(dst)
	return dst
}

func text(get func(*Scope) string) value    { return value{kind: textKind, text: get} }
func address(get func(*Scope) string) value { return value{kind: addressKind, text: get} }

func compose(build func([]byte, *Scope) []byte) value { return value{kind: composed, compose: build} }

func amountOf(get func(*Scope) money.Amount) value { return value{kind: moneyKind, money: get} }

func integer(get func(*Scope) (int64, bool)) value { return value{kind: integerKind, integer: get} }

func optional(get func(*supplier.Product) supplier.Opt[int64]) value {
	return integer(func(s *Scope) (int64, bool) { o := get(s.product); return o.Value, o.Known })
}

func moment(layout string, get func(*supplier.Product) time.Time) value {
	return compose(func(dst []byte, s *Scope) []byte {
		t := get(s.product)
		if t.IsZero() {
			return dst
		}
		return t.UTC().AppendFormat(dst, layout)
	})
}

func secret(v value) value {
	v.private = true
	return v
}

// productPaths are the paths over an offer, but for those with an index.
func productPaths() map[string]value {
	return map[string]value{
		"id":                 text(func(s *Scope) string { return s.product.ID }),
		"sku":                text(func(s *Scope) string { return s.product.SKU }),
		"group_id":           text(func(s *Scope) string { return s.product.GroupID }),
		"name":               text(func(s *Scope) string { return s.product.Name }),
		"names.uk":           text(func(s *Scope) string { return s.product.Names.UK }),
		"names.ru":           text(func(s *Scope) string { return s.product.Names.RU }),
		"names.en":           text(func(s *Scope) string { return s.product.Names.EN }),
		"description":        text(func(s *Scope) string { return s.product.Description }),
		"descriptions.uk":    text(func(s *Scope) string { return s.product.Descriptions.UK }),
		"descriptions.ru":    text(func(s *Scope) string { return s.product.Descriptions.RU }),
		"descriptions.en":    text(func(s *Scope) string { return s.product.Descriptions.EN }),
		"brand":              text(func(s *Scope) string { return s.product.Brand }),
		"country_of_origin":  text(func(s *Scope) string { return s.product.Country }),
		"barcode":            text(func(s *Scope) string { return s.offer.Barcode() }),
		"category.id":        text(func(s *Scope) string { return s.product.Category.ID }),
		"category.key":       compose(func(dst []byte, s *Scope) []byte { return category.AppendKey(dst, &s.product.Category) }),
		"category.name":      text(func(s *Scope) string { return s.product.Category.Name }),
		"category.path":      compose(categoryPath),
		"currency":           text(func(s *Scope) string { return s.offer.Prices.Currency }),
		"price":              amountOf(func(s *Scope) money.Amount { return s.offer.Prices.Price }),
		"old_price":          amountOf(func(s *Scope) money.Amount { return s.offer.Prices.OldPrice }),
		"rrp":                amountOf(func(s *Scope) money.Amount { return s.offer.Prices.RRP }),
		"drop_price":         secret(amountOf(func(s *Scope) money.Amount { return s.offer.Prices.Drop })),
		"min_order_quantity": integer(func(s *Scope) (int64, bool) { return s.product.MinOrder, s.product.MinOrder > 0 }),
		"availability":       text(func(s *Scope) string { return s.product.Availability }),
		"available":          text(available),
		"quantity":           integer(func(s *Scope) (int64, bool) { return s.offer.Quantity.Value, s.offer.Quantity.Known }),
		"attributes":         compose(attributeText),
		"weight_g":           optional(func(p *supplier.Product) supplier.Opt[int64] { return p.WeightG }),
		"length_mm":          optional(func(p *supplier.Product) supplier.Opt[int64] { return p.LengthMM }),
		"width_mm":           optional(func(p *supplier.Product) supplier.Opt[int64] { return p.WidthMM }),
		"height_mm":          optional(func(p *supplier.Product) supplier.Opt[int64] { return p.HeightMM }),
		"url":                address(func(s *Scope) string { return s.product.URL }),
		"created_at":         moment(time.RFC3339Nano, func(p *supplier.Product) time.Time { return p.CreatedAt }),
		"created_date":       moment(time.DateOnly, func(p *supplier.Product) time.Time { return p.CreatedAt }),
		"updated_date":       moment(time.DateOnly, func(p *supplier.Product) time.Time { return p.UpdatedAt }),
		"updated_at":         moment(time.RFC3339Nano, func(p *supplier.Product) time.Time { return p.UpdatedAt }),
		"variant.suffix":     text(func(s *Scope) string { return s.offer.Variant.suffix() }),
	}
}

// feedPaths are the paths over the feed itself, known everywhere in a template.
func feedPaths() map[string]value {
	date := func(layout string) value {
		return compose(func(dst []byte, s *Scope) []byte { return s.Facts.Date.AppendFormat(dst, layout) })
	}
	return map[string]value{
		"feed.name":    text(func(s *Scope) string { return s.Facts.Name }),
		"feed.date":    date("2006-01-02 15:04"),
		"feed.rfc3339": date(time.RFC3339),
		"feed.rfc1123": date(time.RFC1123Z),
		"shop.name":    text(func(s *Scope) string { return firstOf(s.Facts.ShopName, s.Facts.Name) }),
		"shop.company": text(func(s *Scope) string { return firstOf(s.Facts.ShopCompany, s.Facts.ShopName, s.Facts.Name) }),
		"shop.url":     address(func(s *Scope) string { return s.Facts.ShopURL }),
	}
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
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
	c := &s.product.Category
	if len(c.Path) == 0 {
		return append(dst, c.Name...)
	}
	for i, name := range c.Path {
		if i > 0 {
			dst = append(dst, " > "...)
		}
		dst = append(dst, name...)
	}
	return dst
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
