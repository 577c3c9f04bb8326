package dialect

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/stretchr/testify/require"
)

const standToken = "token-of-the-stand-0001"

// stand is a sandbox with a past, and a dialect in front of it.
type stand struct {
	inner   *sandbox.Server
	dialect http.Handler
	at      time.Time
}

func newStand(t testing.TB, name string, o sandbox.Options) *stand {
	t.Helper()
	s := &stand{at: time.Date(2026, 11, 28, 10, 0, 0, 123_456_000, time.UTC)}
	o.Tokens, o.Now, o.Seed, o.Logger = []string{standToken}, func() time.Time { return s.at }, 7, slog.New(slog.NewTextHandler(io.Discard, nil))
	var err error
	s.inner, err = sandbox.New(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.inner.Close()) })
	s.dialect, err = Wrap(name, s.inner, Options{Now: o.Now, Seed: 7, Tokens: o.Tokens})
	require.NoError(t, err)
	return s
}

// told is an answer of the dialect.
type told struct {
	status int
	header http.Header
	body   string
}

// into reads the answer, and fails where it has a member that v does not.
func (a told) into(t *testing.T, v any) {
	t.Helper()
	require.Contains(t, a.header.Get("Content-Type"), "application/json", "%s", a.body)
	decoder := json.NewDecoder(bytes.NewReader([]byte(a.body)))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(v), "%.500s", a.body)
}

// ask sends a request with a key in X-API-KEY; body may be nil.
func (s *stand) ask(t *testing.T, method, address string, body any) told {
	t.Helper()
	return s.send(t, method, address, http.Header{"X-Api-Key": {standToken}}, body)
}

func (s *stand) send(t testing.TB, method, address string, header http.Header, body any) told {
	t.Helper()
	var content io.Reader = http.NoBody
	if body != nil {
		text, err := json.Marshal(body)
		require.NoError(t, err)
		content = bytes.NewReader(text)
	}
	return s.sendBody(method, address, header, content)
}

// sendBody sends a request with a body of any kind.
func (s *stand) sendBody(method, address string, header http.Header, body io.Reader) told {
	r := httptest.NewRequest(method, address, body)
	r.Host, r.RemoteAddr = "127.0.0.1:8765", "127.0.0.1:50000"
	for name, values := range header {
		r.Header[name] = values
	}
	rec := httptest.NewRecorder()
	s.dialect.ServeHTTP(rec, r)
	return told{rec.Code, rec.Header(), rec.Body.String()}
}

// ours reads a whole list of the contract, its numbers as they are written.
func (s *stand) ours(t *testing.T, path string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for next := path + "?per_page=200"; next != ""; {
		r := httptest.NewRequest(http.MethodGet, next, nil)
		r.Header.Set("Authorization", "Bearer "+standToken)
		rec := httptest.NewRecorder()
		s.inner.ServeHTTP(rec, r)
		require.Equal(t, http.StatusOK, rec.Code, rec.Body.String())
		decoder := json.NewDecoder(rec.Body)
		decoder.UseNumber()
		var page struct {
			Data  []map[string]any
			Links struct{ Next *string }
		}
		require.NoError(t, decoder.Decode(&page))
		all = append(all, page.Data...)
		next = ""
		if page.Links.Next != nil {
			u, err := url.Parse(*page.Links.Next)
			require.NoError(t, err)
			next = u.RequestURI()
		}
	}
	return all
}

// same compares two values by their JSON, whatever their Go types.
func same(t *testing.T, want, got any) {
	t.Helper()
	text := func(v any) string {
		b, err := json.MarshalIndent(v, "", " ")
		require.NoError(t, err)
		return string(b)
	}
	require.Equal(t, plainJSON(t, text(want)), plainJSON(t, text(got)))
}

// plainJSON reads JSON into maps, lists and literal numbers.
func plainJSON(t testing.TB, text string) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	var v any
	require.NoError(t, decoder.Decode(&v))
	return v
}

// ourProduct is a product of the contract, put together by a test from what a dialect
// says.
type ourProduct struct {
	ID           string           `json:"id"`
	SKU          string           `json:"sku"`
	GroupID      *string          `json:"group_id"`
	Name         string           `json:"name"`
	Names        map[string]any   `json:"names"`
	Description  *string          `json:"description"`
	Descriptions map[string]any   `json:"descriptions"`
	Brand        *string          `json:"brand"`
	Country      *string          `json:"country_of_origin"`
	Barcode      *string          `json:"barcode"`
	Category     map[string]any   `json:"category"`
	Currency     string           `json:"currency"`
	DropPrice    string           `json:"drop_price"`
	RRP          *string          `json:"rrp"`
	Tiers        []map[string]any `json:"wholesale_tiers"`
	MinOrder     int              `json:"min_order_quantity"`
	Availability string           `json:"availability"`
	Quantity     *int             `json:"quantity"`
	Images       []string         `json:"images"`
	Attributes   []map[string]any `json:"attributes"`
	WeightG      *int             `json:"weight_g"`
	LengthMM     *int             `json:"length_mm"`
	WidthMM      *int             `json:"width_mm"`
	HeightMM     *int             `json:"height_mm"`
	URL          *string          `json:"url"`
	CreatedAt    string           `json:"created_at"`
	UpdatedAt    string           `json:"updated_at"`
}

// normal makes equal what reads alike: no texts in other languages at all, and none
// in any of the three.
func normal(product map[string]any) map[string]any {
	for _, name := range []string{"names", "descriptions"} {
		texts, _ := product[name].(map[string]any)
		some := map[string]any{}
		for language, text := range texts {
			if text != nil {
				some[language] = text
			}
		}
		product[name] = some
	}
	for _, name := range []string{"images", "attributes", "wholesale_tiers"} {
		if list, _ := product[name].([]any); len(list) == 0 {
			product[name] = []any{}
		}
	}
	return product
}

// sameProducts compares what a test has read with the contract's list.
func (s *stand) sameProducts(t *testing.T, got []ourProduct) {
	t.Helper()
	want := s.ours(t, "/api/products")
	require.Len(t, got, len(want))
	for i := range want {
		text, err := json.Marshal(got[i])
		require.NoError(t, err)
		read, _ := plainJSON(t, string(text)).(map[string]any)
		same(t, normal(want[i]), normal(read))
	}
}
