package client

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// foreignMapping is a mapping with that products section and what stands before it.
func foreignMapping(t testing.TB, head, products string) (*mapping.Program, error) {
	t.Helper()
	return mapping.Compile("foreign.yaml", []byte(suppliertest.ForeignText(head, products)))
}

func TestListsWithARequestOfTheirOwnAreReadFirst(t *testing.T) {
	m, err := foreignMapping(t, "answer: {list: data}\nlookups:\n  stocks: {request: GET /stocks, key: sku, answer: {list: rows}, paging: {kind: page, page: p, first: 1, end: short, per_page: n, size: 2}}\n  pictures: {request: GET /pictures, key: id}\n",
		"  fields:\n"+suppliertest.FiveFields+"    quantity: {at: sku, lookup: stocks, take: qty}\n    images: {at: id, lookup: pictures, take: url}\n  query: {updated_since: since}\n")
	require.NoError(t, err)
	var asked []string
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		switch r.URL.Path + r.URL.Query().Get("p") {
		case "/stocks1":
			answerJSON(w, 200, `{"rows":[{"sku":"a","qty":"3"},{"sku":"b","qty":0}]}`)
		case "/stocks2":
			answerJSON(w, 200, `{"rows":[{"sku":"z","qty":9}]}`)
		case "/pictures":
			answerJSON(w, 200, `{"data":[{"id":2,"url":"x"},{"id":1,"url":"y"},{"id":2,"url":"z"}]}`)
		default:
			answerJSON(w, 200, `{"data":[{"id":1,"sku":"a","name":"n","price":"1.10"},{"id":2,"sku":"b","name":"n","price":2},{"id":3,"sku":"c","name":"n","price":3}]}`)
		}
	}, func(o *Options) { o.Mapping = m })
	var found []supplier.Product
	for p, err := range c.Products(t.Context(), supplier.ProductQuery{}) {
		require.NoError(t, err)
		found = append(found, *p)
	}
	require.Equal(t, []string{"/stocks", "/stocks", "/pictures", "/goods"}, asked)
	require.Equal(t, []supplier.Opt[int64]{supplier.Some[int64](3), supplier.Some[int64](0), {}}, []supplier.Opt[int64]{found[0].Quantity, found[1].Quantity, found[2].Quantity})
	require.Equal(t, []string{"y"}, found[0].Images)
	require.Equal(t, []string{"x", "z"}, found[1].Images)
	require.False(t, c.TracksChanges(), "a change of stock shows in no product")
}
