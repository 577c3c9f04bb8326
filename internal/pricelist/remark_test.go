package pricelist_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// remarks are those of a whole reading.
func remarks(t testing.TB, c *pricelist.Catalogue) (found []string) {
	t.Helper()
	pages := c.ProductPages(supplier.ProductQuery{})
	var page supplier.ProductPage
	for {
		raw, err := pages.Fetch(t.Context())
		if err == io.EOF {
			return found
		}
		require.NoError(t, err)
		require.NoError(t, pages.Decode(raw, &page))
		require.NoError(t, pages.Admit(&page))
		for _, r := range page.Remarks {
			found = append(found, r.List+": "+r.Text)
		}
	}
}

// TestWhatOnlyAFurtherListHasIsNamed: the first ten, how many, and what to do; SKUs that stand
// twice likewise.
func TestWhatOnlyAFurtherListHasIsNamed(t *testing.T) {
	dir := t.TempDir()
	var more strings.Builder
	more.WriteString("Код;Дроп\nb;5\na;6,50\na;6,50\n")
	for n := range 12 {
		fmt.Fprintf(&more, "x%d;1\n", n)
	}
	first := pricelist.Source{File: write(t, dir, "goods.csv", "id;Код;Назва;РРЦ\n1;a;Чай;9\n2;b;Кава;8\n3;b;Кава зелена;8\n")}
	require.Equal(t, []string{
		"goods.csv: 1 SKU stands there twice: b; such a SKU does not order one product for certain: ask the supplier for one each, or name another column as fields: {sku: \"…\"}",
		"drop.csv: 1 SKU stands there twice: a; such a SKU does not order one product for certain: ask the supplier for one each, or name another column as fields: {sku: \"…\"}",
		"drop.csv: 12 products stand here alone and not in the first list: x0, x1, x2, x3, x4, x5, x6, x7, x8, x9; products come from the first list under lists: alone; put the fuller one first, or compare the SKUs",
	}, remarks(t, catalogueOf(dir, first, pricelist.Source{File: write(t, dir, "drop.csv", more.String())})))
	require.Empty(t, remarks(t, catalogueOf(dir, pricelist.Source{File: write(t, dir, "one.csv", three)})))

	_, named, err := read(t, catalogueOf(t.TempDir(), pricelist.Source{File: write(t, dir, "three.csv", three)}, pricelist.Source{File: write(t, dir, "stock.csv", "Код;Залишок\na;1\na;0\n")}))
	require.NoError(t, err)
	require.Contains(t, named, "a: stock.csv has the product twice, with different prices or stocks")
}

// TestRowsOfSumsAreNoGoods: they are left out by their numbers, and do not count among the prices.
// What only looks like one is a product.
func TestRowsOfSumsAreNoGoods(t *testing.T) {
	dir := t.TempDir()
	const head = "Код;Назва;Дроп;РРЦ;Залишок\n"
	c := catalogueOf(dir, pricelist.Source{File: write(t, dir, "goods.csv", head+"a;Чай;5;9;1\nРазом по розділу:;;5;9;1\nTotal;Олива;5;9;1\nTotal 5W30;5;5;9;1\n;Всього;15;27;3\nUSD;Разом;5;9;1\n")})
	lines, named, err := read(t, c)
	require.NoError(t, err)
	require.Empty(t, named)
	require.Equal(t, []string{"a Чай 5.00 9.00 in_stock", "Total Олива 5.00 9.00 in_stock", "Total 5W30 5 5.00 9.00 in_stock", "USD Разом 5.00 9.00 in_stock"}, lines)
	require.Equal(t, []string{"goods.csv: rows of sums are left out: 3, 6; where one of them is a product, ask the supplier to name it otherwise"}, remarks(t, c))
}
