package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func mustFaults(t *testing.T, s *Server, texts ...string) {
	t.Helper()
	var list []Fault
	for _, text := range texts {
		fault, err := ParseFault(text)
		require.NoError(t, err)
		list = append(list, fault)
	}
	require.NoError(t, s.SetFaults(list))
}

func TestParseFault(t *testing.T) {
	two := 2
	for text, want := range map[string]Fault{
		"cut": {Kind: "cut"},
		"cut-after-store:POST /api/orders:times=1":    {Kind: "cut-after-store", Scope: "POST /api/orders", Times: 1},
		"throttle:*:every=5,retry_after=2":            {Kind: "throttle", Scope: "*", Every: 5, RetryAfter: &two},
		"latency::delay=300ms,probability=0.2,seed=7": {Kind: "latency", Delay: "300ms", Probability: 0.2, Seed: 7},
		"fail : createOrder : status=503":             {Kind: "fail", Scope: "createOrder", Status: 503},
		"skip-products:listProducts:shift=10":         {Kind: "skip-products", Scope: "listProducts", Shift: 10},
	} {
		got, err := ParseFault(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for text, complaint := range map[string]string{
		"":                          "no such kind",
		"explode":                   "no such kind",
		"cut:GET /api/nothing":      "no operation",
		"cut:*:times=many":          "times=many",
		"cut:*:times":               "not name=value",
		"cut:*:when=now":            "no option",
		"cut:*:times=-1":            "below 0",
		"cut:*:probability=2":       "from 0 to 1",
		"cut:*:probability=NaN":     "from 0 to 1",
		"latency":                   "needs one",
		"latency:*:delay=soon":      "needs one",
		"cut:*:delay=1s":            "latency, and nothing else",
		"fail:*:status=404":         "from 500 to 599",
		"throttle:*:status=500":     "goes with fail",
		"throttle:*:retry_after=-1": "below 0",
	} {
		_, err := ParseFault(text)
		require.ErrorContains(t, err, complaint, text)
		require.NotContains(t, err.Error(), "\n")
	}
}

func FuzzParseFault(f *testing.F) {
	f.Add("cut-after-store:POST /api/orders:times=1")
	f.Add("latency::delay=300ms,probability=0.2,seed=7")
	f.Fuzz(func(t *testing.T, text string) {
		if fault, err := ParseFault(text); err == nil {
			require.NoError(t, fault.check())
		}
	})
}

// withHTTP serves the service over a real connection: faults end it.
func withHTTP(t *testing.T, s *Server) (do func(method, path, body string) (*http.Response, []byte, error)) {
	t.Helper()
	web := httptest.NewUnstartedServer(s)
	web.Config.ErrorLog = nil
	web.Start()
	t.Cleanup(web.Close)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	return func(method, path, body string) (*http.Response, []byte, error) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, method, web.URL+path, strings.NewReader(body))
		require.NoError(t, err)
		r.GetBody = nil // a test counts requests: no second try by the transport
		r.Header.Set("Authorization", "Bearer "+testToken)
		r.Header.Set("Content-Type", "application/json")
		resp, err := client.Do(r)
		if err != nil {
			return nil, nil, err
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		return resp, text, err
	}
}

func TestFaultsAroundAnOrder(t *testing.T) {
	for _, tt := range []struct {
		fault  string
		status int // 0: the connection ends
		retry  string
		stored int
	}{
		{"throttle", 429, "", 0},
		{"throttle:*:retry_after=3", 429, "3", 0},
		{"fail", 500, "", 0},
		{"fail:*:status=503,retry_after=1", 503, "1", 0},
		{"fail-after-store", 500, "", 1},
		{"fail-after-store:*:status=503", 503, "", 1},
		{"cut", 0, "", 0},
		{"cut-after-store:POST /api/orders", 0, "", 1},
		{"cut-mid-answer", 0, "", 1},
		{"html", 200, "", 0},
		{"latency:*:delay=1ms", 201, "", 1},
	} {
		t.Run(tt.fault, func(t *testing.T) {
			f := newFixture(t, Options{})
			do := withHTTP(t, f.server)
			mustFaults(t, f.server, tt.fault)
			resp, body, err := do("POST", "/api/orders", orderBody(t, "1", nil))
			if tt.status == 0 {
				require.Error(t, err)
			} else {
				require.NoError(t, err)
				require.Equal(t, tt.status, resp.StatusCode)
				require.Equal(t, tt.retry, resp.Header.Get("Retry-After"))
			}
			if strings.HasPrefix(tt.fault, "cut-mid-answer") {
				require.ErrorIs(t, err, io.ErrUnexpectedEOF)
				require.Equal(t, http.StatusCreated, resp.StatusCode)
				require.NotEmpty(t, body)
				require.False(t, json.Valid(body))
			}
			if tt.fault == "html" {
				require.Equal(t, "text/html; charset=utf-8", resp.Header.Get("Content-Type"))
			}
			stats := f.server.Stats()
			require.Equal(t, tt.stored, stats.OrdersStored)
			kind, _, _ := strings.Cut(tt.fault, ":")
			require.Equal(t, map[string]int{kind: 1}, stats.Faults)
		})
	}
}

func TestHangEndsWithTheClientOrTheServer(t *testing.T) {
	for _, tt := range []struct {
		fault  string
		stored int
	}{{"hang", 0}, {"hang-after-store", 1}} {
		f := newFixture(t, Options{})
		web := httptest.NewServer(f.server)
		defer web.Close()
		mustFaults(t, f.server, tt.fault)
		conn, err := net.Dial("tcp", web.Listener.Addr().String())
		require.NoError(t, err)
		defer conn.Close()
		r := httptest.NewRequest(http.MethodPost, "/api/orders", strings.NewReader(orderBody(t, "1", nil)))
		r.Header.Set("Authorization", "Bearer "+testToken)
		r.Header.Set("Content-Type", "application/json")
		require.NoError(t, r.Write(conn))
		require.Eventually(t, func() bool { return f.server.Stats().Requests["createOrder"]["hang"] == 1 }, patience, time.Millisecond)
		require.Equal(t, tt.stored, f.server.Stats().OrdersStored)
		require.NoError(t, f.server.Close())
		_, err = bufio.NewReader(conn).ReadByte()
		require.ErrorIs(t, err, io.EOF, "not a byte of an answer")
	}

	f := newFixture(t, Options{})
	web := httptest.NewServer(f.server)
	mustFaults(t, f.server, "hang")
	ctx, cancel := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, web.URL+"/api/orders", nil)
	require.NoError(t, err)
	done := make(chan error)
	go func() {
		resp, err := http.DefaultClient.Do(r)
		if err == nil {
			resp.Body.Close()
		}
		done <- err
	}()
	require.Eventually(t, func() bool { return f.server.Stats().Requests["listOrders"]["hang"] == 1 }, patience, time.Millisecond)
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
	web.Close() // waits for the request to end
}

func TestFaultsScopeAndCount(t *testing.T) {
	f := newFixture(t, Options{})
	codes := func(n int, path string) (list []int) {
		for range n {
			list = append(list, f.get(path).status)
		}
		return list
	}
	mustFaults(t, f.server, "fail:listOrders:times=2,status=503")
	require.Equal(t, []int{200}, codes(1, "/api/products"))
	require.Equal(t, []int{503, 503, 200}, codes(3, "/api/orders"))
	mustFaults(t, f.server, "throttle:GET /api/orders:every=3")
	require.Equal(t, []int{200, 200, 429, 200, 200, 429}, codes(6, "/api/orders"))
	mustFaults(t, f.server, "fail:*:probability=0.5,seed=1")
	first := codes(40, "/api/orders")
	require.Contains(t, first, 200)
	require.Contains(t, first, 500)
	mustFaults(t, f.server, "fail:*:probability=0.5,seed=1")
	require.Equal(t, first, codes(40, "/api/orders"), "the seed decides")
	mustFaults(t, f.server, "fail:*:times=1,status=502", "throttle:*:times=1")
	require.Equal(t, []int{429, 200}, codesAfter502(t, f), "only one fault ends a request")
}

// codesAfter502 meets the 502 first, which the document does not know.
func codesAfter502(t *testing.T, f *fixture) (list []int) {
	t.Helper()
	rec := httptest.NewRecorder()
	f.server.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/api/orders", nil))
	require.Equal(t, http.StatusBadGateway, rec.Code)
	return append(list, f.get("/api/orders").status, f.get("/api/orders").status)
}

func TestForgottenIdempotency(t *testing.T) {
	f := newFixture(t, Options{})
	f.order(t, "1", nil)
	mustFaults(t, f.server, "ignore-idempotency:createOrder:times=1")
	require.Equal(t, http.StatusCreated, f.post(orderBody(t, "1", nil), nil).status)
	require.Equal(t, http.StatusOK, f.post(orderBody(t, "1", nil), nil).status)
	stats := f.server.Stats()
	require.Equal(t, 2, stats.OrdersStored)
	require.Equal(t, 1, stats.DoubledExternalIDs)
	require.Equal(t, 2, f.list(t, "/api/orders?external_id=1").Meta.Total)
}

func TestShiftedPages(t *testing.T) {
	f := newFixture(t, Options{})
	mustFaults(t, f.server, "repeat-products:listProducts:every=2,shift=2")
	require.Equal(t, []string{"p01", "p02", "p03"}, column(f.list(t, "/api/products?per_page=3&page=1").Data, "id"))
	second := f.list(t, "/api/products?per_page=3&page=2")
	require.Equal(t, []string{"p02", "p03", "p04"}, column(second.Data, "id"))
	require.Equal(t, []string{"p07", "p08", "p09"}, column(f.list(t, "/api/products?per_page=3&cursor="+*second.Meta.NextCursor).Data, "id"))
	mustFaults(t, f.server, "skip-products")
	require.Equal(t, []string{"p02", "p03", "p04"}, column(f.list(t, "/api/products?per_page=3").Data, "id"))
	require.Equal(t, []string{"p02", "p03", "p04"}, column(f.list(t, "/api/products/search?per_page=3").Data, "id"))
	require.Equal(t, []string{"p09", "p10"}, column(f.list(t, "/api/products?per_page=3&updated_since=2026-09-01T10:00:00Z").Data, "id"))
}

func TestAListThatShrinksWhileItIsRead(t *testing.T) {
	f := newFixture(t, Options{})
	mustFaults(t, f.server, "shrink-products:listProducts:every=2,times=1,shift=2")
	first := f.list(t, "/api/products?per_page=3")
	require.Equal(t, []string{"p01", "p02", "p03"}, column(first.Data, "id"))
	second := f.list(t, "/api/products?per_page=3&page=2")
	require.Equal(t, []string{"p06", "p07", "p08"}, column(second.Data, "id"), "two of them moved up to the first page")
	require.Equal(t, first.Meta.Total-2, second.Meta.Total)
	require.Equal(t, []string{"p04", "p05", "p06"}, column(f.list(t, "/api/products?per_page=3&cursor="+*first.Meta.NextCursor).Data, "id"),
		"behind a cursor nothing moves")
	require.Equal(t, []string{"p03", "p04", "p05"}, column(f.list(t, "/api/products?per_page=3").Data, "id"))
}

func TestOddProducts(t *testing.T) {
	f := newFixture(t, Options{})
	do := withHTTP(t, f.server) // such answers are not what the document promises
	odd := func(path string) int {
		_, body, err := do("GET", path, "")
		require.NoError(t, err)
		return strings.Count(string(body), `"drop_price":"on request"`)
	}
	mustFaults(t, f.server, "odd-products:listProducts:shift=2")
	require.Equal(t, 2, odd("/api/products?per_page=3"))
	require.Zero(t, odd("/api/products/search?per_page=3"))
	mustFaults(t, f.server, "odd-products::shift=9")
	require.Equal(t, 3, odd("/api/products/search?per_page=3"))
	require.Equal(t, 3, odd("/api/products?per_page=3&updated_since=2026-09-01T08:00:00Z"))
}

func TestControl(t *testing.T) {
	f := newFixture(t, Options{})
	json := http.Header{"Content-Type": {"application/json"}}
	put := func(body string) reply { return f.send(http.MethodPut, "/sandbox/faults", "", json, []byte(body)) }
	set := put(`{"faults":["throttle:listOrders:times=1",{"kind":"fail","scope":"listShipments","status":503}]}`)
	require.Equal(t, http.StatusOK, set.status)
	shown := f.send(http.MethodGet, "/sandbox/faults", "", nil, nil)
	require.JSONEq(t, `{"faults":[{"kind":"throttle","scope":"listOrders","times":1},{"kind":"fail","scope":"listShipments","status":503}]}`, string(shown.body))
	require.Equal(t, http.StatusTooManyRequests, f.get("/api/orders").status)
	require.Equal(t, http.StatusServiceUnavailable, f.get("/api/shipments").status)

	for _, body := range []string{`{"faults":["nonsense"]}`, `{"faults":[{"kind":"cut","when":1}]}`, `{"faults":[{"kind":"latency"}]}`,
		`{"fault":[]}`, `{}`, `{"faults":null}`, `[]`} {
		require.Equal(t, http.StatusUnprocessableEntity, put(body).status, body)
	}
	for _, body := range []string{``, `{"faults":[]`, `{"faults":[]} {}`} {
		require.Equal(t, http.StatusBadRequest, put(body).status, body)
	}
	require.Equal(t, shown.body, f.send(http.MethodGet, "/sandbox/faults", "", nil, nil).body, "a refused change changes nothing")
	require.Equal(t, `{"faults":[]}`, string(f.send(http.MethodDelete, "/sandbox/faults", "", nil, nil).body))
	require.Equal(t, http.StatusMethodNotAllowed, f.send(http.MethodPost, "/sandbox/faults", "", nil, nil).status)
	require.Equal(t, http.StatusMethodNotAllowed, f.send(http.MethodPost, "/sandbox/stats", "", nil, nil).status)

	var stats Stats
	f.send(http.MethodGet, "/sandbox/stats", "", nil, nil).into(t, &stats)
	require.Equal(t, map[string]map[string]int{"listOrders": {"429": 1}, "listShipments": {"503": 1}}, stats.Requests)
	require.Equal(t, map[string]int{"throttle": 1, "fail": 1}, stats.Faults)

	far := httptest.NewRequest(http.MethodGet, "/sandbox/stats", nil)
	far.Host, far.RemoteAddr = "localhost", "192.0.2.7:4000"
	rec := httptest.NewRecorder()
	f.server.ServeHTTP(rec, far)
	require.Equal(t, http.StatusForbidden, rec.Code)
	require.True(t, bytes.Contains(rec.Body.Bytes(), []byte("own machine")))
}

// TestGoneClient: a client that hangs up is no error of the sandbox.
func TestGoneClient(t *testing.T) {
	t.Parallel()
	f := newFixture(t, Options{})
	var log bytes.Buffer
	f.server.log = slog.New(slog.NewTextHandler(&log, nil))
	ctx, hangUp := context.WithCancel(t.Context())
	hangUp()
	for _, path := range []string{"/api/products", "/api/products/search", "/api/orders"} {
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
		r.Header.Set("Authorization", "Bearer "+testToken)
		f.server.ServeHTTP(httptest.NewRecorder(), r)
	}
	require.Empty(t, log.String())
}
