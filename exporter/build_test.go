package exporter

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	if bytes.Equal(want, got) {
		return
	}
	old, now := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range min(len(old), len(now)) { // the first line tells more than whole files
		require.Equal(t, old[i], now[i], "%s line %d", path, i+1)
	}
	require.Equal(t, len(old), len(now), "lines of %s", path)
}

// export builds one feed of products and returns its bytes.
func export(t *testing.T, products []supplier.Product, f Feed) ([]byte, Report) {
	t.Helper()
	if f.Out == "" {
		f.Out = filepath.Join(t.TempDir(), "feed")
	}
	reports, err := Build(context.Background(), listOf(products, 2), []Feed{f}, testOptions())
	require.NoError(t, err)
	data, err := os.ReadFile(f.Out)
	require.NoError(t, err)
	sum := sha256.Sum256(data)
	require.Equal(t, hex.EncodeToString(sum[:]), reports[0].SHA256)
	require.EqualValues(t, len(data), reports[0].Bytes)
	require.True(t, reports[0].Published)
	return data, reports[0]
}

func TestGoldenTexts(t *testing.T) {
	for _, name := range []string{"csv", "yml", "yml-classic"} {
		for _, private := range []bool{false, true} {
			title := name
			if private {
				title += "-private"
			}
			t.Run(title, func(t *testing.T) {
				data, report := export(t, hardCases(), Feed{Name: "shop", Template: builtin(t, name), Private: private, ShopName: "Крамниця & Co", ShopURL: "https://shop.example/"})
				golden(t, title, data)
				report.Out = ""
				text, err := json.MarshalIndent(report, "", " ")
				require.NoError(t, err)
				golden(t, title+".report", text)
			})
		}
	}
}

// expected is a product as the table formats show it to partners, put down apart from the exporter.
func expected(p *supplier.Product) map[string]string {
	count := func(o supplier.Opt[int64]) string {
		if !o.Known {
			return ""
		}
		return fmt.Sprint(o.Value)
	}
	amount := func(m money.Amount) string {
		if m.Sign() <= 0 {
			return ""
		}
		return m.String()
	}
	row := map[string]string{
		"id": p.ID, "sku": p.SKU, "group_id": p.GroupID, "name": p.Name, "description": p.Description, "brand": p.Brand,
		"country_of_origin": p.Country, "barcode": p.Barcode, "category_id": p.Category.ID, "category": strings.Join(p.Category.Path, " > "),
		"currency": p.Currency, "drop_price": amount(p.DropPrice), "rrp": amount(p.RRP), "min_order_quantity": fmt.Sprint(p.MinOrder),
		"availability": p.Availability, "quantity": count(p.Quantity), "weight_g": count(p.WeightG), "url": p.URL,
		"name_uk": p.Names.UK, "name_ru": p.Names.RU, "name_en": p.Names.EN, "description_uk": p.Descriptions.UK,
		"description_ru": p.Descriptions.RU, "description_en": p.Descriptions.EN,
		"length_mm": count(p.LengthMM), "width_mm": count(p.WidthMM), "height_mm": count(p.HeightMM),
	}
	for heading, at := range map[string]time.Time{"created_at": p.CreatedAt, "updated_at": p.UpdatedAt} {
		if !at.IsZero() {
			row[heading] = at.UTC().Format(time.RFC3339Nano)
		}
	}
	tiers := slices.Clone(p.Tiers)
	slices.SortFunc(tiers, func(a, b supplier.Tier) int { return int(a.MinQuantity - b.MinQuantity) })
	for i, tier := range tiers[:min(5, len(tiers))] {
		row[fmt.Sprintf("tier_%d_min_quantity", i+1)] = fmt.Sprint(tier.MinQuantity)
		row[fmt.Sprintf("tier_%d_price", i+1)] = amount(tier.Price)
	}
	var images []string
	for _, image := range p.Images {
		if !slices.Contains(images, image) {
			images = append(images, image)
		}
	}
	for i, image := range images[:min(10, len(images))] {
		row[fmt.Sprintf("image_%d", i+1)] = image
	}
	var attributes []string
	for _, a := range p.Attributes {
		escape := strings.NewReplacer(`\`, `\\`, `;`, `\;`).Replace
		one := escape(a.Name) + ": " + escape(a.Value)
		if a.Unit != "" {
			one += " " + escape(a.Unit)
		}
		attributes = append(attributes, one)
	}
	row["attributes"] = strings.Join(attributes, "; ")
	return row
}

// requireRows finds every product again in a table, field by field. The text of a cell
// goes through clean before it is compared.
func requireRows(t *testing.T, products []supplier.Product, rows [][]string, clean func(string) string) {
	t.Helper()
	require.Len(t, rows, len(products)+1)
	require.Len(t, rows[0], 50)
	for i := range products {
		want := expected(&products[i])
		for n, heading := range rows[0] {
			got := ""
			if n < len(rows[i+1]) {
				got = rows[i+1][n]
			}
			require.Equal(t, clean(want[heading]), got, "%s of %s", heading, products[i].SKU)
			delete(want, heading)
		}
		require.Empty(t, want, "values without a column")
	}
}

// distinct is the products as Admit leaves them.
func distinct(products []supplier.Product) []supplier.Product {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(products), func(p supplier.Product) bool {
		was := seen[p.ID]
		seen[p.ID] = true
		return was
	})
}

func TestEveryFieldIsFoundAgainInCSV(t *testing.T) {
	products := append(hardCases(), catalogue(300)...)
	data, report := export(t, products, Feed{Name: "csv", Template: builtin(t, "csv"), Private: true})
	require.Equal(t, []string{"PARENT: id_duplicate"}, codes(report.Skipped))
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	requireRows(t, distinct(products), rows, func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", ""), "\r\n", "\n")
	})
}

// cleanXML is what the documentation promises of an XML text.
func cleanXML(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}

func TestByteOrderMark(t *testing.T) {
	data, _ := export(t, hardCases(), Feed{Name: "csv", Template: builtin(t, "csv"), BOM: true})
	require.True(t, bytes.HasPrefix(data, []byte("\uFEFFid,sku,")))
}

// A public feed has neither a drop price nor a price for many.
func TestPublicFeedsShowNoPrivatePrice(t *testing.T) {
	products := catalogue(5)
	for i := range products {
		products[i].DropPrice = money.Must("111.11")
		products[i].Tiers = []supplier.Tier{{MinQuantity: 9876, Price: money.Must("111.11")}}
	}
	for _, name := range []string{"csv", "xlsx", "yml", "yml-classic"} {
		public, _ := export(t, products, Feed{Name: name, Template: builtin(t, name)})
		if name == "xlsx" {
			public = []byte(fmt.Sprint(rowsOf(t, public, "Products")))
		}
		require.NotContains(t, string(public), "111.11", name)
		require.NotContains(t, string(public), "9876", name)
	}
}

func TestDropPriceAsThePrice(t *testing.T) {
	data, _ := export(t, catalogue(1), Feed{Name: "partner", Template: builtin(t, "yml"), Private: true, Price: pricing.Rule{Base: pricing.Drop}})
	require.Contains(t, string(data), "<price>450.10</price>")
}

func TestGzipBesideTheFeed(t *testing.T) {
	for _, name := range []string{"csv", "yml"} {
		out := filepath.Join(t.TempDir(), "feed")
		data, _ := export(t, catalogue(500), Feed{Name: name, Template: builtin(t, name), Out: out, Gzip: true})
		packed, err := os.Open(out + ".gz")
		require.NoError(t, err)
		defer packed.Close()
		r, err := gzip.NewReader(packed)
		require.NoError(t, err)
		plain, err := io.ReadAll(r)
		require.NoError(t, err)
		require.True(t, bytes.Equal(data, plain), name)
	}
}

// TestCompressionChangesTheSizeAlone: a workbook's parts and what the copy of a CSV unpacks to
// are the same bytes at each level.
func TestCompressionChangesTheSizeAlone(t *testing.T) {
	sizes := map[string][]int{}
	contents := map[string][]string{}
	for _, level := range []int{1, 9} {
		out := filepath.Join(t.TempDir(), "feed")
		book, _ := export(t, catalogue(150), Feed{Name: "xlsx", Template: builtin(t, "xlsx"), Out: out + ".xlsx", Compression: &level})
		_, _ = export(t, catalogue(150), Feed{Name: "csv", Template: builtin(t, "csv"), Out: out + ".csv", Gzip: true, Compression: &level})
		packed, err := os.ReadFile(out + ".csv.gz")
		require.NoError(t, err)
		unpacked, err := gzip.NewReader(bytes.NewReader(packed))
		require.NoError(t, err)
		plain, err := io.ReadAll(unpacked)
		require.NoError(t, err)
		rows, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
		require.NoError(t, err)
		sheet, err := fs.ReadFile(rows, "xl/worksheets/sheet1.xml")
		require.NoError(t, err)
		sizes["xlsx"], sizes["csv"] = append(sizes["xlsx"], len(book)), append(sizes["csv"], len(packed))
		contents["xlsx"], contents["csv"] = append(contents["xlsx"], string(sheet)), append(contents["csv"], string(plain))
	}
	for name, got := range contents {
		require.Len(t, slices.Compact(got), 1, name)
		require.Greater(t, sizes[name][0], sizes[name][1], name)
	}
}

// TestEqualListsMakeEqualFiles: neither the number of workers nor their luck changes a byte.
func TestEqualListsMakeEqualFiles(t *testing.T) {
	products := append(hardCases(), catalogue(400)...)
	for _, name := range []string{"csv", "xlsx", "yml"} {
		var sums []string
		for _, workers := range []int{1, 2, 8} {
			opts := testOptions()
			opts.Workers = workers
			reports, err := Build(context.Background(), listOf(products, 7),
				[]Feed{{Name: name, Template: builtin(t, name), Out: filepath.Join(t.TempDir(), "feed")}}, opts)
			require.NoError(t, err)
			sums = append(sums, reports[0].SHA256)
		}
		require.Len(t, slices.Compact(sums), 1, name)
	}
}

func TestOnePassFeedsAll(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "feeds", "of", "ours")
	var feeds []Feed
	for _, name := range []string{"csv", "xlsx", "yml"} {
		feeds = append(feeds, Feed{Name: name, Template: builtin(t, name), Out: filepath.Join(dir, name)})
	}
	pages := listOf(catalogue(30), 10)
	var progress []int64
	opts := testOptions()
	opts.Progress = func(done, total int64) {
		require.EqualValues(t, 30, total)
		progress = append(progress, done)
	}
	reports, err := Build(context.Background(), pages, feeds, opts)
	require.NoError(t, err)
	require.Len(t, reports, 3)
	require.Equal(t, []int64{10, 20, 30}, progress)
	require.EqualValues(t, len(pages.pages)+opts.Workers, pages.fetched.Load(), "each page is fetched once")
	require.Equal(t, []string{".csv.published", ".xlsx.published", ".yml.categories", ".yml.published", "csv", "csv.changes.csv", "csv.report.csv",
		"xlsx", "xlsx.changes.csv", "xlsx.report.csv", "yml", "yml.changes.csv", "yml.report.csv"}, filesIn(t, dir), "nothing but the feeds and what lies beside them is left")
}

func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
