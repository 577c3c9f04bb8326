package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web"
)

// TestMinorProblemsAskForAttention: a stray link in the inbox is said and is no failure;
// a refused file shows its reason.
func TestMinorProblemsAskForAttention(t *testing.T) {
	snapshot := standing.Snapshot{Now: time.Now(), Problems: []standing.Problem{{Text: "a link is not taken", Minor: true}},
		Files: []standing.File{{Name: "bad.csv", State: "refused", Reason: "headings_unknown: no known headings"}}}
	get := func(path string) *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		served(web.Options{Source: fixedSource{snapshot}}).ServeHTTP(answer, request(http.MethodGet, path))
		return answer
	}
	require.Equal(t, http.StatusOK, get("/healthz").Code)
	require.Contains(t, get("/").Body.String(), "a link is not taken")
	files := get("/files").Body.String()
	require.Contains(t, files, "headings_unknown: no known headings")
	require.NotContains(t, files, "none yet", "a refused file gets no result")

	snapshot.Problems = append(snapshot.Problems, standing.Problem{Text: "the token is refused"})
	require.Equal(t, http.StatusServiceUnavailable, get("/healthz").Code)
	require.Equal(t, "the token is refused\n", get("/healthz").Body.String())
}

type fixedSource struct{ snapshot standing.Snapshot }

func (f fixedSource) Snapshot(context.Context) (standing.Snapshot, error) { return f.snapshot, nil }

func (f fixedSource) Feeds() []standing.Feed { return f.snapshot.Feeds }

func TestPageShowsWhatIsKnown(t *testing.T) {
	for path, wanted := range map[string][]string{
		"/": {"All is well", "https://api.supplier.example", "running for 26 h", "2026-11-20 12:00:00 UTC", "1 file is to be read", "dropbridge v1.2.3"},
		"/feeds": {"prom.yml", "5988", "12 left out, and why", "KB-00012", "it has no RRP, and this feed needs a price", "and 10 more", "1 warning", "828 products have no picture",
			"12 min ago", "in 18 min", "5.9 MB", "partner.csv", "private", "rozetka.xml", "building…", "never"},
		"/files":                {"замовлення 20.11.csv", "following", "9 accepted"},
		"/order?number=KC-1042": {"KC-1042", "100087", "shipped", "20450000000017", "замовлення 20.11.csv", "row 2"},
		"/order?number=KC-1043": {"unknown_sku: the supplier does not know KB-99"},
	} {
		w := serve(calm("/srv"), request("GET", path))
		require.Equal(t, http.StatusOK, w.Code)
		require.Equal(t, "text/html; charset=utf-8", w.Header().Get("Content-Type"))
		text := visible(t, body(t, w))
		for _, want := range wanted {
			require.Contains(t, text, want, path)
		}
		require.NotContains(t, text, "What to do")
	}
	outline := visible(t, body(t, serve(calm("/srv"), abroad("GET", "/"))))
	for _, want := range []string{"41 accepted", "120 final", "2 ready", "1 rejected"} {
		require.Equal(t, want != "120 final", strings.Contains(outline, want), "strangers are told the states alone that we have")
	}
}

// visible is the text of a page as a parser of HTML sees it, white space folded.
func visible(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	var b strings.Builder
	for node := range root.Descendants() {
		if node.Type == html.TextNode && node.Parent.Data != "script" {
			b.WriteString(node.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func TestHostileDataStaysText(t *testing.T) {
	for _, path := range []string{"/", "/feeds", "/files", "/order?number=" + url.QueryEscape(hostile("").Recent[0].ExternalID), "/order?number=KC-1043"} {
		page := body(t, serve(hostile("/srv"), request("GET", path)))
		root, err := html.Parse(strings.NewReader(page))
		require.NoError(t, err)
		for node := range root.Descendants() {
			if node.Type != html.ElementNode {
				continue
			}
			require.NotContains(t, []string{"img", "svg", "i"}, node.Data)
			for _, a := range node.Attr {
				require.False(t, strings.HasPrefix(a.Key, "on"), "%s %s=%s", node.Data, a.Key, a.Val)
				if a.Key == "href" || a.Key == "src" {
					require.True(t, strings.HasPrefix(a.Val, "/") && !strings.HasPrefix(a.Val, "//") || a.Val == "#main", a.Val)
				}
			}
		}
		require.Equal(t, 3, strings.Count(page, "<script"), "only our own")
	}
	text := visible(t, body(t, serve(hostile("/srv"), request("GET", "/"))))
	require.Contains(t, text, "the supplier refused the token <script>window.broken = true</script>")
	require.Contains(t, text, "issue a new token in the cabinet")
	require.Contains(t, text, "2 orders have an unknown outcome")
	require.Contains(t, text, "1 order file could not be read")
	require.Contains(t, visible(t, body(t, serve(hostile("/srv"), abroad("GET", "/")))), "3 other", "a word of the data is no state")
}

// TestDriftIsShown: what has changed in the supplier's answers stands on the page with its
// mend; before the first look there is no such section.
func TestDriftIsShown(t *testing.T) {
	s := calm("/srv")
	require.NotContains(t, visible(t, body(t, serve(s, request("GET", "/")))), "Supplier's answers")
	s.Sampled = noon().Add(-10 * time.Minute)
	require.Contains(t, visible(t, body(t, serve(s, request("GET", "/")))),
		"Supplier's answers All values are where they were, and of the same kind. Looked at 10 min ago")
	s.Drift = []standing.Drift{{Operation: "products", Field: "rrp", Path: "prices.retail", Kind: "gone", Since: noon().Add(-3 * time.Hour), Example: "prices.rrp",
		Was: standing.DriftSide{Having: 200, Rows: 200}, Is: standing.DriftSide{Rows: 50}}}
	text := visible(t, body(t, serve(s, request("GET", "/"))))
	require.Contains(t, text, "the supplier's answers differ from before in 1 place")
	require.Contains(t, text, "products rrp : the field is gone prices.retail it came up 3 h ago Find where the answer has it now, and write that path into supplier.mapping.")
	require.Contains(t, text, "in 200 of 200 rows in 0 of 50 rows prices.rrp feeds: ")
	require.NotContains(t, text, "All values are where they were")
}

func TestEmptySnapshotHasAPage(t *testing.T) {
	text := visible(t, body(t, serve(standing.Snapshot{}, request("GET", "/"))))
	require.Contains(t, text, "All is well")
	require.Contains(t, visible(t, body(t, serve(standing.Snapshot{}, request("GET", "/feeds")))), "No feed is configured")
	require.Contains(t, visible(t, body(t, serve(standing.Snapshot{}, request("GET", "/files")))), "Order files will stand here.")
	require.Contains(t, visible(t, body(t, serve(standing.Snapshot{}, abroad("GET", "/")))), "no orders yet")
	require.Contains(t, text, "2026-11-20 12:00:00 UTC", "the clock of the server stands in")
}

func TestVerdictAndHealth(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*standing.Snapshot)
		title  string
		health int
		reason string
	}{
		"calm":    {func(*standing.Snapshot) {}, "All is well", 200, "ok"},
		"problem": {func(s *standing.Snapshot) { s.Problems = []standing.Problem{{Text: "the supplier refused the token"}} }, "Something does not work", 503, "the supplier refused the token"},
		"refused feed": {func(s *standing.Snapshot) {
			s.Feeds[1].Error, s.Feeds[1].Mend = "feed partner: not published", "look at it"
		}, "Something does not work", 503, "feed partner: not published"},
		"bad feed":   {func(s *standing.Snapshot) { s.Feeds[1].Error = "disk full" }, "Something does not work", 503, "feed partner could not be built: disk full"},
		"overdue":    {func(s *standing.Snapshot) { s.Feeds[0].Next = noon().Add(-16 * time.Minute) }, "Something does not work", 503, "feed prom is overdue"},
		"just due":   {func(s *standing.Snapshot) { s.Feeds[0].Next = noon().Add(-14 * time.Minute) }, "All is well", 200, "ok"},
		"long build": {func(s *standing.Snapshot) { s.Feeds[0].Next, s.Feeds[0].Running = noon().Add(-time.Hour), true }, "All is well", 200, "ok"},
		"unknown":    {func(s *standing.Snapshot) { s.Orders["unknown"] = 1 }, "Waiting for you", 200, "ok"},
		"conflict":   {func(s *standing.Snapshot) { s.Orders["conflict"] = 1 }, "Waiting for you", 200, "ok"},
		"drift":      {func(s *standing.Snapshot) { s.Drift = make([]standing.Drift, 2) }, "Waiting for you", 200, "ok"},
		"failed":     {func(s *standing.Snapshot) { s.Inbox.Failed = 2 }, "Waiting for you", 200, "ok"},
	} {
		t.Run(name, func(t *testing.T) {
			s := calm("/srv")
			c.change(&s)
			require.Contains(t, body(t, serve(s, request("GET", "/"))), "</span>"+c.title)
			w := serve(s, request("GET", "/healthz"))
			require.Equal(t, c.health, w.Code)
			require.Equal(t, c.reason+"\n", body(t, w))
		})
	}
}

// TestFindingsNameTheirOrders: what the source has found stands on the page, in the JSON and
// in the metrics, and not once more as a bare number.
func TestFindingsNameTheirOrders(t *testing.T) {
	s := calm("/srv")
	s.Orders["conflict"], s.Orders["unknown"], s.Inbox.Failed, s.Conflicts = 1, 2, 1, 3
	s.Findings = []standing.Finding{
		{Code: "order_conflict", Text: "order 1001 is the supplier's order ord_7", Mend: "dropbridge resolve 1001 --keep", Orders: []string{"1001"}, Files: []string{"b.csv"}, Since: noon().Add(-time.Hour)},
		{Code: "outcome_unknown", Text: "an unknown outcome, orders: 2", Orders: []string{"7", "8"}},
		{Code: "file_refused", Text: "bad.csv could not be read", Files: []string{"bad.csv"}},
		{Code: "rows_refused", Text: "c.csv: nothing was posted, rows refused: 1", Files: []string{"c.csv"}},
	}
	text := visible(t, body(t, serve(s, request("GET", "/"))))
	for _, f := range s.Findings {
		require.Contains(t, text, f.Text)
	}
	require.Contains(t, text, "dropbridge resolve 1001 --keep")
	require.NotContains(t, text, "All is well")
	for _, bare := range []string{"order has", "orders have", "1 order file could not"} {
		require.NotContains(t, text, bare)
	}
	require.Equal(t, http.StatusOK, serve(s, request("GET", "/healthz")).Code)
	var got struct {
		Findings []struct {
			Code, Text    string
			Orders, Files []string
		}
	}
	require.NoError(t, json.Unmarshal(serve(s, request("GET", "/status.json")).Body.Bytes(), &got))
	require.Equal(t, []string{"1001"}, got.Findings[0].Orders)
	require.Equal(t, "order_conflict", got.Findings[0].Code)
	metrics := body(t, serve(s, request("GET", "/metrics")))
	require.Contains(t, metrics, "dropbridge_conflicts 3\n")
	require.Contains(t, metrics, "dropbridge_findings{code=\"outcome_unknown\"} 1\n")
	s.Findings = nil
	require.Contains(t, visible(t, body(t, serve(s, request("GET", "/")))), "3 orders have a number that the supplier knows with other content")
}

// TestAnAwayJournalIsSaid in our own words, to everybody: what its database says stands in
// the log alone. What does not need it is shown and served all the same.
func TestAnAwayJournalIsSaid(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "<yml_catalog/>", dir, "feeds", "prom.yml")
	publish(t, noon(), "names", dir, "results", "a.result.csv")
	logged := &bytes.Buffer{}
	handler := served(web.Options{Source: fixed{calm(dir), errNoState}, ResultsDir: filepath.Join(dir, "results"), Now: noon, Logger: slog.New(slog.NewTextHandler(logged, nil))})
	for _, client := range []func(method, path string) *http.Request{request, abroad} {
		for path, want := range map[string]struct {
			code int
			text string
		}{
			"/": {200, "the journal of orders cannot be read now"}, "/status.json": {200, `"journal_away": true`}, "/metrics": {200, "dropbridge_healthy 0\n"},
			"/healthz": {503, "journal"}, "/feeds/prom.yml": {200, "<yml_catalog/>"}, "/feeds/none.yml": {404, "no such feed"},
		} {
			w := ask(handler, client("GET", path))
			text := body(t, w)
			require.Equal(t, want.code, w.Code, path)
			require.Contains(t, text, want.text, path)
			require.NotContains(t, text, "locked", path)
			require.NotContains(t, text, "dropbridge_orders", "they are not known, which is not zero")
		}
	}
	require.Equal(t, "names", body(t, ask(handler, request("GET", "/results/a.result.csv"))))
	require.Contains(t, visible(t, body(t, ask(handler, request("GET", "/feeds")))), "prom.yml")
	require.Contains(t, logged.String(), "the journal is locked")
}

func TestStatusJSON(t *testing.T) {
	s := calm("/srv")
	s.Problems = []standing.Problem{{Since: noon(), Text: "no rights", Mend: "chmod"}}
	w := serve(s, request("GET", "/status.json"))
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	var got struct {
		Level    string
		Findings []struct{ Level, Text, Mend string }
		standing.Snapshot
	}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &got))
	require.Equal(t, "failing", got.Level)
	require.Equal(t, "no rights", got.Findings[0].Text)
	require.Equal(t, s, got.Snapshot)
}

func TestMetrics(t *testing.T) {
	s := calm("/srv")
	s.Drift = make([]standing.Drift, 1)
	s.Version = "a\\b\"c\nd\xff"
	w := serve(s, request("GET", "/metrics"))
	require.Equal(t, "text/plain; version=0.0.4; charset=utf-8", w.Header().Get("Content-Type"))
	text := body(t, w)
	for _, want := range []string{
		"# HELP dropbridge_healthy 1 when /healthz answers 200, else 0.\n# TYPE dropbridge_healthy gauge\ndropbridge_healthy 1\n",
		"dropbridge_build_info{version=\"a\\\\b\\\"c\\nd\uFFFD\"} 1\n",
		"dropbridge_start_time_seconds 1795082400\n",
		"dropbridge_feed_offers{feed=\"prom\"} 5988\n", "dropbridge_feed_skipped{feed=\"prom\"} 12\n", "dropbridge_feed_bytes{feed=\"partner\"} 2400000\n",
		"dropbridge_feed_published_timestamp_seconds{feed=\"rozetka\"} 0\n", "dropbridge_feed_failed{feed=\"prom\"} 0\n",
		"dropbridge_inbox_files{state=\"waiting\"} 1\n", "dropbridge_orders{state=\"accepted\"} 41\n", "dropbridge_orders{state=\"final\"} 120\n",
		"dropbridge_supplier_drift 1\n",
	} {
		require.Contains(t, text, want)
	}
	for line := range strings.Lines(text) {
		require.Regexp(t, `^(# (HELP|TYPE) dropbridge_[a-z_]+ .+|dropbridge_[a-z_]+(\{([a-z]+="([^"\\\n]|\\["\\n])*",?)+\})? \d+)\n$`, line)
	}
}

func TestForeignHostsAreRefused(t *testing.T) {
	handler := served(web.Options{Source: fixed{snapshot: calm("/srv")}, AllowedHosts: []string{"Feeds.shop.example"}})
	for host, want := range map[string]int{
		"127.0.0.1:8080": 200, "[::1]:8080": 200, "localhost": 200, "LOCALHOST.:8080": 200, "192.168.1.5": 200, "feeds.shop.example:8080": 200, "feeds.SHOP.example.": 200,
		"evil.example": 421, "localhost.evil.example": 421, "shop.localhost": 421, "127.0.0.1.evil.example:8080": 421, "": 421,
	} {
		r := request("GET", "/")
		r.Host = host
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		require.Equal(t, want, w.Code, host)
	}
}

func TestHeadersAndMethods(t *testing.T) {
	for _, path := range []string{"/", "/status.json", "/healthz", "/metrics", "/page.css", "/page.js", "/icon.svg", "/feeds/none", "/nothing"} {
		w := serve(calm("/srv"), request("GET", path))
		require.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'; style-src 'self'; script-src 'self'", path)
		require.Contains(t, w.Header().Get("Content-Security-Policy"), "form-action 'self'", path)
		require.NotContains(t, w.Header().Get("Content-Security-Policy"), "unsafe", path)
		require.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"), path)
		post := serve(calm("/srv"), request("POST", path))
		require.Equal(t, http.StatusForbidden, post.Code, path)
	}
	head := serve(calm("/srv"), request("HEAD", "/"))
	require.Equal(t, http.StatusOK, head.Code)
}
