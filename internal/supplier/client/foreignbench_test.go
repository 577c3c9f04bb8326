package client

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// foreignShape is how another family of services writes the products of makePage: a CRM with
// numbers as ids, amounts in minor units, wholesale prices as columns, categories in a list of
// their own and attributes by name and value.
const foreignShape = `  fields:
    id: product_id
    sku: article
    name: title
    name_uk: title_multilang.uk
    description: text
    brand: vendor.name
    country_of_origin: vendor.country
    barcode: {at: ean, absent: ["0"]}
    category_id: category_id
    category_name: {at: category_id, lookup: categories, take: name}
    category_path: {at: category_id, lookup: categories, take: name}
    currency: {at: money.currency, else: UAH}
    drop_price: {at: money.drop, minor: 2}
    rrp: {at: money.retail, minor: 2}
    tiers: {rows: [{min_quantity: {value: 5}, price: opt_5}, {min_quantity: {value: 20}, price: opt_20}, {min_quantity: {value: 100}, price: opt_100}]}
    min_order_quantity: {value: 1}
    availability: {at: presence, map: {"1": in_stock, "0": out_of_stock}}
    quantity: {at: "stocks[].qty", sum: true}
    images: gallery[].src
    attributes: {at: params, fields: {name: n, value: v, unit: u}}
    weight_g: weight
    url: link
    created_at: {at: created, layout: epoch}
    updated_at: {at: changed, layout: "YYYY-MM-DD HH:mm:ss"}
`

// foreignPage writes a page of makePage in that shape.
func foreignPage(t testing.TB, page refPage) []byte {
	t.Helper()
	minor := func(m money.Amount) int64 {
		n, err := strconv.ParseInt(strings.Replace(m.String(), ".", "", 1), 10, 64)
		require.NoError(t, err)
		return n
	}
	var out struct {
		Data       []map[string]any `json:"data"`
		Categories []map[string]any `json:"cats"`
		Total      int64            `json:"total"`
		Pages      int64            `json:"last_page"`
	}
	out.Total, out.Pages = page.Meta.Total, page.Meta.TotalPages
	for i, name := range []string{"Дім", "Кухня", "Чайники"} {
		out.Categories = append(out.Categories, map[string]any{"id": 75 + i, "up": 74 + i, "name": name})
	}
	for i, p := range page.Data {
		record := map[string]any{
			"product_id": i + 1_000_000, "article": p.SKU, "title": p.Name, "title_multilang": p.Names, "text": p.Description, "ean": p.Barcode, "category_id": 77,
			"vendor": map[string]any{"name": p.Brand, "country": p.Country}, "money": map[string]any{"currency": p.Currency, "drop": minor(p.DropPrice), "retail": minor(p.RRP)},
			"opt_5": p.Tiers[0].Price, "opt_20": p.Tiers[1].Price, "opt_100": p.Tiers[2].Price, "presence": 1, "weight": *p.WeightG, "link": p.URL,
			"stocks": []map[string]any{{"qty": *p.Quantity - 1}, {"qty": "1"}}, "created": p.CreatedAt.Unix(), "changed": p.UpdatedAt.Format(time.DateTime),
		}
		var gallery, params []map[string]any
		for _, image := range p.Images {
			gallery = append(gallery, map[string]any{"src": image})
		}
		for _, a := range p.Attributes {
			params = append(params, map[string]any{"n": a.Name, "v": a.Value, "u": a.Unit})
		}
		record["gallery"], record["params"] = gallery, params
		out.Data = append(out.Data, record)
	}
	data, err := json.Marshal(out, json.Deterministic(true))
	require.NoError(t, err)
	return data
}

// bothShapes are one page in the default's shape and in the foreign one.
func bothShapes(t testing.TB, n int) (ours, foreign string) {
	t.Helper()
	data := makePage(t, n, 1, false)
	var page refPage
	require.NoError(t, json.Unmarshal(data, &page))
	return string(data), string(foreignPage(t, page))
}

func foreignBenchMapping(t testing.TB, paging string) *mapping.Program {
	t.Helper()
	m, err := foreignMapping(t, "answer: {list: data, total: total, total_pages: last_page}\nlookups: {categories: {at: cats, key: id, parent: up}}\n", paging+foreignShape)
	require.NoError(t, err)
	return m
}

func decoderOf(m *mapping.Program) *list[supplier.Product] {
	l := newList(&Client{mapping: m}, &m.Products, newQuery(&m.Products), 0)
	l.tables = make([]*mapping.Table, len(m.Lookups))
	return l
}

func TestTheForeignShapeHoldsTheSameProducts(t *testing.T) {
	ours, theirs := bothShapes(t, 50)
	wanted, err := decoderOf(defaultMapping(t)).decode(supplier.NewRawPage(0, ours), nil)
	require.NoError(t, err)
	found, err := decoderOf(foreignBenchMapping(t, "")).decode(supplier.NewRawPage(0, theirs), nil)
	require.NoError(t, err)
	want, got := wanted.Records, found.Records
	require.Equal(t, supplier.Some[int64](50), found.Total)
	require.Len(t, got, len(want))
	for i := range want {
		want[i].ID = got[i].ID // numbers in one, texts in the other
		require.Equal(t, normal(want[i]), normal(got[i]))
	}
}

// TestAForeignMappingIsNotSlow compares the CPU time of decoding; the whole reading, with the
// network, is BenchmarkForeignReading.
func TestAForeignMappingIsNotSlow(t *testing.T) {
	const atLeast, atMost, slow = 40, 800, 2.6
	ours, theirs := bothShapes(t, 200)
	timed := func(l *list[supplier.Product], page string) func() time.Duration {
		best := time.Hour
		var records []supplier.Product
		return func() time.Duration {
			begin := time.Now()
			read, err := l.decode(supplier.NewRawPage(0, page), records)
			require.NoError(t, err)
			records = read.Records
			best = min(best, time.Since(begin))
			return best
		}
	}
	foreign, usual := timed(decoderOf(foreignBenchMapping(t, "")), theirs), timed(decoderOf(defaultMapping(t)), ours)
	// In turn, and on a crowded machine until each had a moment for itself: the quickest runs only get quicker.
	ratio := 0.0
	for n := 0; n < atLeast || ratio >= slow && n < atMost; n++ {
		theirs, ours := foreign(), usual()
		ratio = float64(theirs) / float64(ours)
	}
	t.Logf("foreign decoding takes %.2f of the default's time", ratio)
	require.Less(t, ratio, slow)
}

// BenchmarkForeignDecoding decodes one page of 200 products by the default mapping and by a
// foreign one.
func BenchmarkForeignDecoding(b *testing.B) {
	ours, theirs := bothShapes(b, 200)
	for _, c := range []struct {
		name, page string
		mapping    *mapping.Program
	}{{"default", ours, defaultMapping(b)}, {"foreign", theirs, foreignBenchMapping(b, "")}} {
		b.Run(c.name, func(b *testing.B) {
			l := decoderOf(c.mapping)
			var records []supplier.Product
			b.SetBytes(int64(len(c.page)))
			b.ReportAllocs()
			for b.Loop() {
				read, err := l.decode(supplier.NewRawPage(0, c.page), records)
				require.NoError(b, err)
				records = read.Records
			}
		})
	}
}

// BenchmarkForeignReading reads 100,000 products over loopback by the default mapping and by
// a foreign one.
func BenchmarkForeignReading(b *testing.B) {
	const perPage, pages = 200, 500
	ours, theirs := bothShapes(b, perPage)
	paging := "  paging: {kind: page, page: page, first: 1, per_page: per_page, size: 200, max: 200}\n"
	for _, c := range []struct {
		name, page string
		mapping    *mapping.Program
	}{{"default", ours, defaultMapping(b)}, {"foreign", theirs, foreignBenchMapping(b, paging)}} {
		b.Run(c.name, func(b *testing.B) {
			// Each page is the same but for its number, which stands in the ids.
			page := strings.NewReplacer(`"total":200`, `"total":100000`, `"total_pages":1`, `"total_pages":500`, `"last_page":1`, `"last_page":500`,
				`"id":"p1-`, `"id":"p@-`, `"product_id":1`, `"product_id":@`).Replace(c.page)
			parts := strings.Split(page, "@")
			client, _ := serve(b, func(w http.ResponseWriter, r *http.Request) {
				answerJSON(w, 200, strings.Join(parts, r.URL.Query().Get("page")))
			}, func(o *Options) { o.Mapping = c.mapping })
			for b.Loop() {
				n := 0
				for _, err := range client.Products(b.Context(), supplier.ProductQuery{}) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				require.Equal(b, perPage*pages, n)
			}
		})
	}
}
