package exporter

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestMetaShowsProductsInFull(t *testing.T) {
	products := targetCases()
	rows, report := tableOf(t, "meta", products)
	require.EqualValues(t, report.Offers, len(rows))
	found := map[string]map[string]string{}
	for _, row := range rows {
		found[row["id"]] = row
	}
	for i := range products {
		p := &products[i]
		row := found[p.ID]
		if row == nil || skipped(report, p.SKU) != nil {
			require.NotEmpty(t, skipped(report, p.SKU), p.SKU)
			continue
		}
		require.Equal(t, []string{p.SKU, p.Brand, p.Barcode, p.GroupID, "new"}, []string{row["mpn"], row["brand"], row["gtin"], row["item_group_id"], row["condition"]})
		require.Regexp(t, `^https?://[!-~]+$`, row["link"])
		require.LessOrEqual(t, utf8.RuneCountInString(row["description"]), 9999)
		require.NotContains(t, row["description"], "&nbsp;")
	}
	require.Equal(t, "Стежка & Co", found["vbs"]["brand"])
	require.Equal(t, []string{"878.90 UAH", "799.00 UAH"}, []string{found["vbs"]["price"], found["vbs"]["sale_price"]})
	require.Equal(t, []string{"available for order", "out of stock", "in stock"},
		[]string{found["order1"]["availability"], found["gone1"]["availability"], found["vbs"]["availability"]})
}

// TestMetaPictures: a long address is no reason to lose a product, and the list of further
// pictures holds as many as there is room for, each of them whole.
func TestMetaPictures(t *testing.T) {
	long := func(i int) string {
		return fmt.Sprintf("https://img.example/%s/%02d.jpg", strings.Repeat("a", 150), i)
	}
	p := worldProduct("one", func(p *supplier.Product) {
		p.Images = nil
		for i := range 25 {
			p.Images = append(p.Images, long(i))
		}
		p.Images[3] = "https://img.example/" + strings.Repeat("b", 1990) + ".jpg" // no room for it anywhere
	})
	rows, report := tableOf(t, "meta", []supplier.Product{p})
	require.Equal(t, long(0), rows[0]["image_link"])
	further := strings.Split(rows[0]["additional_image_link"], ",")
	require.LessOrEqual(t, len(rows[0]["additional_image_link"]), 2000)
	require.Len(t, further, 11, "of %d characters each", len(long(0)))
	require.Equal(t, []string{long(1), long(2), long(4)}, further[:3])
	require.EqualValues(t, 25-12, report.Repaired[remark.PicturesLeftOut])
}

func TestMetaAndGoogleTSVRules(t *testing.T) {
	_, rows, _ := rowsOfTarget(t, "meta")
	for _, r := range rows {
		require.Contains(t, []string{"in stock", "out of stock", "available for order"}, r["availability"])
		require.LessOrEqual(t, utf8.RuneCountInString(r["title"]), 200)
		require.LessOrEqual(t, utf8.RuneCountInString(r["description"]), 9999)
		require.NotRegexp(t, `</?[a-z]`, r["description"], r["id"])
		require.LessOrEqual(t, len(r["additional_image_link"]), 2000)
		require.NotEmpty(t, r["brand"])
		require.Regexp(t, `^\d+\.\d\d UAH$`, r["price"])
	}
	// Failure 33: without an old price there is no sale.
	f := targetFeed(t, "meta")
	f.Price.OldPrice = pricing.OldPrice{}
	data, _ := export(t, targetCases(), f)
	read, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	at := slices.Index(read[0], "sale_price")
	for _, row := range read[1:] {
		require.Empty(t, row[at])
	}
	_, tsv, _ := rowsOfTarget(t, "google-tsv")
	require.NotEmpty(t, tsv)
	for _, r := range tsv {
		require.NotContains(t, r["description"], "\n")
		require.Regexp(t, `^https?://[!-~]+$`, r["image_link"])
	}
}
