package exporter

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// openCartShop is a shop's options as the Export/Import Tool's incremental import leaves them:
// a row that is there already is taken away and written anew.
type openCartShop struct {
	names  map[string]string            // of options, by option_id
	values map[string]map[string]string // of an option's values, by option_value_id, by the option's name
}

// learnOptions is the first import, of the sheets Options and OptionValues alone.
func (s *openCartShop) learnOptions(t *testing.T, data []byte) {
	t.Helper()
	s.names, s.values = map[string]string{}, map[string]map[string]string{}
	for _, row := range bookRows(t, data, "Options") {
		require.Regexp(t, `^\d+$`, row["option_id"])
		require.Equal(t, "select", row["type"])
		s.names[row["option_id"]] = row["name(uk-ua)"]
	}
	for _, row := range bookRows(t, data, "OptionValues") {
		name := s.names[row["option_id"]]
		require.NotEmpty(t, name, "the option of a value is there")
		if s.values[name] == nil {
			s.values[name] = map[string]string{}
		}
		if before, ok := s.values[name][row["option_value_id"]]; ok {
			require.Equal(t, before, row["name(uk-ua)"], "an id has one name")
		}
		s.values[name][row["option_value_id"]] = row["name(uk-ua)"]
		require.LessOrEqual(t, len([]rune(row["name(uk-ua)"])), 128)
	}
}

// requireOptionsTaken holds what the tool checks of options, and that the shop would sell what
// the catalogue sells: each variant once, by its own stock.
func (s *openCartShop) requireOptionsTaken(t *testing.T, data []byte) {
	t.Helper()
	require.Equal(t, []string{"product_id", "option", "default_option_value", "required"}, rowsOf(t, data, "ProductOptions")[0])
	require.Equal(t, []string{"product_id", "option", "option_value", "quantity", "subtract", "price", "price_prefix", "points", "points_prefix", "weight", "weight_prefix"},
		rowsOf(t, data, "ProductOptionValues")[0])
	require.Equal(t, []string{"option_id", "type", "sort_order", "name(uk-ua)", "name(ru-ru)"}, rowsOf(t, data, "Options")[0])
	require.Equal(t, []string{"option_value_id", "option_id", "image", "sort_order", "name(uk-ua)", "name(ru-ru)"}, rowsOf(t, data, "OptionValues")[0])
	sheets := openBook(t, data).GetSheetList()
	require.Less(t, slices.Index(sheets, "ProductOptions"), slices.Index(sheets, "ProductOptionValues"))
	require.Less(t, slices.Index(sheets, "Options"), slices.Index(sheets, "OptionValues"))

	optionOf := map[string]string{}
	for _, row := range bookRows(t, data, "ProductOptions") {
		require.Empty(t, optionOf[row["product_id"]], "one option for a product")
		require.Contains(t, s.values, row["option"], "an option that the shop has")
		optionOf[row["product_id"]] = row["option"]
	}
	once := map[string]bool{}
	for _, row := range bookRows(t, data, "ProductOptionValues") {
		require.Equal(t, optionOf[row["product_id"]], row["option"])
		var known []string
		for _, value := range s.values[row["option"]] {
			known = append(known, value)
		}
		require.Contains(t, known, row["option_value"], "a value that the shop has")
		key := row["product_id"] + ": " + row["option_value"]
		require.False(t, once[key], key)
		once[key] = true
		for _, number := range []string{"quantity", "price", "points", "weight"} {
			require.Regexp(t, `^\d+(\.\d+)?$`, row[number], "%s goes into SQL as it is", number)
		}
		for _, prefix := range []string{"price_prefix", "points_prefix", "weight_prefix"} {
			require.Contains(t, []string{"+", "-"}, row[prefix])
		}
		require.Equal(t, "true", row["subtract"], "each value has a stock of its own")
	}
}

func TestOpenCartOptionsTakesTheFile(t *testing.T) {
	racing.Skip(t)
	data, report := export(t, targetCases(), targetFeed(t, "opencart-options"))
	requireAccounted(t, report)
	requireTakenByTool(t, data)
	var shop openCartShop
	shop.learnOptions(t, data)
	shop.requireOptionsTaken(t, data)

	var products []supplier.Product
	for i := range 60 {
		products = append(products, ranked(fmt.Sprint("n", i), fmt.Sprint("g", i%12), fmt.Sprint("колір ", i)), ranked(fmt.Sprint("s", i), "", ""))
	}
	data, report = export(t, products, targetFeed(t, "opencart-options"))
	require.EqualValues(t, 120, report.Offers)
	requireTakenByTool(t, data)
	shop.learnOptions(t, data)
	shop.requireOptionsTaken(t, data)
	require.Len(t, bookRows(t, data, "Products"), 72, "a group is one product")
	require.Len(t, bookRows(t, data, "ProductOptionValues"), 60)
}

// TestOpenCartOptionsSell: what a customer pays and can buy is what the catalogue says of the
// variant, whichever is chosen.
func TestOpenCartOptionsSell(t *testing.T) {
	products := variantsOf("g", []string{"синій", "S"}, []string{"синій", "M"}, []string{"чорний", "M"}, []string{"білий", "S"})
	products[0].RRP, products[1].RRP, products[2].RRP = money.Must("700"), money.Must("650.50"), money.Must("720")
	products[1].WeightG, products[2].Quantity = supplier.Some[int64](1000), supplier.Some[int64](5)
	products[3].Availability, products[3].Quantity = supplier.OnOrder, supplier.Some[int64](50)
	products[0].Images = []string{"https://img.example/a.jpg"}
	products[1].Images = []string{"https://img.example/b.jpg", "https://img.example/a.jpg"}
	for i := range products {
		products[i].Names.UK, products[i].Names.RU = "Футболка", "Футболка"
	}
	f := plainFeed(t, "opencart-options")
	data, _ := export(t, append(products, worldProduct("alone", nil)), f)
	rows := keyed(bookRows(t, data, "Products"), "sku")
	require.Len(t, rows, 2)
	product := rows["G0"]
	require.Equal(t, []string{"Футболка", "G0", "700.00", "39", "1.25", "catalog/import/a.jpg", "8"},
		[]string{product["name(uk-ua)"], product["model"], product["price"], product["quantity"], product["weight"], product["image_name"], product["stock_status_id"]})
	var got [][]string
	for _, row := range bookRows(t, data, "ProductOptionValues") {
		require.Equal(t, product["product_id"], row["product_id"])
		require.Equal(t, "Колір / Розмір", row["option"])
		got = append(got, []string{row["option_value"], row["quantity"], row["price_prefix"] + row["price"], row["weight_prefix"] + row["weight"]})
	}
	require.Equal(t, [][]string{{"синій / S", "17", "+0.00", "+0"}, {"синій / M", "17", "-49.50", "-0.25"}, {"чорний / M", "5", "+20.00", "+0"}, {"білий / S", "0", "+99.00", "+0"}}, got)
	var pictures []string
	for _, row := range bookRows(t, data, "AdditionalImages") {
		if row["product_id"] == product["product_id"] {
			pictures = append(pictures, row["image"])
		}
	}
	require.Equal(t, []string{"catalog/import/b.jpg", "catalog/import/g2.jpg", "catalog/import/g3.jpg"}, pictures)

	f = targetFeed(t, "opencart-options")
	data, _ = export(t, products, f)
	product = bookRows(t, data, "Products")[0]
	require.Equal(t, "770.00", product["price"], "the old price, which the special beats")
	require.Equal(t, "700.00", bookRows(t, data, "Specials")[0]["price"])
	require.Empty(t, bookRows(t, data, "Discounts"), "one variant's tiers would hold for all")
}

// TestOpenCartOptionsStay: the number of a group's product is that of the group, and of a
// group whose variants nothing tells apart each product has its own.
func TestOpenCartOptionsStay(t *testing.T) {
	racing.Skip(t)
	f := targetFeed(t, "opencart-options")
	number := func(products ...supplier.Product) string {
		data, _ := export(t, products, f)
		requireTakenByTool(t, data)
		return bookRows(t, data, "Products")[0]["product_id"]
	}
	variants := variantsOf("g", []string{"синій"}, []string{"чорний"}, []string{"білий"})
	all := number(variants...)
	require.Equal(t, all, number(variants[2], variants[1]))
	require.Equal(t, all, number(variants[0]), "alone, until others come")
	alike := variantsOf("h", []string{"синій"}, []string{"синій"})
	data, report := export(t, alike, f)
	require.EqualValues(t, 2, report.Offers)
	requireTakenByTool(t, data)
	require.Len(t, bookRows(t, data, "Products"), 2)
	require.Equal(t, []string{"Products", "AdditionalImages", "Specials", "Discounts"}, openBook(t, data).GetSheetList()[:4])
	require.NotContains(t, openBook(t, data).GetSheetList(), "ProductOptions", "no options, no sheet of them")
}

func TestOpenCartOptionsAttributes(t *testing.T) {
	f := targetFeed(t, "opencart-options")
	f.Attributes = shopAttributes(t, "Колір,Колір товару,\nМатеріал,Матеріал,\n")
	data, _ := export(t, variantsOf("g", []string{"синій"}, []string{"чорний"}), f)
	require.Len(t, rowsOf(t, data, "ProductAttributes"), 2)
	require.Equal(t, "Матеріал", bookRows(t, data, "ProductAttributes")[0]["attribute"], "the colour is the option")

	long := variantsOf("g", []string{strings.Repeat("с", 129)}, []string{"чорний"})
	_, report := export(t, long, f)
	require.Equal(t, []string{"value_invalid"}, skipped(report, "G0"))
}
