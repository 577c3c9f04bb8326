package exporter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// variationsOf takes a cell of variations apart as the shop's import does: at bars, then at
// commas, then at the first equals sign.
func variationsOf(t *testing.T, cell string) (out []map[string]string) {
	t.Helper()
	for _, variation := range strings.Split(cell, "|") {
		fields := map[string]string{}
		for _, pair := range strings.Split(variation, ",") {
			name, value, found := strings.Cut(pair, "=")
			require.True(t, found, cell)
			fields[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
		out = append(out, fields)
	}
	return out
}

// requireTakenByMagento holds what the shop's import asks of a file.
func requireTakenByMagento(t *testing.T, rows []map[string]string) map[string]map[string]string {
	t.Helper()
	simple, urls := map[string]map[string]string{}, map[string]bool{}
	for _, row := range rows {
		require.LessOrEqual(t, len([]rune(row["sku"])), 64)
		require.NotEmpty(t, row["sku"])
		require.Nil(t, simple[strings.ToLower(row["sku"])], "a SKU once")
		require.False(t, urls[row["url_key"]], "an address once: %s", row["url_key"])
		urls[row["url_key"]] = true
		require.NotEmpty(t, row["name"])
		require.NotContains(t, row["categories"], ",")
		for _, image := range []string{"base_image", "small_image", "thumbnail_image"} {
			require.NotContains(t, row[image], ",")
		}
		if row["product_type"] == "simple" {
			simple[strings.ToLower(row["sku"])] = row
			require.Regexp(t, `^\d+\.\d\d$`, row["price"])
			require.Regexp(t, `^\d+$`, row["qty"])
			require.False(t, row["is_in_stock"] == "0" && row["qty"] != "0", row["sku"])
			continue
		}
		require.Equal(t, "configurable", row["product_type"])
		once := map[string]bool{}
		for _, variation := range variationsOf(t, row["configurable_variations"]) {
			of := simple[strings.ToLower(variation["sku"])]
			require.NotNil(t, of, "a variant stands before its product")
			require.Equal(t, "Not Visible Individually", of["visibility"])
			delete(variation, "sku")
			require.NotEmpty(t, variation)
			key := ""
			for code, value := range variation {
				require.Contains(t, row["configurable_variation_labels"], code+"=")
				require.Contains(t, of["additional_attributes"], code+"="+value, "the variant itself has the value")
			}
			key = of["additional_attributes"]
			require.False(t, once[key], key)
			once[key] = true
		}
	}
	return simple
}

func TestMagentoRules(t *testing.T) {
	rows, report := tableOf(t, "magento", targetCases())
	requireAccounted(t, report)
	simple := requireTakenByMagento(t, rows)
	require.Equal(t, []string{"878.90", "799.00", "17", "1"}, []string{simple["vbm"]["price"], simple["vbm"]["special_price"], simple["vbm"]["qty"], simple["vbm"]["is_in_stock"]})
	require.Equal(t, []string{"0", "0", "0"}, []string{simple["gone1"]["qty"], simple["gone1"]["is_in_stock"], simple["gone1"]["allow_backorders"]})
	require.Equal(t, []string{"0", "1", "1"}, []string{simple["order1"]["qty"], simple["order1"]["is_in_stock"], simple["order1"]["allow_backorders"]})
	shirt := bySKU(rows, "sku")["group-g-shirt"]
	require.Equal(t, "sku=VBS,Колір=синій,Розмір=S|sku=VBM,Колір=синій,Розмір=M|sku=VRM,Колір=червоний,Розмір=M", shirt["configurable_variations"])
	require.Equal(t, "Default Category/Дім/Стільці  крісла > інше", simple["comma1"]["categories"])
}

// TestMagentoVariants: without a code of what differs there is nothing to choose by, and each
// variant is shown.
func TestMagentoVariants(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	f := targetFeed(t, "magento")
	f.Attributes = shopAttributes(t, "Колір,color,\n")
	variants := variantsOf("g", []string{"синій", "S"}, []string{"чорний", "M"})
	rows, _ := tableOfFeed(t, variants, f)
	require.Len(t, requireTakenByMagento(t, rows), 2)
	require.Len(t, rows, 2, "the size has no code")
	require.Equal(t, "Catalog, Search", rows[0]["visibility"])
	f.Attributes = shopAttributes(t, "Колір,color,\nРозмір,size,\n")
	rows, _ = tableOfFeed(t, variants, f)
	require.Equal(t, "sku=G0,color=синій,size=S|sku=G1,color=чорний,size=M", rows[2]["configurable_variations"])
	require.Equal(t, "color=Колір,size=Розмір", rows[2]["configurable_variation_labels"])
	require.Empty(t, rows[2]["qty"])

	some, err := selection.ReadAttributeMap("attributes.csv", []byte("name,value,target_name\nКолір,синій,color\nКолір,білий,color\nРозмір,,size\n"))
	require.NoError(t, err)
	f.Attributes = some
	for _, colours := range [][]string{{"синій", "чорний"}, {"чорний", "синій"}} { // the last one decides nothing
		rows, _ = tableOfFeed(t, variantsOf("g", []string{colours[0], "S"}, []string{colours[1], "M"}), f)
		require.Len(t, rows, 2)
		for _, row := range rows {
			require.Equal(t, "Catalog, Search", row["visibility"], "black has no code: what would be hidden could be bought nowhere")
		}
	}
	rows, _ = tableOfFeed(t, variantsOf("g", []string{"синій", "S"}, []string{"білий", "M"}), f)
	require.Equal(t, "sku=G0,color=синій,size=S|sku=G1,color=білий,size=M", rows[2]["configurable_variations"])
}

// TestMagentoRefusals: what the import would part in the wrong place is named.
func TestMagentoRefusals(t *testing.T) {
	f := targetFeed(t, "magento")
	f.Attributes = shopAttributes(t, "Колір,color,\n")
	rows, report := tableOfFeed(t, append(variantsOf("g", []string{"синій, темний"}, []string{"чорний"}), worldProduct("a", func(p *supplier.Product) { p.SKU = "A|B" }),
		worldProduct("b", func(p *supplier.Product) { p.SKU = strings.Repeat("x", 65) }), worldProduct("c", func(p *supplier.Product) { p.SKU = "Ж-1" }),
		worldProduct("d", func(p *supplier.Product) { p.SKU = "Ж 1" })), f)
	requireTakenByMagento(t, rows)
	require.Equal(t, []string{"value_missing"}, skipped(report, "G0"))
	for _, sku := range []string{"A|B", strings.Repeat("x", 65)} {
		require.Equal(t, []string{"value_invalid"}, skipped(report, sku))
	}
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "Ж 1"))
}
