package exporter

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestVariantsThatNothingTellsApart are products of their own.
func TestVariantsThatNothingTellsApart(t *testing.T) {
	same := catalogue(2)
	for i := range same {
		same[i].GroupID = "g"
	}
	for _, v := range newVariants(same, builtin(t, "csv")) {
		require.Nil(t, v)
	}
}

// TestGroupsStandTogether whatever the order of the list and the size of its pages.
func TestGroupsStandTogether(t *testing.T) {
	products := catalogue(40)
	for i := range products {
		products[i].GroupID = "g-" + strconv.Itoa(i%7)
		products[i].Attributes = []supplier.Attribute{{Name: "Розмір", Value: strconv.Itoa(i)}}
	}
	products[39].GroupID = ""
	data, report := export(t, products, Feed{Name: "woo", Template: builtin(t, "woocommerce")})
	require.EqualValues(t, 40, report.Offers)
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+1+7+39)
	var order []string
	for _, r := range rows[1:] {
		order = append(order, r[1])
	}
	require.Equal(t, []string{"SKU-000039", "group-g-0", "SKU-000000", "SKU-000007"}, order[:4])
	require.Regexp(t, regexp.MustCompile(`^group-g-6$`), order[len(order)-6])
}

// TestGroupsTakeAnyText: what waits for its group comes back as it was, but for bytes
// that are not UTF-8.
func TestGroupsTakeAnyText(t *testing.T) {
	products := catalogue(2)
	for i := range products {
		products[i].GroupID = "g\xff"
		products[i].Names = supplier.Texts{}
		products[i].Name = "bad\xffbyte \x01 <&>\u2028 😀"
		products[i].Attributes = []supplier.Attribute{{Name: "Розмір\xc0", Value: strconv.Itoa(i)}}
	}
	data, report := export(t, products, Feed{Name: "woo", Template: builtin(t, "woocommerce")})
	require.EqualValues(t, 2, report.Offers)
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+1+2)
	require.Equal(t, "badbyte <&> 😀", rows[2][2])
}

// shirts are variants of one thing, of which the first lacks what the others have.
func shirts() []supplier.Product {
	products := variantsOf("g", []string{"синій", "S"}, []string{"синій", "M"}, []string{"чорний", "M"})
	products[0].Category, products[0].Description, products[0].Descriptions, products[0].Brand = supplier.Category{}, "<p>&nbsp;</p>", supplier.Texts{}, ""
	products[2].Attributes = append(products[2].Attributes, supplier.Attribute{Name: "Догляд", Value: "30", Unit: "°C"})
	return products
}

// TestGroupsBelongToTheCatalogue: a filter that leaves one variant, or a list in another
// order, changes neither the kind of the product in the shop, nor its options, nor what it says.
func TestGroupsBelongToTheCatalogue(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	whole := map[string]string{}
	for _, target := range []string{"woocommerce", "shopify"} {
		key, said := "SKU", []string{"Type", "Name", "Description", "Categories", "Images", "Attribute 1 name", "Attribute 1 value(s)", "Attribute 2 value(s)"}
		if target == "shopify" {
			key, said = "Handle", []string{"Title", "Body (HTML)", "Vendor", "Type", "Tags", "Option1 Name", "Option2 Name", "Image Src"}
		}
		parent := func(rows []map[string]string) string {
			var texts []string
			for _, heading := range said {
				texts = append(texts, rows[0][heading])
			}
			for n := range 30 { // where another attribute stands is not what it says
				if name := rows[0][fmt.Sprintf("Attribute %d name", n)]; name == "Догляд" {
					texts = append(texts, rows[0][fmt.Sprintf("Attribute %d value(s)", n)])
				}
			}
			return rows[0][key] + ": " + strings.Join(texts, " | ")
		}
		for name, products := range map[string]func() []supplier.Product{
			"as it is": shirts,
			"turned":   func() []supplier.Product { p := shirts(); slices.Reverse(p); return p },
			"one left": func() []supplier.Product {
				p := shirts()
				p[0].Availability, p[2].Availability = supplier.OutOfStock, supplier.Discontinued
				return p
			},
			"first left": func() []supplier.Product {
				p := shirts()
				p[1].Availability, p[2].Availability = supplier.OutOfStock, supplier.OutOfStock
				return p
			},
			"without a price": func() []supplier.Product {
				p := shirts()
				p[0].RRP, p[1].RRP = money.Amount{}, money.Amount{}
				return p
			},
		} {
			f := targetFeed(t, target)
			filter := selection.Filter{InStock: true}
			selector, err := filter.Compile(nil)
			require.NoError(t, err)
			f.Selector = selector
			rows, report := tableOfFeed(t, products(), f)
			require.NotZero(t, report.Offers, name)
			if whole[target] == "" {
				whole[target] = parent(rows)
			}
			require.Equal(t, whole[target], parent(rows), "%s: %s", target, name)
			if target == "woocommerce" {
				require.Equal(t, "variable", rows[0]["Type"], name)
				require.Equal(t, "variation", rows[1]["Type"], name)
			}
		}
		for _, part := range []string{"Колір", "Дім", "Опис"} {
			require.Contains(t, whole[target], part, "of a member that is not the first")
		}
	}
	require.Contains(t, whole["woocommerce"], "30 °C", "an attribute that the first variant lacks")
}

// TestAttributesOfSomeVariants are options only where nothing else tells the variants apart.
func TestAttributesOfSomeVariants(t *testing.T) {
	names := func(products []supplier.Product) (names []string) {
		for _, o := range newVariants(products, builtin(t, "woocommerce"))[0].Group.Options {
			names = append(names, o.Name)
		}
		return names
	}
	require.Equal(t, []string{"Колір", "Розмір"}, names(shirts()))
	require.Equal(t, []string{"Колір"}, names(variantsOf("g", []string{"синій", "S"}, []string{"чорний"})))
	alike := variantsOf("g", []string{"синій", "S"}, []string{"синій"}, []string{"чорний"})
	require.Equal(t, []string{"Колір", "Розмір"}, names(alike))
	require.Equal(t, "-", newVariants(alike, builtin(t, "woocommerce"))[1].Options[1].Value)
}

// TestNamesThatATargetTakesForOne get a number: WooCommerce keeps 33 Cyrillic letters of a name.
func TestNamesThatATargetTakesForOne(t *testing.T) {
	long := strings.Repeat("ї", 33)
	p := worldProduct("one", func(p *supplier.Product) {
		p.Attributes = []supplier.Attribute{{Name: long + "а", Value: "1"}, {Name: long + "б", Value: "2"}, {Name: "Колір", Value: "3"}, {Name: "колір", Value: "4"}}
	})
	rows, _ := tableOf(t, "woocommerce", []supplier.Product{p})
	require.Equal(t, map[string][]string{long + "а": {"1"}, "2. " + long + "б": {"2"}, "Колір": {"3"}, "2. колір": {"4"}}, importedAttributes(t, rows[0]))
	group := variantsOf("g", []string{"синій"}, []string{"чорний"})
	for i := range group {
		group[i].Attributes = append(group[i].Attributes, supplier.Attribute{Name: long + "а", Value: strconv.Itoa(i)}, supplier.Attribute{Name: long + "б", Value: strconv.Itoa(i)})
	}
	rows, _ = tableOf(t, "woocommerce", group)
	parent := importedAttributes(t, rows[0])
	require.Equal(t, []string{"0", "1"}, parent["2. "+long+"б"])
	require.Equal(t, []string{"0"}, importedAttributes(t, rows[1])["2. "+long+"б"], "a variation has the parent's names")
}

// TestGroupsNameWhatFindsNoPlace once for the group.
func TestGroupsNameWhatFindsNoPlace(t *testing.T) {
	group := variantsOf("g", []string{"синій"}, []string{"чорний"})
	for i := range 30 {
		group[1].Attributes = append(group[1].Attributes, supplier.Attribute{Name: fmt.Sprint("Ознака ", i), Value: "так"})
		group[1].Images = append(group[1].Images, fmt.Sprintf("https://img.example/more%d.jpg", i))
	}
	_, report := tableOf(t, "woocommerce", group)
	told := strings.Join(lines(report.Warnings), "\n")
	require.Contains(t, told, "attributes_left_out: attributes of its group for which the target has no place: ")
	require.Contains(t, told, "Ознака 29")
	require.Contains(t, told, "pictures_left_out: pictures of its group that the target does not take: ")
}
