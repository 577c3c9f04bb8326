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
	"github.com/stretchr/testify/require"
)

// coins is an amount in minor units.
type coins struct {
	Amount   int64
	Currency string
}

func (c *coins) decimal() *string {
	if c == nil {
		return nil
	}
	return new(fmt.Sprintf("%d.%02d", c.Amount/100, c.Amount%100))
}

// multilang is a text in several languages.
type multilang struct{ UK, RU, EN *string }

func (m *multilang) texts() map[string]any {
	texts := map[string]any{}
	if m == nil {
		return texts
	}
	for language, text := range map[string]*string{"uk": m.UK, "ru": m.RU, "en": m.EN} {
		if text != nil {
			texts[language] = *text
		}
	}
	return texts
}

// offerProduct is a product of the dialect cursor.
type offerProduct struct {
	ID                   string     `json:"id"`
	OfferID              string     `json:"offer_id"`
	ModelID              *string    `json:"model_id"`
	Name                 string     `json:"name"`
	NameMultilang        *multilang `json:"name_multilang"`
	Description          *string    `json:"description"`
	DescriptionMultilang *multilang `json:"description_multilang"`
	Vendor               struct{ Name, Country *string }
	Barcodes             []string
	Category             []struct {
		ID          *string
		Name, Title string
	}
	Price            *coins
	RecommendedPrice *coins `json:"recommended_price"`
	Prices           []struct {
		From  int `json:"minimum_order_quantity"`
		Price json.RawMessage
	}
	MinimumOrderQuantity int    `json:"minimum_order_quantity"`
	Presence             string `json:"presence"`
	QuantityInStock      *int   `json:"quantity_in_stock"`
	Images               []struct{ Src string }
	Characteristics      []struct {
		Title, Value string
		Unit         *string
	}
	WeightKG *json.Number                                 `json:"weight_kg"`
	SizeCM   struct{ Length, Width, Height *json.Number } `json:"size_cm"`
	URL      *string
	Created  json.Number `json:"created_at"`
	Updated  json.Number `json:"updated_at"`
}

func (p offerProduct) product(t *testing.T) ourProduct {
	out := ourProduct{ID: p.ID, SKU: p.OfferID, GroupID: p.ModelID, Name: p.Name, Names: p.NameMultilang.texts(),
		Description: p.Description, Descriptions: p.DescriptionMultilang.texts(), Brand: p.Vendor.Name, Country: p.Vendor.Country,
		Currency: p.Price.Currency, DropPrice: *p.Price.decimal(), RRP: p.RecommendedPrice.decimal(), MinOrder: p.MinimumOrderQuantity,
		Availability: map[string]string{"available": "in_stock", "not_available": "out_of_stock", "order": "on_order", "archived": "discontinued"}[p.Presence],
		Quantity:     p.QuantityInStock, WeightG: times(t, p.WeightKG, 1000), LengthMM: times(t, p.SizeCM.Length, 10), WidthMM: times(t, p.SizeCM.Width, 10),
		HeightMM: times(t, p.SizeCM.Height, 10), URL: p.URL, CreatedAt: moment(t, p.Created), UpdatedAt: moment(t, p.Updated)}
	if len(p.Barcodes) > 0 {
		out.Barcode = &p.Barcodes[0]
	}
	var way []string
	for _, c := range p.Category {
		way = append(way, c.Name)
	}
	if n := len(way); n > 0 {
		out.Category = map[string]any{"id": p.Category[n-1].ID, "name": p.Category[n-1].Title, "path": way}
	}
	for _, tier := range p.Prices {
		out.Tiers = append(out.Tiers, map[string]any{"min_quantity": tier.From, "price": string(tier.Price)})
	}
	for _, image := range p.Images {
		out.Images = append(out.Images, image.Src)
	}
	for _, c := range p.Characteristics {
		out.Attributes = append(out.Attributes, map[string]any{"name": c.Title, "value": c.Value, "unit": c.Unit})
	}
	return out
}

// times multiplies a short decimal, which a float is exact enough for.
func times(t *testing.T, n *json.Number, by float64) *int {
	if n == nil {
		return nil
	}
	f, err := n.Float64()
	require.NoError(t, err)
	return new(int(f*by + 0.5))
}

func moment(t *testing.T, n json.Number) string {
	whole, fraction, _ := strings.Cut(n.String(), ".")
	seconds, err := json.Number(whole).Int64()
	require.NoError(t, err)
	nanos, err := json.Number("1" + (fraction + "000000000")[:9]).Int64()
	require.NoError(t, err)
	return time.Unix(seconds, nanos-1_000_000_000).UTC().Format(time.RFC3339Nano)
}

func withKey(address string) string {
	glue := "?"
	if strings.Contains(address, "?") {
		glue = "&"
	}
	return address + glue + "api_key=" + standToken
}

func TestCursorCarriesAllProducts(t *testing.T) {
	for name, o := range map[string]sandbox.Options{"generated": {}, "samples": {Catalog: sampleCatalog(t)}} {
		t.Run(name, func(t *testing.T) {
			s := newStand(t, "cursor", o)
			var got []ourProduct
			for {
				a := s.send(t, http.MethodPost, withKey("/v3/products/list"), nil, map[string]any{"offset": len(got), "limit": 500})
				require.Equal(t, http.StatusOK, a.status, a.body)
				var page struct{ Result []offerProduct }
				a.into(t, &page)
				require.LessOrEqual(t, len(page.Result), 100, "the service has a cap")
				if len(page.Result) == 0 {
					break
				}
				for _, p := range page.Result {
					got = append(got, p.product(t))
				}
			}
			s.sameProducts(t, got)
		})
	}
}

func TestCursorProductWindows(t *testing.T) {
	s := newStand(t, "cursor", sandbox.Options{})
	all := s.ours(t, "/api/products")
	ids := func(body map[string]any) []any {
		a := s.send(t, http.MethodPost, withKey("/v3/products/list"), nil, body)
		require.Equal(t, http.StatusOK, a.status, a.body)
		var page struct{ Result []map[string]any }
		a.into(t, &page)
		var got []any
		for _, p := range page.Result {
			got = append(got, p["id"])
		}
		return got
	}
	var want []any
	for _, p := range all[37:60] {
		want = append(want, p["id"])
	}
	require.Equal(t, want, ids(map[string]any{"offset": "37", "limit": "23"}))

	since := "2026-09-01T00:00:00Z"
	want = nil
	for _, p := range all {
		if p["updated_at"].(string) >= since && len(want) < 100 {
			want = append(want, p["id"])
		}
	}
	require.NotEmpty(t, want)
	at, err := time.Parse(time.RFC3339, since)
	require.NoError(t, err)
	require.Equal(t, want, ids(map[string]any{"limit": 100, "filter": map[string]any{"updated_from": at.Unix()}}))
}

// cursorBody is an order that is fine but for what change does to it.
func cursorBody(externalID string, change func(map[string]any)) map[string]any {
	o := map[string]any{
		"external_id": externalID, "currency": "UAH",
		"order_items": []any{map[string]any{"offer_id": "KB-01", "quantity": 2, "retail_price": map[string]any{"amount": 45000}}},
		"recipient":   map[string]any{"name": "Зразок Іван", "phone": "+380670000101"},
		"shipping":    map[string]any{"provider": "nova_poshta", "option": "branch", "city": map[string]any{"name": "Київ"}, "warehouse": map[string]any{"number": "12"}},
		"payment":     map[string]any{"option": "cod", "collect": map[string]any{"amount": 90005}},
	}
	if change != nil {
		change(o)
	}
	return o
}

type cursorRefusal struct {
	Error struct {
		Code, Message string
		RequestID     string `json:"request_id"`
		OrderID       string `json:"order_id"`
		Details       []struct{ Path, Code, Message string }
	}
}

func TestCursorMakesAndFindsAnOrder(t *testing.T) {
	s := newStand(t, "cursor", sandbox.Options{})
	const own = "№ 7/а+б"
	first := s.send(t, http.MethodPost, withKey("/orders"), nil, cursorBody(own, nil))
	require.Equal(t, http.StatusCreated, first.status, first.body)
	require.Empty(t, first.header.Get("X-Order-Existed"))
	again := s.send(t, http.MethodPost, withKey("/orders"), nil, cursorBody(own, nil))
	require.Equal(t, http.StatusOK, again.status, again.body)
	require.Equal(t, "true", again.header.Get("X-Order-Existed"))
	require.JSONEq(t, first.body, again.body)

	found := s.send(t, http.MethodGet, withKey("/orders/@"+url.PathEscape(own)), nil, nil)
	require.Equal(t, http.StatusOK, found.status, found.body)
	require.JSONEq(t, first.body, found.body)
	same(t, map[string]any{"result": map[string]any{
		"id": "ord_00000001", "number": "100001", "external_id": own, "status": "draft",
		"events":  []any{map[string]any{"status": "draft", "time": json.Number("1795860000.123456")}},
		"parcels": []any{}, "note": nil,
		"order_items": []any{map[string]any{"offer_id": "KB-01", "name": "Чайник скляний 1,7 л", "quantity": 2,
			"retail_price": map[string]any{"amount": 45000}, "price": map[string]any{"amount": 31500}}},
		"recipient": map[string]any{"name": "Зразок Іван", "phone": "+380670000101", "email": nil,
			"name_parts": map[string]any{"last": nil, "first": nil, "middle": nil}},
		"shipping": map[string]any{"provider": "nova_poshta", "option": "branch", "city": map[string]any{"name": "Київ", "ref": nil},
			"warehouse": map[string]any{"number": "12", "ref": nil}, "address": nil},
		"payment":    map[string]any{"option": "cod", "collect": map[string]any{"amount": 90005}},
		"costs":      map[string]any{"items": map[string]any{"amount": 63000}, "retail": map[string]any{"amount": 90000}, "profit": map[string]any{"amount": 27000}},
		"created_at": json.Number("1795860000.123456"), "updated_at": json.Number("1795860000.123456"),
	}}, plainJSON(t, found.body))

	other := s.send(t, http.MethodPost, withKey("/orders"), nil, cursorBody(own, func(o map[string]any) { o["note"] = "інше" }))
	require.Equal(t, http.StatusConflict, other.status)
	var refusal cursorRefusal
	other.into(t, &refusal)
	require.Equal(t, "external_id_conflict", refusal.Error.Code)
	require.Equal(t, "ord_00000001", refusal.Error.OrderID)
}

func TestCursorRefusals(t *testing.T) {
	s := newStand(t, "cursor", sandbox.Options{})
	for _, test := range []struct {
		name, method, path string
		body               any
		status             int
		code               string
		details            []string
	}{
		{name: "no key", method: "GET", path: "/orders", status: 401, code: "unauthorized"},
		{name: "another key", method: "GET", path: "/orders?api_key=x", status: 401, code: "unauthorized"},
		{name: "no such order", method: "GET", path: withKey("/orders/@none"), status: 404, code: "not_found"},
		{name: "an order by its id", method: "GET", path: withKey("/orders/ord_00000001"), status: 404, code: "not_found"},
		{name: "unknown last id", method: "GET", path: withKey("/orders?last_id=none"), status: 422, code: "invalid", details: []string{"last_id:unknown_id"}},
		{name: "above the limit", method: "GET", path: withKey("/orders?limit=101"), status: 422, code: "invalid", details: []string{"limit:out_of_range"}},
		{name: "a time of another kind", method: "GET", path: withKey("/orders?created_from=2026-11-01"), status: 422, code: "invalid", details: []string{"created_from:invalid_format"}},
		{name: "bad offset", method: "POST", path: withKey("/v3/products/list"), body: map[string]any{"offset": -1}, status: 422, code: "invalid", details: []string{"offset:out_of_range"}},
		{name: "no currency", method: "POST", path: withKey("/orders"), body: cursorBody("D-1", func(o map[string]any) { delete(o, "currency") }),
			status: 422, code: "invalid", details: []string{"currency:required"}},
		{name: "money that is not in minor units", method: "POST", path: withKey("/orders"), body: cursorBody("D-1", func(o map[string]any) {
			o["payment"] = map[string]any{"option": "cod", "collect": map[string]any{"amount": "900.05"}}
			o["order_items"] = []any{map[string]any{"offer_id": "KB-01", "quantity": 1, "retail_price": map[string]any{"amount": 1.5}}}
		}), status: 422, code: "invalid", details: []string{"payment.collect.amount:invalid_type", "order_items[0].retail_price.amount:invalid_type"}},
		{name: "too many", method: "POST", path: withKey("/orders"), body: cursorBody("D-1", func(o map[string]any) {
			o["order_items"] = []any{map[string]any{"offer_id": "KB-01", "quantity": 10_000}}
		}), status: 422, code: "invalid", details: []string{"order_items[0].quantity:insufficient_stock"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := s.send(t, test.method, test.path, nil, test.body)
			require.Equal(t, test.status, a.status, a.body)
			var refusal cursorRefusal
			a.into(t, &refusal)
			require.Equal(t, test.code, refusal.Error.Code)
			require.NotEmpty(t, refusal.Error.Message)
			var details []string
			for _, d := range refusal.Error.Details {
				details = append(details, d.Path+":"+d.Code)
			}
			require.ElementsMatch(t, test.details, details)
		})
	}
	require.Empty(t, s.ours(t, "/api/orders"))
}

// byLastID reads a list to its end, going on from the last id, and checks that each
// answer begins with it.
func (s *stand) byLastID(t *testing.T, path string, limit int) []any {
	t.Helper()
	var ids []any
	for {
		address := withKey(fmt.Sprintf("%s?limit=%d", path, limit))
		if len(ids) > 0 {
			address += "&last_id=" + fmt.Sprint(ids[len(ids)-1])
		}
		a := s.send(t, http.MethodGet, address, nil, nil)
		require.Equal(t, http.StatusOK, a.status, a.body)
		var page struct{ Result []map[string]any }
		a.into(t, &page)
		for i, row := range page.Result {
			if i == 0 && len(ids) > 0 {
				require.Equal(t, ids[len(ids)-1], row["id"], "the last id is included")
				continue
			}
			ids = append(ids, row["id"])
		}
		if len(page.Result) < limit {
			return ids
		}
	}
}

func TestCursorListsGoOnFromTheLastID(t *testing.T) {
	s := newStand(t, "cursor", sandbox.Options{History: 60})
	for own, theirs := range map[string]string{"/api/orders": "/orders", "/api/shipments": "/shipments"} {
		var want []any
		for _, row := range s.ours(t, own) {
			want = append(want, row["id"])
		}
		require.Greater(t, len(want), 40)
		require.ElementsMatch(t, want, s.byLastID(t, theirs, 7), theirs)
		require.ElementsMatch(t, want, s.byLastID(t, theirs, 100), theirs)
	}
	// An id that this process has not seen is found by reading the list.
	orders := s.ours(t, "/api/orders")
	a := s.send(t, http.MethodGet, withKey("/orders?limit=2&last_id="+orders[11]["id"].(string)), nil, nil)
	var page struct{ Result []map[string]any }
	a.into(t, &page)
	require.Equal(t, []any{orders[11]["id"], orders[12]["id"]}, []any{page.Result[0]["id"], page.Result[1]["id"]})
}

func TestCursorLedgerGoesOnFromItsCursor(t *testing.T) {
	s := newStand(t, "cursor", sandbox.Options{History: 40})
	from := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
	var want, got []any
	for _, e := range s.ours(t, "/api/finance/ledger") {
		if e["posted_at"].(string) >= "2026-10-01T00:00:00Z" {
			kopecks, err := json.Number(strings.Replace(e["amount"].(string), ".", "", 1)).Int64()
			require.NoError(t, err)
			want = append(want, []any{e["id"], kopecks})
		}
	}
	require.Greater(t, len(want), 20)
	for next := ""; ; {
		address := withKey(fmt.Sprintf("/balance/transactions?limit=20&from=%d", from.Unix()))
		if next != "" {
			address += "&from_id=" + next
		}
		a := s.send(t, http.MethodGet, address, nil, nil)
		require.Equal(t, http.StatusOK, a.status, a.body)
		var page struct {
			Result []struct {
				ID  string
				Net coins
			}
			NextFromID *string           `json:"next_from_id"`
			Summary    map[string]string `json:"summary"`
		}
		require.NoError(t, json.Unmarshal([]byte(a.body), &page))
		require.Len(t, page.Summary, 5)
		for _, e := range page.Result {
			require.Equal(t, "UAH", e.Net.Currency)
			got = append(got, []any{e.ID, e.Net.Amount})
		}
		if page.NextFromID == nil {
			break
		}
		next = url.QueryEscape(*page.NextFromID)
	}
	require.Equal(t, want, got)
}

func TestMinorUnits(t *testing.T) {
	for decimal, want := range map[string]string{"450.10": "45010", "0.05": "5", "0.00": "0", "-12.30": "-1230", "-0.05": "-5", "7": "700", "12.5": "1250",
		"0.4550": "45.50", "-0.001": "-0.1"} {
		require.Equal(t, json.Number(want), minor(decimal), decimal)
	}
	for amount, want := range map[string]any{"45010": "450.1", "5": "0.05", "0": "0", "1.5": false, "-5": false} {
		require.Equal(t, want, major(json.Number(amount)), amount)
	}
	require.Equal(t, false, major("450"))
}

func TestEpochsKeepMicroseconds(t *testing.T) {
	for at, want := range map[string]string{"2026-11-28T10:00:00Z": "1795860000", "2026-11-28T10:00:00.12Z": "1795860000.12", "2026-11-28T12:00:00.000001+02:00": "1795860000.000001"} {
		require.Equal(t, json.Number(want), epoch(at))
		back, ok := readEpoch(want)
		require.True(t, ok)
		parsed, err := time.Parse(time.RFC3339Nano, at)
		require.NoError(t, err)
		require.Equal(t, parsed.UTC().Format(time.RFC3339Nano), back)
	}
	_, ok := readEpoch("-1")
	require.False(t, ok)
}
