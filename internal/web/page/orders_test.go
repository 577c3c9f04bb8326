package page

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// shelf is what a still shop has of orders and files for the lists, and what was asked of it.
type shelf struct {
	entries    []overview.OrderEntry
	incomplete bool
	away       error
	written    map[int64]orderfile.Written
	asked      []state.SearchQuery
}

// perPage is how many orders or files a still shop gives at once.
const perPage = 20

// Search finds numbers, names and waybills that begin so. The cursor is how many came before.
func (s *still) Search(_ context.Context, _ wording.Language, q state.SearchQuery) (Found, error) {
	s.asked = append(s.asked, q)
	begin, err := 0, s.away
	if q.Cursor != "" {
		if begin, err = strconv.Atoi(q.Cursor); err != nil {
			err = state.ErrCursor
		}
	}
	if err != nil {
		return Found{}, err
	}
	var list []overview.OrderEntry
	for _, o := range s.entries {
		words := o.Number + "\n" + o.Recipient
		for _, w := range o.Waybills {
			words += "\n" + w.Number
		}
		if strings.Contains(words, q.Text) && (len(q.States) == 0 || slices.Contains(q.States, o.State)) && (q.LateAt.IsZero() || o.Late) {
			list = append(list, o)
		}
	}
	found := Found{Orders: list[min(begin, len(list)):min(begin+perPage, len(list))], Complete: !s.incomplete}
	if begin+perPage < len(list) {
		found.Next = strconv.Itoa(begin + perPage)
	}
	return found, nil
}

func (s *still) Written(_ context.Context, file int64, rows []int) (orderfile.Written, error) {
	written, found := s.written[file]
	if !found {
		return written, errors.New("gone")
	}
	written.Rows = slices.DeleteFunc(slices.Clone(written.Rows), func(r orderfile.WrittenRow) bool { return !slices.Contains(rows, r.Row) })
	return written, nil
}

func (s *still) Files(_ context.Context, _ wording.Language, q overview.FilesQuery) (page overview.FilesPage, err error) {
	begin := 0
	if q.Cursor != "" {
		if begin, err = strconv.Atoi(q.Cursor); err != nil {
			return page, state.ErrCursor
		}
	}
	for _, file := range s.files {
		if strings.Contains(file.Name, q.Name) && (q.Source == "" || file.Source == q.Source) {
			page.Files = append(page.Files, file)
		}
	}
	if begin+perPage < len(page.Files) {
		page.Next = strconv.Itoa(begin + perPage)
	}
	page.Files = page.Files[min(begin, len(page.Files)):min(begin+perPage, len(page.Files))]
	return page, nil
}

// manyOrders are orders of several states, the newest first.
func manyOrders(n int) (list []overview.OrderEntry) {
	for i := range n {
		o := overview.OrderEntry{Number: fmt.Sprintf("KC-%d", 1000+i), Source: "keycrm", Recipient: fmt.Sprintf("Name%d", i), City: "Lviv", Sum: money.Must("1320.50"), Payment: "cod",
			State: state.Accepted, OrderID: fmt.Sprintf("ord_%d", i), OrderStatus: "shipped", CameAt: noon().Add(-time.Duration(i) * time.Hour),
			Waybills: []overview.EntryWaybill{{Number: fmt.Sprintf("2045000000%04d", i), Carrier: "nova_poshta", State: "in_transit"}}}
		if i%10 == 3 {
			o.State, o.OrderID, o.OrderStatus, o.Waybills = state.Rejected, "", "", nil
		}
		o.Late = i == 7
		list = append(list, o)
	}
	return list
}

// numbers are the orders that a page lists.
func numbers(page string) (list []string) {
	for _, m := range regexp.MustCompile(`<a class="id" href="/order\?[^"]*"><bdi>([^<]*)</bdi>`).FindAllStringSubmatch(page, -1) {
		list = append(list, m[1])
	}
	return list
}

// linkTo is the address of the link that an expression finds.
func linkTo(t *testing.T, page, expression string) string {
	t.Helper()
	m := regexp.MustCompile(expression).FindStringSubmatch(page)
	require.NotNil(t, m, "no %s in %s", expression, page)
	return html.UnescapeString(m[1])
}

// TestOrdersGoOnAndBack: twenty stand on a page, and the filters stay on the next one.
func TestOrdersGoOnAndBack(t *testing.T) {
	shop := &still{shelf: shelf{entries: manyOrders(45)}}
	h := New(Options{Shop: shop})
	first := get(h, "/orders?state=accepted&carrier=nova_poshta").Body.String()
	require.Len(t, numbers(first), 20)
	require.NotContains(t, first, "To the beginning")
	second := get(h, linkTo(t, first, `href="([^"]*)" id="more"`)).Body.String()
	require.Len(t, numbers(second), 20)
	require.NotEqual(t, numbers(first)[0], numbers(second)[0])
	require.Equal(t, []state.State{state.Accepted}, shop.asked[1].States)
	require.Equal(t, "nova_poshta", shop.asked[1].Carrier)
	require.NotContains(t, second, `id="more"`)
	require.Equal(t, "/orders?carrier=nova_poshta&state=accepted", linkTo(t, second, `href="([^"]*)">To the beginning`))

	row := get(h, "/orders?q=KC-1000&carrier=").Header().Get("Location")
	require.Equal(t, "/order?number=KC-1000&source=keycrm", row)
}

// TestOrdersAreShownWhole: each column says what the order has, and nothing where it has none.
func TestOrdersAreShownWhole(t *testing.T) {
	h := New(Options{Shop: &still{snapshot: standing.Snapshot{Now: noon()}, shelf: shelf{entries: manyOrders(8)}}})
	page := get(h, "/orders").Body.String()
	cells := regexp.MustCompile(`(?s)<tr>.*?</tr>`).FindAllString(page, -1)[1:]
	plain := func(row string) string {
		return strings.Join(strings.Fields(html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(row, " "))), " ")
	}
	require.Equal(t, "KC-1000 keycrm Name0 Lviv 1,320.50 UAH cash on delivery accepted ord_0 shipped 20450000000000 Nova Poshta: in transit 12:00", plain(cells[0]))
	require.Equal(t, "KC-1003 keycrm Name3 Lviv 1,320.50 UAH cash on delivery rejected – – 09:00", plain(cells[3]))
	require.Contains(t, plain(cells[7]), "in transit late")
}

// TestOneHitIsGoneTo at once, but not where others may be missing, nor by a page that renews itself.
func TestOneHitIsGoneTo(t *testing.T) {
	shop := &still{shelf: shelf{entries: manyOrders(30)}}
	h := New(Options{Shop: shop})
	hit := get(h, "/orders?q=KC-1007")
	require.Equal(t, http.StatusSeeOther, hit.Code)
	require.Equal(t, "/order?number=KC-1007&source=keycrm", hit.Header().Get("Location"))
	require.Equal(t, http.StatusSeeOther, get(h, "/orders?q=20450000000007").Code)
	require.Equal(t, http.StatusOK, get(h, "/orders?q=KC-1007", "HX-Request", "true").Code)
	require.Equal(t, http.StatusOK, get(h, "/orders?q=KC-100").Code)
	require.Equal(t, http.StatusOK, get(h, "/orders?late=1").Code, "a filter is no search")
	require.Contains(t, get(h, "/orders?q=nobody").Body.String(), "There are no such orders")
	shop.incomplete = true
	list := get(h, "/orders?q=KC-1007")
	require.Equal(t, http.StatusOK, list.Code)
	require.Contains(t, list.Body.String(), "The list may lack orders")
}

// TestFiltersAreUnderstood or refused by name.
func TestFiltersAreUnderstood(t *testing.T) {
	shop := &still{snapshot: standing.Snapshot{Now: noon().In(time.FixedZone("Kyiv", 2*60*60))}, shelf: shelf{entries: manyOrders(3)}}
	h := New(Options{Shop: shop})
	ask := func(address string) state.SearchQuery {
		t.Helper()
		require.Equal(t, http.StatusOK, get(h, address).Code, address)
		return shop.asked[len(shop.asked)-1]
	}
	q := ask("/orders?from=2026-11-19&to=2026-11-20&state=pending&source=.&late=1&carrier=meest")
	require.Equal(t, "2026-11-19T00:00:00+02:00", q.From.Format(time.RFC3339))
	require.Equal(t, "2026-11-21T00:00:00+02:00", q.To.Format(time.RFC3339), "the last day is one of them")
	require.Equal(t, []state.State{state.Ready, state.Sending}, q.States)
	require.Equal(t, []string{""}, q.Sources)
	require.Equal(t, "meest", q.Carrier)
	require.True(t, noon().Equal(q.LateAt))
	require.Equal(t, "2026-11-20T00:00:00+02:00", ask("/orders?waybill=2026-11-20").WaybillOn.Format(time.RFC3339))
	require.Equal(t, []string{"gone"}, ask("/orders?source=gone").Sources)
	require.Contains(t, get(h, "/orders?source=gone").Body.String(), `<option value="gone" selected>`)
	require.NotContains(t, get(h, "/orders").Body.String(), "filter-supplier", "there is but one")
	shop.suppliers, shop.entries[0].Supplier = []string{"alpha", "beta"}, "beta"
	require.Equal(t, []string{"beta"}, ask("/orders?supplier=beta").Suppliers)
	require.Contains(t, get(h, "/orders?supplier=gone").Body.String(), `<option value="gone" selected>`)
	require.Contains(t, get(h, "/orders").Body.String(), `Supplier <bdi>beta</bdi>`)
	require.Zero(t, ask("/orders?from=&to=&state=&source=&carrier=&q="), "blanks restrict nothing")

	asked := len(shop.asked)
	for address, named := range map[string]string{"/orders?state=shiny": "shiny", "/orders?state=skipped": "skipped", "/orders?carrier=pigeon": "pigeon", "/orders?late=maybe": "maybe",
		"/orders?from=yesterday": "yesterday", "/orders?waybill=monday": "monday", "/orders?to=2026-13-01": "2026-13-01", "/orders?from=2026-11-20&to=2026-11-19": "2026-11-19"} {
		answer := get(h, address)
		require.Equal(t, http.StatusBadRequest, answer.Code, address)
		require.Contains(t, answer.Body.String(), named)
		require.Contains(t, answer.Body.String(), "Choose another one in the filters")
		require.NotContains(t, answer.Body.String(), "hx-get", "nothing will change")
	}
	require.Len(t, shop.asked, asked, "what is not understood is not searched for")
	files := get(h, "/files?since=monday")
	require.Equal(t, http.StatusBadRequest, files.Code)
	require.Contains(t, files.Body.String(), "monday")
	require.Contains(t, files.Body.String(), "Choose a day, or open all files.")
	require.Contains(t, get(h, "/orders?after=x").Body.String(), "Open the list from its beginning")
	require.Equal(t, http.StatusBadRequest, get(h, "/orders?after=x").Code)
	for _, lost := range []string{"/orders?after=x", "/files?after=x", "/order?number=none"} {
		require.NotContains(t, get(h, lost).Body.String(), "hx-get", lost)
	}
	require.Contains(t, get(h, "/orders").Body.String(), `hx-get="/orders"`)
	form := get(h, "/orders?state=accepted&from=2026-11-01").Body.String()
	for _, name := range []string{"q", "state", "source", "from", "to", "carrier", "late"} {
		require.Regexp(t, `id="filter-[a-z]+" name="`+name+`"`, form, "the form asks for it")
	}
	require.Contains(t, form, `<option value="accepted" selected>`)
	require.Contains(t, form, `value="2026-11-01"`)
	shop.away = errors.New("database user at host")
	away := get(h, "/orders")
	require.Equal(t, http.StatusServiceUnavailable, away.Code)
	require.NotContains(t, away.Body.String(), "database user")
}

// TestCountsLinkToTheirLists: the kept numbers stand above the list, and an empty place says
// what will stand there.
func TestCountsLinkToTheirLists(t *testing.T) {
	shop := &still{snapshot: standing.Snapshot{Now: noon(), Orders: map[string]int{"accepted": 41, "unknown": 2}}, shelf: shelf{entries: manyOrders(3)}}
	h := New(Options{Shop: shop})
	page := get(h, "/orders?state=unknown").Body.String()
	require.Regexp(t, `href="/orders"[^>]*><b>43</b> <bdi>all</bdi>`, page)
	require.Regexp(t, `href="/orders\?state=accepted"[^>]*><b>41</b>`, page)
	require.Regexp(t, `href="/orders\?state=unknown"[^>]* aria-current="page"><b>2</b>`, page)
	for _, link := range countLinks(wording.English, map[string]int{"accepted": 1, "ready": 1, "sending": 1, "handed_over": 1, "unknown": 1, "conflict": 1, "rejected": 1}, filter{}) {
		require.Equal(t, http.StatusOK, get(h, link.Address).Code, link.Address)
	}
	empty := get(New(Options{Shop: &still{}}), "/orders").Body.String()
	require.Contains(t, empty, "Orders will stand here")
	require.Contains(t, empty, `id="upload-here" open`)
}

// TestWhoSeesOrders: who may not see is sent to log in, who may look has no buttons.
func TestWhoSeesOrders(t *testing.T) {
	shop := busyShop()
	as := func(v Visitor) http.Handler {
		return New(Options{Shop: shop, Visitor: func(*http.Request) Visitor { return v }})
	}
	places := []string{"/orders", "/orders?q=Name", orderAddress("keycrm", "KC-1 "+script), "/files", rowAddress("keycrm", "KC-1 "+script, 7)}
	for _, place := range places {
		answer := get(as(Visitor{Login: "/login"}), place)
		require.Equal(t, http.StatusSeeOther, answer.Code, place)
		require.Equal(t, "/login?"+url.Values{"next": {place}}.Encode(), answer.Header().Get("Location"))
		shut := get(as(Visitor{}), place)
		require.Equal(t, http.StatusForbidden, shut.Code, place)
		for _, private := range []string{"Коваль", "Name1", "Lviv", "broken.csv"} {
			require.NotContains(t, shut.Body.String(), private, place)
		}

		looked := get(as(Visitor{Name: "guest", Sees: true}), place)
		require.Equal(t, http.StatusOK, looked.Code, place)
		require.NotContains(t, looked.Body.String(), `action="/act"`, place)
		require.NotContains(t, looked.Body.String(), `action="/upload"`, place)
		require.NotContains(t, looked.Body.String(), "<script>window", place)
	}
	require.Equal(t, http.StatusForbidden, post(as(Visitor{Sees: true}), "/upload", nil).Code)
	require.Equal(t, http.StatusForbidden, post(as(Visitor{Sees: true}), "/act", url.Values{"act": {DoDecide}}).Code)
	require.Empty(t, shop.done)
}

// TestContentsSideBySide: what differs is marked, goods are set beside each other by SKU.
func TestContentsSideBySide(t *testing.T) {
	comment := "call"
	held := supplier.NewOrder{Recipient: supplier.Recipient{Name: "Olena", Phone: "+380670000101", Delivery: supplier.Delivery{Carrier: "nova_poshta", Type: "branch", City: "Lviv"}},
		Items: []supplier.NewItem{{SKU: "A", Quantity: 2, Price: money.Must("10")}, {SKU: "B", Quantity: 1}}, Payment: supplier.Payment{Method: "prepaid"}}
	says := held
	says.Recipient.Delivery.Type, says.Comment = "locker", &comment
	says.Items = []supplier.NewItem{{SKU: "C", Quantity: 1, Price: money.Must("5")}, {SKU: "A", Quantity: 3, Price: money.Must("10")}}
	differ := map[string][2]string{}
	for _, d := range compared(wording.English, held, says) {
		if d.Differs {
			differ[d.What] = [2]string{d.Held, d.Says}
		}
	}
	require.Equal(t, map[string][2]string{"Delivered to": {"branch", "parcel locker"}, "A": {"2 × 10.00 UAH", "3 × 10.00 UAH"}, "B": {"1 ×", ""}, "C": {"", "1 × 5.00 UAH"},
		"Sum": {"", "35.00 UAH"}, "Comment": {"", "call"}}, differ)
	for _, d := range compared(wording.English, held, held) {
		require.False(t, d.Differs, d.What)
	}

	shop := busyShop()
	page := get(New(Options{Shop: shop}), orderAddress("keycrm", "KC-1 "+script)).Body.String()
	require.NotContains(t, page, `name="supplier"`)
	require.Contains(t, page, "A file says something else")
	require.Regexp(t, `<del><bdi>2 × 450.00 UAH</bdi></del>`, page)
	require.Regexp(t, `<ins><bdi>3 × 450.00 UAH</bdi></ins>`, page)
}

// TestRowsAsTheyStand: a file's rows are shown to whoever looks at the order, and those of
// other orders never.
func TestRowsAsTheyStand(t *testing.T) {
	shop := busyShop()
	h := New(Options{Shop: shop})
	number := "KC-1 " + script
	order := get(h, orderAddress("keycrm", number)).Body.String()
	page := get(h, linkTo(t, order, `href="(/row[^"]*)"`)).Body.String()
	require.Contains(t, page, "&lt;script&gt;window.broken")
	require.Contains(t, page, "row 2")
	require.Contains(t, page, "column 3", "a cell without a heading")
	require.NotContains(t, page, "row 4", "it is another order's")
	require.NotContains(t, page, `hx-get=`, "the file is read once")
	require.Equal(t, http.StatusNotFound, get(h, rowAddress("keycrm", number, 8)).Code)
	delete(shop.written, 7)
	require.Contains(t, get(h, rowAddress("keycrm", number, 7)).Body.String(), "Look into the archive")
}

// TestProgress: how far a file is, and how long the rest takes by its speed.
func TestProgress(t *testing.T) {
	at := func(took, idle time.Duration, c state.Counts) *progress {
		dropped := noon().Add(-took - idle)
		return progressOf(wording.English, overview.FileStatus{State: state.FileOpen, Counts: c, DroppedAt: dropped, At: dropped.Add(took)}, noon())
	}
	require.Equal(t, &progress{Done: 25, All: 100, Left: "3 min"}, at(time.Minute, time.Second, state.Counts{Accepted: 20, Rejected: 5, Pending: 75}))
	require.Equal(t, &progress{Done: 25, All: 100}, at(time.Minute, stuckAfter, state.Counts{Accepted: 25, Pending: 75}), "it waits")
	require.Equal(t, &progress{All: 100}, at(time.Minute, 0, state.Counts{Pending: 100}))
	require.Equal(t, &progress{}, at(0, 0, state.Counts{}), "it is being read")
	require.Nil(t, at(time.Minute, 0, state.Counts{Accepted: 5, Unknown: 1}))
	require.Nil(t, progressOf(wording.English, overview.FileStatus{State: state.FileSettled, Counts: state.Counts{Pending: 1}}, noon()))
}

// TestFilesGoOn: twenty stand on a page, searched for by a part of their name or their source.
func TestFilesGoOn(t *testing.T) {
	shop := &still{sources: []string{"keycrm"}}
	for n := range 25 {
		shop.files = append(shop.files, overview.FileStatus{Name: fmt.Sprintf("orders-%02d.csv", n), Source: "keycrm", State: state.FileSettled, SHA256: fmt.Sprintf("%064d", n)})
	}
	h := New(Options{Shop: shop})
	count := func(page string) int { return strings.Count(page, `<article`) }
	first := get(h, "/files?source=keycrm").Body.String()
	require.Equal(t, 20, count(first))
	second := get(h, linkTo(t, first, `href="([^"]*)" id="more"`)).Body.String()
	require.Equal(t, 5, count(second))
	require.Equal(t, "/files?source=keycrm", linkTo(t, second, `href="([^"]*)">To the beginning`))
	require.Equal(t, 10, count(get(h, "/files?name=orders-0").Body.String()))
	require.Contains(t, get(h, "/files?name=nothing").Body.String(), "There is no file of that name")
	require.Equal(t, http.StatusBadRequest, get(h, "/files?after=x").Code)
}

// TestAnOrderHasItsEntries: what is remembered of the ledger, with the payout, and until when;
// where nothing is, that is said.
func TestAnOrderHasItsEntries(t *testing.T) {
	shop := &still{orders: map[string][]overview.OrderStatus{
		"/KC-1": {{ExternalID: "KC-1", State: state.Accepted, OrderID: "ord_1", Story: &overview.Story{}}},
		"/KC-2": {{ExternalID: "KC-2", State: state.Rejected, Story: &overview.Story{}}}}}
	see := func(number string) string {
		return get(New(Options{Shop: shop, Language: wording.English, Now: noon}), "/order?number="+number).Body.String()
	}
	shop.ledger = OrderLedger{OfOrder: closed.OfOrder{Until: noon().AddDate(0, 0, -3), Payouts: map[string]supplier.LedgerEntry{"po_1": {PostedAt: noon().AddDate(0, 0, -4), DocumentNumber: "PD-17 " + script}},
		Entries: []supplier.LedgerEntry{
			{Kind: "accrual", Operation: "order_margin", Amount: money.Must("1120.50"), Currency: "UAH", PostedAt: noon().AddDate(0, 0, -9), DocumentNumber: "A-1 " + script, PayoutID: "po_1"},
			{Kind: "hold", Operation: "hold_placed", Amount: money.Must("-100"), Currency: "EUR", PostedAt: noon().AddDate(0, 0, -8), PayoutID: "po_lost"},
			{Kind: "of its own " + script, PostedAt: noon().AddDate(0, 0, -7)}}}}
	page := see("KC-1")
	require.NotContains(t, page, script)
	require.Contains(t, page, "<bdi>accrual: order margin</bdi> <b class=\"number\"><bdi>1,120.50 UAH</bdi></b>")
	require.Contains(t, page, "<bdi>hold: hold placed</bdi> <b class=\"number\"><bdi>-100.00\u00a0EUR</bdi></b>")
	require.Equal(t, 1, strings.Count(page, "paid out <bdi>16.11.2026 PD-17"), "a payout that is not remembered is not made up")
	require.Contains(t, page, "Entries are kept until 17.11.2026, 12:00;")
	require.Contains(t, page, `href="/money#payouts"`)
	require.NotContains(t, see("KC-2"), "supplier&#39;s ledger", "an order that never came there has none")

	shop.ledger.Gaps = true
	require.Contains(t, see("KC-1"), "but not of all the time")
	shop.ledger = OrderLedger{}
	require.Contains(t, see("KC-1"), "No entries are kept yet")
	shop.ledger = OrderLedger{Reading: Errand{Began: noon()}}
	require.Contains(t, see("KC-1"), "is being looked through")
	shop.ledger = OrderLedger{None: true}
	require.NotContains(t, see("KC-1"), "supplier&#39;s ledger")
	shop.broken = errors.New("the disk is away")
	require.Contains(t, see("KC-1"), "the disk is away")
}
