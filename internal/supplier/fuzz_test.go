package supplier

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
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
)

// tree is a JSON document as the reference library's tokens tell it: nil, bool,
// string, jsontext.Value for numbers, []any, map[string]any (the last of equal names).
func tree(d *jsontext.Decoder) (any, error) {
	token, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return token.Bool(), nil
	case '"':
		return token.String(), nil
	case '0':
		return jsontext.Value(token.String()), nil
	case '[':
		list := []any{}
		for d.PeekKind() != ']' {
			v, err := tree(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.ReadToken()
		return list, err
	}
	members := map[string]any{}
	for d.PeekKind() != '}' {
		key, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		name := key.String()
		if members[name], err = tree(d); err != nil {
			return nil, err
		}
	}
	_, err = d.ReadToken()
	return members, err
}

func referenceTree(text string) (any, error) {
	d := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	v, err := tree(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("something follows: %w", err)
	}
	return v, nil
}

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

func (r *reference) whole(v any) (o Opt[int64]) {
	if v == nil {
		return o
	}
	number, ok := v.(jsontext.Value)
	n, err := strconv.ParseInt(string(number), 10, 64)
	r.failed = r.failed || !ok || err != nil
	return Some(n)
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

func (r *reference) product(v any) Product {
	m, ok := v.(map[string]any)
	r.failed = r.failed || !ok
	names, descriptions, category := r.object(m["names"]), r.object(m["descriptions"]), r.object(m["category"])
	p := Product{ID: r.text(m["id"]), SKU: r.text(m["sku"]), GroupID: r.text(m["group_id"]), Name: r.text(m["name"]),
		Names:       Texts{r.text(names["uk"]), r.text(names["ru"]), r.text(names["en"])},
		Description: r.text(m["description"]), Descriptions: Texts{r.text(descriptions["uk"]), r.text(descriptions["ru"]), r.text(descriptions["en"])},
		Brand: r.text(m["brand"]), Country: r.text(m["country_of_origin"]), Barcode: r.text(m["barcode"]),
		Category: Category{r.text(category["id"]), r.text(category["name"]), r.texts(category["path"])},
		Currency: r.text(m["currency"]), DropPrice: r.money(m["drop_price"]), RRP: r.money(m["rrp"]),
		MinOrder: r.whole(m["min_order_quantity"]).Value, Availability: r.text(m["availability"]), Quantity: r.whole(m["quantity"]),
		Images: r.texts(m["images"]), WeightG: r.whole(m["weight_g"]), LengthMM: r.whole(m["length_mm"]), WidthMM: r.whole(m["width_mm"]),
		HeightMM: r.whole(m["height_mm"]), URL: r.text(m["url"]), CreatedAt: r.time(m["created_at"]), UpdatedAt: r.time(m["updated_at"])}
	for _, e := range r.list(m["wholesale_tiers"]) {
		tier, ok := e.(map[string]any)
		r.failed = r.failed || !ok
		p.Tiers = append(p.Tiers, Tier{r.whole(tier["min_quantity"]).Value, r.money(tier["price"])})
	}
	for _, e := range r.list(m["attributes"]) {
		a, ok := e.(map[string]any)
		r.failed = r.failed || !ok
		p.Attributes = append(p.Attributes, Attribute{r.text(a["name"]), r.text(a["value"]), r.text(a["unit"])})
	}
	if p.MinOrder == 0 {
		p.MinOrder = 1
	}
	slices.SortStableFunc(p.Tiers, func(a, b Tier) int { return cmp.Compare(a.MinQuantity, b.MinQuantity) })
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
	f.Add(`{"data":[{"id":"1","category":{"id":"a","path":["x"]},"category":{"name":"b"},"category":null}]}`)
	f.Add("{\"data\":[{\"id\":\"\xd0\\ud800\\u0416\",\"drop_price\":-0.10e2,\"quantity\":-0}]}")
	pages := bareList(f)
	var page ProductPage
	f.Fuzz(func(t *testing.T, text string) {
		got := *pages
		got.list = &list[Product]{op: pages.list.op, plan: newPlan(paging{}, false)}
		err := got.Decode(NewRawPage(0, text), &page)
		if text == "" { // a number behind the last page's
			require.NoError(t, err)
			require.Empty(t, page.Products)
			return
		}
		v, referenceErr := referenceTree(text)
		if _, broken := errors.AsType[*syntaxError](err); broken {
			if referenceErr == nil && depth(text) <= maxDepth {
				t.Fatalf("%v, but the reference takes it", err)
			}
			return
		}
		if err != nil {
			return // of a wrong type; the rest of the document was not looked at
		}
		require.NoError(t, referenceErr, "the reference does not take it")
		var r reference
		var want []Product
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
func normal(p Product) Product {
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

func FuzzValidText(f *testing.F) {
	for _, text := range []string{"чайник скляний", "a\xc0\x80bcdefgh", "\xd0\x90\xd0\x90\xd0\x90\xc1\x80", "日本語日本語", "\xed\xa0\x80\xed\xa0\x80", "abcdefg\xd0", "😀😀😀"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		require.Equal(t, utf8.ValidString(text), validText(text))
	})
}

func FuzzScanner(f *testing.F) {
	f.Add([]byte(`{"a":[1,2.5e-3,"x\u00e9",null,true]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &scanner{data: string(data)}
		err := s.skip()
		if err == nil {
			err = s.end()
		}
		_, referenceErr := referenceTree(string(data))
		if bytes.Count(data, []byte("["))+bytes.Count(data, []byte("{")) > maxDepth {
			return
		}
		require.Equal(t, referenceErr == nil, err == nil, "%v, %v", err, referenceErr)
	})
}

// FuzzRefusal: whatever a refusal says is shown in one short line.
func FuzzRefusal(f *testing.F) {
	f.Add(`{"title":"a","detail":"b\n\u001b[2J","errors":[{"pointer":"/a","code":"c","detail":"d"}],"existing_order_id":"o"}`)
	f.Add(`{"errors":null,"detail":7}`)
	h := &httpCaller{mapping: defaultMapping(f), token: NewSecret(testToken)}
	f.Fuzz(func(t *testing.T, body string) {
		e := &Error{}
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
