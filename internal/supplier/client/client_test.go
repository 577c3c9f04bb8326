package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/correlation"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/calls"
)

const testToken = "drop_s3cret-token"

// fakeTime is a clock that only sleeping moves.
type fakeTime struct {
	mu    sync.Mutex
	at    time.Time
	waits []time.Duration
}

func newFakeTime() *fakeTime { return &fakeTime{at: time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)} }

func (f *fakeTime) now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.at
}

func (f *fakeTime) sleep(ctx context.Context, d time.Duration) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = f.at.Add(d)
	f.waits = append(f.waits, d)
	return ctx.Err()
}

// serve starts a server for one test and a client of it.
func serve(t testing.TB, handler http.HandlerFunc, change ...func(*Options)) (*Client, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return clientOf(t, server.URL, change...), server
}

func clientOf(t testing.TB, address string, change ...func(*Options)) *Client {
	t.Helper()
	clock := newFakeTime()
	o := Options{BaseURL: address, Token: supplier.NewSecret(testToken), Mapping: defaultMapping(t), UserAgent: "dropbridge/1.2.3",
		Now: clock.now, Sleep: clock.sleep, Rand: func() float64 { return 0.5 }}
	transport := newTransport()
	t.Cleanup(transport.CloseIdleConnections)
	o.Transport = transport
	for _, c := range change {
		c(&o)
	}
	c, err := New(o)
	require.NoError(t, err)
	return c
}

func withClock(f *fakeTime) func(*Options) {
	return func(o *Options) { o.Now, o.Sleep = f.now, f.sleep }
}

// answerJSON answers with a document.
func answerJSON(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprint(w, body)
}

func TestNewClientRefuses(t *testing.T) {
	mapping := defaultMapping(t)
	for address, want := range map[string]string{
		"http://api.supplier.example":      "want https, as the token would be readable on the way",
		"http://127.0.0.1.evil.example":    "want https",
		"http://localhost.evil.example":    "want https",
		"http://localhost.":                "want https",
		"http://localhoſt":                 "want https",
		"ftp://127.0.0.1":                  "want https",
		"api.supplier.example":             "want an address such as",
		"":                                 "want an address such as",
		"https://u:p@api.supplier.example": "a user name or password",
		"https://api.supplier.example?a=b": "without ? and #",
	} {
		_, err := New(Options{BaseURL: address, Token: supplier.NewSecret("t"), Mapping: mapping})
		require.ErrorContains(t, err, want, address)
	}
	for _, address := range []string{"https://api.supplier.example/v1", "http://127.0.0.1:8765", "http://[::1]:1", "http://localhost:1", "http://LOCALHOST", "http://shop.localhost:1", "http://Shop.Localhost:1"} {
		_, err := New(Options{BaseURL: address, Token: supplier.NewSecret("t"), Mapping: mapping})
		require.NoError(t, err, address)
	}
	for _, token := range []string{"", "a b", "a\nb", "ключ"} {
		_, err := New(Options{BaseURL: "https://a.example", Token: supplier.NewSecret(token), Mapping: mapping})
		require.ErrorContains(t, err, "token", token)
		if token != "" {
			require.NotContains(t, err.Error(), token)
		}
	}
	_, err := New(Options{BaseURL: "https://a.example", Token: supplier.NewSecret("t")})
	require.ErrorContains(t, err, "mapping")
}

// TestRequestsCarryTheID of who asks for them, and each attempt is told of.
func TestRequestsCarryTheID(t *testing.T) {
	var ids []string
	var told []string
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		ids = append(ids, r.Header.Get("X-Request-Id"))
		answerJSON(w, http.StatusServiceUnavailable, `{}`)
	}, func(o *Options) {
		o.Retries, o.Told = 1, func(op string, err error, _ time.Duration) { told = append(told, op+": "+calls.Outcome(err)) }
	})
	_, err := c.Search(correlation.With(t.Context(), "f12-o345-1"), supplier.SearchQuery{})
	require.Error(t, err)
	_, err = c.Search(t.Context(), supplier.SearchQuery{})
	require.Error(t, err)
	require.Equal(t, []string{"f12-o345-1", "f12-o345-1", "", ""}, ids)
	require.Equal(t, []string{"search products: failed", "search products: failed", "search products: failed", "search products: failed"}, told)
}

func TestTheTokenShowsNowhere(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		require.Equal(t, "Bearer "+testToken, r.Header.Get("Authorization"))
		require.Equal(t, "dropbridge/1.2.3", r.Header.Get("User-Agent"))
		answerJSON(w, 401, `{"detail":"the token `+testToken+` is revoked\u001b[31m\nreally","request_id":"r1"}`)
	}, func(o *Options) { o.Logger = logger })
	_, err := c.Search(t.Context(), supplier.SearchQuery{})
	require.EqualError(t, err, "search products: status 401: the token [redacted] is revoked[31m really")
	require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
	var o Options
	quiet := clientOf(t, "http://127.0.0.1:1", func(opts *Options) { o = *opts }) // its parts are printed, so none may be at work
	logger.Info("all", "token", o.Token, "options", o, "client", c, "error", err)
	for _, v := range []any{o, &o, o.Token, &o.Token, c, quiet, *quiet, err, struct{ hidden supplier.Secret }{o.Token}, quiet.once.(*placer).next.(*limiter).next.(permitted).next.(*logged).next} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
			require.NotContains(t, fmt.Sprintf(verb, v), testToken)
			require.NotContains(t, fmt.Sprintf(verb, v), fmt.Sprintf("%x", testToken))
		}
	}
	out, jsonErr := json.Marshal(map[string]any{"token": o.Token})
	require.NoError(t, jsonErr)
	require.JSONEq(t, `{"token":"[redacted]"}`, string(out))
	require.Contains(t, log.String(), "request_id")
	require.NotContains(t, log.String(), testToken)
}

func TestRedirectsOfReads(t *testing.T) {
	leaked := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { leaked++ }))
	defer other.Close()
	target := "/moved"
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved" {
			require.Equal(t, "Bearer "+testToken, r.Header.Get("Authorization"))
			answerJSON(w, 200, `{"data":[]}`)
			return
		}
		http.Redirect(w, r, target, http.StatusFound)
	})
	_, err := c.Search(t.Context(), supplier.SearchQuery{})
	require.NoError(t, err)
	target = other.URL + "/moved"
	_, err = c.Search(t.Context(), supplier.SearchQuery{})
	require.Equal(t, supplier.KindProtocol, supplier.KindOf(err))
	require.ErrorContains(t, err, "redirected elsewhere: to http://127.0.0.1:")
	target = "/round"
	_, err = c.Search(t.Context(), supplier.SearchQuery{})
	require.ErrorContains(t, err, "more than 5 times")
	require.Zero(t, leaked)
}

func TestAnswersThatAreNoJSON(t *testing.T) {
	kind, body := "", ""
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Content-Type"] = []string{kind}
		fmt.Fprint(w, body)
	}, func(o *Options) { o.Retries = -1 })
	for _, x := range []struct{ kind, body, want string }{
		{"text/html; charset=utf-8", "<html>", "status 200: answered with text/html; charset=utf-8, not JSON: is the address right?"},
		{"", "Welcome\nhome", `status 200: answered with "Welcome home", not JSON: is the address right?`},
		{"application/json", " ", "status 200: answered with nothing, not JSON: is the address right?"},
	} {
		kind, body = x.kind, x.body
		_, err := c.Search(t.Context(), supplier.SearchQuery{})
		require.EqualError(t, err, "search products: "+x.want)
		require.Equal(t, supplier.KindProtocol, supplier.KindOf(err))
	}
	kind, body = "text/plain", "\uFEFF"+`{"data":[]}` // what a service may call it does not matter
	_, err := c.Search(t.Context(), supplier.SearchQuery{})
	require.NoError(t, err)
}

func TestBodiesAreBounded(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "0123456789") }))
	defer server.Close()
	for limit, ok := range map[int64]bool{9: false, 10: true} {
		resp, err := http.Get(server.URL)
		require.NoError(t, err)
		_, err = readBody(resp, limit)
		resp.Body.Close()
		require.Equal(t, ok, err == nil)
		if !ok {
			require.ErrorIs(t, err, errTooLarge)
		}
	}
}
