package dialect

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
	"github.com/stretchr/testify/require"
)

// tradeSize is what of the dialect catalogue is sold: a size, or a product without sizes.
type tradeSize struct {
	ID, SKU   string
	Barcode   *string
	Presence  int
	Amount    *int
	MainImage *string `json:"main_image"`
	Gallery   []struct{ Src string }
	Params    []struct {
		Name, Value string
		Unit        *string
	}
	Weight, Length, Width, Height *int
	URL                           *string
	Created, Changed              string
}

type tradeProduct struct {
	tradeSize
	Title          string
	TitleUK        *string `json:"title_uk"`
	TitleRU        *string `json:"title_ru"`
	TitleEN        *string `json:"title_en"`
	Description    *string
	DescriptionUK  *string `json:"description_uk"`
	DescriptionRU  *string `json:"description_ru"`
	DescriptionEN  *string `json:"description_en"`
	Brand, Country *string
	CategoryID     *string `json:"category_id"`
	Currency       string
	DropPrice      string  `json:"drop_price"`
	Price          *string `json:"price"`
	MinAmount      int     `json:"min_amount"`
	Sizes          []tradeSize
	columns        map[string]any
	categories     map[string]tradeCategory
	kyivTime       *time.Location
}

type tradeCategory struct {
	ID, Title string
	ParentID  *string `json:"parent_id"`
}

// readExport reads the one document.
func readExport(t *testing.T, s *stand, query string) []tradeProduct {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	a := s.ask(t, http.MethodGet, "/products/export"+query, nil)
	require.Equal(t, http.StatusOK, a.status, a.body)
	var export struct {
		Categories []tradeCategory
		Products   []json.RawMessage
	}
	a.into(t, &export)
	categories := map[string]tradeCategory{}
	for _, c := range export.Categories {
		if c.ParentID != nil {
			require.Contains(t, categories, *c.ParentID, "%s comes before its parent", c.Title)
		}
		categories[c.ID] = c
	}
	products := make([]tradeProduct, len(export.Products))
	for i, text := range export.Products {
		require.NoError(t, json.Unmarshal(text, &products[i]))
		products[i].columns, _ = plainJSON(t, string(text)).(map[string]any)
		products[i].categories, products[i].kyivTime = categories, zone
	}
	return products
}

// all are the things sold, in the contract's form.
func (p tradeProduct) all(t *testing.T) []ourProduct {
	if p.Sizes == nil {
		return []ourProduct{p.product(t, p.tradeSize, nil)}
	}
	var list []ourProduct
	for _, size := range p.Sizes {
		list = append(list, p.product(t, size, &p.ID))
	}
	return list
}

func (p tradeProduct) product(t *testing.T, size tradeSize, group *string) ourProduct {
	out := ourProduct{ID: size.ID, SKU: size.SKU, GroupID: group, Name: p.Title, Description: p.Description, Brand: p.Brand, Country: p.Country,
		Names:        (&multilang{p.TitleUK, p.TitleRU, p.TitleEN}).texts(),
		Descriptions: (&multilang{p.DescriptionUK, p.DescriptionRU, p.DescriptionEN}).texts(),
		Barcode:      size.Barcode, Currency: p.Currency, DropPrice: p.DropPrice, RRP: p.Price, MinOrder: p.MinAmount,
		Availability: []string{"out_of_stock", "in_stock", "on_order", "discontinued"}[size.Presence], Quantity: size.Amount,
		WeightG: size.Weight, LengthMM: size.Length, WidthMM: size.Width, HeightMM: size.Height, URL: size.URL,
		CreatedAt: p.moment(t, size.Created), UpdatedAt: p.moment(t, size.Changed)}
	if p.CategoryID != nil {
		out.Category = map[string]any{"id": *p.CategoryID, "name": p.categories[*p.CategoryID].Title, "path": p.way(*p.CategoryID)}
	}
	for n := 1; p.columns[fmt.Sprintf("opt_%d", n)] != nil; n++ {
		out.Tiers = append(out.Tiers, map[string]any{"min_quantity": p.columns[fmt.Sprintf("opt_%d_from", n)], "price": p.columns[fmt.Sprintf("opt_%d", n)]})
	}
	if size.MainImage != nil {
		out.Images = append(out.Images, *size.MainImage)
	}
	for _, image := range size.Gallery {
		out.Images = append(out.Images, image.Src)
	}
	for _, param := range size.Params {
		out.Attributes = append(out.Attributes, map[string]any{"name": param.Name, "value": param.Value, "unit": param.Unit})
	}
	return out
}

func (p tradeProduct) way(id string) []string {
	c := p.categories[id]
	if c.ParentID == nil {
		return []string{c.Title}
	}
	return append(p.way(*c.ParentID), c.Title)
}

func (p tradeProduct) moment(t *testing.T, text string) string {
	at, err := time.ParseInLocation("02.01.2006 15:04:05.000000", text, p.kyivTime)
	require.NoError(t, err)
	return at.UTC().Format(time.RFC3339Nano)
}

func TestCatalogueCarriesAllProducts(t *testing.T) {
	for name, o := range map[string]sandbox.Options{"generated": {}, "samples": {Catalog: sampleCatalog(t)}} {
		t.Run(name, func(t *testing.T) {
			s := newStand(t, "catalogue", o)
			var got []ourProduct
			several := 0
			for _, p := range readExport(t, s, "") {
				got = append(got, p.all(t)...)
				if len(p.Sizes) > 1 {
					several++
				}
			}
			require.Positive(t, several, "a group is one product with sizes")
			s.sameProducts(t, got)
		})
	}
}

func TestCatalogueExportsWhatChanged(t *testing.T) {
	s := newStand(t, "catalogue", sandbox.Options{})
	var want, got []string
	for _, p := range s.ours(t, "/api/products") {
		if p["updated_at"].(string) >= "2026-09-01T00:00:00Z" {
			want = append(want, p["sku"].(string))
		}
	}
	for _, p := range readExport(t, s, "?changed_from="+url.QueryEscape("2026-09-01 00:00:00.000000")) {
		for _, product := range p.all(t) {
			got = append(got, product.SKU)
		}
	}
	require.NotEmpty(t, want)
	require.Equal(t, want, got)
}

// tradeBody is an order that is fine but for what change does to it.
func tradeBody(source string, change func(map[string]any)) map[string]any {
	o := map[string]any{
		"traffic_source": source, "products": []any{map[string]any{"sku": "KB-01", "amount": 2, "price": "450.00"}},
		"name": "Зразок Іван", "phone": "380670000101", "delivery_service": "nova_poshta", "delivery_type": "branch",
		"city": "Київ", "warehouse_number": "12", "postpaid": 1, "postpaid_sum": "900.00",
	}
	if change != nil {
		change(o)
	}
	return o
}

func TestCatalogueMakesAnOrderEachTime(t *testing.T) {
	s := newStand(t, "catalogue", sandbox.Options{})
	first := s.ask(t, http.MethodPost, "/orders", tradeBody("T-1", nil))
	require.Equal(t, http.StatusCreated, first.status, first.body)
	const at = "2026-11-28 10:00:00.123456"
	same(t, map[string]any{
		"id": "ord_00000001", "number": "100001", "traffic_source": "T-1", "status": "new", "status_log": []any{map[string]any{"status": "new", "changed": at}},
		"ttn_list": []any{}, "comment": nil,
		"products": []any{map[string]any{"sku": "KB-01", "product_title": "Чайник скляний 1,7 л", "amount": 2, "price": "450.00", "drop_price": "315.00"}},
		"name":     "Зразок Іван", "l_name": nil, "f_name": nil, "m_name": nil, "phone": "+380670000101", "email": nil,
		"delivery_service": "nova_poshta", "delivery_type": "branch", "city": "Київ", "city_ref": nil, "warehouse_number": "12", "warehouse_ref": nil,
		"delivery_address": nil, "postpaid": 1, "postpaid_sum": "900.00", "total_drop_price": "630.00", "total_price": "900.00", "profit": "270.00",
		"created": at, "changed": at,
	}, plainJSON(t, first.body))

	again := s.ask(t, http.MethodPost, "/orders", tradeBody("T-1", nil))
	other := s.ask(t, http.MethodPost, "/orders", tradeBody("T-1", func(o map[string]any) { o["comment"] = "інше" }))
	require.Equal(t, []int{201, 201}, []int{again.status, other.status})
	var sources []any
	rows := s.window(t, "/orders", "orders", "")
	for _, o := range rows {
		sources = append(sources, o["id"], o["traffic_source"])
	}
	require.Equal(t, []any{"ord_00000001", "T-1", "ord_00000002", "T-1", "ord_00000003", "T-1"}, sources)
}

// window reads a list to its end by offset and limit.
func (s *stand) window(t *testing.T, path, list, query string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for {
		a := s.ask(t, http.MethodGet, fmt.Sprintf("%s?offset=%d&limit=9%s", path, len(all), query), nil)
		require.Equal(t, http.StatusOK, a.status, a.body)
		answer, _ := plainJSON(t, a.body).(map[string]any)
		rows, isList := answer[list].([]any)
		require.True(t, isList, "%.100s", a.body)
		if len(rows) == 0 {
			return all
		}
		for _, row := range rows {
			all = append(all, row.(map[string]any))
		}
	}
}

func TestCatalogueRefusalsArePlainText(t *testing.T) {
	s := newStand(t, "catalogue", sandbox.Options{})
	for _, test := range []struct {
		name, method, path, key string
		body                    any
		status                  int
		lines                   []string // beginnings
	}{
		{name: "no key", method: "GET", path: "/orders", status: 401, lines: []string{"unauthorized: the request has no key"}},
		{name: "another key", method: "GET", path: "/orders", key: "x", status: 401, lines: []string{"unauthorized: the token is unknown"}},
		{name: "not there", method: "GET", path: "/api/orders", key: standToken, status: 404, lines: []string{"not_found: "}},
		{name: "limit", method: "GET", path: "/orders?limit=101", key: standToken, status: 422, lines: []string{"invalid: limit must be", "limit: "}},
		{name: "an order by its number", method: "GET", path: "/orders?traffic_source=T-1", key: standToken, status: 422, lines: []string{"invalid: there is no parameter", "traffic_source: "}},
		{name: "a time of another kind", method: "GET", path: "/parcels?changed_from=2026-11-01T00:00:00Z", key: standToken, status: 422, lines: []string{"invalid: changed_from must be", "changed_from: "}},
		{name: "unknown SKU and bad phone", method: "POST", path: "/orders", key: standToken, body: tradeBody("T-2", func(o map[string]any) {
			o["products"], o["phone"] = []any{map[string]any{"sku": "KB-01", "amount": 0}}, "12"
		}), status: 422, lines: []string{"invalid: ", "phone: phone must look like", "products[0].amount: quantity must be"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			header := http.Header{}
			if test.key != "" {
				header.Set("X-Api-Key", test.key)
			}
			a := s.send(t, test.method, test.path, header, test.body)
			require.Equal(t, test.status, a.status, a.body)
			require.Equal(t, "text/plain; charset=utf-8", a.header.Get("Content-Type"))
			lines := strings.Split(strings.TrimSuffix(a.body, "\n"), "\n")
			require.Len(t, lines, len(test.lines), a.body)
			for i, line := range lines {
				require.True(t, strings.HasPrefix(line, test.lines[i]), line)
			}
		})
	}
}

func TestCatalogueShowsParcelsAndHistory(t *testing.T) {
	s := newStand(t, "catalogue", sandbox.Options{History: 40})
	parcels := s.ours(t, "/api/shipments")
	got := s.window(t, "/parcels", "parcels", "")
	require.Len(t, got, len(parcels))
	for i, want := range parcels {
		require.Equal(t, []any{want["id"], want["external_id"], want["waybill_number"], want["cod_amount"], want["cod_state"]},
			[]any{got[i]["id"], got[i]["traffic_source"], got[i]["ttn"], got[i]["postpaid_sum"], got[i]["postpaid_state"]})
		at, err := time.Parse("2006-01-02 15:04:05.000000", got[i]["changed"].(string))
		require.NoError(t, err)
		require.Equal(t, want["state_updated_at"], at.Format(time.RFC3339Nano))
	}
	var want []any
	for _, e := range s.ours(t, "/api/finance/ledger") {
		if e["posted_at"].(string) >= "2026-10-01T00:00:00Z" && e["kind"] == "accrual" {
			want = append(want, e["number"], e["amount"], shape.Member(e, "balance_after")["available"])
		}
	}
	require.NotEmpty(t, want)
	var rows []any
	for _, row := range s.window(t, "/balance/history", "rows", "&kind=accrual&from="+url.QueryEscape("2026-10-01 00:00:00.000000")) {
		rows = append(rows, row["number"], row["sum"], row["available"])
	}
	require.Equal(t, want, rows)
}
