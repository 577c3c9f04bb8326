package client

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// reference decodes a product out of a tree, by the contract's names.
type reference struct{ failed bool }

func (r *reference) text(v any) string {
	s, ok := v.(string)
	r.failed = r.failed || v != nil && !ok
	return s
}

func (r *reference) texts(v any) []string {
	var out []string
	for _, e := range r.list(v) {
		if s := r.text(e); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func (r *reference) list(v any) []any {
	l, ok := v.([]any)
	r.failed = r.failed || v != nil && !ok
	return l
}

func (r *reference) object(v any) map[string]any {
	m, ok := v.(map[string]any)
	r.failed = r.failed || v != nil && !ok
	return m
}

func (r *reference) money(v any) (m money.Amount) {
	var err error
	switch v := v.(type) {
	case nil:
	case string:
		m, err = money.Parse(v)
	case jsontext.Value:
		m, err = money.Parse(string(v))
	default:
		r.failed = true
	}
	r.failed = r.failed || err != nil
	return m
}

func (r *reference) whole(v any) (o supplier.Opt[int64]) {
	if v == nil {
		return o
	}
	number, ok := v.(jsontext.Value)
	n, err := strconv.ParseInt(string(number), 10, 64)
	r.failed = r.failed || !ok || err != nil
	return supplier.Some(n)
}

func (r *reference) time(v any) time.Time {
	text := r.text(v)
	if text == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, text)
	r.failed = r.failed || err != nil
	return t.UTC()
}

func (r *reference) product(v any) supplier.Product {
	m, ok := v.(map[string]any)
	r.failed = r.failed || !ok
	names, descriptions, category := r.object(m["names"]), r.object(m["descriptions"]), r.object(m["category"])
	p := supplier.Product{ID: r.text(m["id"]), SKU: r.text(m["sku"]), GroupID: r.text(m["group_id"]), Name: r.text(m["name"]),
		Names:       supplier.Texts{UK: r.text(names["uk"]), RU: r.text(names["ru"]), EN: r.text(names["en"])},
		Description: r.text(m["description"]), Descriptions: supplier.Texts{UK: r.text(descriptions["uk"]), RU: r.text(descriptions["ru"]), EN: r.text(descriptions["en"])},
		Brand: r.text(m["brand"]), Country: r.text(m["country_of_origin"]), Barcode: r.text(m["barcode"]),
		Category: supplier.Category{ID: r.text(category["id"]), Name: r.text(category["name"]), Path: r.texts(category["path"])},
		Currency: r.text(m["currency"]), DropPrice: r.money(m["drop_price"]), RRP: r.money(m["rrp"]),
		MinOrder: r.whole(m["min_order_quantity"]).Value, Availability: r.text(m["availability"]), Quantity: r.whole(m["quantity"]),
		Images: r.texts(m["images"]), WeightG: r.whole(m["weight_g"]), LengthMM: r.whole(m["length_mm"]), WidthMM: r.whole(m["width_mm"]),
		HeightMM: r.whole(m["height_mm"]), URL: r.text(m["url"]), CreatedAt: r.time(m["created_at"]), UpdatedAt: r.time(m["updated_at"])}
	for _, e := range r.list(m["wholesale_tiers"]) {
		tier, ok := e.(map[string]any)
		r.failed = r.failed || !ok
		p.Tiers = append(p.Tiers, supplier.Tier{MinQuantity: r.whole(tier["min_quantity"]).Value, Price: r.money(tier["price"])})
	}
	for _, e := range r.list(m["attributes"]) {
		a, ok := e.(map[string]any)
		r.failed = r.failed || !ok
		p.Attributes = append(p.Attributes, supplier.Attribute{Name: r.text(a["name"]), Value: r.text(a["value"]), Unit: r.text(a["unit"])})
	}
	if p.MinOrder == 0 {
		p.MinOrder = 1
	}
	slices.SortStableFunc(p.Tiers, func(a, b supplier.Tier) int { return cmp.Compare(a.MinQuantity, b.MinQuantity) })
	r.failed = r.failed || p.ID == ""
	return p
}

// FuzzDecode: what the reference library takes is taken with the same values, and
// nothing else is. A value that is superseded by a later one of the same name may be
// of a wrong type for the reference, which never looks at it, and not for us.
func FuzzDecode(f *testing.F) {
	f.Add("")
	f.Add(string(makePage(f, 2, 1, false)))
	f.Add(string(makePage(f, 1, 2, true)))
	for _, text := range refusedSyntax {
		f.Add(`{"data":[{"id":"1","name":` + text + `}]}`)
	}
	f.Add(`{"data":[{"id":"1","name":"a","name":"\u0061","drop_price":1,"drop_price":1},{"id":"2","name":"a","name":"b"},{"id":"3","quantity":"5.5 pieces"}]}`)
	f.Add(`{"data":[{"id":"1","category":{"id":"a","path":["x"]},"category":{"name":"b"},"category":null}]}`)
	f.Add("{\"data\":[{\"id\":\"\xd0\\ud800\\u0416\",\"drop_price\":-0.10e2,\"quantity\":-0}]}")
	pages := bareList(f)
	var page supplier.ProductPage
	f.Fuzz(func(t *testing.T, text string) {
		got := *pages
		got.list = &list[supplier.Product]{client: pages.list.client, op: pages.list.op, plan: newPlan(mapping.Paging{}, false)}
		err := got.Decode(supplier.NewRawPage(0, text), &page)
		if text == "" { // a number behind the last page's
			require.NoError(t, err)
			require.Empty(t, page.Products)
			return
		}
		v, referenceErr := suppliertest.JSONTree(text)
		if _, broken := errors.AsType[*jsonread.SyntaxError](err); broken {
			if referenceErr == nil && depth(text) <= jsonread.MaxDepth {
				t.Fatalf("%v, but the reference takes it", err)
			}
			return
		}
		if err != nil {
			return // of a wrong type; the rest of the document was not looked at
		}
		require.NoError(t, referenceErr, "the reference does not take it")
		if len(page.Unreadable) > 0 {
			return // of a wrong type, or a key with two values, of which the reference takes the last
		}
		var r reference
		var want []supplier.Product
		for _, e := range r.list(r.object(v)["data"]) {
			want = append(want, r.product(e))
		}
		require.False(t, r.failed, "the reference finds a wrong type")
		require.Len(t, page.Products, len(want))
		for i := range want {
			require.True(t, utf8.ValidString(page.Products[i].Name))
			require.Equal(t, normal(want[i]), normal(page.Products[i]))
		}
	})
}

// normal makes empty and nil lists alike.
func normal(p supplier.Product) supplier.Product {
	if len(p.Tiers) == 0 {
		p.Tiers = nil
	}
	if len(p.Images) == 0 {
		p.Images = nil
	}
	if len(p.Attributes) == 0 {
		p.Attributes = nil
	}
	if len(p.Category.Path) == 0 {
		p.Category.Path = nil
	}
	return p
}

// depth is a bound of how deep a text nests.
func depth(text string) int { return strings.Count(text, "[") + strings.Count(text, "{") }

// FuzzRefusal: whatever a refusal says is shown in one short line.
func FuzzRefusal(f *testing.F) {
	f.Add(`{"title":"a","detail":"b\n\u001b[2J","errors":[{"pointer":"/a","code":"c","detail":"d"}],"existing_order_id":"o"}`)
	f.Add(`{"errors":null,"detail":7}`)
	h := &httpCaller{mapping: defaultMapping(f), keys: &keyring{now: credentials{token: supplier.NewSecret(testToken)}}}
	f.Fuzz(func(t *testing.T, body string) {
		e := &supplier.Error{}
		h.explain(&request{}, e, body)
		for _, text := range []string{e.Detail, e.Code, e.RequestID, e.ExistingOrderID} {
			require.NotContains(t, text, testToken)
			require.LessOrEqual(t, utf8.RuneCountInString(text), 302)
			for _, r := range text {
				require.True(t, unicode.IsGraphic(r))
			}
		}
	})
}
