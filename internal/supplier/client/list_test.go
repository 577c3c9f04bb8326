package client

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// pagesOf serves pages of ids: "a b" is a page of two products. meta makes what
// stands around a page.
func pagesOf(pages []string, meta func(page int) string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		page, _ := strconv.Atoi(r.URL.Query().Get("page"))
		if cursor := r.URL.Query().Get("cursor"); cursor != "" {
			page, _ = strconv.Atoi(cursor)
		}
		page = max(page, 1)
		var items []string
		if page <= len(pages) {
			for _, id := range strings.Fields(pages[page-1]) {
				items = append(items, fmt.Sprintf(`{"id":%q}`, id))
			}
		}
		answerJSON(w, 200, `{"data":[`+strings.Join(items, ",")+`]`+meta(page)+`}`)
	}
}

func counted(total, pages int) func(int) string {
	return func(int) string { return fmt.Sprintf(`,"meta":{"total":%d,"total_pages":%d}`, total, pages) }
}

func linkedUpTo(last int) func(int) string {
	return func(page int) string {
		if page < last {
			return `,"links":{"next":"/x"}`
		}
		return `,"links":{"next":null}`
	}
}

const byCursor = "  kind: cursor\n  cursor: cursor\n"

func TestReadingAList(t *testing.T) {
	for name, c := range map[string]struct {
		pages   []string
		meta    func(int) string
		change  string // the paging in place of the default's
		want    string
		problem string
	}{
		"counted":                {pages: []string{"a b", "c d", "e"}, meta: counted(5, 3), want: "a b c d e"},
		"empty":                  {pages: []string{""}, meta: counted(0, 0), want: ""},
		"one page":               {pages: []string{"a"}, meta: counted(1, 1), want: "a"},
		"repeated ids":           {pages: []string{"a b", "b c", "c d"}, meta: counted(4, 3), want: "a b c d"},
		"listed twice on a page": {pages: []string{"a a b", "c d d"}, meta: counted(6, 2), want: "a b c d"},
		"twice and one missed":   {pages: []string{"a a b", "b c"}, meta: counted(5, 2), want: "a b c", problem: "read 3 distinct items of 5 announced, 2 came twice"},
		"skipped ids":            {pages: []string{"a b", "d"}, meta: counted(4, 2), want: "a b d", problem: "read 3 distinct items of 4 announced, 0 came twice"},
		"repeated and skipped":   {pages: []string{"a b", "a b", "d"}, meta: counted(5, 3), want: "a b d", problem: "read 3 distinct items of 5 announced, 2 came twice"},
		"the same page for ever": {pages: []string{"a b", "a b", "a b", "a b", "a b"}, meta: counted(10, 5), want: "a b", problem: "page 3 repeats items of earlier pages and brings nothing new"},
		"more than announced":    {pages: []string{"a b", "c"}, meta: counted(2, 2), want: "a b c", problem: "read 3 distinct items of 2 announced, 0 came twice"},
		"shrinks":                {pages: []string{"a b", "c"}, meta: func(p int) string { return counted([]int{5, 2, 2, 2}[p-1], 4)(p) }, want: "a b c", problem: "read 3 distinct items of 2 announced, 0 came twice"},
		"shrinks and adds up":    {pages: []string{"a b", "c"}, meta: func(p int) string { return counted([]int{5, 3, 3, 3}[p-1], 3)(p) }, want: "a b c", problem: "the list shrank from 5 to 3 while its pages were read"},
		"grows":                  {pages: []string{"a b", "c d", "e"}, meta: func(p int) string { return counted([]int{4, 5, 5}[p-1], []int{2, 3, 3}[p-1])(p) }, want: "a b c d e"},
		"links":                  {pages: []string{"a b", "c"}, meta: linkedUpTo(2), want: "a b c"},
		"a link to nothing":      {pages: []string{"a b", "c"}, meta: linkedUpTo(9), want: "a b c"},
		"repeats with links":     {pages: []string{"a b", "a b"}, meta: linkedUpTo(9), want: "a b", problem: "page 2 repeats items of earlier pages and brings nothing new"},
		"no link too early":      {pages: []string{"a b", "c"}, meta: func(int) string { return `,"meta":{"total":3}` }, want: "a b", problem: "read 2 distinct items of 3 announced, 0 came twice"},
		"cursor": {pages: []string{"a b", "c", "d"}, change: byCursor, want: "a b c d", meta: func(p int) string {
			return []string{`,"meta":{"total":4,"next_cursor":"2"}`, `,"meta":{"next_cursor":"3"}`, `,"meta":{"total":4,"next_cursor":null}`}[p-1]
		}},
		"cursor in a circle": {pages: []string{"a b", "c"}, change: byCursor, want: "a b", meta: func(int) string { return `,"meta":{"next_cursor":"2"}` },
			problem: "list products: page 2: it names itself as the next page"},
		"cursor back": {pages: []string{"a b", "c"}, change: byCursor, want: "a b c",
			meta:    func(p int) string { return fmt.Sprintf(`,"meta":{"next_cursor":"%d"}`, 3-p) },
			problem: "page 3 repeats items of earlier pages and brings nothing new"},
		"all at once": {pages: []string{"a b c"}, change: "  kind: none\n", meta: func(int) string { return "" }, want: "a b c"},
	} {
		t.Run(name, func(t *testing.T) {
			mapping := defaultMapping(t)
			if c.change != "" {
				mapping = mappingWith(t, "  kind: page\n  page: page\n  first: 1\n", c.change)
			}
			client, _ := serve(t, pagesOf(c.pages, c.meta), func(o *Options) { o.Mapping = mapping })
			got := []string{}
			var problem error
			for p, err := range client.Products(t.Context(), supplier.ProductQuery{}) {
				if err != nil {
					problem = err
					break
				}
				got = append(got, p.ID)
			}
			require.Equal(t, c.want, strings.Join(got, " "))
			if c.problem == "" {
				require.NoError(t, problem)
			} else {
				require.ErrorContains(t, problem, c.problem)
				require.Contains(t, []supplier.Kind{supplier.KindIncomplete, supplier.KindProtocol}, supplier.KindOf(problem))
			}
			// Several workers come to the same end.
			result := readWithWorkers(t, client, 4)
			require.Equal(t, c.problem == "", result.Complete, result.Problem)
			if c.problem != "" {
				require.Contains(t, result.Problem, c.problem)
			}
		})
	}
}

// readWithWorkers reads the product list as the exporter does.
func readWithWorkers(t *testing.T, c *Client, workers int) supplier.ListResult {
	t.Helper()
	pages := c.ProductPages(supplier.ProductQuery{})
	var mu sync.Mutex
	next := 0
	waiting := map[int]*supplier.ProductPage{}
	var group errgroup.Group
	for range workers {
		group.Go(func() error {
			for {
				raw, err := pages.Fetch(t.Context())
				if errors.Is(err, io.EOF) {
					return nil
				}
				page := &supplier.ProductPage{}
				if err == nil {
					err = pages.Decode(raw, page)
				}
				if err != nil {
					return err
				}
				mu.Lock()
				waiting[raw.Index] = page
				for ; waiting[next] != nil && err == nil; next++ {
					err = pages.Admit(waiting[next])
				}
				mu.Unlock()
				if err != nil {
					return err
				}
			}
		})
	}
	_ = group.Wait() // the result says it too
	return pages.Result()
}

func TestManyPagesAreFetchedSideBySide(t *testing.T) {
	const workers, pages = 4, 40
	together := make(chan struct{}, workers)
	var all []string
	for i := range pages {
		all = append(all, fmt.Sprintf("a%d b%d", i, i))
	}
	handler := pagesOf(all, counted(2*pages, pages))
	var once sync.Once
	release := make(chan struct{})
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if p := r.URL.Query().Get("page"); p != "1" && p <= "5" && len(p) == 1 { // pages 2 to 5 wait for each other
			together <- struct{}{}
			if len(together) == workers {
				once.Do(func() { close(release) })
			}
			<-release
		}
		handler(w, r)
	})
	result := readWithWorkers(t, c, workers)
	require.Equal(t, supplier.ListResult{Pages: pages, Items: 2 * pages, Total: supplier.Some(int64(2 * pages)), Complete: true}, result)
}

func TestAListThatFailsStaysFailed(t *testing.T) {
	handler := pagesOf([]string{"a", "b", "c"}, counted(3, 3))
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("page") == "2" {
			w.WriteHeader(401)
			return
		}
		handler(w, r)
	})
	pages := c.ProductPages(supplier.ProductQuery{})
	_, err := pages.Fetch(t.Context())
	require.NoError(t, err)
	for range 3 {
		_, err = pages.Fetch(t.Context())
		require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
	}
	require.Equal(t, "list products: status 401: unauthorized", pages.Result().Problem)
	require.False(t, pages.Result().Complete)
	result := readWithWorkers(t, c, 3)
	require.False(t, result.Complete)
	require.Equal(t, "list products: status 401: unauthorized", result.Problem)
}

func TestAnUnreadListIsNotComplete(t *testing.T) {
	c, _ := serve(t, pagesOf([]string{"a", "b"}, counted(2, 2)))
	pages := c.ProductPages(supplier.ProductQuery{})
	require.Equal(t, "the list was not read to its end", pages.Result().Problem)
	for p, err := range c.Products(t.Context(), supplier.ProductQuery{}) { // leaving early is no error
		require.NoError(t, err)
		require.Equal(t, "a", p.ID)
		break
	}
}

func TestQueries(t *testing.T) {
	var got url.Values
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.URL.Query()
		answerJSON(w, 200, `{"data":[],"meta":{"total":0,"total_pages":0}}`)
	})
	since := time.Date(2026, 11, 1, 2, 0, 0, 500, time.FixedZone("", 2*3600))
	const want = "2026-11-01T00:00:00.0000005Z"
	drain := func(errs func(func(error) bool)) {
		for err := range errs {
			require.NoError(t, err)
		}
	}
	for p, err := range c.Products(t.Context(), supplier.ProductQuery{UpdatedSince: since, PerPage: 500}) {
		require.NoError(t, err, p)
	}
	require.Equal(t, url.Values{"updated_since": {want}, "page": {"1"}, "per_page": {"200"}}, got)
	drain(func(yield func(error) bool) {
		for _, err := range c.Orders(t.Context(), supplier.OrderQuery{Status: "new", UpdatedSince: since, CreatedFrom: since, CreatedTo: since, PerPage: 7}) {
			yield(err)
		}
	})
	require.Equal(t, url.Values{"status": {"new"}, "updated_since": {want}, "created_from": {want}, "created_to": {want}, "page": {"1"}, "per_page": {"7"}}, got)
	drain(func(yield func(error) bool) {
		for _, err := range c.Shipments(t.Context(), supplier.ShipmentQuery{UpdatedSince: since}) {
			yield(err)
		}
	})
	require.Equal(t, url.Values{"updated_since": {want}, "page": {"1"}, "per_page": {"200"}}, got)
	drain(func(yield func(error) bool) {
		for _, err := range c.Ledger(supplier.LedgerQuery{From: since, To: since, Kind: "hold"}).Entries(t.Context()) {
			yield(err)
		}
	})
	require.Equal(t, url.Values{"from": {want}, "to": {want}, "kind": {"hold"}, "page": {"1"}, "per_page": {"200"}}, got)
	_, err := c.Search(t.Context(), supplier.SearchQuery{Text: "чайник", CategoryID: "7", Brands: []string{"A", "B"}, Availability: supplier.InStock, PriceMin: money.Must("1"),
		PriceMax: money.Must("9.5"), PriceField: "rrp", Attrs: map[string][]string{"Колір": {"білий", "чорний"}}, Sort: "-rrp", Page: 3, PerPage: 20})
	require.NoError(t, err)
	require.Equal(t, url.Values{"q": {"чайник"}, "category_id": {"7"}, "brand": {"A", "B"}, "availability": {"in_stock"}, "price_min": {"1.00"},
		"price_max": {"9.50"}, "price_field": {"rrp"}, "attr[Колір]": {"білий", "чорний"}, "sort": {"-rrp"}, "page": {"3"}, "per_page": {"20"}}, got)
}

func TestAFilterThatTheMappingDoesNotHave(t *testing.T) {
	m := mappingWith(t, "    updated_since: updated_since\n  fields:\n    id: id # needed; stable", "    {}\n  fields:\n    id: id # needed; stable")
	handler, requests := script(fine)
	c, _ := serve(t, handler, func(o *Options) { o.Mapping = m })
	for _, err := range c.Products(t.Context(), supplier.ProductQuery{UpdatedSince: time.Unix(1, 0)}) {
		require.EqualError(t, err, "list products: the supplier's mapping has no filter updated_since")
	}
	require.Zero(t, requests.Load())
}

func TestOrdersAreAskedForInBatches(t *testing.T) {
	var asked [][]string
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		ids := r.URL.Query()["external_id"]
		asked = append(asked, ids)
		var items []string
		for _, id := range ids {
			items = append(items, fmt.Sprintf(`{"id":"o-%s","external_id":%q,"status":"new","waybill_number":"1"}`, id, id))
		}
		answerJSON(w, 200, fmt.Sprintf(`{"data":[%s],"meta":{"total":%d,"total_pages":1}}`, strings.Join(items, ","), len(items)))
	})
	ids := []string{"7", "7"} // a repeat is asked for once
	for i := range 119 {
		ids = append(ids, strconv.Itoa(1000+i))
	}
	n := 0
	for o, err := range c.Orders(t.Context(), supplier.OrderQuery{ExternalIDs: ids}) {
		require.NoError(t, err)
		require.Equal(t, "o-"+o.ExternalID, o.ID)
		require.Equal(t, []string{"1"}, o.Waybills)
		n++
	}
	require.Equal(t, 120, n)
	require.Len(t, asked, 3)
	require.Len(t, asked[0], 50)
	require.Len(t, asked[2], 20)

	for _, err := range c.Orders(t.Context(), supplier.OrderQuery{ExternalIDs: []string{}}) {
		require.NoError(t, err)
	}
}

func TestAnIncompleteListOfOrders(t *testing.T) {
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		answerJSON(w, 200, `{"data":[{"id":"o-1","status":"new"}],"meta":{"total":2,"total_pages":1}}`)
	})
	var errs []error
	for o, err := range c.Orders(t.Context(), supplier.OrderQuery{}) {
		errs = append(errs, err)
		require.Equal(t, err == nil, o.ID == "o-1")
	}
	require.Len(t, errs, 2)
	require.Equal(t, supplier.KindIncomplete, supplier.KindOf(errs[1]))
	require.EqualError(t, errs[1], "list orders: read 1 distinct items of 2 announced, 0 came twice")
}

func TestSearchLedgerAndShipments(t *testing.T) {
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		answerJSON(w, 200, map[string]string{
			"/api/products/search": `{"data":[{"id":"1","name":"Плед"}],"meta":{"total":41},"facets":[
				{"field":"brand","type":"terms","values":[{"value":"A","label":"А","count":3,"selected":true},{"value":"B","label":null,"count":1,"selected":false}]},
				{"field":"drop_price","type":"range","min":"1.00","max":9.5}]}`,
			"/api/finance/ledger": `{"data":[{"id":"l1","number":"5","kind":"hold","operation":"hold_placed","amount":"-600.00","currency":"UAH","posted_at":"2026-11-01T00:00:00Z",
				"order_id":"o","order_external_id":"K","payout_id":null,"document_number":"D","document_date":"2026-11-01","counterparty":{"name":"N","code":"C"},
				"description":"d","reverses_entry_id":"l0","balance_after":{"posted":"1.00","held":"600.00","available":"-599.00"}}],
				"meta":{"total":1,"total_pages":1,"opening":"1.00","closing":"-599.00","turnover":{"accrual":"0.00","hold":"-600.00","payout":"0.00"}}}`,
			"/api/shipments": `{"data":[{"id":"s","order_id":"o","external_id":"K","carrier":"meest","waybill_number":"20450000000001","state":"arrived","state_text":"чекає",
				"city":"Львів","branch_number":"3","cod_amount":"900.00","cod_state":"expected","estimated_delivery_date":"2026-11-03","shipped_at":"2026-11-01T00:00:00Z",
				"delivered_at":null,"state_updated_at":"2026-11-02T00:00:00Z"}],"meta":{"total":1,"total_pages":1}}`,
		}[r.URL.Path])
	})
	found, err := c.Search(t.Context(), supplier.SearchQuery{})
	require.NoError(t, err)
	require.Equal(t, supplier.SearchResult{Products: []supplier.Product{{ID: "1", Name: "Плед", MinOrder: 1}}, Total: supplier.Some(int64(41)), Facets: []supplier.Facet{
		{Field: "brand", Type: "terms", Values: []supplier.FacetValue{{Value: "A", Label: "А", Count: 3, Selected: true}, {Value: "B", Label: "", Count: 1, Selected: false}}},
		{Field: "drop_price", Type: "range", Min: money.Must("1.00"), Max: money.Must("9.5")}}}, found)

	ledger := c.Ledger(supplier.LedgerQuery{})
	for entry, err := range ledger.Entries(t.Context()) {
		require.NoError(t, err)
		require.Equal(t, supplier.LedgerEntry{ID: "l1", Number: "5", Kind: "hold", Operation: "hold_placed", Amount: money.Must("-600.00"), Currency: "UAH",
			PostedAt: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), OrderID: "o", OrderExternalID: "K", DocumentNumber: "D", DocumentDate: "2026-11-01",
			CounterpartyName: "N", CounterpartyCode: "C", Description: "d", ReversesEntryID: "l0",
			BalanceAfter: supplier.Balance{Posted: money.Must("1.00"), Held: money.Must("600.00"), Available: money.Must("-599.00")}}, entry)
	}
	require.Equal(t, supplier.LedgerMeta{Opening: money.Must("1.00"), Closing: money.Must("-599.00"), TurnoverAccrual: money.Must("0.00"), TurnoverHold: money.Must("-600.00"), TurnoverPayout: money.Must("0.00")}, ledger.Meta())

	for s, err := range c.Shipments(t.Context(), supplier.ShipmentQuery{}) {
		require.NoError(t, err)
		require.Equal(t, supplier.Shipment{ID: "s", OrderID: "o", ExternalID: "K", Carrier: "meest", WaybillNumber: "20450000000001", State: "arrived", StateText: "чекає",
			City: "Львів", BranchNumber: "3", CODAmount: money.Must("900.00"), CODState: "expected", EstimatedDelivery: "2026-11-03",
			ShippedAt: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), StateUpdatedAt: time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)}, s)
	}
}

func TestProbe(t *testing.T) {
	clock := newFakeTime()
	handler, requests := script(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", clock.at.Add(5*time.Minute).Format(http.TimeFormat))
		require.Equal(t, "1", r.URL.Query().Get("per_page"))
		if r.URL.Path == "/api/shipments" {
			w.WriteHeader(500)
			return
		}
		answerJSON(w, 200, `{"data":[{"id":"1","status":"new","kind":"hold","amount":"1.00"}]}`)
	})
	c, _ := serve(t, handler, withClock(clock))
	results := c.Probe(t.Context())
	require.EqualValues(t, 5, requests.Load())
	for i, op := range []string{"list products", "search products", "list orders", "list shipments", "list ledger entries"} {
		require.Equal(t, op, results[i].Operation)
		if op == "list shipments" {
			require.Equal(t, supplier.KindTransient, supplier.KindOf(results[i].Err))
			continue
		}
		require.NoError(t, results[i].Err)
		require.Equal(t, 1, results[i].Items)
		require.Equal(t, supplier.Some(5*time.Minute+500*time.Millisecond), results[i].ClockSkew)
	}
}
