package client

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// shelf is a service with a number of products that cuts its list in any way.
type shelf struct {
	records int
	cap     int                                         // most records a page, whatever is asked for
	say     func(w http.ResponseWriter, p sheet) string // what stands around the records
	missing bool                                        // a page behind the end is refused as not found
	last    string                                      // the last id that is asked for: "", exclusive or inclusive
}

// sheet is one page of a shelf.
type sheet struct{ from, to, size, records, page int }

// ServeHTTP takes offset, page (from 1), after and limit from the query or the body.
func (s *shelf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	number := func(name string, absent int) int {
		text := r.URL.Query().Get(name)
		if r.Method == http.MethodPost {
			body := map[string]json.RawMessage{}
			data, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(strings.NewReader(string(data)))
			_ = json.Unmarshal(data, &body)
			text = string(body[name])
		}
		if n, err := strconv.Atoi(strings.Trim(text, `"`)); err == nil {
			return n
		}
		return absent
	}
	p := sheet{size: min(number("limit", s.cap), s.cap), records: s.records, page: number("page", 1)}
	p.from = number("offset", (p.page-1)*p.size) + 1
	if after := number("after", 0); after > 0 {
		p.from = after + 1
		if s.last == "inclusive" {
			p.from = after
		}
	}
	p.to = min(p.from+p.size-1, s.records)
	if s.missing && p.from > s.records {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	around := ""
	if s.say != nil {
		around = s.say(w, p)
	}
	answerJSON(w, 200, `{"data":[`+goods(p.from, p.to)+`]`+around+`}`)
}

// saying is a member around the records.
func saying(format string, of func(p sheet) any) func(http.ResponseWriter, sheet) string {
	return func(_ http.ResponseWriter, p sheet) string { return fmt.Sprintf(format, of(p)) }
}

func total(p sheet) any { return p.records }

// nextOf is the number of the page behind a page, 0 behind the last.
func nextOf(p sheet) int {
	if p.to >= p.records {
		return 0
	}
	return p.page + 1
}

func TestKindsOfPaging(t *testing.T) {
	const byPage, byOffset = "kind: page, page: page, first: 1", "kind: offset, offset: offset"
	saysTotal := saying(`,"total":%d`, total)
	header := func(w http.ResponseWriter, p sheet) string {
		w.Header().Set("X-Total", strconv.Itoa(p.records))
		w.Header().Set("X-Pages", strconv.Itoa((p.records+p.size-1)/p.size))
		return ""
	}
	for name, c := range map[string]struct {
		paging, answer string
		shelf          shelf
		requests       int
		problem        string
	}{
		"page, a page without records ends it":   {byPage + ", per_page: limit, size: 3", "", shelf{records: 6, cap: 3}, 3, ""},
		"page, short":                            {byPage + ", per_page: limit, size: 3, end: short", "", shelf{records: 7, cap: 3}, 3, ""},
		"page, short and full":                   {byPage + ", per_page: limit, size: 3, end: short", "", shelf{records: 6, cap: 3}, 3, ""},
		"page, not found ends it":                {byPage + ", per_page: limit, size: 3, end: not_found", "", shelf{records: 6, cap: 3, missing: true}, 3, ""},
		"page, not found is an error":            {byPage + ", per_page: limit, size: 3", "", shelf{records: 6, cap: 3, missing: true}, 3, "status 404"},
		"page by a total":                        {byPage + ", per_page: limit, size: 3", ", total: total", shelf{records: 7, cap: 3, say: saysTotal}, 3, ""},
		"page by a total, capped in silence":     {byPage + ", per_page: limit, size: 5", ", total: total", shelf{records: 7, cap: 2, say: saysTotal}, 4, ""},
		"page by a total that is wrong":          {byPage + ", per_page: limit, size: 3", ", total: total", shelf{records: 7, cap: 3, say: saying(`,"total":%d`, func(sheet) any { return 9 })}, 3, "read 7 distinct items of 9 announced"},
		"pages that are counted without the cap": {byPage + ", per_page: limit, size: 5", ", total: total, total_pages: pages", shelf{records: 7, cap: 2, say: saying(`,"total":7,"pages":%d`, func(sheet) any { return 2 })}, 4, ""},
		"page, a size that the service applied":  {byPage + ", per_page: limit, size: 5, end: short", ", size: size", shelf{records: 7, cap: 2, say: saying(`,"size":%d`, func(p sheet) any { return p.size })}, 4, ""},
		"page by headers":                        {byPage, ", total: {header: X-Total}, total_pages: {header: X-Pages}", shelf{records: 7, cap: 2, say: header}, 4, ""},
		"offset":                                 {byOffset + ", per_page: limit, size: 3", "", shelf{records: 7, cap: 3}, 4, ""},
		"offset, capped in silence":              {byOffset + ", per_page: limit, size: 5", "", shelf{records: 7, cap: 2}, 5, ""},
		"offset by a total, capped":              {byOffset + ", per_page: limit, size: 5", ", total: total", shelf{records: 7, cap: 2, say: saysTotal}, 4, ""},
		"offset by a total":                      {byOffset + ", per_page: limit, size: 2", ", total: total", shelf{records: 7, cap: 2, say: saysTotal}, 4, ""},
		"offset, not found ends it":              {byOffset + ", end: not_found", "", shelf{records: 4, cap: 2, missing: true}, 3, ""},
		"offset, short":                          {byOffset + ", per_page: limit, size: 2, end: short", "", shelf{records: 5, cap: 2}, 3, ""},
		"last id":                                {"kind: last_id, last_id: after", "", shelf{records: 5, cap: 2}, 4, ""},
		"last id, inclusive":                     {"kind: last_id, last_id: after, inclusive: true", "", shelf{records: 6, cap: 3, last: "inclusive"}, 4, ""},
		"last id, inclusive and a full end":      {"kind: last_id, last_id: after, inclusive: true", "", shelf{records: 5, cap: 3, last: "inclusive"}, 3, ""},
		"last id, inclusive with a total":        {"kind: last_id, last_id: after, inclusive: true", ", total: total", shelf{records: 5, cap: 2, last: "inclusive", say: saysTotal}, 5, ""},
		"last id, inclusive and not said so":     {"kind: last_id, last_id: after", "", shelf{records: 3, cap: 3, last: "inclusive"}, 2, "needs inclusive: true"},
		"last id, too small for inclusive":       {"kind: last_id, last_id: after, inclusive: true", "", shelf{records: 1, cap: 1, last: "inclusive"}, 2, ""},
		"cursor": {"kind: cursor, cursor: page", ", next_cursor: next", shelf{records: 5, cap: 2, say: saying(`,"next":%s`, func(p sheet) any {
			if next := nextOf(p); next > 0 {
				return strconv.Quote(strconv.Itoa(next))
			}
			return "null"
		})}, 3, ""},
		"cursor in a header": {"kind: cursor, cursor: page", ", next_cursor: {header: X-Next}", shelf{records: 5, cap: 2, say: func(w http.ResponseWriter, p sheet) string {
			if next := nextOf(p); next > 0 {
				w.Header().Set("X-Next", strconv.Itoa(next))
			}
			return ""
		}}, 3, ""},
		"link": {"kind: link", ", next_link: next", shelf{records: 5, cap: 2, say: saying(`,"next":%q`, func(p sheet) any {
			if next := nextOf(p); next > 0 {
				return fmt.Sprintf("/goods?page=%d", next)
			}
			return ""
		})}, 3, ""},
		"link in a header": {"kind: link", ", next_link: {header: Link}", shelf{records: 5, cap: 2, say: func(w http.ResponseWriter, p sheet) string {
			w.Header().Add("Link", `</goods?page=1>; rel="first"`)
			if next := nextOf(p); next > 0 {
				w.Header().Add("Link", fmt.Sprintf(`<?page=%d>; title="a, b"; rel="next"`, next))
			}
			return ""
		}}, 3, ""},
		"link in a circle": {"kind: link", ", next_link: next", shelf{records: 5, cap: 2, say: saying(`,"next":%q`, func(sheet) any { return "?page=2" })}, 2, "it names itself as the next page"},
		"link elsewhere":   {"kind: link", ", next_link: next", shelf{records: 5, cap: 2, say: saying(`,"next":%q`, func(sheet) any { return "https://evil.example/?page=2" })}, 1, "the next page's address leads elsewhere: to https://evil.example"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, method := range []string{"GET", "POST"} {
				m := wireMapping(t, "paging: {"+c.paging+"}", "answer: {list: data"+c.answer+"}",
					strings.Replace(suppliertest.WireParts["products"], "GET", method, 1))
				if method == "POST" && m.Products.Paging.Kind == mapping.PagingLink {
					continue // the shelf looks for the page in the body then
				}
				var requests atomic.Int64 // readers ask side by side
				client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
					requests.Add(1)
					require.Equal(t, method, r.Method)
					c.shelf.ServeHTTP(w, r)
				}, withMapping(m))
				ids, err := idsOf(t, client)
				require.EqualValues(t, c.requests, requests.Load())
				if c.problem != "" {
					require.ErrorContains(t, err, c.problem)
					require.False(t, readWithWorkers(t, client, 3).Complete)
					continue
				}
				require.NoError(t, err)
				require.Equal(t, c.shelf.records, len(strings.Fields(ids)), ids)
				result := readWithWorkers(t, client, 1)
				require.True(t, result.Complete, result.Problem)
				require.Equal(t, c.shelf.records, result.Items)
				require.Zero(t, result.Repeated)
			}
		})
	}
}

// TestWorkersShareCountedPages: pages are fetched side by side where their number is
// certain, and come to the same list.
func TestWorkersShareCountedPages(t *testing.T) {
	for _, paging := range []string{"kind: page, page: page, first: 1, per_page: limit, size: 2", "kind: offset, offset: offset, per_page: limit, size: 2"} {
		m := wireMapping(t, "paging: {"+paging+"}", "answer: {list: data, total: total}")
		s := &shelf{records: 41, cap: 2, say: saying(`,"total":%d`, total)}
		client, _ := serve(t, s.ServeHTTP, withMapping(m))
		pages := client.ProductPages(supplier.ProductQuery{})
		_, err := pages.Fetch(t.Context())
		require.NoError(t, err)
		require.True(t, pages.(*productPages).list.plan.counted(), paging)
		result := readWithWorkers(t, client, 4)
		require.Equal(t, supplier.ListResult{Pages: 21, Items: 41, Total: supplier.Some(int64(41)), Complete: true}, result)
	}
}

// TestRecordsThatBecomeSeveralItems: what was announced is compared with the service's
// records where a record gives more or fewer items than one.
func TestRecordsThatBecomeSeveralItems(t *testing.T) {
	m := wireMapping(t)
	for name, c := range map[string]struct {
		pages [][]string
		count int // records of each page
		total int64
		want  string
	}{
		"variants":            {[][]string{{"a1", "a2", "b1", "b2"}, {"c1", "c2"}}, 2, 4, ""},
		"left out":            {[][]string{{"a"}, {}}, 2, 4, ""},
		"one record missing":  {[][]string{{"a1", "a2", "b1"}, {"c1"}}, 2, 5, "read 4 records of 5 announced, 0 items came twice"},
		"repeated and missed": {[][]string{{"a1", "a2", "b1"}, {"a1", "a2", "c1"}}, 2, 4, "read 4 records of 4 announced, 2 items came twice"},
	} {
		l := newList(clientOf(t, "http://127.0.0.1:1", withMapping(m)), &m.Products, newQuery(&m.Products), 0)
		l.plan.ended, l.plan.next = true, len(c.pages)
		for i, ids := range c.pages {
			var records []supplier.Product
			for _, id := range ids {
				records = append(records, supplier.Product{ID: id})
			}
			page := mapping.Page[supplier.Product]{Records: records, Envelope: supplier.Envelope{Count: c.count, Total: supplier.Some(c.total)}}
			require.NoError(t, l.admit(i, &page), name)
		}
		require.Equal(t, c.want, l.outcome().Problem, name)
	}
}

func TestAPageOfASearch(t *testing.T) {
	for paging, want := range map[string]string{
		"kind: page, page: p, first: 0":                         "GET /find?p=2&q=x",
		"kind: offset, offset: from, per_page: limit, size: 20": "GET /find?from=40&limit=20&q=x",
		"kind: offset, offset: from":                            "",
		"kind: cursor, cursor: c":                               "",
	} {
		handler, all := recorder(func(*http.Request, string) (int, string) { return 200, `{"data":[]}` })
		client, _ := serve(t, handler, withMapping(wireMapping(t, "paging: {"+paging+"}", "answer: {list: data, next_cursor: next}",
			"search: {request: GET /find, query: {text: q}}")))
		_, err := client.Search(t.Context(), supplier.SearchQuery{Text: "x", Page: 3})
		if want == "" {
			require.EqualError(t, err, "search products: the supplier's search has no page 3")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want, (*all)[0].request)
	}
}

// pagesBy reads products page by page from bodies; n counts the pages that were asked for.
func pagesBy(t *testing.T, paging, answer string, bodies ...string) (ids []string, asked []string, err error) {
	t.Helper()
	m, err := foreignMapping(t, "answer: "+answer, "  paging: "+paging+"\n  fields:\n"+suppliertest.FiveFields)
	require.NoError(t, err)
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body := `{"data":[]}`
		if len(asked) < len(bodies) {
			body = bodies[len(asked)]
		}
		asked = append(asked, r.URL.RawQuery)
		answerJSON(w, 200, body)
	}, func(o *Options) { o.Mapping = m })
	for p, failed := range c.Products(t.Context(), supplier.ProductQuery{}) {
		if failed != nil {
			return ids, asked, failed
		}
		ids = append(ids, p.ID)
	}
	return ids, asked, nil
}

// stocked are the records of some ids.
func stocked(ids ...string) string {
	var all []string
	for _, id := range ids {
		all = append(all, `{"id":"`+id+`","sku":"`+id+`","name":"n","price":1}`)
	}
	return `"data":[` + strings.Join(all, ",") + `]`
}

func TestPagesThatHoldLessThanAsked(t *testing.T) {
	ids, _, err := pagesBy(t, "{kind: cursor, cursor: c, per_page: n, size: 3, end: short}", "{list: data, next_cursor: next}",
		`{`+stocked("1")+`,"next":"a"}`, `{`+stocked()+`,"next":"b"}`, `{`+stocked("2")+`,"next":null}`)
	require.NoError(t, err)
	require.Equal(t, []string{"1", "2"}, ids, "a cursor is followed over short and empty pages")

	ids, asked, err := pagesBy(t, "{kind: page, page: p, first: 1, per_page: n, size: 4, end: short}", "{list: data}",
		`{`+stocked("1", "2")+`}`, `{`+stocked("3", "4")+`}`, `{`+stocked("5")+`}`)
	require.NoError(t, err)
	require.Equal(t, []string{"1", "2", "3", "4", "5"}, ids, "a silent cap is no end")
	require.Len(t, asked, 3)

	ids, asked, err = pagesBy(t, "{kind: offset, offset: o, per_page: n, size: 2}", "{list: data}", `{`+stocked("1", "2")+`}`, `{`+stocked("3")+`}`, `{`+stocked("4", "5")+`}`)
	require.NoError(t, err)
	require.Equal(t, []string{"1", "2", "3", "4", "5"}, ids)
	require.Equal(t, []string{"n=2&o=0", "n=2&o=2", "n=2&o=3", "n=2&o=5"}, asked, "a page that held less is followed by what it held")

	var endless []string
	for range 200 {
		endless = append(endless, `{`+stocked()+`,"next":"x`+strconv.Itoa(len(endless))+`"}`)
	}
	_, asked, err = pagesBy(t, "{kind: cursor, cursor: c}", "{list: data, next_cursor: next}", endless...)
	require.NoError(t, err)
	require.Len(t, asked, maxHollow+1)
}

func TestTheBorderOfTwoPagesIsNoRepeat(t *testing.T) {
	m, err := foreignMapping(t, "answer: {list: data}", "  paging: {kind: last_id, last_id: after, inclusive: true, per_page: n, size: 2}\n  fields:\n"+suppliertest.FiveFields)
	require.NoError(t, err)
	bodies := []string{`{` + stocked("1", "2") + `}`, `{` + stocked("2", "3") + `}`, `{` + stocked("3") + `}`}
	n := 0
	c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		n++
		answerJSON(w, 200, bodies[n-1])
	}, func(o *Options) { o.Mapping = m })
	pages := c.ProductPages(supplier.ProductQuery{})
	var borders []int
	for range bodies {
		raw, err := pages.Fetch(t.Context())
		require.NoError(t, err)
		var page supplier.ProductPage
		require.NoError(t, pages.Decode(raw, &page))
		require.NoError(t, pages.Admit(&page))
		borders = append(borders, page.Border)
	}
	require.Equal(t, []int{0, 1, 1}, borders)
	require.Zero(t, pages.Result().Repeated)
}

func TestQueriesByDayAreSiftedHere(t *testing.T) {
	m, err := foreignMapping(t, "times: {layout: [\"YYYY-MM-DD\", \"YYYY-MM-DD HH:mm:ss\"]}", "  fields:\n"+suppliertest.FiveFields+
		"ledger:\n  request: GET /l\n  query: {from: from, to: to}\n  fields: {id: id, kind: kind, amount: sum, posted_at: at}\n")
	require.NoError(t, err)
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		require.Equal(t, "from=2026-09-30&to=2026-11-01", r.URL.RawQuery, "a day more, as the service may leave out the last one")
		answerJSON(w, 200, `{"data":[{"id":1,"kind":"hold","sum":1,"at":"2026-09-30 20:59:59"},{"id":2,"kind":"hold","sum":1,"at":"2026-09-30 21:00:00"},
			{"id":3,"kind":"hold","sum":1,"at":"2026-10-31 20:59:59"},{"id":4,"kind":"hold","sum":1,"at":"2026-10-31 22:00:00"}]}`)
	}, func(o *Options) { o.Mapping = m })
	var ids []string
	october := supplier.LedgerQuery{From: time.Date(2026, 9, 30, 21, 0, 0, 0, time.UTC), To: time.Date(2026, 10, 31, 22, 0, 0, 0, time.UTC)}
	for e, err := range c.Ledger(october).Entries(t.Context()) {
		require.NoError(t, err)
		ids = append(ids, e.ID)
	}
	require.Equal(t, []string{"2", "3"}, ids)
}

func TestATotalThatCountsThePageAlone(t *testing.T) {
	ids, _, err := pagesBy(t, "{kind: page, page: p, first: 1, per_page: n, size: 2}", "{list: data, total: total}",
		`{`+stocked("1", "2")+`,"total":2}`, `{`+stocked("3", "4")+`,"total":2}`, `{`+stocked("5")+`,"total":1}`)
	require.Len(t, ids, 4)
	require.Equal(t, supplier.KindIncomplete, supplier.KindOf(err), "it is said, and not taken for the end: %v", err)

	ids, asked, err := pagesBy(t, "{kind: page, page: p, first: 1, per_page: n, size: 2}", "{list: data, total: total}", `{`+stocked("1", "2")+`,"total":2}`, `{"data":[],"total":2}`)
	require.NoError(t, err)
	require.Len(t, ids, 2)
	require.Len(t, asked, 2)
}
