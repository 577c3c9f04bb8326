package exporter

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// What the tool writes into SQL as it is, what it splits at commas, and what MySQL's utf8 lacks.
var (
	bareNumber    = regexp.MustCompile(`^\d+(\.\d+)?$`)
	listOfNumbers = regexp.MustCompile(`^(\d+(,\d+)*)?$`)
	beyondUTF8MB3 = regexp.MustCompile(`[\x{10000}-\x{10FFFF}]`)
)

// requireTakenByTool holds what OpenCart's Export/Import Tool checks before it takes a
// file, and what stops it in its midst.
func requireTakenByTool(t *testing.T, data []byte) {
	t.Helper()
	sheets := openBook(t, data).GetSheetList()
	require.Equal(t, "Products", sheets[0])
	listed := map[string]bool{}
	for _, sheet := range sheets {
		if sheet == "Options" || sheet == "OptionValues" {
			continue // they are the shop's, and name no product
		}
		last := int64(0)
		for _, row := range bookRows(t, data, sheet) {
			id, err := strconv.ParseInt(row["product_id"], 10, 32)
			require.NoError(t, err, "a product_id is a whole number")
			require.GreaterOrEqual(t, id, last, "%s: ascending", sheet)
			if sheet == "Products" {
				require.Greater(t, id, last, "each product once")
				listed[row["product_id"]] = true
			}
			last = id
			require.True(t, listed[row["product_id"]], "%s: product %d is among the products", sheet, id)
			if group, ok := row["customer_group"]; ok {
				require.Equal(t, "Default", group)
			}
			for _, number := range []string{"quantity", "price", "points", "weight", "length", "width", "height", "tax_class_id", "stock_status_id", "sort_order", "minimum", "priority"} {
				if value, ok := row[number]; ok {
					require.Regexp(t, bareNumber, value, "%s %s goes into SQL as it is", sheet, number)
				}
			}
		}
	}
	for _, row := range bookRows(t, data, "Products") {
		require.Regexp(t, listOfNumbers, row["categories"])
		require.NotEmpty(t, row["model"])
		require.NotEmpty(t, row["name(uk-ua)"])
		require.NotEmpty(t, row["name(ru-ru)"])
		for heading, value := range row {
			require.NotRegexp(t, beyondUTF8MB3, value, heading)
			if strings.HasPrefix(heading, "name(") {
				require.Equal(t, strings.TrimSpace(value), value, "an emoji leaves no blank where it stood")
			}
		}
	}
	if !slices.Contains(sheets, "ProductAttributes") {
		return
	}
	once := map[string]bool{}
	for _, row := range bookRows(t, data, "ProductAttributes") {
		key := row["product_id"] + row["attribute_group"] + row["attribute"]
		require.False(t, once[key], "a second row of an attribute ends the import")
		once[key] = true
		require.NotEmpty(t, row["text(uk-ua)"])
	}
}

func TestOpenCartTakesTheFile(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	data, report := export(t, targetCases(), targetFeed(t, "opencart"))
	requireAccounted(t, report)
	requireTakenByTool(t, data)
	products := catalogue(100)
	for i := range products {
		products[i].ID = fmt.Sprint(100 - i) // numbers, which would be those of other products of the shop
	}
	data, report = export(t, products, targetFeed(t, "opencart"))
	require.EqualValues(t, 100, report.Offers)
	requireTakenByTool(t, data)
	for _, row := range bookRows(t, data, "Products") {
		require.Greater(t, len(row["product_id"]), 4, "no number of the supplier's own")
	}
}

func TestOpenCartNumbersAreStable(t *testing.T) {
	numbers := func(ids ...string) map[string]string {
		var products []supplier.Product
		for _, id := range ids {
			products = append(products, bookProduct(id, nil))
		}
		data, _ := export(t, products, targetFeed(t, "opencart"))
		out := map[string]string{}
		for sku, row := range keyed(bookRows(t, data, "Products"), "sku") {
			out[sku] = row["product_id"]
		}
		return out
	}
	before, after := numbers("a", "b", "c"), numbers("d", "c", "a")
	require.Equal(t, before["A"], after["A"])
	require.Equal(t, before["C"], after["C"])
}

// TestOpenCartPrices: in the shop's cart a special beats a quantity discount, so that a
// product has one or the other.
func TestOpenCartPrices(t *testing.T) {
	f := targetFeed(t, "opencart")
	data, _ := export(t, []supplier.Product{bookProduct("tiers", nil), bookProduct("plain", func(p *supplier.Product) { p.Tiers = nil }),
		bookProduct("dollars", func(p *supplier.Product) { p.Currency, p.Tiers = "USD", nil })}, f)
	products := keyed(bookRows(t, data, "Products"), "sku")
	specials, discounts := bookRows(t, data, "Specials"), bookRows(t, data, "Discounts")
	require.Equal(t, "799.00", products["TIERS"]["price"])
	require.Equal(t, "878.90", products["PLAIN"]["price"], "the old price")
	special := keyed(specials, "product_id")
	require.NotContains(t, special, products["TIERS"]["product_id"])
	require.Equal(t, "799.00", special[products["PLAIN"]["product_id"]]["price"])
	require.Len(t, discounts, 2)
	for i, want := range [][]string{{"10", "559.00"}, {"50", "520.16"}} {
		require.Equal(t, products["TIERS"]["product_id"], discounts[i]["product_id"])
		require.Equal(t, want, []string{discounts[i]["quantity"], discounts[i]["price"]})
	}

	f.Price = pricing.Rule{}
	_, report := export(t, []supplier.Product{bookProduct("uah", nil), bookProduct("usd", func(p *supplier.Product) { p.Currency = "USD" })}, f)
	require.Equal(t, []string{"currency_unknown"}, skipped(report, "USD"), "the columns have no currency")
}

// TestOpenCartAttributes: the tool refuses a file with an attribute that the shop does not
// have, and empties those of a product that a sheet does not list.
func TestOpenCartAttributes(t *testing.T) {
	products := []supplier.Product{bookProduct("one", func(p *supplier.Product) {
		p.Attributes = []supplier.Attribute{{Name: "Колір", Value: "синій"}, {Name: "Об'єм", Value: "1,7", Unit: "л"}, {Name: "Відтінок", Value: "<b>темний</b>"}, {Name: "Вага", Value: "2"}}
	}), bookProduct("none", func(p *supplier.Product) { p.Attributes = nil })}
	f := targetFeed(t, "opencart")
	f.Attributes = nil
	data, report := export(t, products, f)
	require.Equal(t, []string{"Products", "AdditionalImages", "Specials", "Discounts"}, openBook(t, data).GetSheetList())
	require.Contains(t, strings.Join(lines(report.Warnings), "\n"), "attribute_unmapped")

	f.Attributes = shopAttributes(t, "Колір,Колір,\nВідтінок,Колір,\nОб'єм,Місткість,Розміри\n")
	data, report = export(t, products, f)
	requireTakenByTool(t, data)
	number := keyed(bookRows(t, data, "Products"), "sku")["ONE"]["product_id"]
	require.Equal(t, [][]string{
		{"product_id", "attribute_group", "attribute", "text(uk-ua)", "text(ru-ru)"},
		{number, "Характеристики", "Колір", "синій, темний", "синій, темний"},
		{number, "Розміри", "Місткість", "1,7 л", "1,7 л"},
	}, rowsOf(t, data, "ProductAttributes"))
	require.Contains(t, lines(report.Warnings), `all: attribute_unmapped: attributes that are not in attribute_map are left out: 1, such as "Вага": add those that the target has`)
}

func TestOpenCartCells(t *testing.T) {
	data, report := export(t, []supplier.Product{
		bookProduct("full", func(p *supplier.Product) {
			p.Images = []string{"https://img.example/p/1/main.jpg?v=2", "https://img.example/p/2/main.jpg", "https://img.example/../../etc/чай ник.jpg", "https://img.example/"}
			p.LengthMM = supplier.Some[int64](125)
		}),
		bookProduct("unknown", func(p *supplier.Product) {
			p.Quantity, p.CreatedAt, p.MinOrder = supplier.Opt[int64]{}, time.Time{}, 3
		}),
		bookProduct("order", func(p *supplier.Product) {
			p.Availability, p.Quantity = supplier.OnOrder, supplier.Opt[int64]{}
		}),
		bookProduct("emoji", func(p *supplier.Product) { p.Names.UK = "Чайник 👩‍👩‍👧‍👦" }),
		bookProduct("only", func(p *supplier.Product) { p.Name, p.Names = "👩‍👩‍👧‍👦", supplier.Texts{} }),
		bookProduct(strings.Repeat("x", 65), nil),
		bookProduct("odd", func(p *supplier.Product) {
			p.Category, p.Barcode = supplier.Category{ID: "99", Name: "Інше"}, "123"
		}),
	}, targetFeed(t, "opencart"))
	rows := keyed(bookRows(t, data, "Products"), "sku")
	full := rows["FULL"]
	require.Equal(t, "catalog/import/p/1/main.jpg", full["image_name"], "pictures of one name stay apart")
	require.Equal(t, []string{"17", "1.25", "12.5", "2", "2026-10-03", "0482000000011", "5", "2866"},
		[]string{full["quantity"], full["weight"], full["length"], full["minimum"], full["date_added"], full["ean"], full["stock_status_id"], full["categories"]})
	var pictures []string
	for _, row := range bookRows(t, data, "AdditionalImages") {
		if row["product_id"] == full["product_id"] {
			pictures = append(pictures, row["image"])
		}
	}
	require.Equal(t, []string{"catalog/import/p/2/main.jpg", "catalog/import/etc/чай ник.jpg"}, pictures)
	require.Equal(t, []string{"3", "2000-01-01"}, []string{rows["UNKNOWN"]["quantity"], rows["UNKNOWN"]["date_added"]})
	require.Equal(t, []string{"0", "8"}, []string{rows["ORDER"]["quantity"], rows["ORDER"]["stock_status_id"]})
	require.Equal(t, "Чайник", strings.TrimSpace(rows["EMOJI"]["name(uk-ua)"]))
	require.Empty(t, rows["ODD"]["categories"])
	require.Empty(t, rows["ODD"]["ean"])
	require.Equal(t, []string{"value_missing"}, skipped(report, "ONLY"))
	require.Equal(t, []string{"value_invalid"}, skipped(report, strings.Repeat("X", 65)))
}
