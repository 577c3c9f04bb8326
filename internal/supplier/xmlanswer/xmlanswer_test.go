package xmlanswer

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/wire"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

func TestJSON(t *testing.T) {
	for name, c := range map[string]struct{ document, want string }{
		"a text":               {`<a> x &amp; <![CDATA[<b>]]> </a>`, `{"a":"x & <b>"}`},
		"nothing":              {`<a/>`, `{"a":""}`},
		"elements":             {"<a>\n <b>1</b>\n <c/>\n</a>", `{"a":{"b":"1","c":""}}`},
		"repeated":             {`<a><b>1</b><c>x</c><b>2</b></a>`, `{"a":{"b":["1","2"],"c":"x"}}`},
		"attributes":           {`<a id="7"><b lang='uk'>так</b></a>`, `{"a":{"@id":"7","b":{"@lang":"uk","#":"так"}}}`},
		"a text among others":  {`<a>x<b>1</b>y</a>`, `{"a":{"b":"1","#":"xy"}}`},
		"prefixes":             {`<s:a xmlns:s="urn:s" xmlns="urn:d" xml:lang="uk"><s:b>1</s:b></s:a>`, `{"a":{"@xml:lang":"uk","b":"1"}}`},
		"no value":             {`<a xmlns:xsi="u"><b xsi:nil="true"/></a>`, `{"a":{"b":null}}`},
		"a declaration":        {"\uFEFF<?xml version=\"1.0\" encoding=\"UTF-8\"?><!DOCTYPE a><a>1</a>", `{"a":"1"}`},
		"long numbers":         {`<a><ttn>20450000000001</ttn><p>450.10</p></a>`, `{"a":{"ttn":"20450000000001","p":"450.10"}}`},
		"a list of one":        {`<a><l><i>1</i></l></a>`, `{"a":{"l":{"i":"1"}}}`},
		"a list that is known": {`<orders><order>1</order></orders>`, `{"orders":{"order":["1"]}}`},
		"none of it":           {`<orders/>`, `{"orders":{"order":[]}}`},
		"not there at all":     {`<error><message>no</message></error>`, `{"error":{"message":"no"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			shape := &Shape{}
			shape.enter("orders").enter("order").repeats = true
			got, err := JSON(c.document, shape)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestEncodings(t *testing.T) {
	text, err := charmap.Windows1251.NewEncoder().String(`<?xml version='1.0' encoding='windows-1251'?><a>Ґанок</a>`)
	require.NoError(t, err)
	got, err := JSON(text, nil)
	require.NoError(t, err)
	require.Equal(t, `{"a":"Ґанок"}`, got)
}

func TestWhatIsNoAnswer(t *testing.T) {
	for document, want := range map[string]string{
		`<a><b>1</b>`: "it breaks off", `<a><b`: "it breaks off", `<a>`: "it breaks off", `<`: "it breaks off",
		`<a></b>`: "closes nothing", `<a/><b/>`: "two outermost elements", `<a b=1/>`: "without quotes",
		`<!doctype html><html><body><form></form></body></html>`: "", `<html><body/></html>`: "a page for people",
		`<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>`:     "declares something",
		`<?xml version="1.0" encoding="klingon"?><a/>`: "an encoding that is not known: klingon",
		"<a>\xff</a>": "no UTF-8", strings.Repeat("<a>", 300): "",
	} {
		_, err := JSON(document, nil)
		require.ErrorContains(t, err, want, document)
	}
}

// shapes are those of a mapping's text.
func shapes(t *testing.T, text string) Shapes {
	t.Helper()
	_, err := mapping.Compile("m.yaml", []byte(text))
	require.NoError(t, err)
	var file written.File
	require.NoError(t, strictyaml.Decode("m.yaml", []byte(text), &file))
	return Compile(&file)
}

// lists are the paths of what repeats.
func (s *Shape) lists(path string) (out []string) {
	if s.repeats {
		out = append(out, strings.TrimPrefix(path, "."))
	}
	for name, inner := range s.within {
		out = append(out, inner.lists(path+"."+name)...)
	}
	return out
}

const head = "name: x\nkind: supplier\nformat: json\nanswers: xml\nauth: {header: X-Key}\npaging: {kind: none}\n"

func TestShapes(t *testing.T) {
	got := shapes(t, head+`errors: {detail: "errors.error[0].text", errors: {at: errors.error, fields: {code: code, detail: text}}}
success: {unless: "result.problems[]"}
answer: {list: result.items.item}
lookups:
  brands: {at: result.brands.brand, key: "@id"}
  stocks: {request: GET /stocks, answer: {list: stocks.stock}, key: "@sku"}
products:
  request: GET /goods
  fields:
    id: "@id"
    sku: code
    name: names.name[0]
    currency: {value: UAH}
    drop_price: price
    brand: {at: brand_id, lookup: brands, take: name}
    images: pictures.picture
    attributes: {at: params.param, fields: {name: "@name", value: "#"}}
    tiers: {rows: [{min_quantity: {value: 5}, price: "tiers.tier[0]"}]}
  variants: {at: sizes.size, fields: {id: "@id", images: "^gallery.photo[]"}}
orders:
  request: GET /orders
  answer: {list: "orders.order|list.row"}
  fields: {id: id, status: status, external_id: number, items: {at: lines.line, fields: {sku: sku, quantity: n}}}
find_order: {request: "GET /orders/{external_id}", order: order}
create_order: {request: POST /orders, order: "reply.order", body: {external_id: a, items: {at: i, fields: {sku: s, quantity: q}}, recipient_name: b, recipient_phone: c}}
`)
	always := []string{"errors.error", "result.problems"}
	for key, want := range map[string][]string{
		"": nil,
		"products": {"result.brands.brand", "result.items.item", "result.items.item.names.name", "result.items.item.params.param", "result.items.item.tiers.tier",
			"result.items.item.sizes.size", "result.items.item.gallery.photo"},
		"orders":          {"orders.order", "list.row", "orders.order.lines.line", "list.row.lines.line", "result.brands.brand"},
		"lookups: stocks": {"stocks.stock"},
		OfFinding:         {"order.lines.line"},
		OfCreation:        {"reply.order.lines.line"},
	} {
		require.ElementsMatch(t, append(want, always...), got[key].lists(""), key)
	}
	require.Len(t, got, 6)
	require.Same(t, got[""], got.Of("shipments"))
	require.Nil(t, shapes(t, strings.Replace(head, "answers: xml\n", "", 1)+"answer: {list: a}\nproducts: {request: GET /goods, fields: {id: id, sku: id, name: id, drop_price: p, currency: c}}\n"))
}

// normal is a value as XML can say it: texts alone, one of a list as itself, none of it not
// at all.
func normal(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, one := range v {
			if list, ok := one.([]any); ok && len(list) == 0 || one == nil {
				continue
			}
			out[name] = normal(one)
		}
		if len(out) == 0 {
			return ""
		}
		return out
	case []any:
		var out []any
		for _, one := range v {
			out = append(out, normal(one))
		}
		if len(out) == 1 {
			return out[0]
		}
		return out
	case nil:
		return nil
	}
	return strings.TrimSpace(fmt.Sprint(v))
}

// anyValue is a JSON value that a body in XML can have.
func anyValue(random *rand.Rand, depth int) any {
	if depth == 0 || random.IntN(3) == 0 {
		return anyText(random)
	}
	out := map[string]any{}
	for _, name := range []string{"a", "b", "c", "ціна"} {
		switch random.IntN(4) {
		case 0:
			out[name] = anyValue(random, depth-1)
		case 1:
			list := []any{}
			for range random.IntN(4) {
				list = append(list, anyValue(random, depth-1))
			}
			out[name] = list
		}
	}
	if len(out) > 0 && random.IntN(3) == 0 {
		out["@id"] = anyText(random)
	}
	return out
}

func anyText(random *rand.Rand) any {
	if random.IntN(4) == 0 {
		return random.IntN(1 << 40)
	}
	signs := []rune("ab я ї<>&'\"]\n\t.-0\r")
	text := make([]rune, random.IntN(8))
	for i := range text {
		text[i] = signs[random.IntN(len(signs))]
	}
	return string(text)
}

// TestWhatIsWrittenIsRead: what bodies in XML are made of is what answers like them are read as.
func TestWhatIsWrittenIsRead(t *testing.T) {
	encoding, err := wire.Compile(written.Mistakes{}, "x", strictyaml.Scalar{Text: "xml", Set: true}, strictyaml.Scalar{Text: "root", Set: true}, nil)
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(11, 29))
	for range long.Or(2_000, 200_000) {
		value := map[string]any{"a": anyValue(random, 3), "b": anyValue(random, 2)}
		body, err := json.Marshal(value)
		require.NoError(t, err)
		document, err := encoding.Encode(string(body))
		require.NoError(t, err)
		got, err := JSON(document, nil)
		require.NoError(t, err, document)
		var read map[string]any
		require.NoError(t, json.Unmarshal([]byte(got), &read))
		require.Equal(t, normal(value), read["root"], document)
	}
}

func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`<orders><order id="1">x</order></orders>`, `<a><![CDATA[x]]></a>`, `<?xml encoding="windows-1251"?><a>&nbsp;&</a>`, "<a", `<a xsi:nil="1"/>`} {
		f.Add(seed)
	}
	shape := &Shape{}
	shape.enter("orders").enter("order").repeats = true
	f.Fuzz(func(t *testing.T, document string) {
		got, err := JSON(document, shape)
		if err != nil {
			return
		}
		if err := jsonread.Check(got); err != nil && !strings.Contains(err.Error(), "deep") {
			t.Fatalf("%q is no JSON: %v", got, err)
		}
		if !strings.HasPrefix(got, "{") {
			t.Fatalf("%q is no object", got)
		}
	})
}
