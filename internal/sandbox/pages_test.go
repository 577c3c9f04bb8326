package sandbox

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/dropbridge/dropbridge/internal/packed"
	"github.com/dropbridge/dropbridge/internal/sandbox/trade"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write openapi.zip again")

// TestPacked: what is built in is openapi.yaml, byte for byte.
func TestPacked(t *testing.T) {
	archive, files, err := packed.Pack("openapi.yaml")
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile("openapi.zip", archive, 0o644))
		return
	}
	built, err := packed.Files(packedDocument)
	require.NoError(t, err)
	require.Equal(t, files, built, "go test -run Packed -update . writes it")
}

func postForm(f *fixture, path, form string, header http.Header) reply {
	all := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Origin": {"http://127.0.0.1:8765"}, "Sec-Fetch-Site": {"same-origin"}}
	for name, values := range header {
		all[name] = values
	}
	return f.send(http.MethodPost, path, "", all, []byte(form))
}

func TestCabinet(t *testing.T) {
	f := newFixture(t, Options{})
	empty := f.send(http.MethodGet, "/cabinet", "", nil, nil)
	require.Contains(t, string(empty.body), "Feeds and CRM")
	require.NotContains(t, string(empty.body), testToken)

	issued := postForm(f, "/cabinet/tokens", escaped("name", `CRM <script>alert(1)</script>`), nil)
	require.Equal(t, http.StatusSeeOther, issued.status)
	shown := string(f.send(http.MethodGet, issued.header.Get("Location"), "", nil, nil).body)
	token := regexp.MustCompile(`dbs_[A-Z2-7]{26,}`).FindString(shown)
	require.NotEmpty(t, token)
	require.NotContains(t, shown, "<script>")
	require.Contains(t, shown, "CRM &lt;script&gt;")
	again := string(f.send(http.MethodGet, issued.header.Get("Location"), "", nil, nil).body)
	require.NotContains(t, again, token, "a token is shown once")
	require.Contains(t, again, "…"+token[len(token)-hintLength:])

	require.Equal(t, http.StatusOK, f.send(http.MethodGet, "/api/orders", token, nil, nil).status)
	require.Equal(t, http.StatusSeeOther, postForm(f, "/cabinet/tokens/3/revoke", "", nil).status)
	require.Equal(t, http.StatusUnauthorized, f.send(http.MethodGet, "/api/orders", token, nil, nil).status)
	require.Contains(t, string(f.send(http.MethodGet, "/cabinet", "", nil, nil).body), "відкликано")

	require.Equal(t, http.StatusUnprocessableEntity, postForm(f, "/cabinet/tokens", "name=+", nil).status)
	require.Equal(t, http.StatusUnprocessableEntity, postForm(f, "/cabinet/tokens", "name="+strings.Repeat("x", 81), nil).status)
	require.Equal(t, http.StatusNotFound, postForm(f, "/cabinet/tokens/x/revoke", "", nil).status)
}

func TestOnlyHashesAreKept(t *testing.T) {
	f := newFixture(t, Options{})
	token, err := f.server.IssueToken(t.Context(), "CRM")
	require.NoError(t, err)
	rows, err := f.server.house.Store.Read.Query(`SELECT name || hint || hex(hash) FROM token`)
	require.NoError(t, err)
	all, err := trade.Column[string](rows)
	require.NoError(t, err)
	require.Len(t, all, 3)
	require.NotContains(t, strings.Join(all, " "), token)
	_, err = f.server.IssueToken(t.Context(), " ")
	require.ErrorContains(t, err, "1 to 80 characters")
}

func TestPagesAreGuarded(t *testing.T) {
	f := newFixture(t, Options{Hosts: []string{"sandbox.lan"}})
	at := func(host string) int {
		r := httptest.NewRequest(http.MethodGet, "/cabinet", nil)
		r.Host = host
		rec := httptest.NewRecorder()
		f.server.ServeHTTP(rec, r)
		return rec.Code
	}
	for _, host := range []string{"localhost", "localhost:8765", "LOCALHOST", "127.0.0.1:1", "[::1]:8765", "[::1]", "[::ffff:127.0.0.1]:1", "sandbox.lan:8765"} {
		require.Equal(t, http.StatusOK, at(host), host)
	}
	for _, host := range []string{"evil.example", "evil.example:8765", "192.0.2.7", "localhost.evil.example", "shop.localhost", "localhost.", "[::1]:1:1", ""} {
		require.Equal(t, http.StatusForbidden, at(host), host)
	}
	require.Equal(t, http.StatusForbidden, postForm(f, "/cabinet/tokens", "name=x", http.Header{"Sec-Fetch-Site": {"cross-site"}}).status)
	require.Equal(t, http.StatusForbidden, postForm(f, "/cabinet/tokens", "name=x", http.Header{"Sec-Fetch-Site": nil, "Origin": {"https://evil.example"}}).status)
	faults := http.Header{"Content-Type": {"application/json"}, "Sec-Fetch-Site": {"cross-site"}}
	require.Equal(t, http.StatusForbidden, f.send(http.MethodPut, "/sandbox/faults", "", faults, []byte(`{"faults":[]}`)).status)
}

// Whatever the pages need comes from the service itself.
func TestPagesAreSelfContained(t *testing.T) {
	f := newFixture(t, Options{Version: "v1.2.3"})
	foreign := regexp.MustCompile(`(?:src|href|action)="(?:https?:)?//`)
	local := regexp.MustCompile(`(?:src|href)="(/[^"]*)"`)
	for _, path := range []string{"/", "/cabinet", "/docs/"} {
		a := f.send(http.MethodGet, path, "", nil, nil)
		require.Equal(t, http.StatusOK, a.status, path)
		require.Contains(t, a.header.Get("Content-Type"), "text/html")
		require.False(t, foreign.Match(a.body), path)
		for _, link := range local.FindAllStringSubmatch(string(a.body), -1) {
			require.Equal(t, http.StatusOK, f.send(http.MethodGet, link[1], "", nil, nil).status, "%s links to %s", path, link[1])
		}
	}
	require.Contains(t, f.send(http.MethodGet, "/", "", nil, nil).header.Get("Content-Security-Policy"), "default-src 'none'")
	require.Equal(t, http.StatusMovedPermanently, f.send(http.MethodGet, "/docs", "", nil, nil).status)
	var document map[string]any
	f.send(http.MethodGet, "/openapi.json", "", nil, nil).into(t, &document)
	require.Equal(t, "3.0.3", document["openapi"])
	require.Equal(t, "v1.2.3", document["x-sandbox-version"])
	require.Equal(t, http.StatusNotFound, f.send(http.MethodGet, "/nothing", "", nil, nil).status)
}

// An address that exists says which methods it has; one under /api/ answers as
// a program expects, whatever name it was called by.
func TestWrongAddressesAndMethods(t *testing.T) {
	f := newFixture(t, Options{})
	for _, tt := range []struct{ method, path, allow string }{
		{http.MethodPut, "/cabinet", "GET, HEAD"},
		{http.MethodDelete, "/docs/", "GET, HEAD"},
		{http.MethodPost, "/openapi.json", "GET, HEAD"},
		{http.MethodGet, "/cabinet/tokens", "POST"},
		{http.MethodPatch, "/sandbox/stats", "GET, HEAD"},
	} {
		a := f.send(tt.method, tt.path, "", nil, nil)
		require.Equal(t, http.StatusMethodNotAllowed, a.status, tt.path)
		require.Equal(t, tt.allow, a.header.Get("Allow"), tt.path)
		require.Equal(t, "application/problem+json", a.header.Get("Content-Type"))
	}
	require.Equal(t, http.StatusNotFound, f.send(http.MethodPut, "/nothing", "", nil, nil).status)
	r := httptest.NewRequest(http.MethodGet, "http://supplier.example/api/nothing", nil)
	rec := httptest.NewRecorder()
	f.server.ServeHTTP(rec, r)
	require.Equal(t, http.StatusNotFound, rec.Code)
	require.Equal(t, "application/problem+json", rec.Header().Get("Content-Type"))
}
