package dialect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
	"github.com/dropbridge/dropbridge/samples"
	"github.com/stretchr/testify/require"
)

// sampleCatalog is the catalogue of the samples: small, and with everything odd.
func sampleCatalog(t *testing.T) *catalog.Catalog {
	t.Helper()
	data, err := samples.Catalog()
	require.NoError(t, err)
	c, err := catalog.Load(bytes.NewReader(data), "catalog.json")
	require.NoError(t, err)
	return c
}

// wholesaleProduct is a product of the dialect bare.
type wholesaleProduct struct {
	ID             any     `json:"id"`
	SKU            string  `json:"sku"`
	VariationGroup any     `json:"variationGroup"`
	Name           string  `json:"name"`
	Description    *string `json:"description"`
	Translations   []struct {
		ISOCode     string  `json:"isoCode"`
		Name        *string `json:"name"`
		Description *string `json:"description"`
	} `json:"translations"`
	Manufacturer, MadeIn, EAN13 *string
	Category                    any
	Currency                    string
	WholesalePrice              json.RawMessage
	RetailPrice                 json.RawMessage
	PriceLargeQuantities        []struct {
		Quantity int
		Price    json.RawMessage
	}
	MinQuantity int
	Condition   string
	Attributes  []struct {
		Attribute, Value string
		Unit             *string
	}
	Weight     *int
	Dimensions struct{ Length, Width, Height *int }
	Link       *string
	DateAdd    string
	DateUpd    string
}

// bareShop is what a test has read of the dialect bare.
type bareShop struct {
	products   []wholesaleProduct
	amounts    map[string]*int
	images     map[string][]string
	categories map[string]bareNode
}

type bareNode struct{ id, name, parent string }

// all reads a list to its end, by the headers.
func (s *stand) all(t *testing.T, path string, size int, page func(told) int) {
	t.Helper()
	rows := 0
	for next := fmt.Sprintf("%s?page=1&per_page=%d", path, size); ; {
		a := s.ask(t, http.MethodGet, next, nil)
		require.Equal(t, http.StatusOK, a.status, a.body)
		require.True(t, strings.HasPrefix(a.body, "["), "%.100s", a.body)
		rows += page(a)
		link := a.header.Get("Link")
		if link == "" {
			require.Equal(t, fmt.Sprint(rows), a.header.Get("X-Total"))
			require.Equal(t, fmt.Sprint((rows+size-1)/size), a.header.Get("X-Total-Pages"))
			return
		}
		address, isNext := strings.CutSuffix(strings.TrimPrefix(link, "<"), `>; rel="next"`)
		require.True(t, isNext, link)
		u, err := url.Parse(address)
		require.NoError(t, err)
		next = u.RequestURI()
	}
}

func readBareShop(t *testing.T, s *stand) *bareShop {
	t.Helper()
	shop := &bareShop{amounts: map[string]*int{}, images: map[string][]string{}, categories: map[string]bareNode{}}
	s.all(t, "/products", 70, func(a told) int {
		var page []wholesaleProduct
		a.into(t, &page)
		shop.products = append(shop.products, page...)
		return len(page)
	})
	s.all(t, "/stocks", 70, func(a told) int {
		var page []struct {
			SKU                              string
			Amount                           *int
			MinHandlingDays, MaxHandlingDays int
		}
		a.into(t, &page)
		for _, row := range page {
			shop.amounts[row.SKU] = row.Amount
		}
		return len(page)
	})
	var images []struct {
		ProductID any
		IsCover   bool
		URL       string
	}
	s.ask(t, http.MethodGet, "/images", nil).into(t, &images)
	for _, row := range images {
		id := fmt.Sprintf("%.0f", row.ProductID)
		require.Equal(t, len(shop.images[id]) == 0, row.IsCover)
		shop.images[id] = append(shop.images[id], row.URL)
	}
	var nodes []struct {
		ID, ParentID any
		Name         string
	}
	s.ask(t, http.MethodGet, "/categories", nil).into(t, &nodes)
	for _, row := range nodes {
		n := bareNode{id: scalar(row.ID), name: row.Name, parent: scalar(row.ParentID)}
		_, planted := shop.categories[n.parent]
		require.True(t, n.parent == "" || planted, "%s comes before its parent", n.name)
		shop.categories[n.id] = n
	}
	return shop
}

// scalar is a JSON value's text; null is "".
func scalar(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return fmt.Sprintf("%.0f", v)
	default:
		return fmt.Sprint(v)
	}
}

func (shop *bareShop) product(p wholesaleProduct) ourProduct {
	out := ourProduct{ID: scalar(p.ID), SKU: p.SKU, Name: p.Name, Description: p.Description, Brand: p.Manufacturer,
		Country: p.MadeIn, Barcode: p.EAN13, Currency: p.Currency, DropPrice: string(p.WholesalePrice), MinOrder: p.MinQuantity,
		Availability: map[string]string{"AVAILABLE": "in_stock", "SOLD_OUT": "out_of_stock", "TO_ORDER": "on_order", "RETIRED": "discontinued"}[p.Condition],
		Quantity:     shop.amounts[p.SKU], Images: shop.images[scalar(p.ID)], WeightG: p.Weight, LengthMM: p.Dimensions.Length,
		WidthMM: p.Dimensions.Width, HeightMM: p.Dimensions.Height, URL: p.Link, CreatedAt: p.DateAdd, UpdatedAt: p.DateUpd,
		Names: map[string]any{}, Descriptions: map[string]any{}}
	if p.VariationGroup != nil {
		out.GroupID = new(scalar(p.VariationGroup))
	}
	if string(p.RetailPrice) != "null" {
		out.RRP = new(string(p.RetailPrice))
	}
	for _, tr := range p.Translations {
		out.Names[tr.ISOCode], out.Descriptions[tr.ISOCode] = tr.Name, tr.Description
		if tr.Name == nil {
			delete(out.Names, tr.ISOCode)
		}
		if tr.Description == nil {
			delete(out.Descriptions, tr.ISOCode)
		}
	}
	for _, tier := range p.PriceLargeQuantities {
		out.Tiers = append(out.Tiers, map[string]any{"min_quantity": tier.Quantity, "price": string(tier.Price)})
	}
	for _, a := range p.Attributes {
		out.Attributes = append(out.Attributes, map[string]any{"name": a.Attribute, "value": a.Value, "unit": a.Unit})
	}
	if p.Category != nil {
		id := scalar(p.Category)
		out.Category = map[string]any{"id": id, "name": shop.categories[id].name, "path": shop.way(id)}
	}
	return out
}

// way is the names from the root down.
func (shop *bareShop) way(id string) []string {
	n := shop.categories[id]
	if n.parent == "" {
		return []string{n.name}
	}
	return append(shop.way(n.parent), n.name)
}

func TestBareCarriesAllProducts(t *testing.T) {
	for name, o := range map[string]sandbox.Options{"generated": {}, "samples": {Catalog: sampleCatalog(t)}} {
		t.Run(name, func(t *testing.T) {
			s := newStand(t, "bare", o)
			shop := readBareShop(t, s)
			var got []ourProduct
			for _, p := range shop.products {
				got = append(got, shop.product(p))
			}
			s.sameProducts(t, got)
		})
	}
}

// bareBody is an order that is fine but for what change does to it.
func bareBody(reference string, change func(map[string]any)) map[string]any {
	o := map[string]any{
		"internalReference": reference,
		"products":          []any{map[string]any{"reference": "KB-01", "quantity": 2, "price": json.Number("450.00")}},
		"shippingAddress":   map[string]any{"fullName": "Зразок Іван", "phone": "+380670000101", "town": "Київ"},
		"carrier":           map[string]any{"code": "NP", "service": "OFFICE", "officeNumber": "12"},
		"paymentMethod":     "cashOnDelivery", "cashOnDelivery": json.Number("900.00"),
	}
	if change != nil {
		change(o)
	}
	return o
}

func TestBareTakesAnOrderOnce(t *testing.T) {
	s := newStand(t, "bare", sandbox.Options{})
	first := s.ask(t, http.MethodPost, "/orders", bareBody("A-1", nil))
	require.Equal(t, http.StatusCreated, first.status, first.body)
	var made struct{ ID string }
	first.into(t, &made)

	for name, change := range map[string]func(map[string]any){
		"same content":  nil,
		"other content": func(o map[string]any) { o["comment"] = "подзвонити" },
	} {
		again := s.ask(t, http.MethodPost, "/orders", bareBody("A-1", change))
		require.Equal(t, http.StatusBadRequest, again.status, name)
		var refusal bareRefusal
		again.into(t, &refusal)
		require.Equal(t, "ER008", refusal.Code, name)
		require.Equal(t, made.ID, refusal.OrderID, name)
	}
	require.Len(t, s.ours(t, "/api/orders"), 1)

	s.ask(t, http.MethodPost, "/orders", bareBody("A-2", nil))
	var found []map[string]any
	s.ask(t, http.MethodGet, "/orders?internalReference=A-1&internalReference=A-9", nil).into(t, &found)
	require.Len(t, found, 1)
	same(t, map[string]any{
		"id": made.ID, "number": 100001, "internalReference": "A-1", "status": map[string]any{"id": 1, "name": "new"},
		"history":   []any{map[string]any{"status": map[string]any{"id": 1, "name": "new"}, "date": "2026-11-28T10:00:00.123456Z"}},
		"trackings": []any{}, "comment": nil,
		"products": []any{map[string]any{"reference": "KB-01", "name": "Чайник скляний 1,7 л", "quantity": 2,
			"price": json.Number("450.00"), "wholesalePrice": json.Number("315.00")}},
		"shippingAddress": map[string]any{"fullName": "Зразок Іван", "lastName": nil, "firstName": nil, "middleName": nil,
			"phone": "+380670000101", "email": nil, "town": "Київ", "townReference": nil, "address": nil},
		"carrier":       map[string]any{"code": "NP", "service": "OFFICE", "officeNumber": "12", "officeReference": nil},
		"paymentMethod": "cashOnDelivery", "cashOnDelivery": json.Number("900.00"),
		"totalWholesale": json.Number("630.00"), "totalRetail": json.Number("900.00"), "totalProfit": json.Number("270.00"),
		"dateAdd": "2026-11-28T10:00:00.123456Z", "dateUpd": "2026-11-28T10:00:00.123456Z",
	}, plainJSON(t, s.ask(t, http.MethodGet, "/orders?internalReference=A-1", nil).body).([]any)[0])
}

type bareRefusal struct {
	Code, Message, OrderID, RequestID string
	Errors                            []struct{ Field, Code, Message string }
}

func TestBareRefusals(t *testing.T) {
	s := newStand(t, "bare", sandbox.Options{})
	for _, test := range []struct {
		name, method, path string
		header             http.Header
		body               any
		status             int
		code               string
		fields             []string // field:code
	}{
		{name: "no key", method: "GET", path: "/products", status: 401, code: "unauthorized"},
		{name: "another key", method: "GET", path: "/products", header: http.Header{"X-Api-Key": {"x"}}, status: 401, code: "unauthorized"},
		{name: "bad page", method: "GET", path: "/products?page=0", header: bareKey(), status: 400, code: "invalid", fields: []string{"page:out_of_range"}},
		{name: "bad time", method: "GET", path: "/orders?dateFrom=yesterday", header: bareKey(), status: 400, code: "invalid", fields: []string{"dateFrom:invalid_format"}},
		{name: "unknown parameter", method: "GET", path: "/products?q=x", header: bareKey(), status: 400, code: "invalid", fields: []string{"q:unknown_parameter"}},
		{name: "not JSON", method: "POST", path: "/orders", header: bareKey(), body: "x", status: 400, code: "malformed_json"},
		{name: "nothing", method: "POST", path: "/orders", header: bareKey(), body: map[string]any{}, status: 400, code: "invalid", fields: []string{
			"internalReference:required", "shippingAddress.fullName:required", "shippingAddress.phone:required", "carrier.code:required",
			"carrier.service:required", "shippingAddress.town:required", "paymentMethod:required", "products:required"}},
		{name: "unknown SKU", method: "POST", path: "/orders", header: bareKey(), body: bareBody("B-1", func(o map[string]any) {
			o["products"] = []any{map[string]any{"reference": "KB-01", "quantity": 1}, map[string]any{"reference": "NONE", "quantity": 1}}
		}), status: 400, code: "invalid", fields: []string{"products[1].reference:unknown_sku"}},
		{name: "wrong method", method: "POST", path: "/products", header: bareKey(), status: 405, code: "method_not_allowed"},
		{name: "the contract", method: "GET", path: "/api/products", header: bareKey(), status: 404, code: "not_found"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := s.send(t, test.method, test.path, test.header, test.body)
			require.Equal(t, test.status, a.status, a.body)
			var refusal bareRefusal
			a.into(t, &refusal)
			require.Equal(t, test.code, refusal.Code)
			require.NotEmpty(t, refusal.Message)
			var fields []string
			for _, e := range refusal.Errors {
				fields = append(fields, e.Field+":"+e.Code)
			}
			require.ElementsMatch(t, test.fields, fields)
		})
	}
}

func bareKey() http.Header { return http.Header{"X-Api-Key": {standToken}} }

func TestBareShowsParcelsAndMovements(t *testing.T) {
	s := newStand(t, "bare", sandbox.Options{History: 40})
	parcels := s.ours(t, "/api/shipments")
	require.NotEmpty(t, parcels)
	at := 0
	s.all(t, "/trackings", 15, func(a told) int {
		var page []struct {
			ID, OrderID, InternalReference, TrackingNumber, Status, StatusDescription, Town, StatusDate string
			Carrier                                                                                     struct{ Code string }
			OfficeNumber, EstimatedDate, DateShipped, DateDelivered, CashOnDeliveryState                any
			CashOnDelivery                                                                              json.RawMessage
		}
		a.into(t, &page)
		for _, p := range page {
			want := parcels[at]
			require.Equal(t, want["id"], p.ID)
			require.Equal(t, want["waybill_number"], p.TrackingNumber)
			require.Equal(t, want["state"], p.Status)
			require.Equal(t, want["state_updated_at"], p.StatusDate)
			require.Equal(t, want["branch_number"] == nil, p.OfficeNumber == nil)
			require.Equal(t, or(want["cod_amount"], "null"), string(p.CashOnDelivery))
			at++
		}
		return len(page)
	})
	entries := s.ours(t, "/api/finance/ledger")
	a := s.ask(t, http.MethodGet, "/account/movements?per_page=200&dateFrom=2026-10-01T00:00:00%2B03:00&type=payout", nil)
	require.Equal(t, http.StatusOK, a.status, a.body)
	answer, _ := plainJSON(t, a.body).(map[string]any)
	rows, _ := answer["movements"].([]any)
	var want []any
	for _, e := range entries {
		if e["kind"] == "payout" && e["posted_at"].(string) >= "2026-09-30T21:00:00Z" {
			want = append(want, e["id"])
		}
	}
	require.NotEmpty(t, want)
	var got []any
	for _, row := range rows {
		got = append(got, row.(map[string]any)["id"])
	}
	require.Equal(t, want, got)
	require.Equal(t, json.Number(fmt.Sprint(shape.Member(entries[len(entries)-1], "balance_after")["available"])), answer["closing"])
	require.Contains(t, answer, "opening")
	require.Contains(t, answer["turnover"], "hold")
}

// or is a text, or another one where there is none.
func or(v any, otherwise string) string {
	if v == nil {
		return otherwise
	}
	return fmt.Sprint(v)
}

func TestBareFaultsComeThrough(t *testing.T) {
	s := newStand(t, "bare", sandbox.Options{})
	require.NoError(t, s.inner.SetFaults([]sandbox.Fault{{Kind: "throttle", Scope: "listProducts", RetryAfter: new(7)}}))
	a := s.ask(t, http.MethodGet, "/stocks", nil)
	require.Equal(t, http.StatusTooManyRequests, a.status)
	require.Equal(t, "7", a.header.Get("Retry-After"))

	require.NoError(t, s.inner.SetFaults([]sandbox.Fault{{Kind: "cut-after-store", Times: 1}}))
	require.PanicsWithValue(t, http.ErrAbortHandler, func() { s.ask(t, http.MethodPost, "/orders", bareBody("C-1", nil)) })
	again := s.ask(t, http.MethodPost, "/orders", bareBody("C-1", nil))
	require.Equal(t, http.StatusBadRequest, again.status)
	require.Contains(t, again.body, "ER008")
}

func TestBareDocumentHasNoSchemas(t *testing.T) {
	s := newStand(t, "bare", sandbox.Options{})
	a := s.send(t, http.MethodGet, "/openapi.json", nil, nil)
	require.Equal(t, http.StatusOK, a.status)
	var document struct {
		OpenAPI    string
		Paths      map[string]map[string]any
		Components map[string]any
	}
	require.NoError(t, json.Unmarshal([]byte(a.body), &document))
	require.NotContains(t, document.Components, "schemas")
	for path, methods := range document.Paths {
		for method := range methods {
			answer := s.send(t, strings.ToUpper(method), path, bareKey(), nil)
			require.NotContains(t, []int{404, 405}, answer.status, "%s %s", method, path)
		}
	}
	require.Len(t, document.Paths, 7)
}
