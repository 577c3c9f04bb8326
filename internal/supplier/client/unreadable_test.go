package client

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// admitted admits pages written as "a !b c": b cannot be read, and ! alone has no id.
func admitted(t *testing.T, m *mapping.Program, total int64, pages ...string) (kept, odd []string, result supplier.ListResult) {
	t.Helper()
	l := newList(clientOf(t, "http://127.0.0.1:1", withMapping(m)), &m.Products, newQuery(&m.Products), 0)
	l.plan.ended, l.plan.next = true, len(pages)
	for i, text := range pages {
		words := strings.Fields(text)
		page := mapping.Page[supplier.Product]{Envelope: supplier.Envelope{Count: len(words), Total: supplier.Some(total)}}
		for n, word := range words {
			if id, wrong := strings.CutPrefix(word, "!"); wrong {
				page.Unreadable = append(page.Unreadable, supplier.Unreadable{ID: id, Item: n + 1, Before: len(page.Records)})
			} else {
				page.Records = append(page.Records, supplier.Product{ID: word})
			}
		}
		require.NoError(t, l.admit(i, &page))
		for _, p := range page.Records {
			kept = append(kept, p.ID)
		}
		for _, u := range page.Unreadable {
			odd = append(odd, fmt.Sprintf("%s@%d<%d", u.ID, u.Position, u.Before))
		}
	}
	return kept, odd, l.outcome()
}

func TestUnreadableProductsAreOfTheList(t *testing.T) {
	numbered := defaultMapping(t)
	kept, odd, result := admitted(t, numbered, 6, "a !b c", "! d !e")
	require.Equal(t, []string{"a", "c", "d"}, kept)
	require.Equal(t, []string{"b@2<1", "@4<0", "e@6<1"}, odd)
	require.Equal(t, supplier.ListResult{Pages: 2, Items: 3, Unread: 3, Total: supplier.Some(int64(6)), Complete: true}, result)

	kept, odd, result = admitted(t, numbered, 4, "a !b", "a !b c") // both came again, and one is missing
	require.Equal(t, []string{"a", "c"}, kept)
	require.Equal(t, []string{"b@2<1", "b@4<0"}, odd, "what follows it is counted among those that stay")
	require.Equal(t, "read 3 distinct items of 4 announced, 2 came twice", result.Problem)

	_, odd, result = admitted(t, numbered, 3, "! a", "!") // none of its own, and all of the list
	require.Equal(t, []string{"@1<0", "@3<0"}, odd)
	require.True(t, result.Complete, result.Problem)
}

func TestUnreadableProductsAtTheBorderOfPages(t *testing.T) {
	m := mappingWith(t, "  kind: page\n  page: page\n  first: 1\n", "  kind: last_id\n  last_id: after\n  inclusive: true\n")
	kept, odd, result := admitted(t, m, 4, "a !b", "!b c d")
	require.Equal(t, []string{"a", "c", "d"}, kept)
	require.Equal(t, []string{"b@2<1"}, odd, "a service that pages by an id sends the last one twice")
	require.True(t, result.Complete, result.Problem)
}

func TestRecordByRecordNothingIsLeftOut(t *testing.T) {
	c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, 200, `{"meta":{"total":1,"total_pages":1},"data":[{"id":"a"},{"id":"b","quantity":"5.5 pieces"}]}`)
	})
	var last error
	for _, err := range c.Products(t.Context(), supplier.ProductQuery{}) {
		last = err
	}
	require.Equal(t, supplier.KindProtocol, supplier.KindOf(last))
	require.ErrorContains(t, last, `id b: quantity: want a whole number, got "5.5 pieces"`)
}

// TestNaNIsNoNumber: what programs write for a number that is none costs one product, and not
// the page for being no JSON.
func TestNaNIsNoNumber(t *testing.T) {
	m := defaultMapping(t)
	page, err := m.Products.ReadPage(`{"meta":{"total":3},"data":[{"id":"a","sku":"A","name":"NaN \" NaN"},{"id":"b","sku":"B","drop_price":NaN},{"id":"c","sku":"C","quantity":-Infinity}]}`,
		supplier.Envelope{}, nil, nil)
	require.NoError(t, err)
	require.Len(t, page.Records, 1)
	require.Equal(t, `NaN " NaN`, page.Records[0].Name)
	require.Len(t, page.Unreadable, 2)
	require.Equal(t, []string{"B", "C"}, []string{page.Unreadable[0].Label(), page.Unreadable[1].Label()})
	require.Contains(t, page.Unreadable[0].Problem, "NaN")
	_, err = m.Products.ReadPage(`{"data":[{"id":NaN`, supplier.Envelope{}, nil, nil)
	require.Error(t, err, "broken JSON stays an error of the page")
}
