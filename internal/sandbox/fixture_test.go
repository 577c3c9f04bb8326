package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"
)

// patience bounds a wait. It only ends a test that hangs: a machine that does much else is slow.
const patience = time.Minute

const (
	testToken  = "test-token-of-client-one"
	otherToken = "test-token-of-client-two"
)

// fakeClock is a clock that a test sets.
type fakeClock struct {
	mu sync.Mutex
	at time.Time
}

func newFakeClock() *fakeClock {
	return &fakeClock{at: time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC)}
}

func (c *fakeClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *fakeClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// fixture is a service with two clients behind the judge of its contract.
type fixture struct {
	server  *Server
	handler http.Handler
	clock   *fakeClock
}

func newFixture(t testing.TB, o Options) *fixture {
	t.Helper()
	f := &fixture{clock: newFakeClock()}
	f.open(t, o)
	return f
}

func (f *fixture) open(t testing.TB, o Options) {
	t.Helper()
	o.Now, o.Tokens, o.Logger = f.clock.now, []string{testToken, otherToken}, slog.New(slog.NewTextHandler(io.Discard, nil))
	if o.Catalog == nil {
		o.Catalog = testCatalog()
	}
	var err error
	f.server, err = New(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.server.Close()) })
	f.handler = judged(t, f.server)
}

// reply is an answer, read.
type reply struct {
	status int
	header http.Header
	body   []byte
}

func (a reply) into(t testing.TB, v any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(a.body, v), "%s", a.body)
}

// page is a list's answer with the members that tests look at.
type page struct {
	Data []map[string]any `json:"data"`
	Meta struct {
		Page       *int    `json:"page"`
		PerPage    int     `json:"per_page"`
		Total      int     `json:"total"`
		TotalPages int     `json:"total_pages"`
		NextCursor *string `json:"next_cursor"`
		Opening    string  `json:"opening"`
		Closing    string  `json:"closing"`
		Turnover   struct{ Accrual, Hold, Payout string }
	} `json:"meta"`
	Links struct {
		Next *string `json:"next"`
	} `json:"links"`
	Facets []struct {
		Field, Type string
		Values      []facetValue
		Min, Max    *string
	} `json:"facets"`
}

func (f *fixture) send(method, path, token string, header http.Header, body []byte) reply {
	return f.exchange(httptest.NewRequest(method, path, bytes.NewReader(body)), token, header)
}

// sendRequest sends what httptest.NewRequest would not parse.
func (f *fixture) sendRequest(r *http.Request) reply { return f.exchange(r, testToken, nil) }

func (f *fixture) exchange(r *http.Request, token string, header http.Header) reply {
	r.Host = "127.0.0.1:8765"
	r.RemoteAddr = "127.0.0.1:50000"
	for name, values := range header {
		r.Header[name] = values
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	rec := httptest.NewRecorder()
	f.handler.ServeHTTP(rec, r)
	return reply{rec.Code, rec.Header(), rec.Body.Bytes()}
}

func (f *fixture) get(path string) reply {
	return f.send(http.MethodGet, path, testToken, nil, nil)
}

func (f *fixture) list(t testing.TB, path string) page {
	t.Helper()
	return f.listAs(t, testToken, path)
}

func (f *fixture) listAs(t testing.TB, token, path string) page {
	t.Helper()
	a := f.send(http.MethodGet, path, token, nil, nil)
	require.Equal(t, http.StatusOK, a.status, "%s: %s", path, a.body)
	var p page
	a.into(t, &p)
	return p
}

// post creates an order from an exact body.
func (f *fixture) post(body string, header http.Header) reply {
	return f.postAs(testToken, body, header)
}

func (f *fixture) postAs(token, body string, header http.Header) reply {
	all := http.Header{"Content-Type": {"application/json"}}
	for name, values := range header {
		all[name] = values
	}
	return f.send(http.MethodPost, "/api/orders", token, all, []byte(body))
}

// order creates an order that is fine but for what change does to it.
func (f *fixture) order(t testing.TB, externalID string, change func(map[string]any)) map[string]any {
	t.Helper()
	a := f.post(orderBody(t, externalID, change), nil)
	require.Equal(t, http.StatusCreated, a.status, "%s", a.body)
	var o map[string]any
	a.into(t, &o)
	return o
}

func orderBody(t testing.TB, externalID string, change func(map[string]any)) string {
	t.Helper()
	o := map[string]any{
		"external_id": externalID,
		"items":       []any{map[string]any{"sku": "A-01", "quantity": 2, "price": "700.00"}},
		"recipient": map[string]any{"name": "Зразок Іван", "phone": "+380670000101",
			"delivery": map[string]any{"carrier": "nova_poshta", "type": "branch", "city": "Київ", "branch_number": "12"}},
		"payment": map[string]any{"method": "cod", "cod_amount": "1400.00"},
	}
	if change != nil {
		change(o)
	}
	text, err := json.Marshal(o)
	require.NoError(t, err)
	return string(text)
}

func prepaid(o map[string]any) { o["payment"] = map[string]any{"method": "prepaid"} }

func item(sku string, quantity int) func(map[string]any) {
	return func(o map[string]any) {
		o["items"] = []any{map[string]any{"sku": sku, "quantity": quantity, "price": "700.00"}}
	}
}

// column collects one member of a list's items.
func column(items []map[string]any, name string) []string {
	var values []string
	for _, item := range items {
		values = append(values, fmt.Sprint(item[name]))
	}
	return values
}

// member walks down into an answer: member(o, "totals", "profit").
func member(v any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			v = v.(map[string]any)[step]
		case int:
			v = v.([]any)[step]
		}
	}
	return v
}

// codes are the errors of a problem, as where:code.
func (a reply) codes(t testing.TB) []string {
	t.Helper()
	var p struct{ Errors []contract.FieldError }
	a.into(t, &p)
	var list []string
	for _, e := range p.Errors {
		where := e.Header
		if e.Pointer != nil {
			where = *e.Pointer
		}
		if e.Parameter != nil {
			where = *e.Parameter
		}
		list = append(list, where+":"+e.Code)
	}
	slices.Sort(list)
	return list
}

func escaped(pairs ...string) string {
	values := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return values.Encode()
}

// testCatalog is small enough to count by hand. Prices are 450 (A-01, with a
// tier of 400 from 10), 100, 200, 300, 400 …; many products share their time.
func testCatalog() *catalog.Catalog {
	tools := &catalog.Category{ID: "drills", Name: "Дрилі", Path: []string{"Дім", "Інструмент", "Дрилі"}}
	saws := &catalog.Category{ID: "saws", Name: "Пилки", Path: []string{"Дім", "Інструмент", "Пилки"}}
	toys := &catalog.Category{ID: "toys", Name: "Іграшки", Path: []string{"Іграшки"}}
	start := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	base := func(n int, sku, name, brand string, category *catalog.Category, price int64, quantity int) catalog.Product {
		rrp := decimal.MustNew(price*2, 0)
		return catalog.Product{ID: fmt.Sprintf("p%02d", n), SKU: sku, Name: name, Brand: brand, Category: category,
			Currency: "UAH", DropPrice: decimal.MustNew(price*100, 2), RRP: &rrp, MinOrder: 1, Availability: catalog.InStock,
			Quantity: &quantity, Images: []string{"https://img.example/1.jpg"}, CreatedAt: start, UpdatedAt: start}
	}
	attribute := func(p catalog.Product, pairs ...string) catalog.Product {
		for i := 0; i < len(pairs); i += 2 {
			p.Attributes = append(p.Attributes, catalog.Attribute{Name: pairs[i], Value: pairs[i+1]})
		}
		return p
	}
	list := []catalog.Product{
		attribute(base(1, "A-01", "Дриль Альфа", "Альфа", tools, 450, 50), "Колір", "синій", "Потужність", "500"),
		attribute(base(2, "A-02", "Дриль Бета", "Бета", tools, 100, 5), "Колір", "червоний", "Колір", "чорний"),
		attribute(base(3, "A-03", "Пилка Альфа", "Альфа", saws, 200, 1), "Колір", "чорний"),
		base(4, "A-04", "Лялька", "Гамма", toys, 300, 7),
		base(5, "A-05", "М'яч <b>&", "", toys, 400, 7),
		base(6, "A-06", "Прихований залишок", "Гамма", nil, 60, 0),
		base(7, "A-07", "Знята з продажу", "Гамма", toys, 70, 9),
		base(8, "A-08", "Під замовлення", "Гамма", toys, 80, 0),
		base(9, "A-09", "Немає", "Гамма", toys, 90, 0),
		base(10, "A-10", "За євро", "Гамма", toys, 10, 9),
	}
	list[0].Tiers = []catalog.Tier{{MinQuantity: 5, Price: decimal.MustNew(42050, 2)}, {MinQuantity: 10, Price: decimal.MustNew(400, 0)}}
	list[5].Quantity, list[5].RRP = nil, nil
	list[6].Availability, list[7].Availability, list[8].Availability = catalog.Discontinued, catalog.OnOrder, catalog.OutOfStock
	list[9].Currency = "EUR"
	for i := 7; i < 10; i++ {
		list[i].CreatedAt = start.Add(time.Hour)
		list[i].UpdatedAt = start.Add(2 * time.Hour)
	}
	return &catalog.Catalog{Products: list}
}
