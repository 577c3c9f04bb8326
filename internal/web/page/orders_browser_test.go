package page

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/browsertest"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// oneAtATime has a test change a shop between two requests.
type oneAtATime struct {
	sync.Mutex
	next http.Handler
}

func (o *oneAtATime) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.Lock()
	defer o.Unlock()
	o.next.ServeHTTP(w, r)
}

func (o *oneAtATime) change(do func()) {
	o.Lock()
	defer o.Unlock()
	do()
}

// guarded serves the pages of a shop as the program does: forms count with their token alone.
func guarded(t *testing.T, l wording.Language, shop *still) (*oneAtATime, string) {
	t.Helper()
	pages := New(Options{Shop: shop, Token: func(r *http.Request) string { return access.Token(r.Context()) },
		Visitor: func(r *http.Request) Visitor {
			v := access.Of(r.Context())
			return Visitor{Name: v.Name, Sees: v.Sees(), Acts: v.Acts()}
		}})
	handler := &oneAtATime{next: speaking(l, access.New(access.Options{}).Wrap(pages))}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return handler, server.URL
}

// dropFiles drops files of such sizes anywhere on the page, as a person drags them there.
const dropFiles = `(names => {
	const data = new DataTransfer();
	for (const name of names) data.items.add(new File(["content of " + name], name, {type: "text/csv"}));
	document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
	return document.getElementById("file").files.length;
})`

// TestOrdersInBrowser: a person searches, filters, pages, acts and drops files; what he has
// chosen and opened stays while the page renews itself.
func TestOrdersInBrowser(t *testing.T) {
	known := overview.OrderStatus{Source: "keycrm", ExternalID: "KC-1007", State: state.Unknown, At: noon(),
		Story: &overview.Story{Understood: supplier.NewOrder{ExternalID: "KC-1007"}, Actions: []state.DecisionKind{state.DecidedPosted}}}
	shop := &still{snapshot: standing.Snapshot{Now: noon(), Orders: map[string]int{"accepted": 40, "rejected": 5}}, shelf: shelf{entries: manyOrders(45)},
		orders: map[string][]overview.OrderStatus{"keycrm/KC-1007": {known}}, sources: []string{"keycrm"},
		files: []overview.FileStatus{{Name: "large.csv", SHA256: strings.Repeat("ef", 32), State: state.FileOpen, Counts: state.Counts{Accepted: 1, Pending: 9}, DroppedAt: noon().Add(-time.Minute), At: noon()}}}
	handler, url := guarded(t, wording.Ukrainian, shop)
	ctx := browsertest.Open(t)
	open := func(address string) { browsertest.Do(t, ctx, chromedp.Navigate(url+address)) }
	run := func(script string) bool { return browsertest.Do(t, ctx, chromedp.Evaluate[bool](script+"; true")) }
	until := func(expression string) { // on a page that is not whole yet it is not true
		t.Helper()
		browsertest.Until(t, ctx, "(() => { try { return Boolean("+expression+") } catch { return false } })()")
	}
	renew := func() {
		t.Helper()
		run(`document.getElementById("main").dataset.seen = "before"; htmx.trigger("#main", "live")`)
		until(`document.getElementById("main").dataset.seen === undefined`)
	}
	rows := `document.querySelectorAll(".orders tbody tr").length`

	open("/orders")
	until(rows + ` === 20`)
	browsertest.Click(t, ctx, "#more")
	until(`location.search.includes("after=20") && document.querySelector(".orders .id").innerText === "KC-1020"`)

	browsertest.Click(t, ctx, ".counts a:nth-child(3)")
	until(`location.search === "?state=rejected" && ` + rows + ` === 5`)
	until(`document.getElementById("filter-more").open && document.getElementById("filter-state").value === "rejected"`)
	run(`document.getElementById("filter-carrier").value = "meest"; document.getElementById("filter-late").checked = true; document.getElementById("filter-from").value = "2026-11-01"; document.getElementById("filter-more").open = false`)
	renew()
	until(`document.getElementById("filter-carrier").value === "meest" && document.getElementById("filter-late").checked && document.getElementById("filter-from").value === "2026-11-01" && !document.getElementById("filter-more").open`)
	run(`document.getElementById("filter-state").value = ""; document.getElementById("filter-more").open = true`)
	browsertest.Click(t, ctx, ".filters .sure")
	until(`location.search.includes("carrier=meest") && location.search.includes("late=1") && location.search.includes("from=2026-11-01") && ` + rows + ` === 1`)

	run(`document.getElementById("q").value = "KC-1007"; document.querySelector(".search button").click()`)
	until(`location.pathname === "/order" && document.querySelector(".deed")`)
	browsertest.Click(t, ctx, ".deed summary")
	run(`document.querySelector(".deed input[name=value]").value = "ord_7"`)
	renew()
	until(`document.querySelector(".deed").open && document.querySelector(".deed input[name=value]").value === "ord_7"`)
	browsertest.Click(t, ctx, ".deed .sure")
	require.Contains(t, browsertest.Text(t, ctx, "#effect"), "Done: <b>decide")
	handler.change(func() {
		require.Equal(t, map[string]string{"source": "keycrm", "order": "KC-1007", "answer": "posted", "value": "ord_7"}, shop.done[0].Values)
	})

	open("/orders")
	require.Equal(t, 2, browsertest.Do(t, ctx, chromedp.Evaluate[int](dropFiles+`(["one.csv", "two.csv"])`)))
	until(`document.getElementById("upload-here").open`)
	run(`document.getElementById("source").value = "keycrm"; document.getElementById("upload").dataset.largest = "3"; document.getElementById("file").dispatchEvent(new Event("change", {bubbles: true}))`)
	until(`document.getElementById("file").validationMessage.includes("128")`)
	run(`document.getElementById("upload").dataset.largest = "1000"; document.getElementById("file").dispatchEvent(new Event("change", {bubbles: true}))`)
	renew()
	browsertest.Click(t, ctx, "#upload .sure")
	require.Contains(t, browsertest.Text(t, ctx, "#effect"), "ploaded one.csv uploaded two.csv")
	handler.change(func() {
		require.Equal(t, map[string]string{"source": "keycrm", "name": "two.csv", "content": "content of two.csv"}, shop.done[2].Values)
		shop.files[0].Counts = state.Counts{Accepted: 6, Pending: 4}
	})
	until(`location.pathname === "/files" && document.querySelector("progress").value === 1`)
	renew()
	until(`document.querySelector("progress").value === 6`)
}
