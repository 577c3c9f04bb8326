package terminal

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/sales"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// inUkrainian is what a printer writes in Ukrainian, with plain blanks.
func inUkrainian(write func(Printer)) string {
	var out strings.Builder
	write(Printer{Out: &out, Language: wording.Ukrainian})
	return strings.ReplaceAll(out.String(), "\u00a0", " ")
}

// TestFeedsInUkrainian: numbers stand with the form that they take.
func TestFeedsInUkrainian(t *testing.T) {
	for n, want := range map[int64]string{
		1: "shop: 1 товар, 1 пропозиція, 1,5 кБ за 0,2 с → shop.csv\n  виправлено: text_reduced, 1 раз\n  лишено іншому постачальникові: 1 товар, як-от A: дешевше (усі в shop.csv.report.csv)\n",
		2: "shop: 2 товари, 2 пропозиції, 1,5 кБ за 0,2 с → shop.csv\n  виправлено: text_reduced, 2 рази\n  лишено іншому постачальникові: 2 товари, як-от A: дешевше (усі в shop.csv.report.csv)\n",
		5: "shop: 5 товарів, 5 пропозицій, 1,5 кБ за 0,2 с → shop.csv\n  виправлено: text_reduced, 5 разів\n  лишено іншому постачальникові: 5 товарів, як-от A: дешевше (усі в shop.csv.report.csv)\n",
	} {
		r := exporter.Report{Feed: "shop", Out: "shop.csv", Published: true, Products: n, Offers: n, Bytes: 1500, Seconds: 0.2, Repaired: map[remark.Code]int64{remark.TextReduced: n}}
		for range n {
			r.Outdone = append(r.Outdone, remark.Skip{SKU: "A", Message: literal("дешевше")})
		}
		require.Equal(t, want, inUkrainian(func(p Printer) { p.Feed(r) }))
	}
}

// TestLongFeedReportsInUkrainian: what is left out of them is counted, too.
func TestLongFeedReportsInUkrainian(t *testing.T) {
	for n, want := range map[int]string{
		1: "  … і ще 1 попередження (усі в shop.csv.report.csv)\n", 2: "  … і ще 2 попередження (усі в shop.csv.report.csv)\n", 5: "  … і ще 5 попереджень (усі в shop.csv.report.csv)\n",
	} {
		r := exporter.Report{Feed: "shop", Out: "shop.csv", Warnings: make([]remark.Warning, shown+n)}
		require.Equal(t, want, lastLine(inUkrainian(func(p Printer) { p.Feed(r) })))
	}
	r := exporter.Report{Feed: "shop", Out: "shop.csv", Err: errors.New("held"), Products: 3, Offers: 2, Changes: &history.Summary{Gone: 4},
		Guard: []history.Finding{{Code: history.OffersFell, Message: literal("offers fell")}}, Skipped: []remark.Skip{{SKU: "B", Code: remark.PriceZero, Message: literal("no price")}}}
	for range shown {
		r.Skipped = append(r.Skipped, remark.Skip{SKU: "C", Code: remark.PriceMissing, Message: literal("none")})
	}
	for range shownAlike + 1 {
		r.Warnings = append(r.Warnings, remark.Warning{SKU: remark.WholeFeed, Code: remark.RuleUnused, Message: literal("x")})
	}
	require.Equal(t, "shop: 3 товари, 2 пропозиції, не опубліковано\n"+
		"  від минулого разу: нових 0, зниклих 4, з новою ціною 0, знову в наявності 0, розпроданих 0 (shop.csv.refused.csv)\n"+
		"  не прийнято: offers fell (offers_fell)\n"+
		"  немає у фіді B: no price (price_zero)\n"+
		"  немає у фіді 10 товарів, як-от C: none (price_missing; усі в shop.csv.report.csv)\n"+
		strings.Repeat("  до відома: увесь фід: rule_unused: x\n", shownAlike)+
		"  … і ще 1 з кодом rule_unused (усі в shop.csv.report.csv)\n", inUkrainian(func(p Printer) { p.Feed(r) }))
	r.Products = 0
	require.True(t, strings.HasPrefix(inUkrainian(func(p Printer) { p.Feed(r) }), "shop: не опубліковано\n"))
}

func literal(of string) wording.Text { return wording.Text(wording.Literal(of)) }

func lastLine(text string) string {
	lines := strings.SplitAfter(text, "\n")
	return lines[len(lines)-2]
}

// TestLedgersInUkrainian: the file, what it comes to, and what is to be known of it.
func TestLedgersInUkrainian(t *testing.T) {
	amount, stated := money.Must("1.00"), money.Must("2.00")
	for n, want := range map[int64]string{
		1: "o.csv: 1 запис за 2026-10-01 – 2026-10-31 (Europe/Kyiv), 2,5 кБ\n  доступно 1.00 → 1.00: нарахування 1.00, холди 1.00, виплати 1.00\n" +
			"  початок: постачальник не показує записів до кінця періоду, а сальдо на той час у нього 2.00\n" +
			"  до відома: у кодуванні немає 1 символу, клітинок: 1; замість кожного стоїть знак питання (клітинки називає --json)\n" +
			"  до відома: 1 текст скорочено до 32 767 символів, які вміщає клітинка\n  усе сходиться: 1 перевірка\n",
		2: "o.csv: 2 записи за 2026-10-01 – 2026-10-31 (Europe/Kyiv), 2,5 кБ\n  доступно 1.00 → 1.00: нарахування 1.00, холди 1.00, виплати 1.00\n" +
			"  початок: постачальник не показує записів до кінця періоду, а сальдо на той час у нього 2.00\n" +
			"  до відома: у кодуванні немає 2 символів, клітинок: 2; замість кожного стоїть знак питання (клітинки називає --json)\n" +
			"  до відома: 2 тексти скорочено до 32 767 символів, які вміщає клітинка\n  усе сходиться: 2 перевірки\n",
		5: "o.csv: 5 записів за 2026-10-01 – 2026-10-31 (Europe/Kyiv), 2,5 кБ\n  доступно 1.00 → 1.00: нарахування 1.00, холди 1.00, виплати 1.00\n" +
			"  початок: постачальник не показує записів до кінця періоду, а сальдо на той час у нього 2.00\n" +
			"  до відома: у кодуванні немає 5 символів, клітинок: 5; замість кожного стоїть знак питання (клітинки називає --json)\n" +
			"  до відома: 5 текстів скорочено до 32 767 символів, які вміщає клітинка\n  усе сходиться: 5 перевірок\n",
	} {
		r := statement.Report{Out: "o.csv", From: "2026-10-01", To: "2026-10-31", Zone: "Europe/Kyiv", Bytes: 2500, Entries: n, Opening: amount, Closing: amount,
			Turnover: statement.ReportTurnover{Accrual: amount, Hold: amount, Payout: amount}, OpeningFrom: statement.ReportOpening{Source: "supplier", Stated: &stated},
			Lost: table.Lost{Characters: n, Cells: n}, Cut: n}
		for range n {
			r.Checks = append(r.Checks, statement.ReportCheck{OK: true})
		}
		require.Equal(t, want, inUkrainian(func(p Printer) { p.Ledger(r) }))
	}
}

// TestMisfitsInUkrainian: checks keep their names, and say what they found in the language.
func TestMisfitsInUkrainian(t *testing.T) {
	s := statement.Statement{Period: october(t), Checks: []statement.Check{{Name: "entries_unique", Detail: wording.NewMessage("statement.entries.unique")}},
		Unchecked: []statement.Unchecked{{Name: "running_balance", Why: wording.NewMessage("statement.balances.unstated")}}}
	for range shown + 2 {
		s.Differences = append(s.Differences, statement.Difference{Code: "return_missing", Message: wording.NewMessage("statement.difference.return_missing")})
	}
	text := inUkrainian(func(p Printer) { p.Ledger(s.Report("o.csv", 0, "")) })
	require.Contains(t, text, "  НЕ СХОДИТЬСЯ entries_unique: жоден запис не надійшов двічі\n  не перевірено running_balance: постачальник не вказує сальдо біля записів\n"+
		"  return_missing: повернення не сторновано\n")
	require.Equal(t, "  … і ще 2 розбіжності (усі показує --json)\n", lastLine(text))
	count := int64(2)
	require.Contains(t, inUkrainian(func(p Printer) {
		p.Ledger(statement.Report{Payouts: &count, OpeningFrom: statement.ReportOpening{Source: "memory", Exported: "2026-11-01"}})
	}),
		": 2 виплати за  –  ()\n  доступно  → : нарахування , холди , виплати \n  початок: записи до періоду взято з вивантаження 2026-11-01, ще раз їх не прочитано\n")
}

func october(t *testing.T) statement.Period {
	period, err := statement.Month("2026-10", time.UTC)
	require.NoError(t, err)
	return period
}

// TestSalesInUkrainian: orders and shipments are counted each in their way.
func TestSalesInUkrainian(t *testing.T) {
	one := money.Must("1.00")
	totals := sales.Totals{Drop: one, Retail: one, Profit: one, COD: one, CODExpected: one, CODCollected: one, CODPaidOut: one}
	for n, want := range map[int64][2]string{
		1: {"1 замовлення", "1 скасованого чи повернутого замовлення з прибутком"},
		2: {"2 замовлення", "2 скасованих чи повернутих замовлень із прибутком"},
		5: {"5 замовлень", "5 скасованих чи повернутих замовлень із прибутком"},
	} {
		r := &sales.Report{Out: "o.xlsx", From: "2026-10-01", To: "2026-10-31", Zone: "Europe/Kyiv", Rows: n, Late: n, Totals: totals, Void: &sales.Void{Orders: n, Totals: totals}}
		require.Equal(t, fmt.Sprintf("o.xlsx: %s за 2026-10-01 – 2026-10-31 (Europe/Kyiv)\n  роздріб 1.00, дроп 1.00, прибуток 1.00 (без %s 1.00)\n"+
			"  післяплата 1.00: очікується 1.00, у перевізника 1.00, виплачено 1.00\n  із запізненням: %d\n  усе сходиться: 0 перевірок\n", want[0], want[1], n),
			inUkrainian(func(p Printer) { p.Sales("orders", r) }))
	}
	require.Contains(t, inUkrainian(func(p Printer) { p.Sales("shipments", &sales.Report{Rows: 5}) }), ": 5 відправлень за ")
}

// TestChecksInUkrainian: programs read the same lines in English.
func TestChecksInUkrainian(t *testing.T) {
	for n, want := range map[int]string{1: "1 рядок", 2: "2 рядки", 5: "5 рядків"} {
		lines := append(DriftLines(drift.Compared{Operation: "list products", Rows: n, First: true}, false), DriftLines(drift.Compared{Operation: "list orders", Rows: n}, false)...)
		lines = append(lines, DriftLines(drift.Compared{Operation: "list orders", Rows: n, Changes: []drift.Change{{Detail: "x is gone", Mend: "look"}}}, true)...)
		lines = append(lines, ListLines(pricelist.Read{Name: "a.csv"}, false, wording.Ukrainian)...)
		lines = append(lines, CheckLine{Name: "token", Hint: "set it"})
		lines[3].Name = "alfa: " + lines[3].Name
		require.Equal(t, "ok    список товарів: "+want+" запам'ятовано, порівняти ще нема з чим: порівняє наступна перевірка\n"+
			"ok    список замовлень: "+want+", усе як раніше\n"+
			"ok    список замовлень: x is gone: відтепер це вважається звичайним\n"+
			"ok    alfa: прайс a.csv: , товарів: 0; стовпці запам'ятовано такими; якщо зміняться, check це скаже\n"+
			"FAIL  токен: \n      підказка: set it\n", inUkrainian(func(p Printer) { p.Checks(lines) }))
		require.Equal(t, "alfa: price list a.csv", lines[3].Name)
	}
	require.Equal(t, "2 rows as before", DriftLines(drift.Compared{Rows: 2}, false)[0].Detail)
}

// TestNamesInUkrainian: those of things, but for the names that a person gave.
func TestNamesInUkrainian(t *testing.T) {
	for name, want := range map[string]string{
		"config": "налаштування", "feed prom": "фід prom", "folder inbox": "тека inbox", "feed keys": "ключі фідів", "waybills of the supplier": "накладні від постачальника",
		"waybills keycrm": "накладні keycrm", "alpha: list products": "alpha: список товарів", "products pages": "сторінки товарів", "page.odd": "page.odd", "list odd": "list odd",
		"price list products": "товари прайсів", "price list a.csv": "прайс a.csv", "column order template": "стовпець order template", "product T-1": "товар T-1",
	} {
		require.Equal(t, want, Printer{Language: wording.Ukrainian}.checked(name))
		require.Equal(t, name, Printer{Language: wording.English}.checked(name))
	}
}

func TestProgressInUkrainian(t *testing.T) {
	var out strings.Builder
	p := NewProgress(&out, wording.Ukrainian, wording.NewMessage("progress.orders_of", "a.csv"))
	p.last = time.Time{}
	p.Update(2, 10)
	require.Equal(t, "замовлення з a.csv: 2 з 10\n", out.String())
}
