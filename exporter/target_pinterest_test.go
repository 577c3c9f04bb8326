package exporter

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestPinterestRules reads the whole feed by what Pinterest says of an item's fields.
func TestPinterestRules(t *testing.T) {
	heading, rows, report := rowsOfTarget(t, "pinterest")
	requireAccounted(t, report)
	most := map[string]int{"id": 127, "title": 500, "description": 10000, "link": 511, "image_link": 2000, "additional_image_link": 2000,
		"product_type": 1000, "item_group_id": 127}
	for column := range most {
		require.Contains(t, heading, column)
	}
	ids := map[string]bool{}
	for _, row := range rows {
		require.False(t, ids[row["id"]], row["id"])
		ids[row["id"]] = true
		for _, required := range []string{"id", "title", "description", "link", "image_link", "availability", "price"} {
			require.NotEmpty(t, row[required], "%s of %s", required, row["id"])
		}
		for column, limit := range most {
			require.LessOrEqual(t, utf8.RuneCountInString(row[column]), limit, "%s of %s", column, row["id"])
		}
		require.Regexp(t, `^https?://[!-~]+$`, row["link"])
		require.Contains(t, []string{"in stock", "out of stock"}, row["availability"])
		require.Regexp(t, `^\d+\.\d\d UAH$`, row["price"], "a price without a currency is taken for dollars")
		require.Regexp(t, `^(\d+\.\d\d UAH)?$`, row["sale_price"])
		require.NotContains(t, row["description"], "<p>")
		for _, picture := range strings.Split(row["image_link"]+","+row["additional_image_link"], ",") {
			require.Regexp(t, `^(https?://[!-~]+)?$`, picture)
		}
		require.LessOrEqual(t, strings.Count(row["additional_image_link"], ",")+1, 10)
	}
	found := keyed(rows, "id")
	require.Equal(t, []string{"878.90 UAH", "799.00 UAH", "in stock", "751", "g-shirt", "синій"},
		[]string{found["vbm"]["price"], found["vbm"]["sale_price"], found["vbm"]["availability"], found["vbm"]["google_product_category"], found["vbm"]["item_group_id"], found["vbm"]["color"]})
	for _, id := range []string{"gone1", "few1", "order1"} {
		require.Equal(t, "out of stock", found[id]["availability"], id)
	}
}

func TestPinterestRefusals(t *testing.T) {
	rows, report := tableOf(t, "pinterest", []supplier.Product{
		worldProduct("x"+strings.Repeat("1", 127), nil), worldProduct("nourl", func(p *supplier.Product) { p.URL = "" }),
		worldProduct("long", func(p *supplier.Product) { p.URL = "https://shop.example/" + strings.Repeat("ї", 85) }),
		worldProduct("fits", func(p *supplier.Product) { p.URL = "https://shop.example/" + strings.Repeat("ї", 80) }),
	})
	require.Regexp(t, "^x1{118}[0-9a-f]{8}$", rows[0]["id"], "a longer id is told apart within its length")
	require.Equal(t, []string{"value_missing"}, skipped(report, "NOURL"))
	require.Equal(t, []string{"value_invalid"}, skipped(report, "LONG"), "Cyrillic letters take six characters each")
	require.Empty(t, skipped(report, "FITS"))
}
