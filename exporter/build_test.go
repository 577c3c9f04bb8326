package exporter

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/failure"
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

// secrets are what a public feed must not show.
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

// TestFailedBuilds: whatever fails and wherever, the old feeds stay, nothing else is
// left in the folder and no goroutine is left behind.
func TestFailedBuilds(t *testing.T) {
	broken := errors.New("broken")
	at := func(step string, page int) func(*fakePages, context.CancelFunc) {
		return func(f *fakePages, _ context.CancelFunc) {
			f.fault = func(s string, p int) error {
				if s == step && p == page {
					return broken
				}
				return nil
			}
		}
	}
	for name, c := range map[string]struct {
		set  func(*fakePages, context.CancelFunc)
		want error
	}{
		"first fetch": {at("fetch", 0), broken},
		"late fetch":  {at("fetch", 20), broken},
		"decode":      {at("decode", 9), broken},
		"admit":       {at("admit", 9), broken},
		"cancelled": {func(f *fakePages, cancel context.CancelFunc) {
			f.fault = func(step string, page int) error {
				if step == "decode" && page == 12 {
					cancel()
				}
				return nil
			}
		}, context.Canceled},
		"incomplete": {func(f *fakePages, _ context.CancelFunc) {
			f.result.Complete, f.result.Problem = false, "the supplier announced 9 products, the list had 8"
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			// The bubble fails the test where a goroutine outlives it.
			synctest.Test(t, func(t *testing.T) { requireOldFeedsStay(t, c.set, c.want) })
		})
	}
}

func requireOldFeedsStay(t *testing.T, set func(*fakePages, context.CancelFunc), want error) {
	dir := t.TempDir()
	var feeds []Feed
	for _, format := range []string{"csv", "xlsx", "yml"} {
		f := Feed{Name: format, Template: builtin(t, format), Out: filepath.Join(dir, format), Gzip: format != "xlsx"}
		require.NoError(t, os.WriteFile(f.Out, []byte("old"), 0o644))
		feeds = append(feeds, f)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	pages := listOf(catalogue(200), 5)
	set(pages, cancel)
	reports, err := Build(ctx, pages, feeds, testOptions())
	require.Error(t, err)
	if want != nil {
		require.ErrorIs(t, err, want)
	}
	for _, r := range reports {
		require.False(t, r.Published)
	}
	require.Equal(t, []string{"csv", "xlsx", "yml"}, filesIn(t, dir))
	for _, f := range feeds {
		data, err := os.ReadFile(f.Out)
		require.NoError(t, err)
		require.Equal(t, "old", string(data))
	}
}

func TestErrorsSayWhatIsWrong(t *testing.T) {
	out := filepath.Join(t.TempDir(), "feed")
	csvFeed := Feed{Name: "shop", Template: builtin(t, "csv"), Out: out}
	with := func(change func(*Feed)) []Feed {
		f := csvFeed
		change(&f)
		return []Feed{f}
	}
	for want, feeds := range map[string][]Feed{
		"feed shop: price.base: drop without a markup above 0 shows what we pay to everybody who reads the feed": with(func(f *Feed) { f.Price = pricing.Rule{Base: pricing.Drop} }),
		`feed shop: price.base: unknown base "retail"`:                                                           with(func(f *Feed) { f.Price = pricing.Rule{Base: "retail"} }),
		"feed shop: no output file":                            with(func(f *Feed) { f.Out = "" }),
		"feed shop: no template":                               with(func(f *Feed) { f.Template = nil }),
		"feed shop: a byte order mark is for csv, not for yml": with(func(f *Feed) { f.Template, f.BOM = builtin(t, "yml"), true }),
		"feed shop: a xlsx file is compressed already":         with(func(f *Feed) { f.Template, f.Gzip = builtin(t, "xlsx"), true }),
		"feed shop: feed shop writes " + out + " too":          {csvFeed, csvFeed},
		"feed (none): no feed to build":                        nil,
	} {
		_, err := Build(context.Background(), listOf(catalogue(1), 1), feeds, testOptions())
		require.EqualError(t, err, want)
		var config *ConfigError
		require.ErrorAs(t, err, &config)
		require.NotEmpty(t, config.Hint())
	}
	require.NoFileExists(t, out)

	pages := listOf(catalogue(1), 1)
	pages.result.Complete, pages.result.Problem = false, "page 3 repeats page 2"
	_, err := Build(context.Background(), pages, []Feed{csvFeed}, testOptions())
	require.Equal(t, supplier.KindIncomplete, supplier.KindOf(err))
	require.EqualError(t, err, "list products: page 3 repeats page 2")

	pages = listOf(nil, 1)
	_, err = Build(context.Background(), pages, []Feed{csvFeed}, testOptions())
	require.EqualError(t, err, "feed shop: the supplier's list holds no products")

	unsellable := hardCases()[5:7]
	_, err = Build(context.Background(), listOf(unsellable, 1), []Feed{csvFeed}, testOptions())
	var empty *EmptyError
	require.ErrorAs(t, err, &empty)
	require.EqualError(t, err, "feed shop: none of the supplier's 2 products can be in it")
	require.NoFileExists(t, out)
}

// TestEmptyFeedSaysWhy: the old feed stays, and the report beside it is that of this build.
func TestEmptyFeedSaysWhy(t *testing.T) {
	f := Feed{Name: "shop", Template: builtin(t, "prom"), Out: filepath.Join(t.TempDir(), "shop.yml")}
	build := func(products []supplier.Product) error {
		_, err := Build(t.Context(), listOf(products, 2), []Feed{f}, testOptions())
		return err
	}
	products := catalogue(3)
	require.NoError(t, build(products))
	old, err := os.ReadFile(f.Out)
	require.NoError(t, err)
	for i := range products {
		products[i].Currency = "PLN"
	}
	err = build(products)
	require.EqualError(t, err, "feed shop: none of the supplier's 3 products can be in it")
	require.Equal(t, f.Out+".report.csv names why; the feed of last time stays", failure.Hint(err))
	report, err := os.ReadFile(f.Out + ".report.csv")
	require.NoError(t, err)
	require.Equal(t, 3, strings.Count(string(report), "currency_unknown"))
	f.Selector, err = (&selection.Filter{Brands: selection.Names{"Ніхто"}}).Compile(nil)
	require.NoError(t, err)
	require.EqualError(t, build(products), "feed shop: its filter takes none of the supplier's 3 products")
	report, err = os.ReadFile(f.Out + ".report.csv")
	require.NoError(t, err)
	require.Contains(t, string(report), "filter_unused")
	now, err := os.ReadFile(f.Out)
	require.NoError(t, err)
	require.Equal(t, old, now)
}

func TestFolderThatCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	_, err := Build(context.Background(), listOf(catalogue(1), 1),
		[]Feed{{Name: "a", Template: builtin(t, "csv"), Out: filepath.Join(file, "feed.csv")}}, testOptions())
	require.ErrorContains(t, err, "make its folder")
}

// TestPlaceThatIsTaken: a file cannot take the place of a full folder.
func TestPlaceThatIsTaken(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "feed.csv")
	require.NoError(t, os.MkdirAll(filepath.Join(out, "full"), 0o755))
	reports, err := Build(context.Background(), listOf(catalogue(3), 1), []Feed{{Name: "a", Template: builtin(t, "csv"), Out: out}}, testOptions())
	require.ErrorContains(t, err, "feed a: "+out+" is a folder")
	require.False(t, reports[0].Published)
	require.Equal(t, []string{"feed.csv"}, filesIn(t, dir))
}

// TestWarningsAreBounded: a catalogue without pictures does not fill the memory.
func TestWarningsAreBounded(t *testing.T) {
	products := catalogue(1200)
	for i := range products {
		products[i].Images = nil
	}
	_, report := export(t, products, Feed{Name: "csv", Template: builtin(t, "csv")})
	require.Len(t, report.Warnings, remark.MissingKept+1)
	require.Equal(t, "SKU-000000: pictures_missing: no pictures", report.Warnings[0])
	require.Equal(t, "all: warnings_not_shown: 200 more of pictures_missing are not listed", report.Warnings[remark.MissingKept])
	require.False(t, report.Partial())
}

// TestLossesAreNamed: what a feed has no place for is named, however often something
// else is missing.
func TestLossesAreNamed(t *testing.T) {
	products := catalogue(1200)
	for i := range products {
		products[i].Images = nil
	}
	for n := range 12 {
		products[1199].Images = append(products[1199].Images, fmt.Sprintf("https://img.example/%d.jpg", n))
	}
	_, report := export(t, products, Feed{Name: "csv", Template: builtin(t, "csv")})
	require.Contains(t, report.Warnings, "SKU-001199: pictures_beyond_columns: 12 pictures, the feed has columns for 10")
}
