package web_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/web/accounts"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// fixed is a source that always tells the same.
type fixed struct {
	snapshot standing.Snapshot
	err      error
}

func (f fixed) Snapshot(context.Context) (standing.Snapshot, error) { return f.snapshot, f.err }

func (f fixed) Feeds() []standing.Feed { return f.snapshot.Feeds }

var errNoState = errors.New("the journal is locked")

func noon() time.Time { return time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC) }

// calm is a program in which all is well; its files lie in dir.
func calm(dir string) standing.Snapshot {
	return standing.Snapshot{
		Now: noon(), Started: noon().Add(-26 * time.Hour), Version: "v1.2.3", Supplier: "https://api.supplier.example",
		Feeds: []standing.Feed{
			{Name: "prom", Template: "prom", File: filepath.Join(dir, "feeds", "prom.yml"), Products: 6000, Offers: 5988, Skipped: 12,
				SkippedRows: []standing.Skipped{{SKU: "KB-00012", Code: "no_price", Message: wording.Text(wording.Literal("it has no RRP, and this feed needs a price"))}, {SKU: "0021", Code: "duplicate_id", Message: wording.Text(wording.Literal("the id 77 is used before"))}},
				Warnings:    []wording.Text{wording.Text(wording.Literal("828 products have no picture"))}, Bytes: 5_852_914, Published: noon().Add(-12 * time.Minute), Next: noon().Add(18 * time.Minute)},
			{Name: "partner", Template: "csv", File: filepath.Join(dir, "feeds", "out", "partner.csv"), Products: 6000, Offers: 6000, Bytes: 2_400_000,
				Published: noon().Add(-3 * time.Hour), Next: noon().Add(time.Hour), Private: true},
			{Name: "rozetka", Template: "rozetka", File: filepath.Join(dir, "feeds", "rozetka.xml"), Running: true},
		},
		Inbox:  standing.Inbox{Dir: "inbox", Waiting: 1},
		Orders: map[string]int{"accepted": 41, "final": 120, "ready": 2, "rejected": 1},
		Files: []standing.File{
			{Name: "замовлення 20.11.csv", At: noon().Add(-4 * time.Minute), State: "following", Result: filepath.Join(dir, "results", "замовлення 20.11.1a2b3c4d.result.csv"), Counts: map[string]int{"accepted": 9, "rejected": 1}},
			{Name: "orders.xlsx", At: noon().Add(-50 * time.Hour), State: "done", Counts: map[string]int{"accepted": 40, "duplicate": 3}},
		},
		Recent: []standing.Order{
			{ExternalID: "KC-1042", OrderID: "100087", State: "accepted", OrderStatus: "shipped", Waybill: "20450000000017", At: noon().Add(-4 * time.Minute), File: "замовлення 20.11.csv", Row: 2},
			{ExternalID: "KC-1043", State: "rejected", Error: "unknown_sku: the supplier does not know KB-99", At: noon().Add(-4 * time.Minute), File: "замовлення 20.11.csv", Row: 3},
		},
	}
}

// hostile is data that tries to break out of the page.
func hostile(dir string) standing.Snapshot {
	s := calm(dir)
	const script = `<script>window.broken = true</script><img src=x onerror="window.broken=true">`
	long := strings.Repeat("Дужедовганазва", 40)
	s.Supplier = `"><svg onload=window.broken=true>`
	s.Problems = []standing.Problem{
		{Since: noon().Add(-90 * time.Minute), Text: "the supplier refused the token " + script, Mend: "issue a new token in the cabinet and put it into DROPBRIDGE_TOKEN"},
		{Text: long, Mend: "{{.}} ${1+1} javascript:alert(1)"},
	}
	s.Feeds[0].Name = `prom'"><script>window.broken = true</script>/../x`
	s.Feeds[0].SkippedRows = append(s.Feeds[0].SkippedRows, standing.Skipped{SKU: "\u202eevil\u2066", Code: "x\x1b[31m", Message: wording.Text(wording.Literal(script))})
	s.Feeds[0].Warnings = []wording.Text{wording.Text(wording.Literal(long)), wording.Text(wording.Literal(script))}
	s.Feeds[2].Error = "disk full " + script
	s.Orders["<b>odd</b>"] = 3
	s.Orders["unknown"] = 2
	s.Inbox.Failed = 1
	s.Files[0].Name = script + ".csv"
	s.Files[0].Result = filepath.Join(dir, "results", `a b"<i>.result.csv`)
	s.Files[0].Counts["<script>"] = 1
	s.Recent[0].ExternalID = "\u202e" + long
	s.Recent[0].OrderStatus = script
	s.Recent[1].Error = script
	s.Drift = []standing.Drift{{Operation: "products", Field: "rrp", Path: "prices.retail", Kind: "gone", Text: "rrp: " + script + " was in 200 of 200 rows and is in none of 50",
		Mend: long, Since: noon().Add(-2 * time.Hour), Example: script, Was: standing.DriftSide{Having: 200, Rows: 200}, Is: standing.DriftSide{Rows: 50}}}
	s.Sampled = noon().Add(-5 * time.Minute)
	return s
}

// request is a request of a client on this machine.
func request(method, path string) *http.Request {
	r := httptest.NewRequest(method, path, nil)
	r.Host, r.RemoteAddr = "127.0.0.1:8080", "127.0.0.1:50000"
	return r
}

// served is the server with the pages for people, put together as the program does it.
func served(o web.Options) http.Handler {
	if o.Now == nil {
		o.Now = noon
	}
	if o.Access == nil {
		o.Access = access.New(access.Options{Now: o.Now})
	}
	o.Pages = page.New(page.Options{Shop: shopOf{source: o.Source, keys: o.Keys, now: o.Now}, Visitor: func(r *http.Request) page.Visitor {
		v := access.Of(r.Context())
		shown := page.Visitor{Name: v.Name, Sees: v.Sees(), Acts: v.Acts()}
		switch {
		case v.LoggedIn():
			shown.Logout = "/logout"
		case o.Access.Configured() && v.Name == "":
			shown.Login = "/login"
		}
		return shown
	}, Token: func(r *http.Request) string { return access.Token(r.Context()) }, Now: o.Now, Language: o.Language, Logger: o.Logger})
	return web.New(o)
}

// shopOf is a source as the pages see it. What it does not have nobody asks for here.
type shopOf struct {
	page.Shop
	source web.Source
	keys   web.Keys
	now    func() time.Time
}

func (s shopOf) Standing(ctx context.Context, _ wording.Language) (standing.Snapshot, error) {
	known, err := s.source.Snapshot(ctx)
	if err != nil {
		return standing.Snapshot{Now: s.now(), Feeds: s.source.Feeds(), JournalAway: true}, nil
	}
	if s.keys != nil { // the program's own source counts them
		known.Feeds = slices.Clone(known.Feeds)
		for n := range known.Feeds {
			known.Feeds[n].Keys = s.keys.Count(known.Feeds[n].Name)
		}
	}
	return known, nil
}

func (s shopOf) Files(ctx context.Context, _ wording.Language, q overview.FilesQuery) (page overview.FilesPage, err error) {
	known, err := s.source.Snapshot(ctx)
	for _, f := range known.Files {
		if q.Name != "" && f.Name != q.Name {
			continue
		}
		page.Files = append(page.Files, overview.FileStatus{Name: f.Name, State: state.FileState(f.State), Result: f.Result, Rejected: f.Rejected, Reason: f.Reason, At: f.At,
			Counts: state.Counts{Accepted: f.Counts["accepted"], Duplicate: f.Counts["duplicate"], Rejected: f.Counts["rejected"]}})
	}
	return page, err
}

func (s shopOf) Find(ctx context.Context, _ wording.Language, _, number string) (list []overview.OrderStatus, err error) {
	known, err := s.source.Snapshot(ctx)
	for _, o := range known.Recent {
		if o.ExternalID == number {
			list = append(list, overview.OrderStatus{ExternalID: o.ExternalID, State: state.State(o.State), OrderID: o.OrderID, OrderStatus: o.OrderStatus, Message: o.Error, File: o.File, At: o.At,
				Story: &overview.Story{Status: o.OrderStatus, StatusAt: o.At, Parcels: []state.Parcel{{Waybill: o.Waybill}}, Files: []overview.StoryFile{{File: o.File, Rows: []int{o.Row}, At: o.At}}}})
		}
	}
	return list, err
}

func (s shopOf) Decidable(ctx context.Context, l wording.Language, about []standing.Subject) (list []overview.OrderStatus, err error) {
	for _, a := range about {
		some, err := s.Find(ctx, l, a.Source, a.Order)
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	return list, nil
}

func (shopOf) Figures(context.Context, time.Time, time.Time) (state.Figures, error) {
	return state.Figures{}, nil
}

func (shopOf) OrderLedger(context.Context, string, string, string) (page.OrderLedger, error) {
	return page.OrderLedger{None: true}, nil
}

func (shopOf) Unclear(context.Context) ([]overview.Unclear, error) { return nil, nil }

func (shopOf) Sources() []string { return nil }

func (shopOf) Suppliers() []string { return nil }

func (shopOf) ConfigFile() page.ConfigFile { return page.ConfigFile{} }

func (shopOf) Keys() ([]keyring.Key, error) { return nil, nil }

func (shopOf) Users() ([]accounts.Account, error) { return nil, nil }

func (shopOf) Settings(context.Context) (page.Settings, error) { return page.Settings{}, nil }

func (shopOf) Money(context.Context) ([]page.Money, error) { return []page.Money{{}}, nil }

func (shopOf) Requests(context.Context) ([]mapping.DryRun, error) { return nil, nil }

func serve(s standing.Snapshot, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	served(web.Options{Source: fixed{snapshot: s}, ResultsDir: resultsOf(s), Now: noon}).ServeHTTP(w, r)
	return w
}

// resultsOf is the folder of a snapshot's results.
func resultsOf(s standing.Snapshot) string {
	if len(s.Files) == 0 {
		return ""
	}
	return filepath.Dir(s.Files[0].Result)
}

func body(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	text, err := io.ReadAll(w.Body)
	require.NoError(t, err)
	return string(text)
}

// publish writes a file that the snapshot of dir names.
func publish(t *testing.T, changed time.Time, content string, path ...string) {
	t.Helper()
	file := filepath.Join(path...)
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte(content), 0o644))
	require.NoError(t, os.Chtimes(file, changed, changed))
}
