package dialect

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
	"github.com/stretchr/testify/require"
)

func TestWrapNamesTheDialects(t *testing.T) {
	require.GreaterOrEqual(t, len(Names()), 3)
	for _, name := range Names() {
		d, err := Find(name)
		require.NoError(t, err)
		require.Equal(t, name, d.Name)
		require.NotEmpty(t, d.Description)
		require.NotContains(t, d.Description, "\n")
	}
	_, err := Wrap("offer", http.NotFoundHandler(), Options{})
	require.ErrorContains(t, err, `there is no dialect "offer"; the dialects are offers, envelope, dirty`)
}

func TestContractIsHidden(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			s := newStand(t, name, sandbox.Options{})
			d, err := Find(name)
			require.NoError(t, err)
			header := http.Header{"Authorization": {"Bearer " + standToken}}
			for _, path := range []string{"/api/products", "/api/orders", "/api/nothing", "/docs", "/docs/", "/openapi.json"} {
				if path == d.Document {
					continue
				}
				a := s.send(t, http.MethodGet, path, header, nil)
				require.NotContains(t, a.body, `"data":[`)
				require.NotContains(t, a.body, "/api/finance/ledger")
				if !slices.Contains([]string{"envelope", "dirty", "forms", "graph"}, name) { // these say it under 200
					require.Equal(t, http.StatusNotFound, a.status, path)
				}
			}
			for _, path := range []string{"/cabinet", "/sandbox/stats"} {
				require.Equal(t, http.StatusOK, s.send(t, http.MethodGet, path, nil, nil).status, path)
			}
			if d.Document != "" {
				require.Equal(t, http.StatusOK, s.send(t, http.MethodGet, d.Document, nil, nil).status)
			}
		})
	}
}

func TestFaultsGoThrough(t *testing.T) {
	s := newStand(t, "offers", sandbox.Options{Catalog: sampleCatalog(t)})
	header := http.Header{"Authorization": {"Bearer " + standToken}}
	fault := func(text string) {
		f, err := sandbox.ParseFault(text)
		require.NoError(t, err)
		require.NoError(t, s.inner.SetFaults([]sandbox.Fault{f}))
	}
	ask := func(method, path string) told { return s.send(t, method, path, header, nil) }

	fault("throttle:*:retry_after=7")
	a := ask(http.MethodGet, "/v1/products")
	require.Equal(t, http.StatusTooManyRequests, a.status)
	require.Equal(t, "7", a.header.Get("Retry-After"))
	require.Contains(t, a.body, `"message":"too many requests (a fault on purpose)"`)

	fault("fail:*:status=503,retry_after=2")
	a = ask(http.MethodGet, "/v1/orders")
	require.Equal(t, http.StatusServiceUnavailable, a.status)
	require.Equal(t, "2", a.header.Get("Retry-After"))

	fault("html:*")
	a = ask(http.MethodGet, "/v1/orders")
	require.Equal(t, http.StatusOK, a.status)
	require.Contains(t, a.header.Get("Content-Type"), "text/html")
	require.Contains(t, a.body, "<title>Welcome</title>")

	fault("cut:*")
	require.PanicsWithValue(t, http.ErrAbortHandler, func() { ask(http.MethodGet, "/v1/orders") })

	fault("cut-mid-answer:*")
	rec := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/v1/orders", nil)
	r.Header = header
	require.PanicsWithValue(t, http.ErrAbortHandler, func() { s.dialect.ServeHTTP(rec, r) })
	require.NotEmpty(t, rec.Body.String(), "the half that was written")
	require.Equal(t, "{", rec.Body.String()[:1], "it begins like an answer")
}

func TestWrongMethod(t *testing.T) {
	s := newStand(t, "offers", sandbox.Options{})
	a := s.send(t, http.MethodPost, "/v1/products", http.Header{"Authorization": {"Bearer " + standToken}}, nil)
	require.Equal(t, http.StatusMethodNotAllowed, a.status)
	require.Contains(t, a.body, "POST is not a method of /v1/products")
}

// TestShapesCarryEverything holds that each value of the contract has a place in a dialect.
func TestShapesCarryEverything(t *testing.T) {
	s := newStand(t, "offers", sandbox.Options{Catalog: sampleCatalog(t), History: 40})
	for path, shapes := range map[string]map[string]shape.Table{
		"/api/products":       {"envelope": envelopeItem(), "dirty": dirtyGoods()},
		"/api/orders":         {"offers": offersOrder(), "envelope": envelopeOrder(), "dirty": dirtyOrder()},
		"/api/shipments":      {"envelope": envelopeDelivery(), "dirty": dirtyParcel()},
		"/api/finance/ledger": {"offers": offersTransaction(), "envelope": envelopeEntry(), "dirty": dirtyMove()},
	} {
		rows := s.ours(t, path)
		require.NotEmpty(t, rows, path)
		for name, table := range shapes {
			for _, row := range rows {
				carried(t, name+" "+path, table, "", row)
			}
		}
	}
}

// known are values that a dialect carries in another way.
var known = map[string]bool{
	"envelope /api/orders recipient.name": true, // in its parts

}

func carried(t *testing.T, where string, s shape.Table, prefix string, row map[string]any) {
	t.Helper()
	for name, value := range row {
		path := prefix + name
		var place *shape.Line
		for i := range s {
			if s[i].Ours == path {
				place = &s[i] // a later line goes over an earlier one
			}
		}
		if place != nil {
			for _, element := range shape.Objects(value) {
				if place.Each != nil {
					carried(t, where+" "+path, place.Each, "", element)
				}
			}
			continue
		}
		if o, ok := value.(map[string]any); ok {
			carried(t, where, s, path+".", o)
			continue
		}
		require.True(t, known[where+" "+path] || value == nil, "%s has no place for %s", where, path)
	}
}
