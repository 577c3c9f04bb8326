package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
)

// twoSuppliers is a shop with two suppliers, beta's first two products alpha's under another SKU:
// one cheaper there, one dearer.
type twoSuppliers struct {
	dir         string
	month       string
	alpha, beta *sandbox.Server
}

func newTwoSuppliers(t *testing.T, more string) *twoSuppliers {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	now := time.Now().In(zone)
	s := &twoSuppliers{dir: t.TempDir(), month: time.Date(now.Year(), now.Month()-1, 1, 0, 0, 0, 0, zone).Format("2006-01")}
	goods, others := pricedCatalog(40, now), pricedCatalog(30, now)
	quantity := 50
	for i, barcode := range []string{"4820000000017", "4820000000024"} {
		for _, list := range []*catalog.Catalog{goods, others} {
			list.Products[i].Barcode, list.Products[i].Quantity, list.Products[i].Availability = barcode, &quantity, "in_stock"
		}
	}
	goods.Products[0].DropPrice, others.Products[0].DropPrice = decimal.MustParse("135.00"), decimal.MustParse("120.00")
	goods.Products[1].DropPrice, others.Products[1].DropPrice = decimal.MustParse("80.00"), decimal.MustParse("90.00")
	for i := range goods.Products[2:] {
		goods.Products[2+i].Barcode = ""
	}
	text := "account: my-shop\nsuppliers:\n"
	for _, one := range []struct {
		name  string
		goods *catalog.Catalog
		seed  int64
		into  **sandbox.Server
	}{{"alpha", goods, 1, &s.alpha}, {"beta", others, 2, &s.beta}} {
		*one.into, err = sandbox.New(sandbox.Options{Tokens: []string{one.name + "-token"}, Catalog: one.goods, Seed: one.seed, Speed: 1, History: 40, Now: time.Now})
		require.NoError(t, err)
		web := httptest.NewServer(*one.into)
		t.Cleanup(func() { web.Close(); (*one.into).Close() })
		text += fmt.Sprintf("  %s: {base_url: %q, counterparty: {name: %q, code: '12345678', contract: {number: 'D-1'}}}\n", one.name, web.URL, "Firm "+one.name)
	}
	require.NoError(t, os.WriteFile(filepath.Join(s.dir, "dropbridge.yaml"), []byte(text+more), 0o600))
	return s
}

// run runs the program in the shop's folder.
func (s *twoSuppliers) run(t *testing.T, code int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	tokens := map[string]string{"DROPBRIDGE_TOKEN_ALPHA": "alpha-token", "DROPBRIDGE_TOKEN_BETA": "beta-token"}
	args = append([]string{"--config", filepath.Join(s.dir, "dropbridge.yaml")}, args...)
	got := run(t.Context(), args, func(name string) (string, bool) { v, ok := tokens[name]; return v, ok }, nil, &out, &errs)
	require.Equal(t, code, got, "%v\n%s%s", args, &out, &errs)
	return out.String(), errs.String()
}

func (s *twoSuppliers) out(name string) string { return filepath.Join(s.dir, name) }

// TestAFeedFromTwoSuppliers through the program: each article once, with the better offer, and
// nothing where one of the two is away.
func TestAFeedFromTwoSuppliers(t *testing.T) {
	t.Parallel()
	s := newTwoSuppliers(t, `feeds:
  both: {template: csv, out: both.csv, private: true, suppliers: {alpha: {prefix: "A-"}, beta: {prefix: "B-"}}, choose: {by: barcode}}
  last: {template: csv, out: last.csv, private: true, suppliers: {alpha: {prefix: "A-"}, beta: {prefix: "B-"}}, without: last}
  bare: {template: csv, out: bare.csv, private: true}
  one: {template: csv, out: one.csv, private: true, supplier: beta}
`)
	stdout, _ := s.run(t, exitDone, "export", "both", "last", "one")
	require.Contains(t, stdout, "both: 70 products, 68 offers")
	require.Contains(t, stdout, "left to another supplier: 2, such as A-KB-01: beta has it cheaper: 120.00 against 135.00 UAH")
	require.Contains(t, stdout, "one: 30 products, 30 offers")
	data, err := os.ReadFile(s.out("both.csv"))
	require.NoError(t, err)
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	seen := map[string]int{}
	for _, row := range rows[1:] {
		seen[row[1][:2]]++
		require.Equal(t, row[1][:2], row[0][:2], "ids have the prefix of their SKUs")
		require.NotContains(t, []string{"A-KB-01", "B-KB-02"}, row[1])
	}
	require.Equal(t, map[string]int{"A-": 39, "B-": 29}, seen)

	stdout, _ = s.run(t, exitDone, "export", "both", "--show", "B-KB-01", "A-KB-01")
	require.Contains(t, stdout, "beta: in stock, 120.00 UAH, chosen for its price")
	require.Contains(t, stdout, "alpha: in stock, 135.00 UAH")
	require.Contains(t, stdout, "not in the feed: beta has it cheaper: 120.00 against 135.00 UAH (other_supplier)")

	_, stderr := s.run(t, exitConfig, "export", "bare")
	require.Contains(t, stderr, "alpha and beta both have a product with the")
	require.Contains(t, stderr, `hint: give each supplier of the feed a prefix: suppliers: {alpha: {prefix: "A-"}, beta: {prefix: "B-"}}`)
	require.NoFileExists(t, s.out("bare.csv"))

	require.NoError(t, s.beta.SetFaults([]sandbox.Fault{mustFault(t, "fail:GET /api/products")}))
	stdout, stderr = s.run(t, exitSupplier, "export", "both", "last")
	require.Contains(t, stderr, "feed both: not published, since the products of beta cannot be read")
	require.Contains(t, stderr, "`without: last` under the feed")
	require.Contains(t, stdout+stderr, "last: 70 products, 70 offers")
	require.Contains(t, stdout, "beta: list_remark: the products of beta are those of")
	again, err := os.ReadFile(s.out("both.csv"))
	require.NoError(t, err)
	require.Equal(t, string(data), string(again), "the last good feed stays")
}

func mustFault(t *testing.T, text string) sandbox.Fault {
	t.Helper()
	fault, err := sandbox.ParseFault(text)
	require.NoError(t, err)
	return fault
}

// TestBooksOfTwoSuppliers: together they are the sum of the single ones, in one workbook with the
// sheets of both.
func TestBooksOfTwoSuppliers(t *testing.T) {
	t.Parallel()
	s := newTwoSuppliers(t, "company: {name: Shop, code: '87654321'}\n")
	for _, what := range []string{"ledger", "orders", "shipments", "payouts"} {
		stdout, _ := s.run(t, exitDone, what, "--month", s.month, "--out", s.out(what+".xlsx"), "--json")
		var joint struct {
			OK        bool
			SHA256    string
			Suppliers []struct {
				Supplier string
				Report   map[string]any
			}
			Totals []struct {
				Currency string
				Count    int64
				Amounts  map[string]money.Amount
			}
		}
		require.NoError(t, json.Unmarshal([]byte(stdout), &joint))
		require.True(t, joint.OK, what)
		require.NotEmpty(t, joint.SHA256)
		require.Len(t, joint.Suppliers, 2)
		require.Len(t, joint.Totals, 1)
		sums := map[string]money.Amount{}
		for _, one := range joint.Suppliers {
			single, _ := s.run(t, exitDone, what, "--month", s.month, "--out", s.out(what+"-"+one.Supplier+".xlsx"), "--supplier", one.Supplier, "--json")
			var report map[string]any
			require.NoError(t, json.Unmarshal([]byte(single), &report))
			for name := range joint.Totals[0].Amounts {
				var err error
				sums[name], err = sums[name].Add(amountIn(t, report, name))
				require.NoError(t, err)
			}
			for _, key := range []string{"entries", "turnover", "closing", "totals", "rows", "total"} {
				require.Equal(t, report[key], one.Report[key], "%s of %s: %s", what, one.Supplier, key)
			}
		}
		for name, total := range joint.Totals[0].Amounts {
			require.True(t, sums[name].OrZero().Equal(total.OrZero()), "%s: %s is %s, and the sum %s", what, name, total, sums[name])
		}
	}
	f, err := excelize.OpenFile(s.out("ledger.xlsx"))
	require.NoError(t, err)
	defer f.Close()
	require.Subset(t, f.GetSheetList(), []string{"Разом", "alpha · Виписка", "beta · Виписка", "alpha · Контроль", "Контроль"})
	total, err := f.GetCellFormula("Разом", "D4")
	require.NoError(t, err)
	require.Contains(t, total, "SUMIFS")

	_, stderr := s.run(t, exitUsage, "ledger", "--month", s.month, "--out", s.out("l.csv"))
	require.Contains(t, stderr, "has several suppliers, and a CSV has the book of one")
	s.run(t, exitDone, "ledger", "--month", s.month, "--out", s.out("l.csv"), "--supplier", "alpha")
	_, stderr = s.run(t, exitUsage, "act", "--month", s.month, "--out", s.out("act.xlsx"))
	require.Contains(t, stderr, "add --supplier NAME, one of: alpha, beta")
	s.run(t, exitDone, "act", "--month", s.month, "--out", s.out("act.xlsx"), "--supplier", "alpha")
	_, stderr = s.run(t, exitConfig, "ledger", "--month", s.month, "--out", s.out("payouts.txt"), "--template", "1c-exchange", "--supplier", "alpha")
	require.Contains(t, stderr, "lacks: company.iban; suppliers.alpha.counterparty.iban")
	require.Contains(t, stderr, `and suppliers.alpha.counterparty: {name: "Supplier LLC"`)
	spoken, _ := s.run(t, exitDone, "ledger", "--month", s.month, "--out", s.out("spoken.xlsx"))
	require.NotContains(t, spoken, "bytes", "a section of a workbook is no file")
	stdout, _ := s.run(t, exitDone, "close", "--month", s.month, "--out", s.out("closed"))
	require.True(t, strings.HasPrefix(stdout, "alpha:\n"), stdout)
	for _, name := range []string{"alpha", "beta"} {
		require.FileExists(t, filepath.Join(s.dir, "closed", name, "close.html"))
		page, err := os.ReadFile(filepath.Join(s.dir, "closed", name, "close.html"))
		require.NoError(t, err)
		require.Contains(t, string(page), "Firm "+name)
	}
	require.NoError(t, s.beta.SetFaults([]sandbox.Fault{mustFault(t, "fail:GET /api/finance/ledger")}))
	_, stderr = s.run(t, exitSupplier, "ledger", "--month", s.month, "--out", s.out("away.xlsx"))
	require.Contains(t, stderr, "dropbridge: supplier beta: write the ledger "+s.out("away.xlsx")+": read the ledger: list ledger entries: status 500")
	require.Equal(t, 1, strings.Count(stderr, "write the ledger"), stderr)
}

// amountIn is an amount of a report, wherever it stands.
func amountIn(t *testing.T, report map[string]any, name string) money.Amount {
	t.Helper()
	for _, place := range []any{report, report["turnover"], report["totals"]} {
		values, _ := place.(map[string]any)
		if text, ok := values[name].(string); ok {
			return money.Must(text)
		}
	}
	require.Contains(t, []string{"drop", "retail", "profit"}, name, "%v", report)
	return money.Amount{}
}

// TestEachSupplierHasHisName in what is searched and checked.
func TestEachSupplierHasHisName(t *testing.T) {
	t.Parallel()
	s := newTwoSuppliers(t, "")
	stdout, _ := s.run(t, exitDone, "search", "", "--limit", "1")
	require.Regexp(t, `(?s)^alpha:\nSKU.*1 of 40 products.*\nbeta:\nSKU.*1 of 30 products`, stdout)
	stdout, _ = s.run(t, exitDone, "search", "", "--limit", "1", "--supplier", "beta", "--json")
	require.Contains(t, stdout, `"supplier": "beta"`)
	require.Contains(t, stdout, `"total": 30`)
	_, stderr := s.run(t, exitUsage, "search", "", "--csv")
	require.Contains(t, stderr, "add --supplier NAME, one of: alpha, beta")
	_, stderr = s.run(t, exitUsage, "search", "", "--supplier", "gamma")
	require.Contains(t, stderr, "has no suppliers.gamma")

	stdout, _ = s.run(t, exitDone, "check")
	for _, name := range []string{"alpha", "beta"} {
		require.Regexp(t, `ok +`+name+`: products pages`, stdout)
		require.Regexp(t, `ok +`+name+`: token`, stdout)
	}
	require.NoError(t, s.beta.SetFaults([]sandbox.Fault{mustFault(t, "fail:GET /api/products")}))
	stdout, _ = s.run(t, exitSupplier, "check")
	require.Regexp(t, `FAIL +beta: list products`, stdout)
	require.Regexp(t, `ok +alpha: list products`, stdout)
	stdout, _ = s.run(t, exitDone, "check", "--supplier", "alpha")
	require.NotContains(t, stdout, "beta:")
	_, stderr = s.run(t, exitUsage, "learn")
	require.Contains(t, stderr, "add --supplier NAME, one of: alpha, beta")
	stdout, _ = s.run(t, exitDone, "learn", "--supplier", "alpha")
	require.Contains(t, stdout, "products")
}
