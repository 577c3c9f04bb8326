package exporter

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestTakes: what a template is not for is neither an offer nor a fault, and is not
// looked at any further.
func TestTakes(t *testing.T) {
	own, err := template.Compile("own.yaml", []byte(head+"takes: 'quantity > 5'\nneeds: [{value: barcode}]\nlists: {images: {max: 1}}\ncolumns: [{heading: a, value: sku}]\n"))
	require.NoError(t, err)
	products := catalogue(3)
	products[0].Quantity, products[0].Barcode = supplier.Some[int64](5), ""
	products[1].Quantity = supplier.Opt[int64]{}
	data, report := export(t, products, Feed{Name: "own", Template: own})
	require.Equal(t, "a\r\nSKU-000002\r\n", string(data))
	require.Empty(t, report.Skipped)
	require.EqualValues(t, 2, report.NotSelected)
	require.EqualValues(t, 2, report.Repaired[remark.PicturesLeftOut], "of the offer alone")
	require.Contains(t, strings.Join(lines(report.Warnings), "\n"), "expression_failed", "a quantity that is not there")

	_, err = template.Compile("own.yaml", []byte(head+"takes: availabel\ncolumns: [{heading: a, value: sku}]\n"))
	require.ErrorContains(t, err, `own.yaml:4:8: unknown path "availabel"`)
	own, err = template.Compile("own.yaml", []byte(head+"takes: drop_price < 5\ncolumns: [{heading: a, value: sku}]\n"))
	require.NoError(t, err)
	require.ErrorContains(t, Check([]Feed{{Name: "own", Template: own, Out: "x"}}), "would show everybody what you pay")
}

// TestUniqueValuesOfWhatIsLeftOut are free for later offers.
func TestUniqueValuesOfWhatIsLeftOut(t *testing.T) {
	own, err := template.Compile("own.yaml", []byte(head+"unique: [{value: barcode}, {value: brand}]\ncolumns: [{heading: a, value: sku}]\n"))
	require.NoError(t, err)
	products := catalogue(3)
	for i, p := range [][2]string{{"1", "a"}, {"2", "a"}, {"2", "b"}} {
		products[i].Barcode, products[i].Brand = p[0], p[1]
	}
	data, report := export(t, products, Feed{Name: "own", Template: own})
	require.Equal(t, "a\r\nSKU-000000\r\nSKU-000002\r\n", string(data))
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "SKU-000001"))
}

// TestAttributesThatAlwaysStand, and what expressions know of the attribute map.
func TestAttributesThatAlwaysStand(t *testing.T) {
	own, err := template.Compile("own.yaml", []byte(`name: x
kind: feed
format: xml
document: {element: all, offers: true}
offer:
  attributes: [{name: a, value: barcode, always: true}, {name: b, value: barcode}]
  elements:
    - {element: c, value: 'cut(name, 7)'}
    - {element: d, value: 'mapped("Бренд", brand, "value_code") + mapped("Бренд", "немає", "value_code")'}
`))
	require.NoError(t, err)
	p := catalogue(1)
	p[0].Barcode = ""
	attributes, err := selection.ReadAttributeMap("a.csv", []byte("name,value,value_code\nБренд,стежка & co,7\n"))
	require.NoError(t, err)
	data, report := export(t, p, Feed{Name: "own", Template: own, Attributes: attributes})
	require.Contains(t, string(data), "<offer a=\"\">\n<c>Чайник</c>\n<d>7</d>\n</offer>")
	require.EqualValues(t, 1, report.Repaired[remark.TextCut])
}

// TestOrder: offers stand by the template's number whatever the list's pages are, equal
// ones as the list has them.
func TestOrder(t *testing.T) {
	own, err := template.Compile("t.yaml", []byte("name: t\nkind: feed\nformat: csv\norder: min_order_quantity\ncolumns:\n  - {heading: sku, value: sku}\n"))
	require.NoError(t, err)
	var products []supplier.Product
	var want strings.Builder
	want.WriteString("sku\r\n")
	for i := range 700 {
		products = append(products, bookProduct(fmt.Sprint("p", i), func(p *supplier.Product) {
			p.MinOrder = int64(7 - i%7)
			if i%2 == 0 {
				p.GroupID = "g"
			}
		}))
	}
	for least := range 7 {
		for i := range products {
			if products[i].MinOrder == int64(least+1) {
				want.WriteString(products[i].SKU + "\r\n")
			}
		}
	}
	for _, size := range []int{1, 64, 1000} {
		out := filepath.Join(t.TempDir(), "feed.csv")
		reports, err := Build(context.Background(), listOf(products, size), []Feed{{Name: "t", Template: own, Out: out}}, testOptions())
		require.NoError(t, err)
		require.EqualValues(t, 700, reports[0].Offers)
		require.EqualValues(t, 700, reports[0].Products)
		data, err := os.ReadFile(out)
		require.NoError(t, err)
		require.Equal(t, want.String(), string(data))
	}
}
