package client

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
)

func soldGoods(from, to int) string {
	var rows []string
	for i := from; i < to; i++ {
		rows = append(rows, fmt.Sprintf(`{"id":"%d","sku":"S%d","name":"x","currency":"UAH","drop_price":"1.00"}`, i, i))
	}
	return `{"data":[` + strings.Join(rows, ",") + `]}`
}

// aheadOf is what the first pages of a list of products show.
func aheadOf(t *testing.T, paging string, answer func(r *http.Request) string) (FirstPages, []string) {
	t.Helper()
	var asked []string
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.RawQuery)
		answerJSON(w, 200, answer(r))
	}, withMapping(wireMapping(t, "paging: "+paging,
		"products: {request: GET /goods, fields: {id: id, sku: sku, name: name, currency: currency, drop_price: drop_price}}")))
	all := c.FirstPages(t.Context(), func(operation string) bool { return operation == "list orders" })
	require.Len(t, all, 1)
	return all[0], asked
}

func TestTwoPagesAreRead(t *testing.T) {
	ahead, asked := aheadOf(t, "{kind: page, page: p, first: 1, per_page: n, size: 3}", func(r *http.Request) string {
		n, _ := strconv.Atoi(r.URL.Query().Get("p"))
		page := soldGoods(3*n, 3*n+3)
		if n == 2 {
			page = strings.Replace(page, `"drop_price":"1.00"`, `"drop_price":"on request"`, 1)
		}
		return page
	})
	require.NoError(t, ahead.Err)
	require.Equal(t, []int{2, 6}, []int{ahead.Pages, ahead.Records})
	require.Equal(t, []orderbody.Product{{SKU: "S3", ID: "3"}, {SKU: "S4", ID: "4"}, {SKU: "S5", ID: "5"}, {SKU: "S7", ID: "7"}, {SKU: "S8", ID: "8"}}, ahead.Products)
	require.Len(t, ahead.Unreadable, 1, "of the second page")
	require.Contains(t, ahead.Unreadable[0].Problem, "on request")
	require.Equal(t, []string{"n=3&p=1", "n=3&p=2"}, asked)
	require.Empty(t, ahead.Beyond)
}

// A list that is said to come at once is asked for more in the two usual ways.
func TestWhatStandsBeyondIsFound(t *testing.T) {
	for name, c := range map[string]struct {
		serve  func(r *http.Request) string
		beyond string
	}{
		"by page": {func(r *http.Request) string {
			if r.URL.Query().Get("page") == "2" {
				return soldGoods(4, 6)
			}
			return soldGoods(0, 4)
		}, "page=2"},
		"by offset": {func(r *http.Request) string {
			n, _ := strconv.Atoi(r.URL.Query().Get("offset"))
			return soldGoods(n, n+4)
		}, "offset=4"},
		"ignored":  {func(*http.Request) string { return soldGoods(0, 4) }, ""},
		"the same": {func(r *http.Request) string { return soldGoods(0, 4-len(r.URL.RawQuery)/6) }, ""},
		"refused": {func(r *http.Request) string {
			if r.URL.RawQuery != "" {
				return `{"error":"no such parameter"}`
			}
			return soldGoods(0, 4)
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			ahead, _ := aheadOf(t, "{kind: none}", c.serve)
			require.NoError(t, ahead.Err)
			require.True(t, ahead.AtOnce)
			require.Equal(t, c.beyond, ahead.Beyond)
			require.Equal(t, 4, ahead.Records)
		})
	}
}
