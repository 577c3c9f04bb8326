package web_test

import (
	"bytes"
	"context"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/correlation"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
)

const (
	firstKey  = "FIRST-KEY_of-a-partner-1"
	secondKey = "SECOND-KEY_of-a-partner-2"
	wrongKey  = "WRONG-KEY_of-a-partner-9"
)

// abroad is a request of a client that is not on this machine.
func abroad(method, path string) *http.Request {
	r := request(method, path)
	r.Host, r.RemoteAddr = "203.0.113.1", "198.51.100.7:4000"
	return r
}

// partnerKeys are keys of the config for the feed "partner".
func partnerKeys(t *testing.T, keys ...string) *keyring.Ring {
	t.Helper()
	return keyring.Open(filepath.Join(t.TempDir(), "keys.yaml"), map[string][]string{"partner": keys}, noon, nil)
}

// keyed is a server whose feed "partner" has keys, and what it logs.
func keyed(t *testing.T, dir string, keys ...string) (http.Handler, *bytes.Buffer) {
	t.Helper()
	logged := &bytes.Buffer{}
	return served(web.Options{Source: fixed{snapshot: calm(dir)}, Now: noon, Keys: partnerKeys(t, keys...),
		Logger: slog.New(slog.NewTextHandler(logged, &slog.HandlerOptions{Level: slog.LevelDebug}))}), logged
}

func ask(handler http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

// TestAKeyOpensAPrivateFeed to anybody, with all that a feed is served with, and tells
// caches and search engines to keep off.
func TestAKeyOpensAPrivateFeed(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "drop prices", dir, "feeds", "out", "partner.csv")
	publish(t, noon(), "packed prices", dir, "feeds", "out", "partner.csv.gz")
	handler, _ := keyed(t, dir, firstKey, secondKey)
	require.Equal(t, http.StatusNotFound, ask(handler, abroad("GET", "/feeds/partner.csv")).Code, "without a key it is as before")
	for _, key := range []string{firstKey, secondKey} {
		w := ask(handler, abroad("GET", "/feeds/"+key+"/partner.csv"))
		require.Equal(t, http.StatusOK, w.Code)
		require.Equal(t, "drop prices", body(t, w))
		require.Equal(t, "text/csv; charset=utf-8", w.Header().Get("Content-Type"))
		require.Equal(t, "private, no-store", w.Header().Get("Cache-Control"))
		require.Equal(t, "noindex", w.Header().Get("X-Robots-Tag"))
		require.Equal(t, "no-referrer", w.Header().Get("Referrer-Policy"))
		etag := w.Header().Get("ETag")
		require.NotEmpty(t, etag)

		again := abroad("GET", "/feeds/"+key+"/partner.csv")
		again.Header.Set("If-None-Match", etag)
		require.Equal(t, http.StatusNotModified, ask(handler, again).Code)
		part := abroad("GET", "/feeds/"+key+"/partner.csv")
		part.Header.Set("Range", "bytes=0-3")
		w = ask(handler, part)
		require.Equal(t, http.StatusPartialContent, w.Code)
		require.Equal(t, "drop", body(t, w))
		w = ask(handler, abroad("HEAD", "/feeds/"+key+"/partner.csv"))
		require.Equal(t, http.StatusOK, w.Code)
		require.Equal(t, "11", w.Header().Get("Content-Length"))
		require.Empty(t, body(t, w))
		w = ask(handler, abroad("GET", "/feeds/"+key+"/partner.csv.gz"))
		require.Equal(t, "packed prices", body(t, w))
		require.Equal(t, "application/gzip", w.Header().Get("Content-Type"))
		packed := abroad("GET", "/feeds/"+key+"/partner.csv")
		packed.Header.Set("Accept-Encoding", "gzip")
		w = ask(handler, packed)
		require.Equal(t, "gzip", w.Header().Get("Content-Encoding"))
		require.Equal(t, "packed prices", body(t, w))
	}
}

// TestAWrongKeyIsAnUnknownAddress: in status, body and headers.
func TestAWrongKeyIsAnUnknownAddress(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "drop prices", dir, "feeds", "out", "partner.csv")
	publish(t, noon(), "public", dir, "feeds", "prom.yml")
	handler, _ := keyed(t, dir, firstKey, secondKey)
	unknown := ask(handler, abroad("GET", "/feeds/nothing.csv"))
	require.Equal(t, http.StatusNotFound, unknown.Code)
	unknown.Header().Del(correlation.Header) // each has its own
	for _, path := range []string{wrongKey + "/partner.csv", firstKey + "/other.csv", firstKey + "/prom.yml", firstKey + "/", firstKey,
		firstKey[:len(firstKey)-1] + "/partner.csv", strings.ToLower(firstKey) + "/partner.csv", firstKey + "/" + firstKey + "/partner.csv", "/partner.csv", "%00/partner.csv",
		firstKey + "/partner.csv/", firstKey + "%20/partner.csv"} {
		r := abroad("GET", "/")
		r.URL = r.URL.JoinPath("feeds/")
		r.URL.Path += strings.ReplaceAll(strings.ReplaceAll(path, "%00", "\x00"), "%20", " ")
		w := ask(handler, r)
		if w.Code == http.StatusTemporaryRedirect || w.Code == http.StatusMovedPermanently {
			continue // an address with empty parts is cleaned first
		}
		require.Equal(t, http.StatusNotFound, w.Code, path)
		require.Equal(t, unknown.Body.String(), w.Body.String(), path)
		w.Header().Del(correlation.Header)
		require.Equal(t, unknown.Header(), w.Header(), path)
	}
	require.Equal(t, http.StatusForbidden, ask(handler, abroad("POST", "/feeds/"+firstKey+"/partner.csv")).Code)
}

// TestARevokedKeyOpensNothing, and the other one goes on.
func TestARevokedKeyOpensNothing(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "drop prices", dir, "feeds", "out", "partner.csv")
	handler, _ := keyed(t, dir, secondKey)
	require.Equal(t, http.StatusNotFound, ask(handler, abroad("GET", "/feeds/"+firstKey+"/partner.csv")).Code)
	require.Equal(t, http.StatusOK, ask(handler, abroad("GET", "/feeds/"+secondKey+"/partner.csv")).Code)
}

// TestAWithheldFileIsNotOpened: its key was given for another one.
func TestAWithheldFileIsNotOpened(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "drop prices", dir, "feeds", "out", "partner.csv")
	s := calm(dir)
	s.Feeds[1].Withheld = true
	handler := served(web.Options{Source: fixed{snapshot: s}, Keys: partnerKeys(t, firstKey)})
	require.Equal(t, http.StatusNotFound, ask(handler, abroad("GET", "/feeds/"+firstKey+"/partner.csv")).Code)
}

// TestKeysAreNowhereElse: not in what is logged, shown or counted, nor where a feed cannot be
// read or the program fails.
func TestKeysAreNowhereElse(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "feeds", "out", "partner.csv"), 0o755))
	handler, logged := keyed(t, dir, firstKey, secondKey)
	for _, path := range []string{"/feeds/" + firstKey + "/partner.csv", "/feeds/" + firstKey + "/partner.csv.gz", "/feeds/" + firstKey + "/none", "/feeds/" + wrongKey + "/partner.csv", "/", "/feeds", "/status.json", "/healthz", "/metrics"} {
		w := ask(handler, request("GET", path))
		for _, key := range []string{firstKey, secondKey, wrongKey} {
			require.NotContains(t, w.Body.String(), key, path)
			require.NotContains(t, logged.String(), key, path)
		}
		if path == "/feeds" {
			require.Contains(t, w.Body.String(), "2 keys for partners")
			require.Equal(t, 1, strings.Count(w.Body.String(), "for partners"), "of the feed that has them")
		}
	}
	require.Contains(t, logged.String(), "published file not served", "what went wrong is logged")
}

// panicking is a source that fails in the worst way.
type panicking struct{}

func (panicking) Snapshot(context.Context) (standing.Snapshot, error) { panic("the journal is gone") }

func (panicking) Feeds() []standing.Feed { panic("the feeds are gone") }

// TestAPanicShowsNoKey: neither to the client nor in the server's log.
func TestAPanicShowsNoKey(t *testing.T) {
	logged := &bytes.Buffer{}
	server := httptest.NewUnstartedServer(served(web.Options{Source: panicking{}, Keys: partnerKeys(t, firstKey)}))
	server.Config.ErrorLog = log.New(logged, "", 0)
	server.Start()
	answer, err := http.Get(server.URL + "/feeds/" + firstKey + "/partner.csv")
	if err == nil {
		answer.Body.Close()
	}
	require.Error(t, err)
	server.Close() // after the handler has ended
	require.Contains(t, logged.String(), "the feeds are gone")
	require.NotContains(t, logged.String(), firstKey)
}
