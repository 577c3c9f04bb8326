package mapping

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// OrderFingerprint changes with all that decides what is sent to create an order at that
// address, and how its answer and the look for the order are understood; settings are what
// decides of that beside the mapping. Comments, the layout of the file, and what concerns
// products, shipments and the ledger alone leave it as it is. It is a SHA-256 in hex, ""
// for a mapping that creates no orders.
func (m *Program) OrderFingerprint(baseURL string, settings ...string) string {
	if m.Create.Body == nil {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q\n%s\n%q\n", strings.TrimRight(baseURL, "/"), m.Create.canonical, settings)
	runs, _ := m.DryRun() // what is refused has no body
	for _, run := range runs {
		fmt.Fprintf(h, "%q\n", run.Body)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// canonicalOrders is one text for all files that mean the same for orders.
func (c *compiler) canonicalOrders() string {
	w := c.written
	var orders written.Operation
	if w.Orders != nil {
		orders = *w.Orders
		orders.Answer = orders.Answer.Over(w.Answer) // an order is looked for in the whole list
		if orders.Paging == nil {
			orders.Paging = w.Paging
		}
	}
	var b strings.Builder
	for _, part := range []struct {
		key   string
		value any
	}{
		{"answers", w.Answers}, {"types", w.Types}, {"times", w.Times}, {"auth", w.Auth}, {"headers", w.Headers}, {"idempotency", w.Idempotency}, {"errors", w.Errors},
		{"statuses", w.Statuses}, {"codes", w.Codes}, {"success", w.Success}, {"orders", orders}, {"lookups", c.ordersLookups()},
		{"find_order", w.FindOrder}, {"create_order", w.CreateOrder},
		{"params", c.params.Values()}, {"products", c.orderedProducts()},
	} {
		canonical(&b, part.key, reflect.ValueOf(part.value))
	}
	return b.String()
}

// orderedProducts are how products are read, where an order names them by ids of theirs.
func (c *compiler) orderedProducts() *written.Operation {
	if c.written.CreateOrder.ByIDs() {
		return c.written.Products
	}
	return nil
}

// ordersLookups are the joined lists where orders' fields use any.
func (c *compiler) ordersLookups() written.Lookups {
	if c.written.Orders == nil {
		return nil
	}
	for _, spec := range c.written.Orders.Fields {
		if spec.Place.Lookup.Set {
			return c.written.Lookups
		}
	}
	return nil
}

// canonical writes a part of a mapping without its places in the file; what is not
// written there leaves no trace, so that new keys of the language change nothing.
func canonical(b *strings.Builder, key string, v reflect.Value) {
	if !v.IsValid() || v.IsZero() {
		return
	}
	switch value := v.Interface().(type) {
	case strictyaml.Scalar:
		if value.Set {
			fmt.Fprintf(b, "%s=%q\n", key, value.Text)
		}
		return
	case written.Pairs:
		fmt.Fprintf(b, "%s{\n", key)
		for _, one := range sorted(value, func(p written.Pair) string { return p.Key.Text }) {
			fmt.Fprintf(b, "%q=%s%q\n", one.Key.Text, valueClass(one.Kind), one.Value.Text)
		}
		b.WriteString("}\n")
		return
	case written.Fields:
		fmt.Fprintf(b, "%s{\n", key)
		for _, spec := range sorted(value, func(s written.Field) string { return s.Name.Text }) {
			canonical(b, fmt.Sprintf("%q", spec.Name.Text), reflect.ValueOf(spec.Place))
		}
		b.WriteString("}\n")
		return
	case written.NamedLookup:
		canonical(b, fmt.Sprintf("%q", value.Name.Text), reflect.ValueOf(value.Lookup))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		canonical(b, key, v.Elem())
	case reflect.Slice:
		fmt.Fprintf(b, "%s[\n", key)
		for i := range v.Len() {
			canonical(b, "-", v.Index(i))
		}
		b.WriteString("]\n")
	case reflect.Struct:
		fmt.Fprintf(b, "%s{\n", key)
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				canonical(b, field.Name, v.Field(i))
			}
		}
		b.WriteString("}\n")
	default:
		fmt.Fprintf(b, "%s=%v\n", key, v.Interface())
	}
}

// sorted is a copy of a list, by the names in it.
func sorted[E any](list []E, name func(E) string) []E {
	return sorting.Sorted(slices.Values(list), func(a, b E) int { return strings.Compare(name(a), name(b)) })
}

// valueClass tells a number or a truth value from the text that looks like it.
func valueClass(kind ast.NodeType) string {
	switch kind {
	case ast.IntegerType, ast.FloatType:
		return "number "
	case ast.BoolType:
		return "bool "
	}
	return ""
}
