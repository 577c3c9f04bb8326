package learn

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/learn/proposal"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// orderDocument is a service whose request for an order has the given shape of a carrier.
func orderDocument(carrier, status string) string {
	return `{"openapi":"3.0.3","info":{"title":"x","version":"1"},"paths":{
"/products":{"get":{"parameters":[{"name":"page","in":"query"}],"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"array","items":{"type":"object","properties":{
 "id":{"type":"integer"},"sku":{"type":"string"},"name":{"type":"string"},"drop_price":{"type":"string"},"rrp":{"type":"string"},"quantity":{"type":"integer"},"currency":{"type":"string"}}}}}}}}}},
"/orders":{"get":{"parameters":[{"name":"page","in":"query"}],"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"array","items":{"type":"object","properties":{
 "id":{"type":"integer"},"external_id":{"type":"string"},"status":` + status + `,"carrier":` + carrier + `,"created_at":{"type":"string","format":"date-time"}}}}}}}}},
"post":{"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{
 "external_id":{"type":"string"},"recipient_name":{"type":"string"},"phone":{"type":"string"},"carrier":` + carrier + `,"city":{"type":"string"},"delivery_type":{"type":"string"},"branch_number":{"type":"string"},"payment_method":{"type":"string"},"cod_amount":{"type":"string"},
 "items":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"},"quantity":{"type":"integer"},"price":{"type":"string"}}}}}}}}},
 "responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"integer"}}}}}}}}}}}`
}

func TestForeignCarriersWaitForAPerson(t *testing.T) {
	const status = `{"type":"string","enum":["new","sent"]}`
	for name, c := range map[string]struct{ carrier, line, why string }{
		"ids":     {`{"type":"integer"}`, `# missing: carrier: {at: carrier, map: {nova_poshta: [?], ukrposhta: [?]}} #`, "takes ids"},
		"enum":    {`{"type":"integer","enum":[7,9]}`, `# missing: carrier: {at: carrier, map: {nova_poshta: [?], ukrposhta: [?]}} #`, "7, 9"},
		"words":   {`{"type":"string","enum":["alfa","beta"]}`, `# missing: carrier: {at: carrier, map: {nova_poshta: [?], ukrposhta: [?]}} #`, "alfa, beta"},
		"example": {`{"type":"string","example":"WX"}`, `# missing: carrier: {at: carrier, map: {nova_poshta: [?], ukrposhta: [?]}} #`, "WX"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := learnFrom(t, "doc.json", orderDocument(c.carrier, status))
			require.NoError(t, err)
			require.False(t, p.Complete())
			require.Contains(t, p.Mapping, c.line)
			require.Contains(t, p.Mapping, c.why)
			require.Empty(t, pathIn(p, "create_order", "carrier"))
			require.NotContains(t, p.OrderBody, "carrier")
			requireCompiles(t, p)
			_, err = mapping.Compile("unfilled.yaml", []byte(missingLine.ReplaceAllString(p.Mapping, "$1$2: $3")))
			require.ErrorContains(t, err, "unfilled.yaml", "the signs alone taken away")
		})
	}
	for name, c := range map[string]struct{ carrier, line string }{
		"ours":   {`{"type":"string","enum":["nova_poshta","ukrposhta"]}`, "carrier"},
		"clear":  {`{"type":"string","enum":["NovaPoshta","UkrPoshta","odd"]}`, `{at: carrier, map: {nova_poshta: "NovaPoshta", ukrposhta: "UkrPoshta"}}`},
		"open":   {`{"type":"string"}`, "carrier"},
		"labels": {`{"type":"integer","description":"1 - Нова Пошта, 2 - Укрпошта"}`, `{at: carrier, map: {nova_poshta: 1, ukrposhta: 2}}`},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := learnFrom(t, "doc.json", orderDocument(c.carrier, status))
			require.NoError(t, err)
			require.True(t, p.Complete(), p.Mapping)
			require.Equal(t, c.line, pathIn(p, "create_order", "carrier"))
			require.Equal(t, name == "open", strings.Contains(strings.Join(english(p.LookAt), "\n"), "create_order.carrier"))
			requireCompiles(t, p)
		})
	}
}

// The rows of the orders tell the words where the request says nothing.
func TestRowsTellTheWordsOfARequest(t *testing.T) {
	h := newHost(t, map[string]string{"/products": oneProduct, "/orders": `[{"id":1,"external_id":"a","status":"S7","carrier":"X1","created_at":"2026-10-01T10:00:00Z"},
		{"id":2,"external_id":"b","status":"S8","carrier":"X2","created_at":"2026-10-02T10:00:00Z"}]`})
	doc := newHost(t, map[string]string{"/doc.json": orderDocument(`{"type":"string"}`, `{"type":"string"}`)})
	p, err := Propose(t.Context(), Options{Sources: []string{doc.URL + "/doc.json"}, BaseURL: h.URL, Live: true})
	require.NoError(t, err)
	require.False(t, p.Complete())
	require.Contains(t, p.Mapping, "orders have X1, X2: write which is which")
	require.Equal(t, "status", pathIn(p, "orders", "status"))
	require.Contains(t, english(p.LookAt), "orders.status: these values are not clear and stay as they are: S7, S8")
	for _, r := range h.seen {
		require.Equal(t, http.MethodGet, r.Method)
	}
}

// liveProposal proposes from one list of products that a service gives with some headers.
func liveProposal(t *testing.T, body string, headers map[string]string) *proposal.Proposal {
	t.Helper()
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		_, _ = w.Write([]byte(body))
	}))
	defer h.Close()
	p, err := Propose(t.Context(), Options{BaseURL: h.URL, Live: true, Paths: map[string]string{"products": "/products"}})
	require.NoError(t, err)
	requireCompiles(t, p)
	return p
}

func TestHeadersTellPages(t *testing.T) {
	for header, want := range map[string]string{
		"X-Total": "total: {header: X-Total}", "X-Total-Count": "total: {header: X-Total-Count}", "X-WP-Total": "total: {header: X-WP-Total}",
		"X-Total-Pages": "total_pages: {header: X-Total-Pages}", "X-WP-TotalPages": "total_pages: {header: X-WP-TotalPages}",
	} {
		p := liveProposal(t, oneProduct, map[string]string{header: "2"})
		require.Contains(t, p.Mapping, want)
		require.Contains(t, p.Mapping, "paging: {kind: page, page: page, first: 1, per_page: per_page")
		require.Contains(t, strings.Join(english(p.LookAt), "\n"), "products.paging: the answer has the header "+header)
	}
	p := liveProposal(t, oneProduct, map[string]string{"Link": `</products?page=2>; rel="next"`})
	require.Contains(t, p.Mapping, "paging: {kind: link}")
	require.Contains(t, p.Mapping, "next_link: {header: Link}")
	p = liveProposal(t, oneProduct, map[string]string{"Link": `</docs>; rel="help"`})
	require.Contains(t, p.Mapping, "paging: {kind: none}", "other links are no pages")
}

func TestClockTellsTheZone(t *testing.T) {
	rows := func(at string) string {
		return fmt.Sprintf(`[{"id":1,"sku":"A-1","name":"Лампа","drop_price":"10.00","rrp":"15.00","quantity":1,"updated_at":%q}]`, at)
	}
	const guess = "times: they are written without a zone, and Europe/Kyiv is a guess: ask the supplier"
	for name, c := range map[string]struct {
		at, zone string
		told     bool
	}{
		"ahead as UTC":    {"2026-10-05 14:59:00", "Europe/Kyiv", true},
		"just now as UTC": {"2026-10-05 11:59:00", "UTC", true},
		"long ago":        {"2026-10-01 08:00:00", "Europe/Kyiv", false},
		"far ahead":       {"2026-12-01 08:00:00", "Europe/Kyiv", false},
	} {
		t.Run(name, func(t *testing.T) {
			p := liveProposal(t, rows(c.at), map[string]string{"Date": "Mon, 05 Oct 2026 12:00:00 GMT"})
			require.Contains(t, p.Mapping, `times: {layout: "YYYY-MM-DD HH:mm:ss", zone: `+c.zone+"}")
			require.Equal(t, !c.told, strings.Contains(strings.Join(english(p.LookAt), "\n"), guess))
		})
	}
}

func TestDocumentTellsUTC(t *testing.T) {
	p, err := learnFrom(t, "doc.json", `{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{"/products":{"get":{"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"array","items":{"type":"object","properties":{
		"id":{"type":"integer"},"sku":{"type":"string"},"name":{"type":"string"},"drop_price":{"type":"string"},"updated_at":{"type":"string","description":"Time of the last change (UTC)","example":"2026-10-01 08:00:00"}}}}}}}}}}}}`)
	require.NoError(t, err)
	require.Contains(t, p.Mapping, "zone: UTC}")
	require.NotContains(t, strings.Join(english(p.LookAt), "\n"), "times:")
	require.Contains(t, strings.Join(english(p.LookAt), "\n"), "no stock was found")
	require.Contains(t, strings.Join(english(p.LookAt), "\n"), "no rrp was found")
}

func TestSKUsOfVariants(t *testing.T) {
	for name, c := range map[string]struct {
		second string
		failed int
	}{"unique": {"A-2", 0}, "twice": {"A-1", 1}} {
		t.Run(name, func(t *testing.T) {
			p, err := learnFrom(t, "products.json", `[{"id":1,"sku":"A","name":"Футболка","drop_price":"10.00","rrp":"15.00","currency":"UAH","variants":[{"id":11,"sku":"A-1","quantity":1},{"id":12,"sku":"`+c.second+`","quantity":2}]},
				{"id":2,"sku":"A","name":"Сорочка","drop_price":"20.00","rrp":"25.00","currency":"UAH","variants":[{"id":21,"sku":"B-1","quantity":1}]},
				{"id":3,"sku":"C","name":"Шапка","drop_price":"30.00","rrp":"35.00","currency":"UAH","variants":[]}]`)
			require.NoError(t, err)
			sanity, err := json.Marshal(p.Sanity)
			require.NoError(t, err)
			require.Contains(t, string(sanity), fmt.Sprintf(`{"name":"sku is there and unique","ok":%t,"checked":4,"failed":%d,"detail":"variants[].sku"}`, c.failed == 0, c.failed))
			require.NotContains(t, strings.Join(english(p.LookAt), "\n"), "no stock")
		})
	}
}

func TestExampleIsWhatWouldBeSent(t *testing.T) {
	p, err := learnFrom(t, "doc.json", orderDocument(`{"type":"string","enum":["NovaPoshta"]}`, `{"type":"string","enum":["new"]}`))
	require.NoError(t, err)
	require.Equal(t, "NovaPoshta", p.OrderBody["carrier"])
	require.Equal(t, "EXAMPLE-1001", p.OrderBody["external_id"])
	require.Len(t, p.OrderBody["items"], 2)

	p, err = learnFrom(t, "doc.json", strings.Replace(orderDocument(`{"type":"string"}`, `{"type":"string"}`), `"payment_method":{"type":"string"},`, "", 1))
	require.NoError(t, err)
	require.Contains(t, p.Mapping, "# missing: payment_method: {at: PATH_OF_payment_method, map: {cod: [?], prepaid: [?]}} # every order has one")
	require.Equal(t, "EXAMPLE-1", p.OrderBody["external_id"])
}

// TestRegionsFindTheirPlace: parts of a place are proposed where the request has them; where
// it has none, they go with the city, and nobody is told to add a line.
func TestRegionsFindTheirPlace(t *testing.T) {
	const plain, state = `{"type":"string"}`, `{"type":"string","enum":["new","sent"]}`
	document := orderDocument(plain, state)
	p, err := learnFrom(t, "doc.json", document)
	require.NoError(t, err)
	require.NotContains(t, p.Mapping, "district")
	require.NotContains(t, p.Mapping, "postal_code")

	more := strings.Replace(document, `"city":{"type":"string"}`, `"city":{"type":"string"},"region_name":{"type":"string"},"district":{"type":"string"},"zip_code":{"type":"string"}`, 1)
	require.NotEqual(t, document, more)
	p, err = learnFrom(t, "doc.json", more)
	require.NoError(t, err)
	for field, place := range map[string]string{"region": "region_name", "district": "district", "postal_code": "zip_code"} {
		require.Equal(t, place, pathIn(p, "create_order", field))
	}
}
