package template

import (
	"strconv"
	"time"

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
	paid     bool   // of a private one: the drop price itself, and not the margin alone
	computed bool   // of a private one: an expression, which a public feed refuses
	list     string // of an indexed path or a joined list, the list's name
	index    int    // of the last item that it shows
	uses     Uses   // of an expression
	source   string // the path or expression, as the template has it
	own      bool   // its texts are made of those of the product, its pictures and attributes alone

	ofMembers bool // an expression over the members of a group, which only rows know

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

func textValue(get func(*Scope) string) value    { return value{kind: textKind, text: get} }
func addressValue(get func(*Scope) string) value { return value{kind: addressKind, text: get} }

// own is a value whose texts are all of the product itself.
func own(v value) value                     { v.own = true; return v }
func ownText(get func(*Scope) string) value { return own(textValue(get)) }

// proved reports whether the value's text is known to be UTF-8, as the digits of numbers are.
func (v *value) proved(s *Scope) bool {
	return v.kind >= moneyKind || v.own && s.offer != nil && s.offer.Proved
}

func compose(build func([]byte, *Scope) []byte) value { return value{kind: composed, compose: build} }
func moneyValue(get func(*Scope) money.Amount) value  { return value{kind: moneyKind, money: get} }

func integerValue(get func(*Scope) (int64, bool)) value {
	return value{kind: integerKind, integer: get}
}

func optional(get func(*supplier.Product) supplier.Opt[int64]) value {
	return integerValue(func(s *Scope) (int64, bool) { o := get(s.product); return o.Value, o.Known })
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

func secret(v value) value { v.private = true; return v }

// Uses is what a template makes use of.
type Uses struct {
	Tiers      bool // wholesale tiers
	Target     bool // what the target calls a product's category
	Categories bool // the list of the feed's categories
	Names      bool // what the target calls attributes
	GTIN       bool // the barcode as a trade number
	Page       bool // the address of the product's page
}
