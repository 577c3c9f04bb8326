package orderbody

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// Wanted is a value of a product that stands in an order's body in place of its SKU, and
// is looked for when the order is sent: until then the body has it as an object of the one
// member wantedMark.
type Wanted struct {
	SKU    string
	Take   string // TakeID or TakeGroup
	Number bool   // whether it is sent as a JSON number
}

// Product is what an order can take of a product, and the SKU by which it is found.
type Product struct{ SKU, ID, GroupID string }

// Of is the JSON text of what is taken of a product. It fails where the product does not have
// it, or has a text where a number is sent.
func (w Wanted) Of(p Product) (raw string, err error) {
	value := p.ID
	if w.Take == TakeGroup {
		value = p.GroupID
	}
	switch {
	case value == "":
		return "", errors.New("the product of this SKU has no " + w.Take)
	case w.Number && !jsonread.IsNumber(value):
		return "", fmt.Errorf("the product's %s %q is no number, and the mapping sends it as one", w.Take, oneline.Clean(value, 40))
	case w.Number:
		return value, nil
	}
	return jsonread.Quote(value), nil
}

// ResolveKnown is Resolve by some products; what is wanted of another one stays as it is.
func ResolveKnown(body string, products []Product) (string, error) {
	return Resolve(body, func(w Wanted) (string, error) {
		at := slices.IndexFunc(products, func(p Product) bool { return p.SKU == w.SKU && p.ID != "" })
		if at < 0 {
			return string(appendWanted(nil, w)), nil
		}
		return w.Of(products[at])
	})
}

// What can be taken of a product.
const (
	TakeID    = "id"
	TakeGroup = "group_id"
)

// wantedMark is the name by which a body says that a value is looked for.
const wantedMark = "$product"

// bodyTake compiles lookup and take of an item's SKU.
func (c *compiler) bodyTake(into *bodyFormat, key string, spec written.Field) error {
	place := &spec.Place
	if place.Lookup.Text != "products" {
		return c.Wrong(place.Pos(), "%s: %s: want lookup: products, the list in which the SKU is looked for, beside take", key, spec.Name.Text)
	}
	if place.Has("map") {
		return c.Wrong(place.Pos(), "%s: %s: what is looked up needs no map", key, spec.Name.Text)
	}
	into.take = place.Take.Text
	return c.Choice(place.Take, "value of a product", TakeID, TakeGroup)
}

func appendWanted(b []byte, w Wanted) []byte {
	b = append(b, `{"`+wantedMark+`":{"sku":`...)
	b = append(appendQuoted(b, w.SKU), `,"take":`...)
	b = appendQuoted(b, w.Take)
	if w.Number {
		b = append(b, `,"as":"number"`...)
	}
	return append(b, "}}"...)
}

// Wants are the values that a body wants of products, each once.
func Wants(body string) (all []Wanted, err error) {
	seen := map[Wanted]bool{}
	_, err = Resolve(body, func(w Wanted) (string, error) {
		if !seen[w] {
			seen[w], all = true, append(all, w)
		}
		return "0", nil
	})
	return all, err
}

// Resolve is the body with what find gives, JSON texts, in place of what is wanted. Where
// nothing is it is the same body.
func Resolve(body string, find func(Wanted) (raw string, err error)) (string, error) {
	if !strings.Contains(body, `"`+wantedMark+`"`) {
		return body, nil
	}
	b, err := appendResolved(nil, body, find)
	return string(b), err
}

func appendResolved(b []byte, raw string, find func(Wanted) (string, error)) (_ []byte, err error) {
	opening := jsonread.FirstByte(raw)
	if opening != '{' && opening != '[' {
		return append(b, raw...), nil
	}
	if wanted, ok := wantedIn(raw); ok {
		found, err := find(wanted)
		return append(b, found...), err
	}
	closing := byte('}')
	if opening == '[' {
		closing = ']'
	}
	b = append(b, opening)
	first := true
	failed := jsonread.EachValue(raw, func(value, name string) bool {
		if !first {
			b = append(b, ',')
		}
		first = false
		if opening == '{' {
			b = append(appendQuoted(b, name), ':')
		}
		b, err = appendResolved(b, value, find)
		return err == nil
	})
	if err == nil {
		err = failed
	}
	return append(b, closing), err
}

// wantedIn reads an object that stands for a value of a product.
func wantedIn(raw string) (w Wanted, ok bool) {
	members := 0
	_ = jsonread.EachValue(raw, func(value, name string) bool { // sound JSON: it was made here, or checked
		members++
		if name != wantedMark || jsonread.FirstByte(value) != '{' {
			return true
		}
		ok = true
		_ = jsonread.EachValue(value, func(one, key string) bool {
			switch text := jsonread.PlainText(one); key {
			case "sku":
				w.SKU = text
			case "take":
				w.Take = text
			case "as":
				w.Number = text == "number"
			}
			return true
		})
		return true
	})
	return w, ok && members == 1
}
