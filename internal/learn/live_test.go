package learn

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

const oneProduct = `[{"id":1,"sku":"A-1","name":"Лампа","drop_price":"10.00","rrp":"15.00","currency":"UAH"},{"id":2,"sku":"A-2","name":"Чайник","drop_price":"20.00","rrp":"35.00","currency":"UAH"}]`

const smallDocument = `{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{"/goods":{"get":{"parameters":[{"name":"limit","in":"query"}],"responses":{"200":{"description":"ok"}}}}}}`

// host serves texts by path and notes the requests.
type host struct {
	*httptest.Server
	texts map[string]string
	seen  []*http.Request
}

func newHost(t *testing.T, texts map[string]string) *host {
	h := &host{texts: texts}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.seen = append(h.seen, r)
		text, ok := h.texts[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("X-Total", "2")
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(h.Close)
	return h
}

func TestPagesLeadToTheirDocument(t *testing.T) {
	for name, c := range map[string]map[string]string{
		"url":         {"/docs/": `<html><script>SwaggerUIBundle({ url: "../spec.json", dom_id: "#x" })</script>`, "/spec.json": smallDocument},
		"urls":        {"/docs/": `<html><script>ui({urls: [{"url":"/v1/spec","name":"v1"}]})</script>`, "/v1/spec": smallDocument},
		"configUrl":   {"/docs/": `<html><script>ui({"configUrl":"/v3/config"})</script>`, "/v3/config": `{"urls":[{"url":"/v3/doc"}]}`, "/v3/doc": smallDocument},
		"redoc":       {"/docs/": `<html><redoc spec-url='/r.json'></redoc>`, "/r.json": smallDocument},
		"initializer": {"/docs/": `<html><script src="./swagger-initializer.js"></script>`, "/docs/swagger-initializer.js": `window.ui = X({url: "doc.json"})`, "/docs/doc.json": smallDocument},
		"inline":      {"/docs/": `<html><script src="swagger-ui-init.js"></script>`, "/docs/swagger-ui-init.js": `let options = {"swaggerDoc": ` + smallDocument + `, "x": 1}`},
		"usual place": {"/docs/": `<html>nothing</html>`, "/v3/api-docs": smallDocument},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, c)
			p, err := Propose(context.Background(), Options{Sources: []string{h.URL + "/docs/"}, Token: supplier.NewSecret("secret-1")})
			require.NoError(t, err)
			require.Contains(t, p.Mapping, "request: GET /goods")
			for _, r := range h.seen {
				require.Empty(t, r.Header.Get("Authorization"), "without a base address the token goes nowhere")
			}
		})
	}
	h := newHost(t, map[string]string{"/": `<html>nothing</html>`})
	_, err := Propose(context.Background(), Options{Sources: []string{h.URL + "/"}})
	require.ErrorContains(t, err, "names no document")
}

func TestListsAreReadOnce(t *testing.T) {
	h := newHost(t, map[string]string{"/api/goods": oneProduct})
	doc := newHost(t, map[string]string{"/doc.json": smallDocument})
	p, err := Propose(context.Background(), Options{Sources: []string{doc.URL + "/doc.json"}, BaseURL: h.URL + "/api", Token: supplier.NewSecret("secret-1"), Auth: "header:X-API-KEY"})
	require.NoError(t, err)
	require.True(t, p.Complete(), p.Mapping)
	require.Equal(t, "drop_price", pathIn(p, "products", "drop_price"))
	require.Contains(t, p.Mapping, "total: {header: X-Total}")
	require.NotContains(t, p.Mapping, "secret-1")
	require.Len(t, h.seen, 1)
	require.Equal(t, "secret-1", h.seen[0].Header.Get("X-API-KEY"))
	require.Equal(t, "20", h.seen[0].URL.Query().Get("limit"))
	require.Empty(t, doc.seen[0].Header.Get("X-API-KEY"))
	for _, r := range h.seen {
		require.Equal(t, http.MethodGet, r.Method)
	}
}

func TestServiceWithoutADocument(t *testing.T) {
	h := newHost(t, map[string]string{"/v1/products": oneProduct})
	p, err := Propose(context.Background(), Options{BaseURL: h.URL, Live: true, Token: supplier.NewSecret("secret-1")})
	require.NoError(t, err)
	require.Contains(t, p.Mapping, "request: GET /v1/products")

	p, err = Propose(context.Background(), Options{BaseURL: h.URL, Live: true, Paths: map[string]string{"products": "v1/products?lang=uk"}})
	require.NoError(t, err)
	require.Contains(t, p.Mapping, "request: GET /v1/products")
	require.Equal(t, "uk", h.seen[len(h.seen)-1].URL.Query().Get("lang"))

	_, err = Propose(context.Background(), Options{BaseURL: h.URL, Live: true, Paths: map[string]string{"products": "/nothing"}})
	require.Equal(t, supplier.KindNotFound, supplier.KindOf(err))
}

func TestRedirectsAndRefusals(t *testing.T) {
	other := newHost(t, map[string]string{"/products": oneProduct})
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, other.URL+"/products", http.StatusFound)
			return
		}
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer h.Close()
	options := Options{BaseURL: h.URL, Live: true, Token: supplier.NewSecret("secret-1"), Auth: "query:api_key", Paths: map[string]string{"products": "/away"}}
	_, err := Propose(context.Background(), options)
	require.ErrorContains(t, err, "not followed")
	require.NotContains(t, err.Error(), "secret-1")
	require.Empty(t, other.seen)

	options.Paths = map[string]string{"products": "/products"}
	_, err = Propose(context.Background(), options)
	require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
	require.NotContains(t, err.Error(), "secret-1")

	options.BaseURL = "http://api.supplier.example"
	_, err = Propose(context.Background(), options)
	require.ErrorContains(t, err, "readable on the way")
}
