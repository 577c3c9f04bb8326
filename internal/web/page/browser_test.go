package page

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/browsertest"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const script = `<script>window.broken = true</script><img src=x onerror="window.broken=true">`

// busyShop is a shop in which much is wrong, with data that tries to break out of the pages.
func busyShop() *still {
	comment := "подзвонити " + script
	branch := "12"
	order := overview.OrderStatus{Source: "keycrm", ExternalID: "KC-1 " + script, State: state.Unknown, Code: "unknown", Message: "no answer " + script, File: "замовлення.csv", At: noon().Add(-time.Minute),
		Story: &overview.Story{
			Understood: supplier.NewOrder{ExternalID: "KC-1", Recipient: supplier.Recipient{Name: "Коваль Олена " + script, Phone: "+380670000101", Delivery: supplier.Delivery{Carrier: "nova_poshta", City: "Київ", BranchNumber: &branch}},
				Items: []supplier.NewItem{{SKU: "KB-01", Quantity: 2, Price: money.Must("450")}, {SKU: "KB-02" + script, Quantity: 1, Price: money.Must("1320.50")}}, Payment: supplier.Payment{Method: "cod", CODAmount: money.Must("2220.50")}, Comment: &comment},
			Files:     []overview.StoryFile{{File: "замовлення.csv", Rows: []int{2, 3}, Status: state.RowUnknown, At: noon().Add(-time.Hour), ID: 7}},
			Attempts:  []overview.StoryAttempt{{Kind: "posted", Began: noon().Add(-time.Hour), State: state.Unknown, Message: "cut", RequestID: "req-1"}},
			Parcels:   []state.Parcel{{Waybill: "20450000000017", State: "in_transit", At: noon(), Carrier: "nova_poshta", ShippedAt: noon().AddDate(0, 0, -9), Due: "2026-11-18"}},
			Decisions: []overview.StoryDecision{{At: noon().AddDate(0, 0, -1), Person: "olena", Words: "надіслати", UndoneAt: noon()}},
			Actions:   []state.DecisionKind{state.DecidedPosted, state.DecidedNotPosted, state.DecidedAs, state.DecidedUndo}, Way: "look " + script}}
	grown := order.Story.Understood
	grown.Items = []supplier.NewItem{{SKU: "KB-01", Quantity: 3, Price: money.Must("450")}, {SKU: "KB-02" + script, Quantity: 1, Price: money.Must("1320.50")}}
	order.Story.Files = append(order.Story.Files, overview.StoryFile{File: "grown" + script + ".csv", Rows: []int{5}, Status: state.RowConflict, Message: "other content", At: noon(), Says: &grown, Open: true, ID: 8000})
	entries := manyOrders(45)
	entries[0].Number, entries[0].Recipient, entries[0].City, entries[0].Waybills[0].Number, entries[0].OrderID = order.ExternalID, "Name "+script, script, script, "ord "+script
	entries[0].OrderStatus, entries[0].Source = script, "keycrm"+script
	about := standing.Subject{Source: "keycrm", Order: order.ExternalID}
	says := order.Story.Understood
	says.Recipient.Phone = "+380670000102 " + script
	order.Story.Files[0].Open, order.Story.Files[0].Says = true, &says
	return &still{figures: state.Figures{Files: 3, Rows: state.Counts{Rejected: 4}, Orders: map[state.State]int{state.Accepted: 12}, Late: 2, LastOrder: noon()},
		unclear: []overview.Unclear{{File: "broken.csv", List: "states", Word: "odd " + script, Times: 3}, {File: "broken.csv", List: "ignore", Word: "F", Bare: true, Cells: []string{"x"}}, {File: "broken.csv", List: "ignore", Word: "Tag", Cells: []string{script, "x", "y", "z", "w"}, Likely: "comment"}},
		snapshot: standing.Snapshot{Now: noon(), Started: noon().Add(-26 * time.Hour), Version: "v1.2.3", Supplier: "https://api.supplier.example " + script,
			Problems: []standing.Problem{{Name: "supplier", Cause: "supplier", Text: "the supplier refused the token " + script, Since: noon().Add(-time.Hour)}, {Name: "lookup", Cause: "supplier", Text: "orders are not looked for"},
				{Name: "approval", Text: "the requests are not approved", Minor: true}, {Name: "inbox lock", Text: "/srv/inbox is watched by another program"}},
			Findings: []standing.Finding{{Code: standing.CodeUnknown, Text: "unknown: 1", Orders: []string{"KC-1"}, Subjects: []standing.Subject{about}},
				{Code: overview.FindingFileRefused, Text: "broken.csv " + script, Mend: "correct it", Files: []string{"broken.csv"}, Subjects: []standing.Subject{{File: "broken.csv"}}}},
			Feeds: []standing.Feed{{Name: "prom", Template: "prom", File: "/srv/feeds/prom.yml", Products: 6000, Offers: 5988, Skipped: 12, Published: noon().Add(-12 * time.Minute), Next: noon().Add(18 * time.Minute), Bytes: 5_852_914,
				SkippedRows: []standing.Skipped{{SKU: "KB-00012", Code: "no_price", Message: wording.Text(wording.Literal("it has no RRP " + script))}}, Warnings: []wording.Text{wording.Text(wording.Literal("828 products have no picture " + script))}, Changes: "12 new", Keys: 3,
				Builds: []standing.Build{{At: noon().Add(-2 * time.Hour), Offers: 5900}, {At: noon().Add(-time.Hour), Error: "away"}, {At: noon(), Offers: 5988, Changes: &standing.Changes{New: 12, Gone: 1}}}},
				{Name: "partner", Template: "csv", File: "/srv/feeds/partner.csv", Private: true, Error: "40 % of the offers are gone " + script, Mend: "look at it", Refused: true, Published: noon(),
					Builds: []standing.Build{{At: noon(), Offers: 12, Error: "fell", Refused: true, Changes: &standing.Changes{Gone: 40}}},
					Worst:  []standing.WorstChange{{Kind: "gone", SKU: "KB-1 " + script, Name: "Чайник " + script, OldPrice: "10.00"}, {Kind: "repriced", SKU: "KB-2", OldPrice: "10.00", NewPrice: "900.00"}}},
				{Name: "rozetka", Template: "rozetka", File: "/srv/feeds/rozetka.xml", Running: true}},
			Drift: busyDrift(), Sampled: noon().Add(-5 * time.Minute),
			StockWords: []standing.StockWord{{List: "supplier.products", Column: "Залишок " + script, Word: "питайте " + script, Products: 12, First: "KB-7 " + script}, {List: "supplier.products.lists[1]", Column: "Stock", Word: "soon", Products: 1}},
			Disks:      []standing.Disk{{Folder: "/srv/state", Free: 1, Total: 1 << 40}},
			Inbox:      standing.Inbox{Dir: "/srv/inbox", Waiting: 2}, Orders: map[string]int{"accepted": 41, "unknown": 1}},
		orders:   map[string][]overview.OrderStatus{"keycrm/" + order.ExternalID: {order}},
		requests: []mapping.DryRun{{Title: wording.Text(wording.Literal("cash on delivery")), Method: "POST", Path: "/orders", Headers: []string{"Authorization"}, Body: json.RawMessage(`{"phone":"+380670000101"}`), LeftOut: []string{"comment"}}},
		why: map[string]exporter.Shown{"prom/KB-01": {SKU: "KB-01", Name: "Чайник " + script, Refused: &remark.Skip{SKU: "KB-01", Message: wording.Text(wording.Literal("no price"))},
			Fields: []template.Explained{{Place: "offer@id", Value: script, From: "id", Notes: []wording.Text{wording.Text(wording.Literal("cut"))}}}}},
		shelf: shelf{entries: entries, written: map[int64]orderfile.Written{7: {Headings: []string{"Number " + script, "Phone", ""},
			Rows: []orderfile.WrittenRow{{Row: 2, Cells: []string{script, "0670000101", "x"}}, {Row: 3, Cells: []string{"KC-1", "", "", "more"}}, {Row: 4, Cells: []string{"KC-2"}}}}}},
		files: []overview.FileStatus{{Name: "large.csv", SHA256: strings.Repeat("ef", 32), State: state.FileOpen, Counts: state.Counts{Accepted: 120, Pending: 380}, DroppedAt: noon().Add(-time.Minute), At: noon()}, {Name: "замовлення.csv", Source: "keycrm", SHA256: strings.Repeat("ab", 32), State: state.FileSettled, Result: "/srv/results/r.csv", Rejected: "/srv/results/r.rejected.csv", Counts: state.Counts{Accepted: 3, Rejected: 1}, At: noon(), Note: "copied"},
			{Name: "broken.csv", SHA256: strings.Repeat("cd", 32), State: state.FileRefused, Reason: "no headings " + script, At: noon()}},
		stillKeeper: busyKeeper(),
		sources:     []string{"keycrm"}, config: ConfigFile{File: "dropbridge.yaml", Text: "# mine " + script + "\nlanguage: uk\n"},
	}
}

// busyDrift is a change of the supplier's answers of each kind.
func busyDrift() (list []standing.Drift) {
	for n, kind := range []string{"gone", "empty", "type", "value", "sparse", "scale", "unmapped_value"} {
		list = append(list, standing.Drift{Operation: []string{"products", "orders"}[n%2], Field: "variants.drop_price", Path: "prices.drop.amount_of_a_partner_" + script, Kind: kind, Since: noon().Add(-time.Hour), Example: script,
			Was: standing.DriftSide{Rows: 200, Having: 198, Types: []string{"a text"}, Values: []string{"a", script}, Middle: 45}, Is: standing.DriftSide{Rows: 50, Types: []string{"a number", "a list of texts"}, Values: []string{"new"}, Middle: 125000}})
	}
	return append(list, standing.Drift{Operation: "ledger", Kind: "empty", Was: standing.DriftSide{Rows: 20, Having: 20}})
}

// addresses are all places, in a state in which they show much.
func addresses() map[string]string {
	return map[string]string{"home": "/", "orders": "/orders?late=&source=keycrm", "order": orderAddress("keycrm", "KC-1 "+script), "row": rowAddress("keycrm", "KC-1 "+script, 7), "files": "/files", "feeds": "/feeds", "why": "/why?feed=prom&sku=KB-01", "settings": "/settings", "money": "/money", "log": "/settings/log"}
}

// look is one way in which a page is seen.
type look struct{ shop, scheme, width string }

// rules are the options of axe for the rules that may find in a look what other looks do not
// show, "" where there are none. What is there at all hangs on the shop and the width, its name
// on the language too, its colours on the scheme but on no language. Fingers need targets of
// 24 px, which axe asks for only where it is told to.
func (l look) rules() string {
	switch l.String() {
	case "uk-light-wide", "uk-light-tablet", "calm-light-phone":
		return `rules: {}`
	case "uk-light-phone":
		return `rules: {"target-size": {enabled: true}}`
	case "en-light-phone":
		return `rules: {"color-contrast": {enabled: false}, "link-in-text-block": {enabled: false}}`
	case "uk-dark-phone":
		return `runOnly: ["color-contrast", "link-in-text-block"]`
	}
	return ""
}

func (l look) String() string { return l.shop + "-" + l.scheme + "-" + l.width }

// TestPagesInBrowser: at each width, in each language and scheme, nothing stands beside the
// page, whoever cannot see or point can use it (axe), and no data is a script.
func TestPagesInBrowser(t *testing.T) {
	axe, err := os.ReadFile("testdata/axe/axe.min.js")
	require.NoError(t, err)
	ctx := browsertest.Open(t)
	browsertest.Bring(t, ctx, string(axe))
	for _, shown := range []struct {
		name     string
		language wording.Language
		shop     *still
		schemes  []string // the colours of a busy shop are all that is other in the dark
	}{
		{"uk", wording.Ukrainian, busyShop(), []string{"light", "dark"}},
		{"en", wording.English, busyShop(), []string{"light"}},
		{"calm", wording.Ukrainian, &still{snapshot: standing.Snapshot{Now: noon()}}, []string{"light"}},
	} {
		handler := New(Options{Shop: shown.shop, Name: "Крамниця «Вежа»", Visitor: func(*http.Request) Visitor { return Visitor{Name: "olena", Sees: true, Acts: true, Logout: "/logout"} }})
		server := httptest.NewServer(speaking(shown.language, handler))
		t.Cleanup(server.Close)
		for place, address := range addresses() {
			browsertest.Do(t, ctx, chromedp.Navigate(server.URL+address))
			require.Equal(t, string(shown.language), browsertest.Do(t, ctx, chromedp.Evaluate[string]("document.documentElement.lang")))
			browsertest.Do(t, ctx, chromedp.Evaluate[bool](`document.querySelectorAll("details").forEach(d => d.open = true), true`))
			for label, width := range map[string]int64{"wide": 1440, "tablet": 768, "phone": 390} {
				browsertest.Do(t, ctx, chromedp.EmulateViewport(width, 844))
				for _, scheme := range shown.schemes {
					browsertest.Prefer(t, ctx, scheme)
					requireSound(t, ctx, place, look{shown.name, scheme, label})
				}
			}
			require.False(t, browsertest.Do(t, ctx, chromedp.Evaluate[bool]("window.broken === true")), "a script of the data ran on %s", place)
		}
	}
}

// requireSound looks at the page as it is.
func requireSound(t *testing.T, ctx context.Context, place string, l look) {
	t.Helper()
	where := place + "-" + l.String()
	assert.Zero(t, browsertest.Do(t, ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth - document.documentElement.clientWidth")), "%s scrolls sideways", where)
	if rules := l.rules(); rules != "" {
		assert.Empty(t, browsertest.Do(t, ctx, chromedp.Evaluate[string](fmt.Sprintf(violations, rules), chromedp.EvalAwaitPromise)), where)
	}
	if pictures := os.Getenv("DROPBRIDGE_SCREENSHOTS"); pictures != "" {
		picture := browsertest.Do(t, ctx, chromedp.FullScreenshot(100))
		require.NoError(t, os.WriteFile(filepath.Join(pictures, where+".png"), picture, 0o644))
	}
}

// violations has axe look at the page as it is. Style sheets are read ahead for one rule alone, that is
// not asked, and what passes is not described.
const violations = `axe.run({resultTypes: ["violations"], preload: {assets: ["media"]}, %s}).then(r => r.violations.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + " " + (n.any[0]?.message ?? "")).join(" | ")).join("\n"))`

// speaking has a handler speak a language, as a browser that asks for it.
func speaking(l wording.Language, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Accept-Language", string(l))
		h.ServeHTTP(w, r)
	})
}
