package dialect

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/stretchr/testify/require"
)

// crmPage is the envelope of a list of the dialect offers.
type crmPage[T any] struct {
	Total       int     `json:"total"`
	CurrentPage int     `json:"current_page"`
	PerPage     int     `json:"per_page"`
	LastPage    int     `json:"last_page"`
	Data        []T     `json:"data"`
	NextPageURL *string `json:"next_page_url"`
	Summary     any     `json:"summary"`
}

type crmOffer struct {
	ID             json.RawMessage `json:"id"`
	SKU            string          `json:"sku"`
	Barcode        *string         `json:"barcode"`
	Permalink      *string         `json:"permalink"`
	Quantity       *int            `json:"quantity"`
	MinQuantity    int             `json:"min_quantity"`
	StockStatus    string          `json:"stock_status"`
	Price          json.RawMessage `json:"price"`
	PurchasedPrice json.RawMessage `json:"purchased_price"`
	Wholesale      []struct {
		From  int             `json:"from"`
		Price json.RawMessage `json:"price"`
	} `json:"wholesale"`
	Properties []struct {
		Name, Value string
		Unit        *string
	} `json:"properties"`
	ThumbnailURL *string `json:"thumbnail_url"`
	Attachments  []struct {
		URL string `json:"url"`
	} `json:"attachments"`
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
}

type crmProduct struct {
	crmOffer
	Name                    string          `json:"name"`
	NameTranslations        map[string]any  `json:"name_translations"`
	Description             *string         `json:"description"`
	DescriptionTranslations map[string]any  `json:"description_translations"`
	Brand                   *string         `json:"brand"`
	Country                 *string         `json:"country"`
	CategoryID              json.RawMessage `json:"category_id"`
	CurrencyCode            string          `json:"currency_code"`
	Weight                  json.Number     `json:"weight"`
	Length                  json.Number     `json:"length"`
	Width                   json.Number     `json:"width"`
	Height                  json.Number     `json:"height"`
	HasOffers               bool            `json:"has_offers"`
	Offers                  []crmOffer      `json:"offers"`
}

func crmHeader() http.Header { return http.Header{"Authorization": {"Bearer " + standToken}} }

// crmAll reads a list of the dialect offers to its end.
func crmAll[T any](t *testing.T, s *stand, path string, size int) []T {
	t.Helper()
	all := []T{}
	for number := 1; ; number++ {
		var page crmPage[T]
		a := s.send(t, http.MethodGet, fmt.Sprintf("%s?page=%d&limit=%d", path, number, size), crmHeader(), nil)
		require.Equal(t, http.StatusOK, a.status, a.body)
		a.into(t, &page)
		all = append(all, page.Data...)
		require.Equal(t, []int{number, size, (page.Total + size - 1) / size}, []int{page.CurrentPage, page.PerPage, page.LastPage})
		if page.NextPageURL == nil {
			require.Len(t, all, page.Total)
			return all
		}
		require.Len(t, page.Data, size)
	}
}

func TestOffersCarryTheCatalogue(t *testing.T) {
	for name, c := range map[string]*catalog.Catalog{
		"samples":   sampleCatalog(t),
		"generated": catalog.Generate(120, 3, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)),
	} {
		t.Run(name, func(t *testing.T) {
			s := newStand(t, "offers", sandbox.Options{Catalog: c})
			tree := map[string]bareNode{}
			for _, row := range crmAll[struct {
				ID       json.RawMessage `json:"id"`
				Name     string          `json:"name"`
				ParentID json.RawMessage `json:"parent_id"`
			}](t, s, "/v1/categories", 9) {
				tree[bareText(row.ID)] = bareNode{bareText(row.ID), row.Name, bareText(row.ParentID)}
			}
			var read []ourProduct
			groups := 0
			for _, p := range crmAll[crmProduct](t, s, "/v1/products", 11) {
				if !p.HasOffers {
					require.Empty(t, p.Offers)
					read = append(read, crmRead(t, p, p.crmOffer, tree))
					continue
				}
				require.NotEmpty(t, p.Offers)
				require.Empty(t, p.SKU, "a product with offers has nothing to sell itself")
				groups++
				for _, o := range p.Offers {
					one := crmRead(t, p, o, tree)
					one.GroupID = new(bareText(p.ID))
					read = append(read, one)
				}
			}
			require.NotZero(t, groups)
			s.sameProducts(t, read)
		})
	}
}

// bareText is the text of a JSON text or number, "" of null.
func bareText(raw json.RawMessage) string {
	text := strings.Trim(string(raw), `"`)
	if text == "null" {
		return ""
	}
	return text
}

// crmRead puts a product of the contract together.
func crmRead(t *testing.T, p crmProduct, o crmOffer, tree map[string]bareNode) ourProduct {
	t.Helper()
	stock := map[string]string{"instock": "in_stock", "outofstock": "out_of_stock", "onbackorder": "on_order", "archived": "discontinued"}
	read := ourProduct{
		ID: bareText(o.ID), SKU: o.SKU, Name: p.Name, Names: p.NameTranslations, Description: p.Description, Descriptions: p.DescriptionTranslations,
		Brand: p.Brand, Country: p.Country, Barcode: o.Barcode, Currency: p.CurrencyCode, DropPrice: string(o.PurchasedPrice),
		MinOrder: o.MinQuantity, Availability: stock[o.StockStatus], Quantity: o.Quantity, URL: o.Permalink,
		WeightG: thousands(t, p.Weight, 3), LengthMM: thousands(t, p.Length, 1), WidthMM: thousands(t, p.Width, 1), HeightMM: thousands(t, p.Height, 1),
		CreatedAt: crmTime(t, o.CreatedAt), UpdatedAt: crmTime(t, o.UpdatedAt),
	}
	if string(o.Price) != "null" {
		read.RRP = new(string(o.Price))
	}
	for _, tier := range o.Wholesale {
		read.Tiers = append(read.Tiers, map[string]any{"min_quantity": tier.From, "price": string(tier.Price)})
	}
	for _, a := range o.Properties {
		read.Attributes = append(read.Attributes, map[string]any{"name": a.Name, "value": a.Value, "unit": a.Unit})
	}
	if o.ThumbnailURL != nil {
		read.Images = append(read.Images, *o.ThumbnailURL)
	}
	for _, a := range o.Attachments {
		read.Images = append(read.Images, a.URL)
	}
	if id := bareText(p.CategoryID); id != "" {
		var path []string
		for at := id; at != ""; at = tree[at].parent {
			require.Contains(t, tree, at)
			path = append([]string{tree[at].name}, path...)
		}
		read.Category = map[string]any{"id": id, "name": tree[id].name, "path": path}
	}
	return read
}

// thousands is a decimal number as a whole one, its point moved.
func thousands(t *testing.T, n json.Number, places int) *int {
	t.Helper()
	if n == "" {
		return nil
	}
	whole, fraction, _ := strings.Cut(n.String(), ".")
	require.LessOrEqual(t, len(fraction), places)
	var value int
	_, err := fmt.Sscan(strings.TrimLeft(whole+fraction+strings.Repeat("0", places-len(fraction)), "0"), &value)
	require.NoError(t, err)
	return &value
}

func crmTime(t *testing.T, text string) string {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04:05.000000", text)
	require.NoError(t, err)
	return at.Format(time.RFC3339Nano)
}

func TestOffersListChanges(t *testing.T) {
	s := newStand(t, "offers", sandbox.Options{Catalog: sampleCatalog(t)})
	var page crmPage[crmProduct]
	since := func(text string, size, number int) crmPage[crmProduct] {
		page = crmPage[crmProduct]{}
		s.send(t, http.MethodGet, fmt.Sprintf("/v1/products?filter[updated_from]=%s&page=%d&limit=%d", strings.ReplaceAll(text, " ", "%20"), number, size), crmHeader(), nil).into(t, &page)
		return page
	}
	before := since("2026-11-28 10:00:00.123456", 1, 1)
	require.Zero(t, before.Total)
	for _, sku := range []string{"KB-01", "KB-02"} {
		require.Equal(t, http.StatusCreated, s.send(t, http.MethodPost, "/v1/orders", crmHeader(), crmOrder("change-"+sku, sku)).status)
	}
	first := since("2026-11-28 10:00:00.123456", 1, 1)
	require.Equal(t, 2, first.Total, "both products that were sold have changed")
	require.Equal(t, "2026-11-28 10:00:00.123456", first.Data[0].UpdatedAt)
	require.Equal(t, http.StatusCreated, s.send(t, http.MethodPost, "/v1/orders", crmHeader(), crmOrder("change-3", "KB-03")).status)
	second := since("2026-11-28 10:00:00.123456", 1, 2)
	require.Equal(t, 3, second.Total, "a later page knows that the list has grown")
	require.Equal(t, "KB-02", second.Data[0].SKU)
}

// crmOrder is a new order of one piece.
func crmOrder(externalID, sku string) map[string]any {
	return map[string]any{
		"source_uuid": externalID,
		"products":    []any{map[string]any{"sku": sku, "quantity": 1, "price": json.Number("500.10")}},
		"shipping": map[string]any{"recipient_full_name": "Шевчук Юрій", "recipient_phone": "+380670000101", "delivery_service_id": 1,
			"delivery_type": "branch", "shipping_address_city": "Львів", "shipping_receive_point": "4"},
		"payments": []any{map[string]any{"payment_method_id": 1, "amount": json.Number("500.10")}},
	}
}

func TestOffersOrders(t *testing.T) {
	s := newStand(t, "offers", sandbox.Options{Catalog: sampleCatalog(t)})
	type order struct {
		ID         string `json:"id"`
		StatusID   int    `json:"status_id"`
		SourceUUID string `json:"source_uuid"`
		GrandTotal json.RawMessage
		Products   []struct{ Price json.RawMessage }
		Payments   []struct {
			PaymentMethodID int `json:"payment_method_id"`
			Amount          json.RawMessage
		}
	}
	read := func(a told) (o order) {
		require.NoError(t, json.Unmarshal([]byte(a.body), &o), a.body)
		return o
	}
	a := s.send(t, http.MethodPost, "/v1/orders", crmHeader(), crmOrder("A-1", "KB-01"))
	require.Equal(t, http.StatusCreated, a.status, a.body)
	made := read(a)
	require.Equal(t, "A-1", made.SourceUUID)
	require.Equal(t, 1, made.StatusID)
	require.Equal(t, "500.10", string(made.Products[0].Price), "money keeps its digits")
	require.Equal(t, "500.10", string(made.Payments[0].Amount))
	require.Equal(t, 1, made.Payments[0].PaymentMethodID)

	again := s.send(t, http.MethodPost, "/v1/orders", crmHeader(), crmOrder("A-1", "KB-01"))
	require.Equal(t, http.StatusOK, again.status)
	require.Equal(t, "true", again.header.Get("X-Existing-Order"))
	require.Equal(t, made.ID, read(again).ID)

	other := s.send(t, http.MethodPost, "/v1/orders", crmHeader(), crmOrder("A-1", "KB-02"))
	require.Equal(t, http.StatusConflict, other.status)
	var refusal struct {
		Message   string              `json:"message"`
		Code      string              `json:"code"`
		Errors    map[string][]string `json:"errors"`
		OrderID   string              `json:"order_id"`
		RequestID string              `json:"request_id"`
	}
	other.into(t, &refusal)
	require.Equal(t, made.ID, refusal.OrderID)
	require.Contains(t, refusal.Errors, "source_uuid")

	found := s.send(t, http.MethodGet, "/v1/orders?filter[source_uuid][]=A-1&filter[source_uuid][]=A-2", crmHeader(), nil)
	require.Contains(t, found.body, made.ID)
	require.Contains(t, found.body, `"total":1`)
}

func TestOffersRefusals(t *testing.T) {
	s := newStand(t, "offers", sandbox.Options{Catalog: sampleCatalog(t)})
	for _, c := range []struct {
		method, path string
		body         any
		status       int
		parts        []string
	}{
		{http.MethodGet, "/v1/products?limit=900", nil, 422, []string{`"errors":{"limit":["limit must be`, `"code":"out_of_range"`}},
		{http.MethodGet, "/v1/products?updated=1", nil, 422, []string{`"errors":{"updated":[`, `unknown_parameter`}},
		{http.MethodGet, "/v1/products?filter[updated_from]=yesterday", nil, 422, []string{`"filter[updated_from]":[`}},
		{http.MethodGet, "/v1/products/search?filter[purchased_price_from]=much", nil, 422, []string{`"filter[purchased_price_from]":[`}},
		{http.MethodPost, "/v1/orders", map[string]any{"products": []any{map[string]any{"sku": 5}}}, 422,
			[]string{`"products.0.sku":[`, `"products.0.quantity":[`, `"source_uuid":[`, `"shipping.recipient_phone":[`}},
		{http.MethodPost, "/v1/orders", crmOrder("R-1", "no such"), 422, []string{`"code":"unknown_sku"`, `"products.0.sku":[`}},
		{http.MethodPost, "/v1/orders", []int{1}, 400, []string{`"message":"the body is not a JSON object"`}},
	} {
		a := s.send(t, c.method, c.path, crmHeader(), c.body)
		require.Equal(t, c.status, a.status, a.body)
		for _, part := range c.parts {
			require.Contains(t, a.body, part)
		}
	}
	require.Equal(t, http.StatusUnauthorized, s.send(t, http.MethodGet, "/v1/products", nil, nil).status)
	a := s.send(t, http.MethodGet, "/v1/products", http.Header{"Authorization": {"Bearer wrong"}}, nil)
	require.Equal(t, http.StatusUnauthorized, a.status)
	require.Contains(t, a.header.Get("Www-Authenticate"), "invalid_token")
}

func TestOffersBooks(t *testing.T) {
	s := newStand(t, "offers", sandbox.Options{Catalog: sampleCatalog(t), History: 30})
	require.Len(t, crmAll[map[string]any](t, s, "/v1/orders", 7), 30)
	require.Len(t, crmAll[map[string]any](t, s, "/v1/shipments", 7), len(s.ours(t, "/api/shipments")))
	moves := crmAll[map[string]json.RawMessage](t, s, "/v1/transactions", 7)
	entries := s.ours(t, "/api/finance/ledger")
	require.Len(t, moves, len(entries))
	for i, entry := range entries {
		require.Equal(t, entry["amount"], string(moves[i]["amount"]), "a JSON number of the same digits")
	}
}
