package dialect

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
	"github.com/stretchr/testify/require"
)

// marketAnswer is what all answers of the dialect envelope are.
type marketAnswer struct {
	Success any `json:"success"`
	Content map[string]json.RawMessage
	Errors  *struct {
		Message   string          `json:"message"`
		Code      int             `json:"code"`
		Details   json.RawMessage `json:"details"`
		OrderID   string          `json:"order_id"`
		RequestID string          `json:"request_id"`
	}
}

// market is a client of the dialect envelope.
type market struct {
	*stand
	token string
}

func (m *market) call(t *testing.T, method, path string, body any, more ...string) marketAnswer {
	t.Helper()
	header := http.Header{"Authorization": {"Bearer " + m.token}, "Accept-Validate-Exception": {"1"}}
	for i := 0; i+1 < len(more); i += 2 {
		header[more[i]] = []string{more[i+1]}
	}
	a := m.send(t, method, path, header, body)
	require.Equal(t, http.StatusOK, a.status, a.body)
	var answer marketAnswer
	a.into(t, &answer)
	return answer
}

func newMarket(t *testing.T, o sandbox.Options) *market {
	t.Helper()
	m := &market{stand: newStand(t, "envelope", o)}
	m.token = m.login(t)
	return m
}

func (m *market) login(t *testing.T) string {
	t.Helper()
	answer := m.call(t, http.MethodPost, "/sites", map[string]string{"username": "shop", "password": standToken})
	require.Equal(t, true, answer.Success)
	var token string
	require.NoError(t, json.Unmarshal(answer.Content["access_token"], &token))
	require.NotContains(t, token, standToken)
	return token
}

type marketItem struct {
	ID             string           `json:"id"`
	Article        string           `json:"article"`
	GroupID        *string          `json:"group_id"`
	Name           string           `json:"name"`
	NameUA         any              `json:"name_ua"`
	NameRU         any              `json:"name_ru"`
	NameEN         any              `json:"name_en"`
	Description    *string          `json:"description"`
	DescriptionUA  any              `json:"description_ua"`
	DescriptionRU  any              `json:"description_ru"`
	DescriptionEN  any              `json:"description_en"`
	Producer       marketProducer   `json:"producer"`
	EAN            *string          `json:"ean"`
	Category       marketCategory   `json:"catalog_category"`
	Parents        []marketCategory `json:"parent_category"`
	Currency       string           `json:"currency"`
	PricePurchase  string           `json:"price_purchase"`
	Price          *string          `json:"price"`
	PriceWholesale []struct {
		Count int `json:"count,string"`
		Value string
	} `json:"price_wholesale"`
	MinCount      int    `json:"min_count,string"`
	SellStatus    string `json:"sell_status"`
	StockQuantity *int   `json:"stock_quantity,string"`
	Photo         []string
	Details       map[string]struct {
		Title, Value string
		Unit         *string
	}
	Weight *int `json:"weight,string"`
	Size   struct {
		Length *int `json:"length,string"`
		Width  *int `json:"width,string"`
		Height *int `json:"height,string"`
	}
	Link    *string
	Created string
	Changed string
}

type marketProducer struct{ Name, Country *string }

type marketCategory struct {
	ID    *string
	Depth string
	Name  *string
}

// read puts a product of the contract together.
func (i marketItem) read(t *testing.T) ourProduct {
	t.Helper()
	stock := map[string]string{"available": "in_stock", "not_available": "out_of_stock", "on_demand": "on_order", "archive": "discontinued"}
	p := ourProduct{
		ID: i.ID, SKU: i.Article, GroupID: i.GroupID, Name: i.Name, Names: map[string]any{"uk": i.NameUA, "ru": i.NameRU, "en": i.NameEN},
		Description: i.Description, Descriptions: map[string]any{"uk": i.DescriptionUA, "ru": i.DescriptionRU, "en": i.DescriptionEN},
		Brand: i.Producer.Name, Country: i.Producer.Country, Barcode: i.EAN, Currency: i.Currency, DropPrice: i.PricePurchase, RRP: i.Price,
		MinOrder: i.MinCount, Availability: stock[i.SellStatus], Quantity: i.StockQuantity, Images: i.Photo, WeightG: i.Weight,
		LengthMM: i.Size.Length, WidthMM: i.Size.Width, HeightMM: i.Size.Height, URL: i.Link,
		CreatedAt: marketTime(t, i.Created), UpdatedAt: marketTime(t, i.Changed),
	}
	for _, tier := range i.PriceWholesale {
		p.Tiers = append(p.Tiers, map[string]any{"min_quantity": tier.Count, "price": tier.Value})
	}
	ids := []string{}
	for id := range i.Details {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		d := i.Details[id]
		p.Attributes = append(p.Attributes, map[string]any{"name": d.Title, "value": d.Value, "unit": d.Unit})
	}
	if i.Category.ID != nil {
		path := []string{}
		for _, above := range i.Parents {
			path = append(path, *above.Name)
		}
		p.Category = map[string]any{"id": *i.Category.ID, "name": *i.Category.Name, "path": append(path, *i.Category.Name)}
	}
	return p
}

func marketTime(t *testing.T, text string) string {
	t.Helper()
	require.True(t, strings.HasSuffix(text, "+02:00") || strings.HasSuffix(text, "+03:00"), "%s is Kyiv's", text)
	at, err := time.Parse(time.RFC3339Nano, text)
	require.NoError(t, err)
	return at.UTC().Format(time.RFC3339Nano)
}

// marketAll reads a list to its end.
func marketAll[T any](t *testing.T, m *market, path, name string, size int) []T {
	t.Helper()
	var all []T
	for number := 1; ; number++ {
		answer := m.call(t, http.MethodGet, fmt.Sprintf("%s?page=%d&pageSize=%d", path, number, size), nil)
		require.Equal(t, true, answer.Success)
		var rows []T
		require.NoError(t, json.Unmarshal(answer.Content[name], &rows))
		all = append(all, rows...)
		var meta struct{ TotalCount, PageCount, CurrentPage, PerPage int }
		require.NoError(t, json.Unmarshal(answer.Content["_meta"], &meta))
		require.Equal(t, []int{(meta.TotalCount + size - 1) / size, number, size}, []int{meta.PageCount, meta.CurrentPage, meta.PerPage})
		if number >= meta.PageCount {
			require.Len(t, all, meta.TotalCount)
			return all
		}
	}
}

func TestEnvelopeCarriesTheCatalogue(t *testing.T) {
	for name, c := range map[string]*catalog.Catalog{
		"samples":   sampleCatalog(t),
		"generated": catalog.Generate(100, 5, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)),
	} {
		t.Run(name, func(t *testing.T) {
			m := newMarket(t, sandbox.Options{Catalog: c})
			var read []ourProduct
			for _, item := range marketAll[marketItem](t, m, "/items/search", "items", 13) {
				read = append(read, item.read(t))
			}
			m.sameProducts(t, read)
		})
	}
}

func TestEnvelopeSessions(t *testing.T) {
	m := newMarket(t, sandbox.Options{Catalog: sampleCatalog(t)})
	refused := m.call(t, http.MethodPost, "/sites", map[string]string{"username": "shop", "password": "wrong"})
	require.Equal(t, "false", refused.Success, "a text")
	require.Equal(t, 1020, refused.Errors.Code)

	first := m.token
	require.Equal(t, true, m.call(t, http.MethodGet, "/items/search", nil).Success)
	m.at = m.at.Add(time.Hour)
	ended := m.call(t, http.MethodGet, "/items/search", nil)
	require.Equal(t, "false", ended.Success)
	require.Equal(t, 6001, ended.Errors.Code)
	require.Equal(t, "null", string(ended.Errors.Details))
	m.token = standToken
	require.Equal(t, 6001, m.call(t, http.MethodGet, "/items/search", nil).Errors.Code, "the password is no token")
	m.token = m.login(t)
	require.NotEqual(t, first, m.token)
	require.Equal(t, true, m.call(t, http.MethodGet, "/items/search", nil).Success)
}

func TestEnvelopeFilters(t *testing.T) {
	m := newMarket(t, sandbox.Options{Catalog: sampleCatalog(t)})
	wrong := "/items/search?changed_from=yesterday"
	said := m.call(t, http.MethodGet, wrong, nil)
	require.Equal(t, false, said.Success)
	require.Equal(t, 1010, said.Errors.Code)
	require.Contains(t, string(said.Errors.Details), `"field":"changed_from"`)
	hidden := m.call(t, http.MethodGet, wrong, nil, "Accept-Validate-Exception", "0")
	require.Equal(t, true, hidden.Success)
	require.Equal(t, "[]", string(hidden.Content["items"]))

	found := m.call(t, http.MethodGet, "/items/filter?text=%D1%87%D0%B0%D0%B9%D0%BD%D0%B8%D0%BA", nil)
	require.Contains(t, string(found.Content["items"]), "KB-01")
	require.Contains(t, string(found.Content["filters"]), `"field":"brand"`)
}

// marketOrder is a new order of one piece.
func marketOrder(key, sku string) map[string]any {
	return map[string]any{
		"orderKey": key, "payment_type": "cod", "cod_amount": "500.10",
		"purchases": []any{map[string]any{"article": sku, "quantity": "1", "price": "500.10"}},
		"recipient": map[string]any{"last_name": "Шевчук", "first_name": "Юрій", "second_name": "Петрович", "phone": "+380670000101"},
		"delivery":  map[string]any{"service_id": "5", "method_id": "1", "locality": "Львів", "pickup_title": "4"},
	}
}

func TestEnvelopeOrders(t *testing.T) {
	m := newMarket(t, sandbox.Options{Catalog: sampleCatalog(t)})
	type order struct {
		ID, Status, OrderKey string
		Recipient            map[string]any
		Purchases            []struct{ Price, Quantity string }
	}
	read := func(a marketAnswer) order {
		require.Equal(t, true, a.Success, "%+v", a.Errors)
		var orders map[string]order
		require.NoError(t, json.Unmarshal(a.Content["orders"], &orders))
		require.Len(t, orders, 1)
		for id, o := range orders {
			require.Equal(t, id, o.ID)
			return o
		}
		return order{}
	}
	made := read(m.call(t, http.MethodPost, "/orders", marketOrder("E-1", "KB-01"), "Idempotency-Key", "k1"))
	require.Equal(t, "1", made.Status)
	require.Equal(t, "500.10", made.Purchases[0].Price)
	require.Equal(t, "1", made.Purchases[0].Quantity)
	require.Equal(t, "Петрович", made.Recipient["second_name"])
	require.Equal(t, "Шевчук Юрій Петрович", shape.ValueAt(m.ours(t, "/api/orders")[0], "recipient.name"))
	require.Equal(t, made.ID, read(m.call(t, http.MethodPost, "/orders", marketOrder("E-1", "KB-01"), "Idempotency-Key", "k1")).ID)

	reused := m.call(t, http.MethodPost, "/orders", marketOrder("E-2", "KB-01"), "Idempotency-Key", "k1")
	require.Equal(t, false, reused.Success)
	require.Equal(t, 5411, reused.Errors.Code)
	other := m.call(t, http.MethodPost, "/orders", marketOrder("E-1", "KB-02"), "Idempotency-Key", "k2")
	require.Equal(t, 5410, other.Errors.Code)
	require.Equal(t, made.ID, other.Errors.OrderID)
	unknown := m.call(t, http.MethodPost, "/orders", marketOrder("E-3", "nothing"), "Idempotency-Key", "k3")
	require.Equal(t, 5102, unknown.Errors.Code)
	require.Contains(t, string(unknown.Errors.Details), `"code":"unknown_sku","field":"purchases[0].article"`)

	listed := marketAll[order](t, m, "/orders/search", "orders", 5)
	require.Len(t, listed, 1)
	require.Equal(t, "E-1", listed[0].OrderKey)
}

func TestEnvelopeShowsANameKnownAsAWhole(t *testing.T) {
	shown := showEnvelopeOrder(object{"recipient": object{"name": "Шевчук Юрій", "last_name": nil}})
	require.Equal(t, "Шевчук Юрій", shape.ValueAt(shown, "recipient.last_name"))
	shown = showEnvelopeOrder(object{"recipient": object{"name": "Шевчук Юрій", "last_name": "Шевчук", "first_name": "Юрій", "middle_name": nil}})
	require.Equal(t, "Шевчук", shape.ValueAt(shown, "recipient.last_name"))
}

func TestEnvelopeBooks(t *testing.T) {
	m := newMarket(t, sandbox.Options{Catalog: sampleCatalog(t), History: 30})
	require.Len(t, marketAll[map[string]any](t, m, "/deliveries", "deliveries", 7), len(m.ours(t, "/api/shipments")))
	moves := marketAll[map[string]any](t, m, "/balances/search", "transactions", 50)
	entries := m.ours(t, "/api/finance/ledger")
	require.Len(t, moves, len(entries))
	for i, entry := range entries {
		require.Equal(t, entry["amount"], moves[i]["balanceChanged"])
		require.NotEqual(t, entry["operation"], moves[i]["operationType"], "each operation has a number")
	}
}

func TestEnvelopeServerFailures(t *testing.T) {
	m := newMarket(t, sandbox.Options{Catalog: sampleCatalog(t)})
	wait := 3
	require.NoError(t, m.inner.SetFaults([]sandbox.Fault{{Kind: "throttle", RetryAfter: &wait}}))
	a := m.send(t, http.MethodGet, "/items/search", http.Header{"Authorization": {"Bearer " + m.token}}, nil)
	require.Equal(t, http.StatusTooManyRequests, a.status)
	require.Equal(t, "3", a.header.Get("Retry-After"))
	require.Contains(t, a.body, `"code":1429`)
}
