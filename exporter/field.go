package exporter

import (
	"strconv"
	"time"

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

// scope is where a path is read from: a product, its price in this feed and, inside
// a list, the item at hand.
type scope struct {
	product   *supplier.Product
	price     supplier.Money
	image     string
	attribute *supplier.Attribute
	tier      *supplier.Tier
}

// value reads one path of a scope. Of its functions the one that its kind names is set.
type value struct {
	kind    kind
	private bool   // shows what the client pays: absent from public feeds
	list    string // of an indexed path, the list's name
	index   int

	text    func(*scope) string                // textKind, addressKind; "" is absent
	compose func([]byte, *scope) []byte        // composed; appends nothing where absent
	money   func(*scope) supplier.Money        // moneyKind
	integer func(*scope) (n int64, known bool) // integerKind
}

// amount is a money value as a feed may show it: an amount that is no price is
// absent, since nothing is sold for 0 or less.
func (v *value) amount(s *scope) supplier.Money {
	m := v.money(s)
	if m.Sign() <= 0 {
		return supplier.Money{}
	}
	return m
}

// present reports whether the scope holds the value; a text that is blank is none.
func (v *value) present(s *scope) bool {
	switch v.kind {
	case moneyKind:
		return v.amount(s).IsSet()
	case integerKind:
		_, known := v.integer(s)
		return known
	case composed:
		return len(v.compose(nil, s)) > 0
	default:
		return !blank(v.text(s))
	}
}

// append appends the plain text of any value, nothing where it is absent.
func (v *value) append(dst []byte, s *scope) []byte {
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
	v.text = func(*scope) string { return "" }
	v.compose = func(dst []byte, _ *scope) []byte { return dst }
	v.money = func(*scope) supplier.Money { return supplier.Money{} }
	v.integer = func(*scope) (int64, bool) { return 0, false }
	return v
}

// appendMoney appends an amount; an absent one has no text.
func appendMoney(dst []byte, m supplier.Money) []byte {
	// AppendText is there for an interface whose other types can fail; Money cannot.
	dst, _ = m.AppendText(dst)
	return dst
}

func text(get func(*scope) string) value    { return value{kind: textKind, text: get} }
func address(get func(*scope) string) value { return value{kind: addressKind, text: get} }

func money(get func(*scope) supplier.Money) value { return value{kind: moneyKind, money: get} }

func integer(get func(*scope) (int64, bool)) value { return value{kind: integerKind, integer: get} }

func optional(get func(*supplier.Product) supplier.Opt[int64]) value {
	return integer(func(s *scope) (int64, bool) { o := get(s.product); return o.Value, o.Known })
}

func moment(get func(*supplier.Product) time.Time) value {
	return value{kind: composed, compose: func(dst []byte, s *scope) []byte {
		t := get(s.product)
		if t.IsZero() {
			return dst
		}
		return t.UTC().AppendFormat(dst, time.RFC3339Nano)
	}}
}

func secret(v value) value {
	v.private = true
	return v
}

// productPaths are the paths over a product, but for those with an index.
func productPaths() map[string]value {
	return map[string]value{
		"id":                 text(func(s *scope) string { return s.product.ID }),
		"sku":                text(func(s *scope) string { return s.product.SKU }),
		"group_id":           text(func(s *scope) string { return s.product.GroupID }),
		"name":               text(func(s *scope) string { return s.product.Name }),
		"names.uk":           text(func(s *scope) string { return s.product.Names.UK }),
		"names.ru":           text(func(s *scope) string { return s.product.Names.RU }),
		"names.en":           text(func(s *scope) string { return s.product.Names.EN }),
		"description":        text(func(s *scope) string { return s.product.Description }),
		"descriptions.uk":    text(func(s *scope) string { return s.product.Descriptions.UK }),
		"descriptions.ru":    text(func(s *scope) string { return s.product.Descriptions.RU }),
		"descriptions.en":    text(func(s *scope) string { return s.product.Descriptions.EN }),
		"brand":              text(func(s *scope) string { return s.product.Brand }),
		"country_of_origin":  text(func(s *scope) string { return s.product.Country }),
		"barcode":            text(func(s *scope) string { return s.product.Barcode }),
		"category.id":        text(func(s *scope) string { return s.product.Category.ID }),
		"category.key":       {kind: composed, compose: func(dst []byte, s *scope) []byte { return categoryKey(dst, &s.product.Category) }},
		"category.name":      text(func(s *scope) string { return s.product.Category.Name }),
		"category.path":      {kind: composed, compose: categoryPath},
		"currency":           text(func(s *scope) string { return s.product.Currency }),
		"price":              money(func(s *scope) supplier.Money { return s.price }),
		"rrp":                money(func(s *scope) supplier.Money { return s.product.RRP }),
		"drop_price":         secret(money(func(s *scope) supplier.Money { return s.product.DropPrice })),
		"min_order_quantity": integer(func(s *scope) (int64, bool) { return s.product.MinOrder, s.product.MinOrder > 0 }),
		"availability":       text(func(s *scope) string { return s.product.Availability }),
		"available":          text(available),
		"quantity":           optional(func(p *supplier.Product) supplier.Opt[int64] { return p.Quantity }),
		"attributes":         {kind: composed, compose: attributeText},
		"weight_g":           optional(func(p *supplier.Product) supplier.Opt[int64] { return p.WeightG }),
		"length_mm":          optional(func(p *supplier.Product) supplier.Opt[int64] { return p.LengthMM }),
		"width_mm":           optional(func(p *supplier.Product) supplier.Opt[int64] { return p.WidthMM }),
		"height_mm":          optional(func(p *supplier.Product) supplier.Opt[int64] { return p.HeightMM }),
		"url":                address(func(s *scope) string { return s.product.URL }),
		"created_at":         moment(func(p *supplier.Product) time.Time { return p.CreatedAt }),
		"updated_at":         moment(func(p *supplier.Product) time.Time { return p.UpdatedAt }),
	}
}

// available is "true" where the product can be sent now. A known quantity of 0 beats
// the supplier's word, as it does with the readers of feeds.
func available(s *scope) string {
	if s.product.Availability != supplier.InStock || s.product.Quantity == supplier.Some[int64](0) {
		return "false"
	}
	return "true"
}

// categoryPath is the way to the category, "Home > Lamps".
func categoryPath(dst []byte, s *scope) []byte {
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
func attributeText(dst []byte, s *scope) []byte {
	for i := range s.product.Attributes {
		a := &s.product.Attributes[i]
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
