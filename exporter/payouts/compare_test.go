package payouts

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/bankfile"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func kyiv(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	return zone
}

func october(t *testing.T) statement.Period {
	t.Helper()
	p, err := statement.Month("2026-10", kyiv(t))
	require.NoError(t, err)
	return p
}

// paid are payouts of October: the day, and the amount.
func paid(t *testing.T, each ...any) []Payout {
	t.Helper()
	list := NewList(kyiv(t))
	for i := 0; i < len(each); i += 2 {
		amount := money.Must(each[i+1].(string))
		entry := supplier.LedgerEntry{ID: string(rune('a' + i/2)), Currency: "UAH", PostedAt: time.Date(2026, 10, each[i].(int), 9, 0, 0, 0, time.UTC), Amount: amount.Negated()}
		require.NoError(t, list.Take(&statement.Payout{Entry: entry, Amount: amount}, nil))
	}
	return list.Payouts
}

// bank is a bank's file over October and some days around it.
func bank(lines ...bankfile.Line) *bankfile.Statement {
	for i := range lines {
		lines[i].Row = i + 2
	}
	return &bankfile.Statement{Lines: lines, First: on(1).AddDate(0, 0, -10), Last: on(31).AddDate(0, 0, 10)}
}

func line(day int, amount, code string) bankfile.Line {
	return bankfile.Line{Day: on(day), Amount: money.Must(amount), Payer: bankfile.Payer{Code: code}}
}

func states(c *Comparison) map[string]State {
	out := map[string]State{}
	for id, m := range c.Matches {
		out[id] = m.State
	}
	return out
}

func codes(c *Comparison) (out []string) {
	for _, d := range c.Differences {
		out = append(out, d.Code)
	}
	return out
}

var ours = Supplier{Codes: []string{"00123456"}}

func TestCompare(t *testing.T) {
	for name, c := range map[string]struct {
		paid  []any
		lines []bankfile.Line
		from  Supplier
		want  map[string]State
		codes []string
	}{
		"each once":                       {[]any{5, "100", 6, "100"}, []bankfile.Line{line(5, "100", "00123456")}, ours, map[string]State{"a": Found, "b": Missing}, []string{CodeMissing}},
		"other decimals":                  {[]any{5, "100.00"}, []bankfile.Line{line(6, "100", "")}, Supplier{}, map[string]State{"a": Found}, nil},
		"another amount":                  {[]any{5, "100"}, []bankfile.Line{line(5, "99.99", "00123456")}, ours, map[string]State{"a": Missing}, []string{CodeMissing, CodeBankOnly}},
		"two in one transfer":             {[]any{5, "100.10", 6, "200.20"}, []bankfile.Line{line(7, "300.30", "00123456")}, ours, map[string]State{"a": Joined, "b": Joined}, nil},
		"one in two transfers":            {[]any{5, "300.30"}, []bankfile.Line{line(6, "100.10", "00123456"), line(7, "200.20", "00123456")}, ours, map[string]State{"a": Split}, nil},
		"two ways to join":                {[]any{5, "100", 5, "100", 6, "200"}, []bankfile.Line{line(7, "300", "00123456")}, ours, map[string]State{"a": Missing, "b": Missing, "c": Missing}, []string{CodeMissing, CodeMissing, CodeMissing, CodeAmbiguous}},
		"what others pay is no finding":   {nil, []bankfile.Line{line(5, "70", "99999999")}, ours, map[string]State{}, nil},
		"nobody knows who pays":           {nil, []bankfile.Line{line(5, "70", "")}, Supplier{}, map[string]State{}, []string{CodeBankOnly}},
		"paid through another":            {[]any{5, "100"}, []bankfile.Line{line(5, "100", "99999999")}, ours, map[string]State{"a": Found}, nil},
		"the supplier before another":     {[]any{5, "100"}, []bankfile.Line{line(5, "100", "99999999"), line(7, "100", "00123456")}, ours, map[string]State{"a": Found}, nil},
		"given back and never there":      {[]any{5, "100", 6, "-100"}, nil, ours, map[string]State{"a": GivenBack, "b": GivenBack}, nil},
		"given back and paid again":       {[]any{5, "100", 6, "-100", 7, "100"}, []bankfile.Line{line(5, "100", "00123456")}, ours, map[string]State{"a": GivenBack, "b": GivenBack, "c": Found}, nil},
		"a line of the month before":      {nil, []bankfile.Line{line(0, "70", "00123456")}, ours, map[string]State{}, nil},
		"a payout that comes in the next": {[]any{31, "100"}, []bankfile.Line{line(33, "100", "00123456")}, ours, map[string]State{"a": Found}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := Compare(paid(t, c.paid...), october(t), bank(c.lines...), c.from, 3)
			require.Equal(t, c.want, states(got))
			require.Equal(t, c.codes, codes(got))
		})
	}
}

// A line without a currency is of the ledger's one; between two it is of neither, and one
// that names its currency is of no other.
func TestCurrencies(t *testing.T) {
	list := paid(t, 5, "100", 6, "200")
	usd := line(5, "100", "00123456")
	usd.Currency = "USD"
	require.Equal(t, map[string]State{"a": Missing, "b": Missing}, states(Compare(list, october(t), bank(usd), ours, 3)))
	list[1].Entry.Currency = "USD"
	c := Compare(list, october(t), bank(line(5, "100", "00123456"), line(6, "200", "00123456")), ours, 3)
	require.Equal(t, map[string]State{"a": Missing, "b": Missing}, states(c))
	named := line(6, "200", "00123456")
	named.Currency = "USD"
	require.Equal(t, Found, Compare(list, october(t), bank(named), ours, 3).Matches["b"].State)
}

func TestOtherPayersAreCounted(t *testing.T) {
	c := Compare(nil, october(t), bank(line(5, "70", "99999999")), ours, 3)
	require.Equal(t, 1, c.Others)
	named := bankfile.Line{Day: on(5), Amount: money.Must("70"), Purpose: "Від: ТОВ Постач"}
	require.Len(t, Compare(nil, october(t), bank(named), Supplier{Text: "тов постач"}, 3).Differences, 1)
	require.Empty(t, Compare(nil, october(t), bank(named), Supplier{Text: "інший"}, 3).Differences)
	named.Payer = bankfile.Payer{Account: "UA1", Code: "77777777"}
	require.Len(t, Compare(nil, october(t), bank(named), Supplier{Account: "ua1", Codes: ours.Codes}, 3).Differences, 1)
}

// A payout of the last days that the bank's file does not reach yet is no difference, and
// the way out is said.
func TestNotCovered(t *testing.T) {
	file := bank()
	file.First, file.Last = on(5), on(29)
	c := Compare(paid(t, 3, "100", 26, "200", 27, "300"), october(t), file, ours, 3)
	require.Equal(t, map[string]State{"a": NotCovered, "b": Missing, "c": NotCovered}, states(c))
	require.Equal(t, "it is not yet in the bank's file, which ends on 2026-10-29: export a statement up to 2026-10-30", c.Unchecked[1].Message.String())
	require.Equal(t, "the bank's file begins only on 2026-10-05: export a statement that begins on 2026-10-03", c.Unchecked[0].Message.String())
	require.Equal(t, "виплати на суму 200,00 від 26.10.2026 у банку немає (±3 дн.): запитайте постачальника або, якщо гроші йшли довше, додайте днів: --days", c.Differences[0].Message.In(wording.Ukrainian))
}

// TestAutumn lists the payouts of a ledger, holds them against a bank's file, and has
// LibreOffice calculate the totals.
func TestAutumn(t *testing.T) {
	period, err := statement.Days("2026-11-01", "2026-11-30", kyiv(t))
	require.NoError(t, err)
	list := NewList(kyiv(t))
	wide, err := statement.Days("2026-10-29", "2026-12-03", kyiv(t))
	require.NoError(t, err)
	_, err = statement.Read(t.Context(), ledgertest.New(t, ledgertest.Autumn()).Client(t), statement.Options{Period: wide, Now: wide.To}, statement.Sink{Payout: list.Take})
	require.NoError(t, err)
	file := &bankfile.Statement{File: "b.csv", Template: "pumb", Lines: []bankfile.Line{
		{Row: 2, Day: time.Date(2026, 11, 6, 0, 0, 0, 0, time.UTC), Amount: money.Must("2649.49"), Payer: bankfile.Payer{Name: "ТОВ «Приклад»"}},
		{Row: 3, Day: time.Date(2026, 11, 9, 0, 0, 0, 0, time.UTC), Amount: money.Must("12.00"), Payer: bankfile.Payer{Name: "Невідомий"}}},
		First: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), Last: time.Date(2026, 12, 3, 0, 0, 0, 0, time.UTC)}
	b := NewBook(list.Payouts, period, Compare(list.Payouts, period, file, Supplier{}, 3))
	manner := Manner{Language: wording.Ukrainian, Now: wide.To, Origin: control.Origin{Source: "https://supplier.example", Company: "ФОП Приклад"}}
	dir := t.TempDir()
	report, err := b.Write(filepath.Join(dir, "p.xlsx"), manner)
	require.NoError(t, err)
	require.Equal(t, "2649.49", report.Total.String(), "what was paid and given back is neither")
	require.Equal(t, []State{Found, GivenBack, GivenBack}, []State{report.Rows[0].State, report.Rows[1].State, report.Rows[2].State})
	require.Len(t, report.Differences, 1)
	require.Equal(t, 3, report.Differences[0].Row)
	require.False(t, report.OK())

	sheets := office.Sheets(t, office.Reading{Recalculate: true}, filepath.Join(dir, "p.xlsx"))["p"]
	total := sheets["Виплати"][4]
	require.Equal(t, []string{"Разом", "", "2649.49", "UAH"}, total[4:8])
	require.Equal(t, "надійшла", sheets["Виплати"][1][11])
	require.Equal(t, "Невідомий", sheets["Банк без виплат"][1][4])
	f, err := excelize.OpenFile(filepath.Join(dir, "p.xlsx"))
	require.NoError(t, err)
	defer f.Close()
	header, err := f.GetHeaderFooter("Виплати")
	require.NoError(t, err)
	require.Equal(t, `&L&"-,Bold"&11&A&"-,Regular"&9`+"\nhttps://supplier.example — ФОП Приклад&R&9 01.11.2026 – 30.11.2026, UAH", header.OddHeader)

	_, err = b.Write(filepath.Join(dir, "p.csv"), manner)
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(dir, "p.csv"))
	require.NoError(t, err)
	require.Contains(t, string(text), "1,2026-11-05,2026-11-05 11:00:00,p2,pay_0002,payout_card,")
	require.Contains(t, string(text), ",2649.49,UAH,")
	require.Contains(t, string(text), ",found,2026-11-06,2,ТОВ «Приклад»\r\n")
}

// A month without payouts has a total of nothing, and no formula that adds itself.
func TestNoPayouts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.xlsx")
	report, err := NewBook(nil, october(t), nil).Write(path, Manner{Language: wording.English})
	require.NoError(t, err)
	require.True(t, report.OK())
	require.Equal(t, "0.00", report.Total.String())
	f, err := excelize.OpenFile(path)
	require.NoError(t, err)
	defer f.Close()
	require.Empty(t, office.Formulas(t, f, "Payouts"))
}
