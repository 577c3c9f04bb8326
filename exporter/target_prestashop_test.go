package exporter

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// prestaShopRows reads the feed as the shop's import does: cells parted by semicolons.
func prestaShopRows(t *testing.T, products []supplier.Product) ([]map[string]string, Report) {
	t.Helper()
	data, report := export(t, products, targetFeed(t, "prestashop"))
	return byHeading(t, pythonRows(t, data, map[string]any{"delimiter": ";", "strict": true})), report
}

// TestPrestaShopRules reads the whole feed by the rules of the shop's own import and of the
// fields that it fills.
func TestPrestaShopRules(t *testing.T) {
	list, report := prestaShopRows(t, targetCases())
	requireAccounted(t, report)
	references := map[string]bool{}
	for _, row := range list {
		reference := row["Reference #"]
		require.False(t, references[strings.ToLower(reference)], reference)
		references[strings.ToLower(reference)] = true
		require.Regexp(t, `^[^<>;={}]{1,64}$`, reference)
		require.Regexp(t, `^[^<>;=#{}]+$`, row["Name"], "a name that the shop refuses would end the row")
		require.LessOrEqual(t, utf8.RuneCountInString(row["Name"]), 128)
		require.Regexp(t, `^[^<>;=#{}]{0,64}$`, row["Manufacturer"])
		require.Regexp(t, `^\d+\.\d\d$`, row["Price tax included"])
		require.Regexp(t, `^\d+$`, row["Quantity"])
		require.Regexp(t, `^[0-9]{0,13}$`, row["EAN13"])
		require.Contains(t, []string{"0", "1"}, row["Available for order (0 = No, 1 = Yes)"])
		if row["Available for order (0 = No, 1 = Yes)"] == "0" {
			require.Equal(t, "0", row["Quantity"], reference)
		}
		for _, picture := range imported(row["Image URLs (x,y,z...)"]) {
			require.Regexp(t, `^https?://[!-~]+$`, picture)
		}
		for _, feature := range imported(row["Feature (Name:Value:Position:Customized)"]) {
			require.Len(t, strings.Split(feature, ":"), 4, feature)
		}
	}
	rows := bySKU(list, "Reference #")
	require.Equal(t, []string{"878.90", "79.90", "1", "17", "2866", "Футболка «Літо», синій, M"},
		[]string{rows["VBM"]["Price tax included"], rows["VBM"]["Discount amount"], rows["VBM"]["On sale (0/1)"], rows["VBM"]["Quantity"],
			rows["VBM"]["Categories (x,y,z...)"], rows["VBM"]["Name"]})
	require.Equal(t, "Колір:синій:0:1", imported(rows["VBM"]["Feature (Name:Value:Position:Customized)"])[0])
	require.Equal(t, []string{"0", "0", "0"}, []string{rows["GONE1"]["Quantity"], rows["GONE1"]["Available for order (0 = No, 1 = Yes)"], rows["GONE1"]["Action when out of stock"]})
	require.Equal(t, []string{"0", "1", "1"}, []string{rows["ORDER1"]["Quantity"], rows["ORDER1"]["Available for order (0 = No, 1 = Yes)"], rows["ORDER1"]["Action when out of stock"]})
}

func TestPrestaShopCategoriesAndRefusals(t *testing.T) {
	list, report := prestaShopRows(t, []supplier.Product{
		worldProduct("path", func(p *supplier.Product) {
			p.Category = supplier.Category{ID: "900", Name: "Шафи/полиці", Path: []string{"Меблі, декор", "Шафи/полиці"}}
		}),
		worldProduct("bad", func(p *supplier.Product) { p.SKU = "A;B" }),
		worldProduct("twin", func(p *supplier.Product) { p.SKU = "path" }),
	})
	require.Equal(t, "Меблі  декор/Шафи полиці", list[0]["Categories (x,y,z...)"], "one path, whatever its names hold")
	require.Equal(t, []string{"value_invalid"}, skipped(report, "A;B"))
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "path"))
}
