package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect"
)

// wholeJob is all that somebody gets out of a supplier: feeds, results and books.
type wholeJob struct {
	feeds   map[string]any // by file: bytes of text, cells of a workbook
	accepts [][]string     // the result file after the orders were posted
	results [][]string     // and when they had lived their life
	books   map[string][][]string
}

// raced are dialects that differ in what happens at the same time: pages by number and lists of their own
// that are joined, pages by number with a token that runs out, and pages behind a cursor with one.
var raced = []string{"bare", "envelope", "graph"}

// TestTheWholeJobThroughSomeDialects is the one below under the race detector.
func TestTheWholeJobThroughSomeDialects(t *testing.T) {
	t.Parallel()
	for _, name := range raced {
		require.Contains(t, dialect.Names(), name)
	}
	wholeJobThrough(t, raced)
}

// TestTheWholeJobThroughEachDialect: whatever family a supplier is of, with its mapping
// the feeds, the results and the books are those of the contract itself.
func TestTheWholeJobThroughEachDialect(t *testing.T) {
	racing.Skip(t) // TestTheWholeJobThroughSomeDialects does
	t.Parallel()
	wholeJobThrough(t, slices.DeleteFunc(dialect.Names(), func(name string) bool { return slices.Contains(raced, name) }))
}

func wholeJobThrough(t *testing.T, dialects []string) {
	t.Helper()
	begin := time.Now().UTC().Add(2 * time.Hour).Truncate(time.Hour) // not behind the clock of this machine
	want := doWholeJob(t, "", begin)
	require.NotEmpty(t, want.accepts)
	for _, name := range dialects {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := doWholeJob(t, name, begin)
			for file := range want.feeds {
				require.Equal(t, want.feeds[file], got.feeds[file], file)
			}
			require.Equal(t, want.accepts, got.accepts)
			require.Equal(t, want.results, got.results)
			for book := range want.books {
				require.Equal(t, want.books[book], got.books[book], book)
			}
		})
	}
}

// dialectShop is a sandbox with a past and the sample catalogue among generated products,
// behind a dialect.
func dialectShop(t *testing.T, name string, begin time.Time) *sampleShop {
	t.Helper()
	goods, err := catalog.Load(bytes.NewReader(readFile(t, filepath.Join(samplesDir, "catalog.json"))), "catalog.json")
	require.NoError(t, err)
	taken := map[string]bool{}
	for _, p := range goods.Products {
		taken[p.ID], taken[p.SKU] = true, true
	}
	more := catalog.Generate(long.Or(130, 260), 7, time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC))
	for _, p := range more.Products {
		if !taken[p.ID] && !taken[p.SKU] {
			goods.Products = append(goods.Products, p)
		}
	}
	goods.Categories = append(goods.Categories, more.Categories...)
	shop := &sampleShop{}
	shop.set(begin)
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"sample-token"}, Catalog: goods, Speed: 1, Seed: 1, History: 30, Now: shop.clock})
	require.NoError(t, err)
	handler := http.Handler(server)
	if name != "" {
		handler, err = dialect.Wrap(name, server, dialect.Options{Seed: 1, TokenLife: time.Hour, Tokens: []string{"sample-token"}})
		require.NoError(t, err)
	}
	web := httptest.NewServer(handler)
	t.Cleanup(func() {
		require.NoError(t, server.Close())
		web.Close()
	})
	shop.url = web.URL
	return shop
}

func doWholeJob(t *testing.T, name string, begin time.Time) wholeJob {
	t.Helper()
	shop := dialectShop(t, name, begin)
	dir := t.TempDir()
	mapping := name
	if mapping == "" {
		mapping = "default"
	}
	config := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(config, []byte(`
supplier: {base_url: "`+shop.url+`", mapping: `+mapping+`, user: shop, account: shop}
feeds:
  partner.csv: {template: csv,  out: feeds/partner.csv, private: true}
  partner.xlsx: {template: xlsx, out: feeds/partner.xlsx, private: true}
  partner.yml: {template: yml, out: feeds/partner.yml, private: true}
  prom.yml:  {template: prom, out: feeds/prom.yml}
`), 0o644))
	call := func(wantCode int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		env := func(key string) (string, bool) { return "sample-token", key == "DROPBRIDGE_TOKEN" }
		code := run(t.Context(), append([]string{"--config", config}, args...), env, nil, &out, &errs)
		require.Equal(t, wantCode, code, "%v: %s%s", args, out.String(), errs.String())
		return out.String()
	}
	call(exitDone, "check")
	job := wholeJob{feeds: map[string]any{}, books: map[string][][]string{}}
	call(exitPartial, "export") // a product of the samples has no RRP
	for _, feed := range []string{"partner.csv", "partner.yml", "prom.yml"} {
		job.feeds[feed] = string(undated(readFile(t, filepath.Join(dir, "feeds", feed))))
	}
	job.feeds["partner.xlsx"] = cells(t, filepath.Join(dir, "feeds", "partner.xlsx"))

	files := orderByOrder(t, dir)
	job.accepts = results(t, call(exitDone, append([]string{"import", "--json"}, files...)...))
	shop.pass(60 * 24 * time.Hour)
	job.results = results(t, call(exitDone, append([]string{"import", "--json", "--wait", "20s"}, files...)...))

	from, to := begin.AddDate(0, -4, 0).Format(time.DateOnly), begin.AddDate(0, 3, 0).Format(time.DateOnly)
	for _, book := range []string{"ledger", "orders", "shipments"} {
		out := filepath.Join(dir, book+".csv")
		call(exitDone, book, "--from", from, "--to", to, "--out", out)
		job.books[book] = unnumbered(rows(t, out, 0))
	}
	return job
}

// orderByOrder makes a file of each row of the sample, so that the orders get the same ids
// each time: those of one file are posted side by side.
func orderByOrder(t *testing.T, dir string) (files []string) {
	t.Helper()
	head, all, _ := bytes.Cut(readFile(t, filepath.Join(samplesDir, "orders-utf8.csv")), []byte("\n"))
	for line := range bytes.Lines(all) {
		file := filepath.Join(dir, fmt.Sprintf("order-%d.csv", len(files)+1))
		require.NoError(t, os.WriteFile(file, slices.Concat(head, []byte("\n"), line), 0o644))
		files = append(files, file)
	}
	return files
}

// results are the cells of all result files of an import.
func results(t *testing.T, reports string) (out [][]string) {
	t.Helper()
	for decoder := json.NewDecoder(strings.NewReader(reports)); decoder.More(); {
		var report struct{ Result string }
		require.NoError(t, decoder.Decode(&report))
		out = append(out, rows(t, report.Result, ';')...)
	}
	return out
}

// unnumbered are the rows of a book without their number and in an order of their own, as
// suppliers list them in different ones.
func unnumbered(rows [][]string) (out [][]string) {
	for _, row := range rows {
		out = append(out, row[1:])
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

// rows are the cells of a CSV; mark 0: the mark is found by its first line.
func rows(t *testing.T, file string, mark rune) [][]string {
	t.Helper()
	data := bytes.TrimPrefix(readFile(t, file), []byte("\uFEFF"))
	reader := csv.NewReader(bytes.NewReader(data))
	if reader.Comma = mark; mark == 0 {
		reader.Comma = ','
		if line, _, _ := bytes.Cut(data, []byte("\n")); bytes.Count(line, []byte(";")) > bytes.Count(line, []byte(",")) {
			reader.Comma = ';'
		}
	}
	out, err := reader.ReadAll()
	require.NoError(t, err)
	require.Greater(t, len(out), 1)
	return out
}
