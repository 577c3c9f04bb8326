package client

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func jsonEscapeHTML(on bool) json.Options { return jsontext.EscapeForHTML(on) }

// bareList is a list over a mapping alone, for decoding without a service.
func bareList(t testing.TB) *productPages {
	t.Helper()
	m := defaultMapping(t)
	return &productPages{&list[supplier.Product]{client: &Client{at: "supplier"}, op: &m.Products, plan: newPlan(m.Products.Paging, true)}}
}

func TestDecodeFindsWhatTheReferenceFinds(t *testing.T) {
	pages := bareList(t)
	var page supplier.ProductPage // used again for each page
	for seed, escape := range []bool{false, true, false} {
		data := makePage(t, 200, uint64(seed), escape)
		require.NoError(t, pages.Decode(supplier.NewRawPage(seed, string(data)), &page))
		var reference refPage
		require.NoError(t, json.Unmarshal(data, &reference))
		require.Len(t, page.Products, 200)
		for i, want := range reference.Data {
			require.Equal(t, want.product(), page.Products[i])
		}
		require.Equal(t, supplier.Some(int64(200)), page.Around.Total)
		require.Equal(t, supplier.Some(int64(1)), page.Around.TotalPages)
	}
}

func TestDecodedStringsOutliveThePage(t *testing.T) {
	pages := bareList(t)
	var page supplier.ProductPage
	require.NoError(t, pages.Decode(supplier.NewRawPage(0, `{"data":[{"id":"1","name":"a\nb"}]}`), &page))
	id, name := page.Products[0].ID, page.Products[0].Name
	require.NoError(t, pages.Decode(supplier.NewRawPage(0, `{"data":[{"id":"2","name":"c\nd"}]}`), &page))
	require.Equal(t, []string{"1", "a\nb"}, []string{id, name})
}

// TestDecodeKeepsNoOldPageAlive: the spare room of the lists that are used again holds
// no texts of earlier pages, or memory would grow with the catalogue.
func TestDecodeKeepsNoOldPageAlive(t *testing.T) {
	pages := bareList(t)
	var page supplier.ProductPage
	long := `{"id":"1","images":["a","b","c"],"attributes":[{"name":"n","value":"v"},{"name":"m","value":"w"}],"category":{"id":"1","path":["x","y"]}}`
	require.NoError(t, pages.Decode(supplier.NewRawPage(0, `{"data":[`+long+`]}`), &page))
	require.NoError(t, pages.Decode(supplier.NewRawPage(0, `{"data":[{"id":"2","images":["d"],"attributes":[],"category":{"id":"1","path":["z"]}}]}`), &page))
	p := page.Products[0]
	require.Equal(t, []string{"d"}, p.Images)
	require.GreaterOrEqual(t, cap(p.Images), 3, "the memory is used again")
	for _, text := range p.Images[1:cap(p.Images)] {
		require.Empty(t, text)
	}
	for _, attribute := range p.Attributes[:cap(p.Attributes)] {
		require.Zero(t, attribute)
	}
	for _, name := range p.Category.Path[1:cap(p.Category.Path)] {
		require.Empty(t, name)
	}
}

func TestDecodeHardCases(t *testing.T) {
	pages := bareList(t)
	one := func(t *testing.T, product string) supplier.Product {
		var page supplier.ProductPage
		require.NoError(t, pages.Decode(supplier.NewRawPage(0, ` { "data" : [ `+product+` ] } `), &page))
		require.Len(t, page.Products, 1)
		return page.Products[0]
	}
	p := one(t, `{"id":"1"}`)
	require.Equal(t, supplier.Product{ID: "1", MinOrder: 1}, p)

	p = one(t, `{"id":"1","drop_price":450.10,"rrp":"1e3","quantity":-3,"weight_g":null,"names":null,"category":null,"images":null}`)
	require.Equal(t, "450.10", p.DropPrice.String())
	require.Equal(t, "1000.00", p.RRP.String())
	require.Equal(t, supplier.Some(int64(-3)), p.Quantity)
	require.False(t, p.WeightG.Known)

	p = one(t, `{"\u0069d":"\u0416\ud83d\ude00\ud83dx\udc00","name":"`+"a\xffb\xd0"+`","brand":"\"\\\/\b\f\n\r\t"}`)
	require.Equal(t, "Ж😀\uFFFDx\uFFFD", p.ID)
	require.Equal(t, "a\uFFFDb\uFFFD", p.Name)
	require.Equal(t, "\"\\/\b\f\n\r\t", p.Brand)

	p = one(t, `{"id":"1","wholesale_tiers":[{"min_quantity":10,"price":"8"},{"min_quantity":5,"price":"9"}],"images":["",null,"x"],
		"unknown":{"a":[1,-0.5e+3,true,false,null,"\u00e9",{}],"b":[]},"availability":"someday",
		"updated_at":"2026-10-31T12:00:00.25+02:00"}`)
	require.Equal(t, []supplier.Tier{{MinQuantity: 5, Price: money.Must("9")}, {MinQuantity: 10, Price: money.Must("8")}}, p.Tiers)
	require.Equal(t, []string{"x"}, p.Images)
	require.Equal(t, "someday", p.Availability)
	require.Equal(t, "2026-10-31T10:00:00.25Z", p.UpdatedAt.Format("2006-01-02T15:04:05.99Z07:00"))
}

func TestDecodeNamesWhatIsWrong(t *testing.T) {
	pages := bareList(t)
	for product, want := range map[string]string{
		`{"id":"1","drop_price":true}`:                            "id 1: drop_price: want an amount, got true",
		`{"id":"1","drop_price":"1 234,50"}`:                      `id 1: drop_price: want an amount, got "1 234,50"`,
		`{"id":"1","quantity":1.5}`:                               "id 1: quantity: want a whole number, got 1.5",
		`{"id":"1","quantity":99999999999999999999}`:              "id 1: quantity: want a whole number, got 99999999999999999999",
		`{"id":"1","category":{"path":["a",{"b":1}]}}`:            "id 1: category.path[1]: want a text, got an object",
		`{"id":"1","category":"x"}`:                               `id 1: category: want an object, got "x"`,
		`{"id":"1","wholesale_tiers":[{"price":1},{"price":[]}]}`: "id 1: wholesale_tiers[1].price: want an amount, got a list",
		`{"id":"1","wholesale_tiers":[null]}`:                     "id 1: wholesale_tiers[0]: want an object, got null",
		`{"id":"1","updated_at":"yesterday"}`:                     `id 1: updated_at: want a time as in 2006-01-02T15:04:05Z, got "yesterday"`,
		`{"id":"1","images":"x"}`:                                 `id 1: images: want a list, got "x"`,
		`{"id":7}`:                                                "item 2: id: want a text, got 7",
		`{"sku":"1"}`:                                             "1: want an id, got none",
		`null`:                                                    "item 2: want an object, got null",
		`"a"`:                                                     `item 2: want an object, got "a"`,
	} {
		var page supplier.ProductPage
		require.NoError(t, pages.Decode(supplier.NewRawPage(2, `{"data":[{"id":"0"},`+product+`,{"id":"2"}]}`), &page), product)
		require.Equal(t, []string{"0", "2"}, []string{page.Products[0].ID, page.Products[1].ID}, product)
		require.Len(t, page.Products, 2)
		require.Len(t, page.Unreadable, 1, product)
		u := page.Unreadable[0]
		require.Equal(t, want, u.String())
		require.Equal(t, []int{2, 1}, []int{u.Item, u.Before})
		require.NotEmpty(t, u.Mend)
	}
	for body, want := range map[string]string{
		`{"data":{}}`:               "page 1, data: want a list, got an object",
		`{"items":[]}`:              "page 1, data: want a list, got none",
		`[]`:                        "page 1: want an object, got a list",
		`{"data":[]`:                "page 1: want a comma or '}' at byte 10",
		`{"data":[]}x`:              "page 1: something follows the end of the document at byte 11",
		`{"data":[{"id":"a]}`:       "page 1: a string without an end at byte 19",
		`{"meta":{"total":"many"}}`: `page 1, meta.total: want a whole number, got "many"`,
	} {
		var page supplier.ProductPage
		require.EqualError(t, pages.Decode(supplier.NewRawPage(0, body), &page), "list products: "+want)
	}
}

func TestAKeyThatStandsTwice(t *testing.T) {
	pages := bareList(t)
	for product, want := range map[string]string{
		`{"id":"1","sku":"a","drop_price":1,"drop_price":2}`:                         `a: drop_price: want one value, got the key twice, with 1 and with 2`,
		`{"id":"1","sku":"a","drop_price":1,"rrp":3,"drop_price":null}`:              `a: drop_price: want one value, got the key twice, with 1 and with null`,
		`{"id":"1","sku":"a","drop_price":"1","drop_\u0070rice":1}`:                  `a: drop_price: want one value, got the key twice, with "1" and with 1`,
		`{"id":"1","sku":"a","category":{"id":"7"},"category":{"name":"x"}}`:         `a: category: want one value, got the key twice, with {"id":"7"} and with {"name":"x"}`,
		`{"id":"1","sku":"a","category":{"id":"7","id":"8"}}`:                        `a: category.id: want one value, got the key twice, with "7" and with "8"`,
		`{"id":"1","sku":"a","wholesale_tiers":[{"price":1,"price":2}]}`:             `a: wholesale_tiers[0].price: want one value, got the key twice, with 1 and with 2`,
		`{"id":"1","id":"2","sku":"a"}`:                                              `a: id: want one value, got the key twice, with "1" and with "2"`,
		`{"id":"1","sku":"a","sku":"b"}`:                                             `id 1: sku: want one value, got the key twice, with "a" and with "b"`,
		`{"id":"1","sku":"a"` + strings.Repeat(`,"name":null`, 18) + `}`:             `a: name: want each key once, got more than 16 keys that repeat others`,
		`{"id":"1","sku":"a","quantity":1,"unknown":{},"quantity":1.0}`:              `a: quantity: want one value, got the key twice, with 1 and with 1.0`,
		`{"id":"1","sku":"a","names":{"uk":"a"},"names":null,"other":"` + "}" + `"}`: `a: names: want one value, got the key twice, with {"uk":"a"} and with null`,
	} {
		var page supplier.ProductPage
		require.NoError(t, pages.Decode(supplier.NewRawPage(0, `{"data":[`+product+`]}`), &page), product)
		require.Empty(t, page.Products, product)
		require.Len(t, page.Unreadable, 1, product)
		require.Equal(t, want, page.Unreadable[0].String())
		require.Equal(t, "ask the supplier to write each key of a record once", page.Unreadable[0].Mend)
	}
	var page supplier.ProductPage
	require.NoError(t, pages.Decode(supplier.NewRawPage(0, `{"data":[{"id":"0"},{"id":"1","sku":"a","name":"\u0061b","drop_price":1,"drop_price":1,"name":"ab",
		"category":{"id":"7","path":["x"]},"category" : { "id" : "7", "path" : [ "x" ] },"new":1,"new":2},{"id":"3","name":"","name":""}]}`), &page))
	require.Empty(t, page.Unreadable, "what says the same twice is taken, and keys that nobody reads are nobody's matter")
	require.Len(t, page.Products, 3)
	require.Equal(t, "1.00", page.Products[1].DropPrice.String())
	require.Equal(t, supplier.Category{ID: "7", Path: []string{"x"}}, page.Products[1].Category)
	require.Equal(t, []supplier.RepeatedKey{{Product: "a", Key: "drop_price"}, {Product: "a", Key: "name"}, {Product: "a", Key: "category"}, {Product: "id 3", Key: "name"}}, page.Twice)
}

func TestACategoryBeyondReason(t *testing.T) {
	pages := bareList(t)
	path := func(n int, name string) string {
		return `{"id":"1","category":{"path":["x"` + strings.Repeat(`,"`+name+`"`, n-1) + `]}}`
	}
	long := strings.Repeat("ї", 1001)
	for product, want := range map[string]string{
		path(21, "a"):     "id 1: category_path: want at most 20 names, got 21",
		path(20_000, ""):  "",
		path(2, long):     `id 1: category_path: want at most 1000 characters, got 1001: "` + strings.Repeat("ї", 40) + `…"`,
		path(20, "a"):     "",
		path(2, long[2:]): "",
		`{"id":"1","category":{"id":"` + long + `"}}`:   `id 1: category_id: want at most 1000 characters, got 1001: "` + strings.Repeat("ї", 40) + `…"`,
		`{"id":"1","category":{"name":"` + long + `"}}`: `id 1: category_name: want at most 1000 characters, got 1001: "` + strings.Repeat("ї", 40) + `…"`,
	} {
		var page supplier.ProductPage
		require.NoError(t, pages.Decode(supplier.NewRawPage(0, `{"data":[`+product+`]}`), &page))
		if want == "" {
			require.Len(t, page.Products, 1)
			continue
		}
		require.Len(t, page.Unreadable, 1, want)
		require.Equal(t, want, page.Unreadable[0].String())
		require.Contains(t, page.Unreadable[0].Mend, "category")
	}
}

// refusedSyntax are texts that are no JSON, each inside a member that is skipped and
// inside one that is read.
var refusedSyntax = []string{
	``, `01`, `-`, `1.`, `.5`, `1e`, `+1`, `tru`, `nul`, `"`, `"\x"`, `"\u12g4"`, "\"\x01\"", `{`, `{"a"}`, `{"a":1,}`, `{a:1}`, `[1,]`, `[1 2]`, `[`, `]`, `'a'`, `1,`,
}

func TestSyntaxIsRefusedEverywhere(t *testing.T) {
	pages := bareList(t)
	for _, text := range refusedSyntax {
		for _, member := range []string{"unknown", "name", "drop_price", "quantity", "images", "category", "wholesale_tiers", "created_at"} {
			body := `{"data":[{"id":"1","` + member + `":` + text + `}]}`
			require.False(t, jsontext.Value(body).IsValid())
			var page supplier.ProductPage
			require.Error(t, pages.Decode(supplier.NewRawPage(0, body), &page), body)
		}
	}
}

func TestDecodeAllocatesLessThanOnceAProduct(t *testing.T) {
	pages := bareList(t)
	for name, escape := range map[string]bool{"plain": false, "escaped": true} {
		raw := supplier.NewRawPage(0, string(makePage(t, 200, 1, escape)))
		var page supplier.ProductPage
		perPage := testing.AllocsPerRun(20, func() {
			if err := pages.Decode(raw, &page); err != nil {
				t.Fatal(err)
			}
		})
		require.Less(t, perPage/200, 0.2, name)
	}
}

// TestDecodeIsMuchFasterThanTheReference compares the fastest of several runs side by
// side; the limit is far from what is reached (5 times), so that a busy machine does
// not matter.
func TestDecodeIsMuchFasterThanTheReference(t *testing.T) {
	data := makePage(t, 200, 1, false)
	pages, raw := bareList(t), supplier.NewRawPage(0, string(data))
	var page supplier.ProductPage
	ours, theirs := time.Hour, time.Hour
	for range 8 {
		begin := time.Now()
		require.NoError(t, pages.Decode(raw, &page))
		ours = min(ours, time.Since(begin))
		begin = time.Now()
		var reference refPage
		require.NoError(t, json.Unmarshal(data, &reference))
		theirs = min(theirs, time.Since(begin))
	}
	require.Greater(t, float64(theirs)/float64(ours), 2.0)
}

func BenchmarkDecode(b *testing.B) {
	for name, escape := range map[string]bool{"plain": false, "escaped": true} {
		data := makePage(b, 200, 1, escape)
		b.Run("mapping/"+name, func(b *testing.B) {
			pages := bareList(b)
			raw := supplier.NewRawPage(0, string(data))
			var page supplier.ProductPage
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if err := pages.Decode(raw, &page); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("reference/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				var page refPage
				if err := json.Unmarshal(data, &page); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("peek/"+name, func(b *testing.B) {
			pages := bareList(b)
			raw := supplier.NewRawPage(0, string(data))
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := pages.list.peek(raw); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
