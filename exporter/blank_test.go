package exporter

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/category"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestOffersWithoutAVisibleNameOrID: what readers require is not there when nothing of it
// would be seen.
func TestOffersWithoutAVisibleNameOrID(t *testing.T) {
	products := catalogue(5)
	products[0].Name = " \u00a0\t"
	products[1].Name = "\x01\uFFFE"
	products[2].ID = "\x02"
	products[3].Name = "\x01x"
	for _, name := range []string{"yml", "yml-classic"} {
		data, report := export(t, products, Feed{Name: "shop", Template: builtin(t, name)})
		require.Equal(t, []string{"SKU-000000: value_missing", "SKU-000001: value_missing", "SKU-000002: value_missing"}, codes(report.Skipped))
		require.Equal(t, []string{"SKU-000003: text_cleaned: control characters and others that XML forbids left out"}, lines(report.Warnings))
		offers := readYML(t, data).Offers
		require.Len(t, offers, 2)
		require.Equal(t, "x", offers[0].Name)
	}
}

// TestBlankPartsOfAnOffer: an element with nothing to be seen in it is left out.
func TestBlankPartsOfAnOffer(t *testing.T) {
	p := catalogue(1)[0]
	p.Brand, p.Country, p.GroupID, p.Description = " ", "\x01", "\x02", "\n\x03 "
	p.Descriptions = supplier.Texts{UK: "\t"}
	p.Attributes = []supplier.Attribute{{Name: "\x01", Value: "v"}, {Name: "n", Value: " "}, {Name: "Вага", Value: "3", Unit: "\x01"}}
	data, report := export(t, []supplier.Product{p}, Feed{Name: "shop", Template: builtin(t, "yml")})
	for _, absent := range []string{"<vendor>", "country_of_origin", "group_id", "<description", `name=""`, "unit"} {
		require.NotContains(t, string(data), absent)
	}
	require.Equal(t, []param{{Name: "Вага", Text: "3"}}, readYML(t, data).Offers[0].Params)
	require.Equal(t, []string{
		`SKU-000000: attribute_incomplete: an attribute without a name or a value left out ("\x01": "v")`,
		`SKU-000000: attribute_incomplete: an attribute without a name or a value left out ("n": " ")`,
		"SKU-000000: text_cleaned: control characters and others that XML forbids left out",
	}, lines(report.Warnings))
}

// TestCategoriesThatXMLCannotHold: ids stay unique and names visible.
func TestCategoriesThatXMLCannotHold(t *testing.T) {
	products := catalogue(4)
	products[0].Category = supplier.Category{ID: "54", Path: []string{"a"}}
	products[1].Category = supplier.Category{ID: "54\x01", Path: []string{"b"}}
	products[2].Category = supplier.Category{ID: " ", Path: []string{"c"}}
	products[3].Category = supplier.Category{ID: "55", Path: []string{"a", "  "}}
	out := filepath.Join(t.TempDir(), "feed.yml")
	data, report := export(t, products, Feed{Name: "shop", Template: builtin(t, "yml-classic"), Out: out})
	require.Equal(t, []string{"SKU-000001: category_ambiguous: category 54 has another path here than before, the first one is kept"}, lines(report.Warnings))
	c := readYML(t, data)
	require.Equal(t, []string{"a"}, c.path("54"))
	require.Equal(t, []string{"a", "55"}, c.path("55"))
	require.Equal(t, string((*category.Keys)(nil).Append(nil, &supplier.Category{Path: []string{"c"}})), c.Offers[2].Category)
	require.Len(t, c.Categories, 3)
	lint := office.Program(t, "xmllint")
	output, err := exec.CommandContext(t.Context(), lint, "--noout", "--nonet", "--dtdvalid", filepath.Join("testdata", "yml-simple-ordered.dtd"), out).CombinedOutput()
	require.NoError(t, err, string(output))
}

// TestAddressesInWhiteSpace: white space around an address is no part of it, and nothing
// else is no picture.
func TestAddressesInWhiteSpace(t *testing.T) {
	p := catalogue(1)[0]
	p.URL = " https://shop.example/a b\t"
	p.Images = []string{"https://img.example/1.jpg\n", " \t", " https://img.example/2.jpg"}
	data, report := export(t, []supplier.Product{p}, Feed{Name: "shop", Template: builtin(t, "yml")})
	offer := readYML(t, data).Offers[0]
	require.Equal(t, "https://shop.example/a%20b", offer.URL)
	require.Equal(t, []string{"https://img.example/1.jpg", "https://img.example/2.jpg"}, offer.Pictures)
	require.Equal(t, []string{"SKU-000000: pictures_repeated: repeated or empty pictures left out: 1"}, lines(report.Warnings))
	p.Images = []string{" "}
	_, report = export(t, []supplier.Product{p}, Feed{Name: "shop", Template: builtin(t, "yml")})
	require.Contains(t, lines(report.Warnings), "SKU-000000: pictures_missing: no pictures")
}

// TestDropPriceOfZeroIsNamed: a drop price of 0 is something else than none.
func TestDropPriceOfZeroIsNamed(t *testing.T) {
	products := catalogue(2)
	products[0].DropPrice, products[1].DropPrice = money.Must("0"), money.Amount{}
	_, report := export(t, products, Feed{Name: "shop", Template: builtin(t, "csv"), Private: true})
	require.Equal(t, []string{"SKU-000000: amount_omitted: drop_price is 0.00, left empty", "SKU-000001: amount_omitted: no drop price"}, lines(report.Warnings))
}
