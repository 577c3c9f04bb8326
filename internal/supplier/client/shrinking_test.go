package client

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestPagesWithoutACursor: where a list gives no cursor, but the address of its next page,
// that is followed; as it may hold a page's number, a record that vanishes is noticed.
func TestPagesWithoutACursor(t *testing.T) {
	for totals, problem := range map[string]string{"6 6 6": "", "6 6 5": "the list shrank from 6 to 5"} {
		var asked []string
		pages := []string{"a b", "c d", "e f"}
		if problem != "" {
			pages[2] = "f"
		}
		client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			page := 1
			_, _ = fmt.Sscan(r.URL.Query().Get("page"), &page)
			asked = append(asked, r.URL.RawQuery)
			next := "null"
			if page < 3 {
				next = fmt.Sprintf(`"/api/orders?page=%d&status=new"`, page+1)
			}
			var items []string
			for _, id := range strings.Fields(pages[page-1]) {
				items = append(items, fmt.Sprintf(`{"id":%q,"status":"new"}`, id))
			}
			answerJSON(w, 200, fmt.Sprintf(`{"data":[%s],"meta":{"total":%s,"next_cursor":null},"links":{"next":%s}}`, strings.Join(items, ","), strings.Fields(totals)[page-1], next))
		}, func(o *Options) { o.Mapping = mappingWith(t, "  kind: page\n  page: page\n  first: 1\n", byCursor) })
		var got string
		var last error
		for o, err := range client.Orders(t.Context(), supplier.OrderQuery{Status: "new"}) {
			got, last = got+o.ID, err
		}
		require.Equal(t, strings.ReplaceAll(strings.Join(pages, ""), " ", ""), got)
		require.Equal(t, []string{"per_page=200&status=new", "page=2&status=new", "page=3&status=new"}, asked)
		if problem == "" {
			require.NoError(t, last)
		} else {
			require.ErrorContains(t, last, problem)
		}
	}
}

// TestAListForBooksThatShrinks: a record that vanishes while the pages of a list are read
// may take another one with it. Products forgive that where they are paged by a cursor;
// orders, shipments and entries are whole only with all that was announced first.
func TestAListForBooksThatShrinks(t *testing.T) {
	for _, c := range []struct {
		name, pages, totals string
		cursor              bool
		problem             string
	}{
		{"nothing vanishes", "a b|c d|e", "5 5 5", true, ""},
		{"an earlier one, by a true cursor", "a b|c d|e", "5 4 4", true, ""},
		{"a cursor that hides a page's number", "a b|d e", "5 4", true, "the list shrank from 5 to 4"},
		{"on the last page", "a b|c d", "5 4", true, "the list shrank from 5 to 4"},
		{"by pages", "a b|d", "4 3", false, "the list shrank from 4 to 3"},
		{"on the last page, and nobody says so", "a b|c", "4 4", false, "read 3 distinct items of 4 announced"},
		{"no cursor where one is due", "a b", "5", true, "names no cursor of a next page"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pages, totals := strings.Split(c.pages, "|"), strings.Fields(c.totals)
			m := defaultMapping(t)
			if c.cursor {
				m = mappingWith(t, "  kind: page\n  page: page\n  first: 1\n", byCursor)
			}
			client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				page := 1
				_, _ = fmt.Sscan(r.URL.Query().Get("page")+r.URL.Query().Get("cursor"), &page)
				next := "null"
				if page < len(pages) && c.cursor {
					next = fmt.Sprintf(`"%d"`, page+1)
				}
				var items []string
				for _, id := range strings.Fields(pages[page-1]) {
					items = append(items, fmt.Sprintf(`{"id":%q,"status":"new","kind":"accrual","amount":"1.00","posted_at":"2026-10-01T00:00:00Z","waybill_number":null}`, id))
				}
				answerJSON(w, 200, fmt.Sprintf(`{"data":[%s],"meta":{"total":%s,"total_pages":%d,"next_cursor":%s}}`,
					strings.Join(items, ","), totals[page-1], len(pages), next))
			}, func(o *Options) { o.Mapping = m })
			problems := map[string]error{"orders": nil, "shipments": nil, "entries": nil}
			for _, err := range client.Orders(t.Context(), supplier.OrderQuery{}) {
				problems["orders"] = err
			}
			for _, err := range client.Shipments(t.Context(), supplier.ShipmentQuery{}) {
				problems["shipments"] = err
			}
			for _, err := range client.Ledger(supplier.LedgerQuery{}).Entries(t.Context()) {
				problems["entries"] = err
			}
			for list, problem := range problems {
				if c.problem == "" {
					require.NoError(t, problem, list)
					continue
				}
				require.Equal(t, supplier.KindIncomplete, supplier.KindOf(problem), list)
				require.ErrorContains(t, problem, c.problem, list)
			}
		})
	}
}
