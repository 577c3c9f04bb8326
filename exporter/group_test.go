package exporter

import (
	"bytes"
	"encoding/csv"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

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
