package page

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestToday: each number is a link to what it counts, of the day that it is where the shop is.
func TestToday(t *testing.T) {
	kyiv := time.FixedZone("EET", 2*60*60)
	now := time.Date(2026, time.November, 20, 1, 0, 0, 0, kyiv)
	shop := &still{figures: state.Figures{Files: 3, Rows: state.Counts{Rejected: 4, Skipped: 5}, Waybills: 6, Late: 7, LastOrder: now.Add(-time.Minute),
		Orders: map[state.State]int{state.Accepted: 10, state.HandedOver: 2, state.Ready: 1, state.Sending: 1}},
		snapshot: standing.Snapshot{Now: now, Feeds: []standing.Feed{{Name: "old", Published: now.Add(-2 * time.Hour)}, {Name: "new", Published: now.Add(-time.Minute)}}}}
	f := frame{Language: wording.English, Snapshot: shop.snapshot}
	p := &pages{Options: Options{Shop: shop}}
	got := p.today(t.Context(), &f)
	counts := map[string]int{}
	for _, figure := range got.Figures {
		counts[figure.Key] = figure.Count
		require.NotEmpty(t, figure.Address)
	}
	require.Equal(t, map[string]int{"today_files": 3, "today_accepted": 12, "today_refused": 4, "today_skipped": 5, "today_waiting": 2, "today_waybills": 6, "today_late": 7, "today_feeds": 1}, counts)
	require.Equal(t, "/orders?from=2026-11-20&state=accepted", got.Figures[1].Address)
	require.Equal(t, "/files?since=2026-11-20", got.Figures[3].Address, "skipped rows stand in files")
	require.Equal(t, "/orders?waybill=2026-11-20", got.Figures[5].Address)
	require.Equal(t, "1 min ago", got.LastOrder.Ago)
	require.Empty(t, got.LastWaybill.Ago, "none came ever")
	require.Equal(t, "1 min ago", got.LastFeed.Ago)
	page := get(New(Options{Shop: shop, Language: wording.English}), "/").Body.String()
	require.Contains(t, page, `<a href="/orders?late=1"><b>7</b> <span>orders late</span></a>`)
}

// TestUnderway: a file with its bar and the time left, which is not told while the supplier
// asks to wait.
func TestUnderway(t *testing.T) {
	s := standing.Snapshot{Now: noon(), Inbox: standing.Inbox{Waiting: 2}, Feeds: []standing.Feed{{Name: "prom", Running: true}, {Name: "rozetka"}},
		Files: []standing.File{{Name: "a.csv", CameAt: noon().Add(-10 * time.Minute), Counts: map[string]int{"accepted": 190, "rejected": 10, "pending": 100}}, {Name: "done.csv", Counts: map[string]int{"accepted": 5}},
			{Name: "new.csv", CameAt: noon(), Counts: map[string]int{"pending": 5}}}}
	f := frame{Language: wording.English, Snapshot: s}
	require.Equal(t, []underway{{ID: "to-read", Text: "2 files are to be read."}, {"sending-a.csv", "The file a.csv is being sent.", 200, 300, "about 5 min left"},
		{"sending-new.csv", "The file new.csv is being sent.", 0, 5, ""}, {ID: "building-prom", Text: "The feed prom is being built."}}, f.underway())
	f.Snapshot.Resting = noon().Add(40 * time.Second)
	require.Equal(t, underway{ID: "resting", Text: "The supplier asks to wait: orders go at 12:00:40, in 40 s."}, f.underway()[0])
	require.Empty(t, f.underway()[2].Left)
	f.Snapshot.Resting = noon()
	require.Len(t, f.underway(), 4, "it is over")
}

// TestHarmGoesFirst: orders before feeds, these before the supplier, then the rest.
func TestHarmGoesFirst(t *testing.T) {
	var codes []string
	for _, f := range byHarm([]standing.Finding{{Code: standing.CodeDrift}, {Code: "token_refused"}, {Code: standing.CodeFeed}, {Code: "rows_refused"}, {Code: standing.CodeDisk}, {Code: standing.CodeUnknown}}) {
		codes = append(codes, f.Code)
	}
	require.Equal(t, []string{"rows_refused", standing.CodeUnknown, standing.CodeFeed, "token_refused", standing.CodeDrift, standing.CodeDisk}, codes)
}

// TestCardsAreToldApart by their ids, whatever they are about: what is open stays open in its own.
func TestCardsAreToldApart(t *testing.T) {
	p := &pages{Options: Options{Shop: &still{}}}
	f := frame{Language: wording.English, Snapshot: standing.Snapshot{Now: noon(), Problems: []standing.Problem{{Text: "one"}, {Text: "two"}, {Name: "inbox", Text: "three"}}}}
	ids := map[string]bool{}
	for _, c := range p.cards(t.Context(), &f) {
		ids[c.ID] = true
	}
	require.Len(t, ids, 3)
}

// TestBothSides: what differs is marked, and nothing else.
func TestBothSides(t *testing.T) {
	sent := supplier.NewOrder{Recipient: supplier.Recipient{Name: "A", Phone: "1", Delivery: supplier.Delivery{Carrier: "nova_poshta", City: "Lviv"}},
		Items: []supplier.NewItem{{SKU: "a", Quantity: 1, Price: money.Must("10")}}, Payment: supplier.Payment{Method: "prepaid"}}
	says := sent
	says.Recipient.Phone = "2"
	says.Items = append([]supplier.NewItem{{SKU: "a", Quantity: 2, Price: money.Must("10")}}, supplier.NewItem{SKU: "b", Quantity: 1, Price: money.Must("5")})
	o := overview.OrderStatus{ExternalID: "1", Story: &overview.Story{Understood: sent, Files: []overview.StoryFile{{File: "new.csv", Open: true, Says: &says}, {File: "decided.csv", Says: &says}, {File: "same.csv", Open: true}}}}
	list := sidesOf(wording.English, o)
	require.Len(t, list, 1)
	require.Equal(t, "new.csv", list[0].File)
	differs := map[string]bool{}
	for _, row := range list[0].Rows {
		differs[row.What+" "+row.Held+" | "+row.Says] = row.Differs
	}
	require.Len(t, differs, 7)
	require.True(t, differs["Phone 1 | 2"])
	require.True(t, differs["b  | 1 × 5.00 UAH"], "%v", differs)
	require.True(t, differs["a 1 × 10.00 UAH | 2 × 10.00 UAH"], "%v", differs)
	require.False(t, differs["Recipient A | A"])
	shop := &still{snapshot: standing.Snapshot{Now: noon(), Findings: []standing.Finding{{Code: standing.CodeConflict, Text: "conflict", Subjects: []standing.Subject{{Order: "1"}}}}},
		orders: map[string][]overview.OrderStatus{"/1": {o}}}
	page := get(New(Options{Shop: shop}), "/").Body.String()
	require.Contains(t, page, "<ins><bdi>2</bdi></ins>")
	require.NotContains(t, page, "<ins><bdi>A</bdi></ins>")
}

// TestWordsAreTaught: the card of a file asks for the meaning of its words, of its own alone,
// and the form says what is to be written.
func TestWordsAreTaught(t *testing.T) {
	shop := &still{unclear: []overview.Unclear{{Source: "keycrm", File: "a.csv", List: orderfile.States, Word: "odd <b>", Times: 3}, {Source: "keycrm", File: "a.csv", List: orderfile.Ignore, Word: "Tag", Cells: []string{"x", "y"}, Likely: "payment_method"}, {Source: "keycrm", File: "a.csv", List: orderfile.Ignore, Word: "F", Bare: true},
		{Source: "other", File: "a.csv", List: orderfile.Carriers, Word: "not here", Times: 1},
		{Source: "keycrm", File: "a.csv", Row: 7, Number: "KC-7 <i>", Rows: 12, Problem: orderfile.Problem{Code: "odd", Message: "odd"}}},
		snapshot: standing.Snapshot{Now: noon(), Files: []standing.File{{Name: "a.csv", Rejected: "/srv/results/a.rejected.csv"}},
			Findings: []standing.Finding{{Code: overview.FindingRowsRefused, Text: "rows", Files: []string{"a.csv"}, Subjects: []standing.Subject{{Source: "keycrm", File: "a.csv"}}}}}}
	h := New(Options{Shop: shop, Language: wording.English})
	page := get(h, "/").Body.String()
	require.Contains(t, page, "The state &#34;odd &lt;b&gt;&#34; is not known: 3 rows wait.")
	require.Contains(t, page, `<option value="post">to be sent</option>`)
	require.Contains(t, page, `<input type="hidden" name="word" value="odd &lt;b&gt;">`)
	require.Contains(t, page, "The column &#34;Tag&#34; was not read.")
	require.Contains(t, page, "<li><bdi>x</bdi></li><li><bdi>y</bdi></li>")
	require.Contains(t, page, `<option value="payment_method" selected>way of payment</option>`, "what its cells speak of comes first")
	require.Equal(t, 1, strings.Count(page, `name="list" value="columns"`), "a column without a heading cannot be named")
	require.Contains(t, page, "The column F, which has no heading, was not read.")
	require.NotContains(t, page, "not here")
	require.Contains(t, page, "<li>row 7, <bdi>KC-7 &lt;i&gt;</bdi>: ")
	require.Contains(t, page, "and 11 more rows; all of them")
	require.Contains(t, page, `<a href="/results/a.rejected.csv">`)
	form := url.Values{"act": {DoTeach}, "source": {"keycrm"}, "file": {"a.csv"}, "list": {"states"}, "word": {"odd <b>"}, "meaning": {"post"}}
	require.Equal(t, http.StatusSeeOther, post(h, "/act", form).Code)
	require.Equal(t, map[string]string{"source": "keycrm", "file": "a.csv", "list": "states", "word": "odd <b>", "meaning": "post"}, shop.done[0].Values)
}

// TestChangesOfAnswersSideBySide: the card has what was and what is, each kind in its words, an
// example, and what depends on it.
func TestChangesOfAnswersSideBySide(t *testing.T) {
	f := &frame{Language: wording.English, Snapshot: standing.Snapshot{Now: noon(), Drift: busyDrift(), Feeds: []standing.Feed{{Name: "prom"}, {Name: "rozetka"}}}}
	var lines []string
	for _, row := range driftRows(f, &card{Finding: standing.Finding{Code: standing.CodeDrift}}) {
		require.NotEmpty(t, row.Way)
		lines = append(lines, strings.Join([]string{row.Operation, row.What, row.Was, row.Is, row.Depends}, " | "))
	}
	states := "the states of orders, and the search for those of which nobody knows"
	require.Equal(t, []string{
		"products | the field is gone | in 198 of 200 rows | in 0 of 50 rows | feeds: prom, rozetka",
		"orders | the field is empty | in 198 of 200 rows | in 0 of 50 rows | " + states,
		"products | values of another type | a text | a number, a list of texts | feeds: prom, rozetka",
		"orders | a new word | a, " + script + " | new | " + states,
		"products | the value is often missing | in 198 of 200 rows | in 0 of 50 rows | feeds: prom, rozetka",
		"orders | amounts of quite another size | half of the amounts are from 45 on | half of the amounts are from 125,000 on | " + states,
		"products | the map lacks a word | a, " + script + " | new | feeds: prom, rozetka",
		"ledger | the list is empty | 20 rows | 0 rows | the balance and the books",
	}, lines)
	require.Empty(t, driftRows(f, &card{Finding: standing.Finding{Code: standing.CodeDisk}}))
	f.Snapshot.Feeds = nil
	require.Equal(t, "feeds (there are none yet)", f.depends(standing.Drift{Operation: "search"}))
}

// TestAWayOutNamesTheButtonsBesideIt: a command is said only where no button does it.
func TestAWayOutNamesTheButtonsBesideIt(t *testing.T) {
	button := func(answer, label string) deedView {
		return deedView{Deed: deed{Kind: DoDecide, Label: label, Fields: []field{{"order", "7"}, {"answer", answer}}}}
	}
	beside := []deedView{button("keep", "Keep"), button("changed_there", "Changed"), {Deed: deed{Kind: DoAcceptFeed, Label: "Publish"}}}
	for way, want := range map[string]string{
		"change it, then `dropbridge resolve 7 --changed-there`; or `dropbridge resolve 7 --keep`": "change it, then “Changed”; or “Keep”",
		"where it is another one `--as NUMBER`; or `dropbridge resolve 7 --keep --force`":          "where it is another one `--as NUMBER`; or `dropbridge resolve 7 --keep --force`",
		"nothing is to be done (`dropbridge status 7`)":                                            "nothing is to be done",
		"look at a.csv; once: dropbridge export yml --accept-change":                               "look at a.csv; once: “Publish”",
	} {
		require.Equal(t, want, inButtons(wording.English, way, beside))
	}
	require.Equal(t, "`dropbridge retry 7`", inButtons(wording.English, "`dropbridge retry 7`", nil))
}

// TestACardBeginsWithItsFileAsItIsWritten: o.csv is no O.csv.
func TestACardBeginsWithItsFileAsItIsWritten(t *testing.T) {
	for text, named := range map[string]bool{"o.csv: rows refused: 1": true, "feed prom could not be built": false} {
		require.Equal(t, named, card{Finding: standing.Finding{Text: text, Files: []string{"o.csv"}, Feeds: []string{"prom"}}}.Named(), text)
	}
}

// TestCardsOfSuppliers: a card has the words and the changes of its own supplier, and its button is
// about him alone.
func TestCardsOfSuppliers(t *testing.T) {
	shop := &still{}
	shop.snapshot = standing.Snapshot{Now: noon(), StockWords: []standing.StockWord{{Supplier: "alpha", List: "suppliers.alpha.products", Column: "Stock", Word: "ask", Products: 2}, {Supplier: "beta", List: "suppliers.beta.products", Column: "Stock", Word: "soon", Products: 3}},
		Drift: []standing.Drift{{Supplier: "alpha", Operation: "alpha: products", Field: "rrp", Kind: "gone"}, {Supplier: "beta", Operation: "beta: orders", Field: "status", Kind: "gone"}}}
	f := &frame{Language: wording.English, Snapshot: shop.snapshot}
	rows := driftRows(f, &card{Finding: standing.Finding{Code: standing.CodeDrift, About: "beta"}})
	require.Len(t, rows, 1)
	require.Equal(t, []string{wording.English.Word("drift_operation", "orders"), "status"}, []string{rows[0].Operation, rows[0].Field})
	words := stockWords(f, &card{Finding: standing.Finding{Code: standing.CodeStockWord, About: "alpha"}})
	require.Len(t, words, 1)
	require.Equal(t, "ask", words[0].Word)
	home := get(New(Options{Shop: shop}), "/").Body.String()
	for _, text := range []string{"alpha: ", "beta: ", `name="supplier" value="alpha"`, `name="supplier" value="beta"`, `name="source" value="suppliers.beta.products"`} {
		require.Contains(t, home, text)
	}
}
