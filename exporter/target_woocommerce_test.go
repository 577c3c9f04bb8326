package exporter

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// imported is a cell as WooCommerce's importer takes it apart: at commas, but not at \,.
func imported(cell string) (out []string) {
	if cell == "" {
		return nil
	}
	for _, v := range strings.Split(strings.ReplaceAll(cell, `\,`, "\x00"), ",") {
		out = append(out, strings.TrimSpace(strings.ReplaceAll(v, "\x00", ",")))
	}
	return out
}

// importedAttributes are the attributes of a row by their names; no name is there twice.
func importedAttributes(t *testing.T, row map[string]string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for n := range 30 {
		name := row[fmt.Sprintf("Attribute %d name", n)]
		values := imported(row[fmt.Sprintf("Attribute %d value(s)", n)])
		if name == "" {
			require.Empty(t, values, "values of no attribute")
			continue
		}
		require.NotContains(t, out, name, "the importer would keep the last one only")
		out[name] = values
	}
	return out
}

func TestWooCommerceShowsProductsInFull(t *testing.T) {
	products := targetCases()
	list, report := tableOf(t, "woocommerce", products)
	rows := bySKU(list, "SKU")
	barcodes := map[string]bool{}
	for i := range products {
		p := &products[i]
		row := rows[p.SKU]
		if row == nil {
			require.NotEmpty(t, skipped(report, p.SKU), p.SKU)
			continue
		}
		if code := row["global_unique_id"]; code != "" {
			require.False(t, barcodes[code], "the importer refuses a second product with %s", code)
			barcodes[code] = true
		}
		want := map[string][]string{}
		for _, a := range p.Attributes {
			if a.Name != "" && a.Value != "" && len(want) < 20 {
				want[a.Name] = append(want[a.Name], strings.NewReplacer("|", "/", "<", "‹", ">", "›").Replace(strings.TrimSpace(a.Value+" "+a.Unit)))
			}
		}
		got := importedAttributes(t, row)
		if row["Type"] == "variation" {
			require.Equal(t, want["Колір"], got["Колір"])
			require.Equal(t, want["Розмір"], got["Розмір"])
			require.Equal(t, want["Матеріал"], importedAttributes(t, rows[row["Parent"]])["Матеріал"], "what variants share is the parent's")
			continue
		}
		require.Equal(t, want, got, p.SKU)
	}
	require.True(t, barcodes["0482000000011"])
	require.Contains(t, strings.Join(lines(report.Warnings), "\n"), "TWIN2: barcode_repeated: ")
	require.EqualValues(t, 102, report.Repaired[remark.AttributesLeftOut], "100 of one product, 2 that say nothing of another")
	shirt := rows["group-g-shirt"]
	require.Equal(t, []string{"https://img.example/vbm.jpg", "https://img.example/shirt.jpg", "https://img.example/vbs.jpg", "https://img.example/vrm.jpg"}, imported(shirt["Images"]))
	require.Equal(t, []string{"variable", "", "", "", "1"}, []string{shirt["Type"], shirt["Regular price"], shirt["Stock"], shirt["Parent"], shirt["In stock?"]})
	require.Equal(t, []string{"variation", "878.90", "799.00", "17", "group-g-shirt"},
		[]string{rows["VBM"]["Type"], rows["VBM"]["Regular price"], rows["VBM"]["Sale price"], rows["VBM"]["Stock"], rows["VBM"]["Parent"]})
}

// TestWooCommerceDescriptions: the importer makes a line break of \n, and of \\n nothing.
func TestWooCommerceDescriptions(t *testing.T) {
	rows, _ := tableOf(t, "woocommerce", []supplier.Product{worldProduct("one", func(p *supplier.Product) {
		p.Descriptions.UK = "<p>перший\r\nдругий\nтретій</p><p>C:\\new\\temp</p>"
	})})
	require.Equal(t, `<p>перший\nдругий\nтретій</p><p>C:\\new\temp</p>`, rows[0]["Description"])
}

// TestWooCommerceTextsLikeTags: the importer takes what looks like a tag out of names and values,
// writes &lt; into a variation and < into its product, and &amp; into SKUs but not into Parent.
func TestWooCommerceTextsLikeTags(t *testing.T) {
	products := variantsOf("a&b<c>", []string{"<так>", "5 < 6"}, []string{"R&D", "7"})
	for i := range products {
		products[i].Attributes[1].Name = "Сумісність <Я> & B"
		products[i].Category.Path = []string{"Дім & <сад>"}
	}
	products[0].SKU, products[1].SKU = "G0", "G1"
	products = append(products, worldProduct("amp", func(p *supplier.Product) { p.SKU = "A&B" }), worldProduct("tag", func(p *supplier.Product) { p.SKU = "A<B>" }))
	list, report := tableOf(t, "woocommerce", products)
	require.Equal(t, []string{"value_invalid"}, skipped(report, "A&B"))
	require.Equal(t, []string{"value_invalid"}, skipped(report, "A<B>"))
	require.Len(t, list, 3)
	require.Equal(t, "group-a&amp;b&lt;c&gt;", list[0]["SKU"])
	require.Equal(t, "Дім & ‹сад›", list[0]["Categories"])
	require.Equal(t, map[string][]string{"Сумісність ‹Я› & B": {"‹так›", "R&D"}, "Розмір": {"5 ‹ 6", "7"}, "Матеріал": {"сталь"}}, importedAttributes(t, list[0]))
	for i, values := range [][]string{{"‹так›", "5 ‹ 6"}, {"R&D", "7"}} {
		require.Equal(t, list[0]["SKU"], list[i+1]["Parent"])
		require.Equal(t, map[string][]string{"Сумісність ‹Я› & B": {values[0]}, "Розмір": {values[1]}}, importedAttributes(t, list[i+1]))
	}
}

func TestWooCommerceSKUs(t *testing.T) {
	products := []supplier.Product{worldProduct("a", nil), worldProduct("b", func(p *supplier.Product) { p.SKU = "a" })}
	rows, report := tableOf(t, "woocommerce", products)
	require.Len(t, rows, 1)
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "a"), "the shop's database knows no capitals")
}

// TestWooCommerceBeyondThreeOptions: what differs beyond three attributes is shown of the
// whole group, and two variants that only that tells apart are named.
func TestWooCommerceBeyondThreeOptions(t *testing.T) {
	t.Parallel()
	products := variantsOf("g", []string{"синій", "S", "30", "вузька"}, []string{"синій", "M", "32", "широка"}, []string{"синій", "M", "32", "вузька, нова"}, []string{"чорний", "M", "32", "вузька"})
	for _, template := range []string{"woocommerce", "shopify"} {
		_, report := tableOf(t, template, products)
		require.Equal(t, []string{"value_duplicate"}, skipped(report, "G2"), template)
		require.EqualValues(t, 3, report.Offers, template)
	}
	list, _ := tableOf(t, "woocommerce", products)
	parent := importedAttributes(t, bySKU(list, "SKU")["group-g"])
	require.Equal(t, map[string][]string{"Колір": {"синій", "чорний"}, "Розмір": {"S", "M"}, "Довжина": {"30", "32"},
		"Посадка": {"вузька", "широка", "вузька, нова"}, "Матеріал": {"сталь"}}, parent)
}

func TestWooCommerceRules(t *testing.T) {
	heading, rows, _ := rowsOfTarget(t, "woocommerce")
	for _, must := range []string{"Type", "SKU", "Name", "Published", "Regular price", "Categories", "Images", "Parent", "Meta: _wholesale_tiers", "Attribute 1 name", "Attribute 15 value(s)"} {
		require.Contains(t, heading, must)
	}
	skus, parents := map[string]bool{}, map[string]string{}
	for _, r := range rows {
		require.NotEmpty(t, r["SKU"], "failure of #23257: a row without a SKU makes an empty product")
		require.False(t, skus[r["SKU"]], r["SKU"])
		skus[r["SKU"]] = true
		require.NotContains(t, r["Description"], "\n", "failure 46")
		if r["Images"] != "" {
			for _, image := range strings.Split(r["Images"], ", ") {
				require.Regexp(t, `^https?://[^, ]+$`, image, "failure 42")
			}
		}
		if r["Type"] == "variation" {
			require.True(t, skus[r["Parent"]], "the parent stands before its variations")
			combination := r["Parent"] + "|" + r["Attribute 1 value(s)"] + "|" + r["Attribute 2 value(s)"]
			require.Empty(t, parents[combination])
			parents[combination] = r["SKU"]
		}
		if r["Type"] != "variable" {
			require.Regexp(t, `^\d+\.\d\d$`, r["Regular price"], "failure 45")
		}
	}
	require.Len(t, parents, 3)
	for _, r := range rows {
		switch r["SKU"] {
		case "COMMA1":
			require.Equal(t, `Дім > Стільці\, крісла › інше`, r["Categories"], "failure 43")
		case "group-g-shirt":
			require.Equal(t, "variable", r["Type"])
			require.Equal(t, "синій, червоний", r["Attribute 1 value(s)"])
		case "VBM":
			require.Equal(t, "10:559.00;50:520.16", r["Meta: _wholesale_tiers"])
		}
	}
}
