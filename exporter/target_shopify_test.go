package exporter

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestShopifyHeadings(t *testing.T) {
	data, _ := export(t, targetCases(), targetFeed(t, "shopify"))
	heading, _, _ := strings.Cut(string(data), "\r\n")
	require.Equal(t, "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,"+
		"Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,"+
		"Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Variant Image,Gift Card,Status", heading)
	require.Less(t, len(data), 15<<20)
}

func TestShopifyShowsProductsInFull(t *testing.T) {
	products := targetCases()
	list, report := tableOf(t, "shopify", products)
	rows := bySKU(list, "Variant SKU")
	images := map[string][]string{}
	for _, row := range list {
		if row["Image Src"] == "" {
			require.Empty(t, row["Image Position"])
			continue
		}
		images[row["Handle"]] = append(images[row["Handle"]], row["Image Src"])
		require.Equal(t, fmt.Sprint(len(images[row["Handle"]])), row["Image Position"])
	}
	for i := range products {
		p := &products[i]
		row := rows[p.SKU]
		if row == nil {
			require.NotEmpty(t, skipped(report, p.SKU), p.SKU)
			continue
		}
		require.Equal(t, p.Barcode, row["Variant Barcode"])
		require.Regexp(t, `^\d+\.\d\d$`, row["Variant Price"])
		require.Regexp(t, `^\d+$`, row["Variant Inventory Qty"])
		require.NotEmpty(t, row["Option1 Value"])
		require.Equal(t, map[bool]string{true: "continue", false: "deny"}[p.Availability == supplier.OnOrder], row["Variant Inventory Policy"])
		if row["Title"] == "" {
			continue
		}
		require.Equal(t, p.Brand, row["Vendor"])
		require.Equal(t, p.Category.Name, row["Type"])
		require.Equal(t, []string{"TRUE", "active", "FALSE"}, []string{row["Published"], row["Status"], row["Gift Card"]})
	}
	require.Equal(t, []string{"Title", "Default Title"}, []string{rows["TWIN1"]["Option1 Name"], rows["TWIN1"]["Option1 Value"]})
	require.Len(t, images["pics1"], 28)
	require.Equal(t, []string{"Колір", "синій", "Розмір", "S"},
		[]string{rows["VBS"]["Option1 Name"], rows["VBS"]["Option1 Value"], rows["VBS"]["Option2 Name"], rows["VBS"]["Option2 Value"]})
	require.Equal(t, "https://img.example/vbm.jpg", rows["VBM"]["Variant Image"])
}

// TestShopifyAddresses: no two products have one, and a group has the same however many
// of its members there are.
func TestShopifyAddresses(t *testing.T) {
	t.Parallel()
	var products []supplier.Product
	for _, group := range []string{"a b", "a-b", "☃", "☂", "G1"} {
		products = append(products, variantsOf(group, []string{"синій"}, []string{"чорний"})...)
	}
	for i := range products { // SKUs with a group's id in them would be too alike
		products[i].ID, products[i].SKU = fmt.Sprint("id", i), fmt.Sprint("sku", i)
	}
	products = append(products, worldProduct("single1", func(p *supplier.Product) { p.SKU = "G-A B" }), worldProduct("single2", func(p *supplier.Product) { p.SKU = "Стіл №5" }))
	list, report := tableOf(t, "shopify", products)
	require.Empty(t, report.Skipped)
	titled := map[string]bool{}
	for _, row := range list {
		require.Regexp(t, `^[a-z0-9-]{1,255}$`, row["Handle"])
		if row["Title"] != "" {
			require.False(t, titled[row["Handle"]], row["Handle"])
			titled[row["Handle"]] = true
		}
	}
	require.Len(t, titled, 7)
	require.True(t, titled["g-a-b"] && titled["p-g-a-b"] && titled["stil-5"], "%v", titled)
	alone, _ := tableOf(t, "shopify", products[2:3])
	require.Equal(t, "g-a-b", alone[0]["Handle"])
	require.Equal(t, []string{"Title", "Default Title"}, []string{alone[0]["Option1 Name"], alone[0]["Option1 Value"]})
}

// TestShopifyOptionsAreNeverEmpty where their name is there.
func TestShopifyOptionsAreNeverEmpty(t *testing.T) {
	products := variantsOf("g", []string{"синій"}, []string{"синій", "M"}, []string{" ", "L"})
	products[0].Images = nil
	list, report := tableOf(t, "shopify", products)
	require.Empty(t, report.Skipped)
	var got [][2]string
	for _, row := range list {
		if row["Variant SKU"] != "" {
			got = append(got, [2]string{row["Option1 Value"], row["Option2 Value"]})
		}
	}
	require.Equal(t, [][2]string{{"синій", "-"}, {"синій", "M"}, {"-", "L"}}, got)
	require.Equal(t, []string{"https://img.example/g1.jpg", "1", ""}, []string{list[0]["Image Src"], list[0]["Image Position"], list[0]["Variant Image"]}, "the group's first picture is another member's")
}

func TestShopifyRules(t *testing.T) {
	heading, rows, _ := rowsOfTarget(t, "shopify")
	require.Equal(t, []string{"Handle", "Title", "Body (HTML)", "Vendor"}, heading[:4])
	first, variants := map[string]bool{}, map[string]bool{}
	last := ""
	for _, r := range rows {
		handle := r["Handle"]
		require.Regexp(t, `^[a-z0-9-]{1,255}$`, handle)
		if handle != last {
			require.False(t, first[handle], "the rows of %s stand together", handle)
			require.NotEmpty(t, r["Title"], handle)
			require.NotEmpty(t, r["Option1 Name"], handle)
		} else {
			require.Empty(t, r["Title"], handle)
		}
		first[handle], last = true, handle
		if r["Variant SKU"] != "" {
			require.Regexp(t, `^\d+\.\d\d$`, r["Variant Price"], handle)
			key := handle + "|" + r["Option1 Value"] + "|" + r["Option2 Value"] + "|" + r["Option3 Value"]
			require.False(t, variants[key], key)
			variants[key] = true
		} else {
			require.NotEmpty(t, r["Image Src"], "a row without a variant is a picture's")
		}
	}
	require.True(t, variants["g-g-shirt|червоний|M|"])
}
