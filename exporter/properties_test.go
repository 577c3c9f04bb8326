package exporter

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// secretPrice is a drop price whose digits stand nowhere else.
const secretPrice = "731.97"

// anyProducts are products of any texts, prices, addresses and variants.
func anyProducts(random *rand.Rand, n int) []supplier.Product {
	pieces := []string{"Чайник", " ", "<p>", "</p>", "<b", "&amp;", "&nbsp;", "]]>", "\x00", "\x0b", "\xed\xa0\x80", "\xff", "\uFFFE", "👩‍👩‍👧‍👦", "e\u0301",
		"\r\n", "\t", "\"", "'", ",", ";", "|", "=1+1", "<script>x</script>", "http://x.example/ї?a=b c", "\\n", "_x0041_", "0042", "-", "5 < 6", "{{", "\u202e"}
	any := func(most int) string {
		var b strings.Builder
		for range random.IntN(most) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		return b.String()
	}
	amount := func() money.Amount {
		return money.Must([]string{"0", "-5", "0.01", "99.999", "1250", "987654321.55", "45.10"}[random.IntN(7)])
	}
	out := make([]supplier.Product, n)
	for i := range out {
		p := &out[i]
		p.ID, p.SKU = fmt.Sprintf("id%d", i), fmt.Sprintf("SKU %d", i)+any(2)
		if random.IntN(3) == 0 {
			p.GroupID = fmt.Sprint("g", random.IntN(5))
		}
		p.Name, p.Description, p.Brand = any(40), any(80), any(3)
		p.Names, p.Descriptions = supplier.Texts{UK: any(5), RU: any(5)}, supplier.Texts{UK: any(9), RU: any(9)}
		p.Barcode, p.Country, p.URL = any(2), any(2), "https://shop.example/"+any(4)
		p.Category = supplier.Category{ID: fmt.Sprint(random.IntN(4)), Name: any(2), Path: []string{any(2), any(2)}[:random.IntN(3)]}
		p.Currency, p.MinOrder = []string{"UAH", "UAH", "USD", "XXX", ""}[random.IntN(5)], random.Int64N(3)
		p.DropPrice, p.RRP = money.Must(secretPrice), amount()
		if random.IntN(4) > 0 {
			p.RRP = money.Must(fmt.Sprint(1000+random.IntN(500), ".50"))
		}
		for range random.IntN(4) {
			p.Tiers = append(p.Tiers, supplier.Tier{MinQuantity: random.Int64N(9), Price: money.Must(secretPrice)})
			p.Images = append(p.Images, []string{"https://img.example/", "http://", ""}[random.IntN(3)]+any(3))
			p.Attributes = append(p.Attributes, supplier.Attribute{Name: any(3), Value: any(3), Unit: any(1)})
		}
		p.Availability = []string{"in_stock", "out_of_stock", "on_order", "", "maybe"}[random.IntN(5)]
		if random.IntN(2) == 0 {
			p.Quantity = supplier.Some(random.Int64N(5) - 1)
		}
	}
	return out
}

// TestAnyProductInEveryTemplate: whatever the products hold, each template's feed can be
// read, every product is in it or named, nothing shows what the client pays, and another
// build, with other pages and workers, gives the same bytes.
func TestAnyProductInEveryTemplate(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 11))
	for round := range long.Or(1, 3) {
		products := anyProducts(random, 150)
		for _, info := range feedTemplates(t) {
			f := targetFeed(t, info.Name)
			f.Price.Tiers = nil
			first, report := buildAny(t, products, f, 7, 1)
			page := 50
			if info.Format == "xlsx" { // a page is a block of the compressed sheet
				page = 7
			}
			again, _ := buildAny(t, products, f, page, 5)
			require.True(t, bytes.Equal(first, again), "%s: two builds differ", info.Name)
			require.EqualValues(t, len(products), report.Offers+int64(len(report.Skipped))+report.NotSelected, info.Name)
			requireReadable(t, builtin(t, info.Name), first)
			require.NotContains(t, string(textsOf(t, info.Format, first)), "731.9", "%s, round %d", info.Name, round)
		}
	}
}

// buildAny builds a feed in a folder of its own; one in which nothing can be is no fault.
func buildAny(t *testing.T, products []supplier.Product, f Feed, page, workers int) ([]byte, Report) {
	t.Helper()
	f.Out = filepath.Join(t.TempDir(), "feed")
	opts := testOptions()
	opts.Workers = workers
	reports, err := Build(context.Background(), listOf(products, page), []Feed{f}, opts)
	var empty *EmptyError
	if errors.As(err, &empty) {
		return nil, reports[0]
	}
	require.NoError(t, err, f.Name)
	data, err := os.ReadFile(f.Out)
	require.NoError(t, err)
	for _, beside := range []string{ChangesEnding, ReportEnding} {
		text, err := os.ReadFile(f.Out + beside)
		require.NoError(t, err)
		require.NotContains(t, string(text), "731.9", "%s%s", f.Name, beside)
	}
	return data, reports[0]
}

// requireReadable has readers that are not ours read what a template made.
func requireReadable(t *testing.T, compiled *template.Template, data []byte) {
	t.Helper()
	if data == nil {
		return
	}
	name := compiled.Name
	switch compiled.Format {
	case "xml", "yml":
		d := xml.NewDecoder(bytes.NewReader(data))
		for {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				return
			}
			require.NoError(t, err, name)
		}
	case "csv":
		r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
		r.Comma = rune(compiled.Options(&template.Facts{}).CSV.Delimiter)
		_, err := r.ReadAll() // refuses rows of other lengths
		require.NoError(t, err, name)
	case "tsv":
		lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		for _, line := range lines {
			require.Equal(t, strings.Count(lines[0], "\t"), strings.Count(line, "\t"), name)
		}
	case "xlsx":
		require.NotEmpty(t, openBook(t, data).GetSheetList(), name)
	}
}

// textsOf is everything that a feed shows.
func textsOf(t *testing.T, format string, data []byte) []byte {
	t.Helper()
	if format != "xlsx" || data == nil {
		return data
	}
	return []byte(dumpBook(t, data))
}

// TestCategoriesAreDeclared: every category of an offer and every parent stands in the
// list, each once, parents before children, so that there is no circle.
func TestCategoriesAreDeclared(t *testing.T) {
	products := append(targetCases(), anyProducts(rand.New(rand.NewPCG(3, 5)), 200)...)
	eachYML(t, func(t *testing.T, name string) {
		f := targetFeed(t, name)
		data, _ := buildAny(t, products, f, 20, 3)
		feed := readYML(t, data)
		declared := map[string]bool{}
		for _, c := range feed.Categories {
			require.False(t, declared[c.ID], "%s: category %s stands twice", name, c.ID)
			require.True(t, c.Parent == "" || declared[c.Parent], "%s: the parent of %s stands before it", name, c.ID)
			require.NotEqual(t, "0", c.ID)
			declared[c.ID] = true
		}
		for _, o := range feed.Offers {
			require.True(t, declared[o.Category], "%s: offer %s has category %q", name, o.ID, o.Category)
		}
	})
}
