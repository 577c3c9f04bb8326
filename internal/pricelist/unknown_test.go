package pricelist_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
)

// TestUnknownStock: the words that nobody knew in the last reading are told with their list and
// column, those that leave out most first; one that was given its meaning is told no more.
func TestUnknownStock(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "list.csv", "Код;Назва;Дроп ціна;Залишок\na;Чай;9;є\nb;Кава;8;питайте\nc;Сіль;7; питайте \nd;Рис;7;скоро\ne;Мед;5;3\n")
	c := catalogueOf(dir, pricelist.Source{File: file})
	require.Empty(t, c.UnknownStock())
	_, named, err := read(t, c)
	require.NoError(t, err)
	require.Len(t, named, 3)
	word := func(text string) form.StockWord {
		return form.StockWord{Key: "supplier.products.lists[0]", Column: "Залишок", Word: text}
	}
	require.Equal(t, []pricelist.UnknownStock{{StockWord: word("питайте"), Products: 2, First: "b"}, {StockWord: word("скоро"), Products: 1, First: "d"}}, c.UnknownStock())
	_, _, err = read(t, c)
	require.NoError(t, err)
	require.Len(t, c.UnknownStock(), 2, "a second reading counts anew")
	require.Equal(t, 2, c.UnknownStock()[0].Products)

	taught := catalogueOf(dir, pricelist.Source{File: file, Hints: form.Hints{Words: map[string]string{"питайте": "on_order", "скоро": "out_of_stock"}}})
	_, named, err = read(t, taught)
	require.NoError(t, err)
	require.Empty(t, named)
	require.Empty(t, taught.UnknownStock())
}
