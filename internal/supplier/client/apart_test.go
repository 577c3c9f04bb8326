package client

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// TestListsOfManyRecords: one request asks for as many records as the mapping says, in the
// form that the service takes.
func TestListsOfManyRecords(t *testing.T) {
	for lookup, want := range map[string][]string{
		`{request: GET /pictures, each: id, keys: ids, batch: 2, key: of, answer: {list: .}}`:     {"ids=1%2C2 ", "ids=3 "},
		`{request: GET /pictures, each: id, keys: "ids[]", batch: 2, key: of, answer: {list: .}}`: {"ids%5B%5D=1&ids%5B%5D=2 ", "ids%5B%5D=3 "},
		`{request: POST /pictures, each: id, keys: "q.ids[]", key: of, answer: {list: .}}`:        {` {"q":{"ids":["1","2","3"]}}`},
	} {
		m, err := foreignMapping(t, "answer: {list: data}\nlookups:\n  pictures: "+lookup+"\n", "  fields:\n"+suppliertest.FiveFields+"    images: {at: id, lookup: pictures, take: url}\n")
		require.NoError(t, err)
		var mu sync.Mutex
		var asked []string
		handler, all := recorder(func(r *http.Request, body string) (int, string) {
			if r.URL.Path != "/pictures" {
				return 200, `{"data":[{"id":1,"sku":"a","name":"n","price":1},{"id":2,"sku":"b","name":"n","price":1},{"id":3,"sku":"c","name":"n","price":1}]}`
			}
			asked = append(asked, r.URL.RawQuery+" "+body)
			return 200, `[{"of":1,"url":"x"},{"of":3,"url":"y"},{"of":3,"url":"z"},{"of":9,"url":"other"}]`
		})
		c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			handler(w, r)
		}, withMapping(m))
		images := map[string]string{}
		for p, err := range c.Products(t.Context(), supplier.ProductQuery{}) {
			require.NoError(t, err)
			images[p.ID] = strings.Join(p.Images, " ")
		}
		require.ElementsMatch(t, want, asked, lookup)
		require.Len(t, *all, len(want)+1)
		if len(want) == 1 {
			require.Equal(t, map[string]string{"1": "x", "2": "", "3": "y z"}, images)
		}
	}
}

// TestAListOfARecordThatFails: a page without it is no page.
func TestAListOfARecordThatFails(t *testing.T) {
	m, err := foreignMapping(t, "answer: {list: data}\nlookups:\n  pictures: {request: \"GET /products/{key}/pictures\", each: id, answer: {list: .}}\n",
		"  fields:\n"+suppliertest.FiveFields+"    images: {at: id, lookup: pictures, take: url}\n")
	require.NoError(t, err)
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/pictures") {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		answerJSON(w, 200, `{"data":[{"id":1,"sku":"a","name":"n","price":1}]}`)
	}, withMapping(m))
	_, err = idsOf(t, c)
	require.ErrorContains(t, err, "list pictures: status 404")
}
