package web_test

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web"
)

func TestFeedIsServedWithValidators(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "<yml_catalog/>", dir, "feeds", "prom.yml")
	w := serve(calm(dir), request("GET", "/feeds/prom.yml"))
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "<yml_catalog/>", body(t, w))
	require.Equal(t, "application/xml", w.Header().Get("Content-Type"))
	require.Equal(t, "Fri, 20 Nov 2026 12:00:00 GMT", w.Header().Get("Last-Modified"))
	require.Equal(t, "14", w.Header().Get("Content-Length"))
	etag := w.Header().Get("ETag")
	require.Equal(t, fmt.Sprintf(`"%x-e"`, noon().UnixNano()), etag)

	for header, value := range map[string]string{"If-None-Match": etag, "If-Modified-Since": "Fri, 20 Nov 2026 12:00:00 GMT"} {
		r := request("GET", "/feeds/prom.yml")
		r.Header.Set(header, value)
		require.Equal(t, http.StatusNotModified, serve(calm(dir), r).Code, header)
	}

	part := request("GET", "/feeds/prom.yml")
	part.Header.Set("Range", "bytes=1-3")
	w = serve(calm(dir), part)
	require.Equal(t, http.StatusPartialContent, w.Code)
	require.Equal(t, "yml", body(t, w))

	w = serve(calm(dir), request("HEAD", "/feeds/prom.yml"))
	require.Equal(t, "14", w.Header().Get("Content-Length"))
	require.Empty(t, body(t, w))

	publish(t, noon().Add(time.Second), "<yml_catalog/>", dir, "feeds", "prom.yml")
	require.NotEqual(t, etag, serve(calm(dir), request("GET", "/feeds/prom.yml")).Header().Get("ETag"))
}

func TestPackedSibling(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "plain", dir, "feeds", "prom.yml")
	packing := func() *http.Request {
		r := request("GET", "/feeds/prom.yml")
		r.Header.Set("Accept-Encoding", "br, gzip;q=0.8")
		return r
	}
	require.Equal(t, "plain", body(t, serve(calm(dir), packing())), "there is none")
	require.Equal(t, http.StatusNotFound, serve(calm(dir), request("GET", "/feeds/prom.yml.gz")).Code)

	publish(t, noon(), "packed", dir, "feeds", "prom.yml.gz")
	w := serve(calm(dir), packing())
	require.Equal(t, "packed", body(t, w))
	require.Equal(t, "gzip", w.Header().Get("Content-Encoding"))
	require.Equal(t, "application/xml", w.Header().Get("Content-Type"))
	require.Equal(t, "Accept-Encoding", w.Header().Get("Vary"))

	for _, header := range []string{"", "identity", "gzip;q=0", "x-gzip2"} {
		r := request("GET", "/feeds/prom.yml")
		r.Header.Set("Accept-Encoding", header)
		require.Equal(t, "plain", body(t, serve(calm(dir), r)), header)
	}
	ranged := packing()
	ranged.Header.Set("Range", "bytes=0-1")
	require.Equal(t, "pl", body(t, serve(calm(dir), ranged)))

	w = serve(calm(dir), request("GET", "/feeds/prom.yml.gz"))
	require.Equal(t, "packed", body(t, w))
	require.Equal(t, "application/gzip", w.Header().Get("Content-Type"))
	require.Empty(t, w.Header().Get("Content-Encoding"))

	publish(t, noon().Add(-time.Second), "old", dir, "feeds", "prom.yml.gz")
	require.Equal(t, "plain", body(t, serve(calm(dir), packing())), "a sibling older than the feed is not its content")
}

// A client that is not on this machine, or that a proxy on it hands on, gets no drop
// prices and no result files.
func TestPrivateFilesStayOnThisMachine(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "drop", dir, "feeds", "out", "partner.csv")
	publish(t, noon(), "names", dir, "results", "замовлення 20.11.1a2b3c4d.result.csv")
	result := "/results/" + url.PathEscape("замовлення 20.11.1a2b3c4d.result.csv")
	for name, c := range map[string]struct {
		change func(*http.Request)
		code   int
	}{
		"own":             {func(*http.Request) {}, 200},
		"own by name":     {func(r *http.Request) { r.Host = "localhost:8080" }, 200},
		"own over IPv6":   {func(r *http.Request) { r.Host, r.RemoteAddr = "[::1]:8080", "[::1]:50000" }, 200},
		"neighbour":       {func(r *http.Request) { r.RemoteAddr = "192.168.1.9:50000" }, 404},
		"through a proxy": {func(r *http.Request) { r.Header.Set("X-Forwarded-For", "203.0.113.9") }, 404},
		"forwarded":       {func(r *http.Request) { r.Header.Set("Forwarded", "for=203.0.113.9") }, 404},
		"a plain proxy":   {func(r *http.Request) { r.Proto, r.ProtoMajor, r.ProtoMinor = "HTTP/1.0", 1, 0 }, 404},
		"public address":  {func(r *http.Request) { r.Host = "203.0.113.1" }, 404},
		"no address":      {func(r *http.Request) { r.RemoteAddr = "@" }, 404},
	} {
		for path, content := range map[string]string{"/feeds/partner.csv": "drop", result: "names"} {
			r := request("GET", path)
			c.change(r)
			w := serve(calm(dir), r)
			require.Equal(t, c.code, w.Code, "%s %s", name, path)
			if c.code == http.StatusOK {
				require.Equal(t, content, body(t, w))
				require.Equal(t, "text/csv; charset=utf-8", w.Header().Get("Content-Type"))
			}
		}
		for path, links := range map[string][]string{"/": nil, "/feeds": {`href="/feeds/prom.yml"`, `href="/feeds/partner.csv"`}, "/files": {`href="` + result + `"`}} {
			r := request("GET", path)
			c.change(r)
			page := body(t, serve(calm(dir), r))
			for _, link := range links {
				require.Equal(t, c.code == http.StatusOK, strings.Contains(page, link), "%s %s", name, link)
			}
			if c.code != http.StatusOK {
				require.NotContains(t, page, "partner")
				require.NotContains(t, page, `href="/results/`)
			}
		}
	}

	open := served(web.Options{Source: fixed{snapshot: calm(dir)}, PrivateFeeds: true})
	r := request("GET", "/feeds/partner.csv")
	r.RemoteAddr = "192.168.1.9:50000"
	w := httptest.NewRecorder()
	open.ServeHTTP(w, r)
	require.Equal(t, http.StatusOK, w.Code)
}

func TestOnlyNamedFilesAreServed(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "feed", dir, "feeds", "prom.yml")
	publish(t, noon(), "top secret", dir, "feeds", "secret.txt")
	publish(t, noon(), "top secret", dir, "secret.txt")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "feeds", "rozetka.xml"), 0o755))
	for _, path := range []string{"/feeds/secret.txt", "/feeds/..%2Fsecret.txt", "/feeds/%2e%2e/secret.txt", "/feeds/../secret.txt", "/feeds/prom", "/feeds/", "/feeds/PROM.YML",
		"/feeds/prom.yml/", "/feeds/prom.yml%00", "/feeds/.%2Fprom.yml", "/feeds/" + url.PathEscape(filepath.Join(dir, "secret.txt")), "/results/", "/results/secret.txt", "/results/..%2Fsecret.txt"} {
		w := serve(calm(dir), request("GET", path))
		require.NotEqual(t, http.StatusOK, w.Code, path)
		require.NotContains(t, body(t, w), "top secret", path)
	}
	w := serve(calm(dir), request("GET", "/feeds/rozetka.xml"))
	require.Equal(t, http.StatusInternalServerError, w.Code)
	require.Equal(t, "the file cannot be read\n", body(t, w), "it does not tell the path")
}

// TestRefusalsAreSaidToTheirReader in the language of the browser, and in English to programs,
// which send no Accept-Language. The status is the same.
func TestRefusalsAreSaidToTheirReader(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "feeds", "rozetka.xml"), 0o755))
	handler := served(web.Options{Source: fixed{snapshot: calm(dir)}, ResultsDir: dir, LocalPage: true})
	for english, c := range map[string]struct {
		path, host, from string
		code             int
		ukrainian        string
	}{
		"there is no such feed: / lists those that are published":         {path: "/feeds/none.yml", code: 404, ukrainian: "такого фіда немає: опубліковані перелічено на /"},
		"there is no such result file":                                    {path: "/results/none.result.csv", code: 404, ukrainian: "такого файлу результатів немає"},
		"it is not published yet":                                         {path: "/feeds/prom.yml", code: 404, ukrainian: "його ще не опубліковано"},
		"the file cannot be read":                                         {path: "/feeds/rozetka.xml", code: 500, ukrainian: "файл не читається"},
		"this is for the machine itself: http.page in the config says so": {path: "/", from: "192.168.1.9:50000", code: 403, ukrainian: "це лише для самого комп'ютера: так каже http.page у налаштуваннях"},
		"this server does not answer to that host name: use its IP address, or allow the name in the config": {path: "/", host: "evil.example", code: 421,
			ukrainian: "цей сервер не відповідає на таке ім'я хоста: використайте його IP-адресу або дозвольте це ім'я в налаштуваннях"},
	} {
		for language, want := range map[string]string{"": english, "en-GB": english, "uk-UA,uk;q=0.9,en;q=0.8": c.ukrainian} {
			r := request("GET", c.path)
			r.Host, r.RemoteAddr = cmp.Or(c.host, r.Host), cmp.Or(c.from, r.RemoteAddr)
			if language != "" {
				r.Header.Set("Accept-Language", language)
			}
			w := ask(handler, r)
			require.Equal(t, c.code, w.Code, english)
			require.Equal(t, want+"\n", body(t, w), language)
			require.Contains(t, w.Header().Values("Vary"), "Accept-Language, Cookie", "a cache keeps the languages apart")
		}
	}
}

func TestRelativeFilesLieInTheirFolder(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "feed", dir, "feeds", "prom.tsv")
	publish(t, noon(), "result", dir, "results", "a.result.xlsx")
	handler := served(web.Options{
		Source:   fixed{snapshot: standing.Snapshot{Feeds: []standing.Feed{{Name: "a/b c", File: "prom.tsv", Published: noon()}}, Files: []standing.File{{Result: "a.result.xlsx"}}}},
		FeedsDir: filepath.Join(dir, "feeds"), ResultsDir: filepath.Join(dir, "results"),
	})
	for path, want := range map[string]string{"/feeds/a%2Fb%20c.tsv": "text/tab-separated-values; charset=utf-8", "/results/a.result.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, request("GET", path))
		require.Equal(t, http.StatusOK, w.Code, path)
		require.Equal(t, want, w.Header().Get("Content-Type"))
	}
}

func FuzzRequest(f *testing.F) {
	dir := f.TempDir()
	for _, file := range []string{"secret.txt", "feeds/secret.yml", "results/secret.csv", "feeds/out/partner.csv"} {
		require.NoError(f, os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o755))
		require.NoError(f, os.WriteFile(filepath.Join(dir, file), []byte("top secret"), 0o600))
	}
	handler := served(web.Options{Source: fixed{snapshot: hostile(dir)}})
	f.Add("/feeds/../secret.txt", "127.0.0.1", "192.168.1.9:1", "gzip")
	f.Add("/feeds/partner.csv", "localhost", "[::1]:1", "gzip;q=0.0")
	f.Add("/results/secret.csv", "[::1", "", "")
	f.Fuzz(func(t *testing.T, path, host, peer, encoding string) {
		r := request("GET", "/")
		r.URL.Path, r.Host, r.RemoteAddr = path, host, peer
		r.Header.Set("Accept-Encoding", encoding)
		r.Header.Set("X-Forwarded-For", "203.0.113.9")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		require.NotContains(t, w.Body.String(), "top secret")
	})
}
