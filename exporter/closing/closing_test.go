package closing

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/act"
	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/income"
	"github.com/dropbridge/dropbridge/exporter/place"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func kyiv(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	return zone
}

func job(t *testing.T, server *ledgertest.Server, month string) *Job {
	t.Helper()
	period, err := statement.Month(month, kyiv(t))
	require.NoError(t, err)
	return &Job{Period: period, Now: time.Date(2026, 12, 3, 9, 0, 0, 0, time.UTC), Source: server.Client(t), Account: closed.Account{Name: "shop"}, Memory: t.TempDir(), Sales: t.TempDir(),
		Language: wording.Ukrainian, Basis: income.Payouts,
		Parties: act.Parties{Ours: act.Party{Name: "ФОП Приклад", Code: "1234567890"}, Theirs: act.Party{Name: "ТОВ Постачальник", Code: "12345678"}, Contract: act.Contract{Number: "1"}},
		Origin:  control.Origin{Source: "https://supplier.example", Program: "dropbridge test", Company: "ФОП <Приклад> (1234567890)"}}
}

func files(t *testing.T, folder string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestAMonthIsClosed(t *testing.T) {
	j := job(t, ledgertest.New(t, ledgertest.Autumn()), "2026-11")
	folder := filepath.Join(t.TempDir(), "books", "2026-11")
	r, err := j.Write(t.Context(), folder)
	require.NoError(t, err)
	require.ElementsMatch(t, Files(), files(t, folder))
	require.Equal(t, []string{"2026-11"}, files(t, filepath.Dir(folder)), "nothing is left beside it")
	require.Equal(t, []string{"2249.44", "13000.05", "-300.00", "-2649.49", "2649.49"},
		[]string{r.Opening.String(), r.Turnover.Accrual.String(), r.Turnover.Hold.String(), r.Turnover.Payout.String(), r.Income.String()})
	require.False(t, r.Partial())

	page, err := os.ReadFile(filepath.Join(folder, PageFile))
	require.NoError(t, err)
	text := string(page)
	require.Contains(t, text, "<title>Закриття місяця 2026-11</title>")
	require.Contains(t, text, "ФОП &lt;Приклад&gt; (1234567890)", "what others wrote is text")
	require.Contains(t, text, `<a href="ledger.xlsx">Виписка за рахунком</a>`)
	require.Contains(t, text, "2\u00a0649,49 UAH")
	require.Contains(t, text, "Усе перевірене сходиться.")
	require.Contains(t, text, "<b>холд відкритий понад 30 днів:</b> холд s2 від 25.09.2026", "worth a look, and no difference")
	require.Contains(t, text, `<a href="payouts.xlsx">Виплати</a></td><td class="quiet">не звірено</td>`)
	require.True(t, r.OK)
	require.Contains(t, text, "dropbridge payouts --month 2026-11 --out bank.xlsx --bank ФАЙЛ")
	require.NotContains(t, text, "http-equiv")
}

// What does not fit is on the page in the month's language, and in the report.
func TestWhatDoesNotFit(t *testing.T) {
	l := ledgertest.Autumn()
	l.WrongClosing = 10
	r, err := job(t, ledgertest.New(t, l), "2026-11").Write(t.Context(), filepath.Join(t.TempDir(), "m"))
	require.NoError(t, err)
	require.False(t, r.OK)
	require.False(t, r.Documents[0].OK)
	codes := []string{}
	for _, f := range r.Documents[0].Differences {
		codes = append(codes, f.Code)
	}
	require.Contains(t, codes, "closing_agrees")
	page, err := os.ReadFile(filepath.Join(r.Out, PageFile))
	require.NoError(t, err)
	require.Contains(t, string(page), "Що не сходиться: Виписка за рахунком")
}

// Without the parties there is no act, and the page says what the config lacks; all else is
// closed.
func TestNoParties(t *testing.T) {
	j := job(t, ledgertest.New(t, ledgertest.Autumn()), "2026-11")
	j.Parties, j.NoAct = act.Parties{}, refusal.New(failure.Config, wording.NewMessage("act.missing", "dropbridge.yaml", "company.name"), wording.NewMessage("act.missing_way", "counterparty"))
	r, err := j.Write(t.Context(), filepath.Join(t.TempDir(), "m"))
	require.NoError(t, err)
	require.True(t, r.OK)
	require.NotContains(t, files(t, r.Out), "act.xlsx")
	require.True(t, r.Documents[1].Absent)
	require.Contains(t, r.Documents[1].Unchecked[0].Message, "в dropbridge.yaml бракує: company.name; допишіть")
	page, err := os.ReadFile(filepath.Join(r.Out, PageFile))
	require.NoError(t, err)
	require.Contains(t, string(page), "<tr><td>Акт звірки</td><td class=\"quiet\">не складено</td>")
}

// In a ledger of two currencies a month is closed for the one that is asked for, and refused
// with the way out without it.
func TestACurrencyOfSeveral(t *testing.T) {
	l := ledgertest.Autumn()
	for i := range l.Written {
		if l.Written[i].Currency = "UAH"; l.Written[i].ID == "e6" {
			l.Written[i].Currency = "EUR"
		}
	}
	j := job(t, ledgertest.New(t, l), "2026-11")
	_, err := j.Write(t.Context(), filepath.Join(t.TempDir(), "m"))
	require.ErrorContains(t, err, "the ledger is in two currencies")
	require.Contains(t, failure.Hint(err), "books: {currency: UAH}")
	j.Currency = "EUR"
	r, err := j.Write(t.Context(), filepath.Join(t.TempDir(), "m"))
	require.NoError(t, err)
	require.Equal(t, []string{"EUR", "0.00", "12345.67"}, []string{r.Currency, r.Opening.String(), r.Closing.String()})
}

// What is found can be said in another language than that of the books.
func TestFindingsInTheReadersLanguage(t *testing.T) {
	r, err := job(t, ledgertest.New(t, ledgertest.Autumn()), "2026-11").Write(t.Context(), filepath.Join(t.TempDir(), "m"))
	require.NoError(t, err)
	bank := &r.Documents[2].Unchecked[0]
	require.Contains(t, bank.Message, "звірте з випискою банку")
	require.Contains(t, bank.In(wording.English), "hold them against the bank's statement")
}

var errBroken = errors.New("broken on purpose")

// lateFault fails once the ledger was read and written.
type lateFault struct {
	statement.Source
	asked int
}

func (f *lateFault) Shipments(ctx context.Context, q supplier.ShipmentQuery) iter.Seq2[supplier.Shipment, error] {
	if f.asked++; f.asked > 1 {
		return func(yield func(supplier.Shipment, error) bool) { yield(supplier.Shipment{}, errBroken) }
	}
	return f.Source.Shipments(ctx, q)
}

// Whatever step fails, the older folder stays as it is, and the ledger's memory too.
func TestAllOrNone(t *testing.T) {
	server := ledgertest.New(t, ledgertest.Autumn())
	folder := filepath.Join(t.TempDir(), "m")
	j := job(t, server, "2026-11")
	_, err := j.Write(t.Context(), folder)
	require.NoError(t, err)
	before, err := os.ReadFile(filepath.Join(folder, PageFile))
	require.NoError(t, err)
	memory := files(t, j.Memory)

	server.Change("e6", 99999)
	whole := j.Source
	j.Source = &lateFault{Source: whole}
	_, err = j.Write(t.Context(), folder)
	require.ErrorIs(t, err, errBroken)
	j.Source = whole
	after, err := os.ReadFile(filepath.Join(folder, PageFile))
	require.NoError(t, err)
	require.Equal(t, before, after)
	require.ElementsMatch(t, Files(), files(t, folder))
	require.Equal(t, []string{"m"}, files(t, filepath.Dir(folder)))
	require.Equal(t, memory, files(t, j.Memory), "what was not published is not remembered")

	for _, path := range []string{"/api/finance/ledger", "/api/orders", "/api/shipments"} {
		server.Break(ledgertest.Faults{Fail: path})
		_, err = j.Write(t.Context(), folder)
		require.Error(t, err, path)
		require.Equal(t, []string{"m"}, files(t, filepath.Dir(folder)), path)
	}
	server.Break(ledgertest.Faults{})
	r, err := j.Write(t.Context(), folder)
	require.NoError(t, err)
	require.False(t, r.OK, "the change is said")
}

// dearer is a supplier whose orders have come to drop more since.
type dearer struct{ statement.Source }

func (d dearer) Orders(ctx context.Context, q supplier.OrderQuery) iter.Seq2[supplier.Order, error] {
	return func(yield func(supplier.Order, error) bool) {
		for o, err := range d.Source.Orders(ctx, q) {
			o.Totals.Profit = money.Must("1.00")
			if !yield(o, err) {
				return
			}
		}
	}
}

// What moves the profit of a month that was closed is said each time, until it is accepted.
func TestOrdersOfAClosedMonth(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "m")
	j := job(t, ledgertest.New(t, ledgertest.Autumn()), "2026-09")
	moved := func() (codes []string) {
		r, err := j.Write(t.Context(), folder)
		require.NoError(t, err)
		for _, d := range r.Documents {
			for _, f := range d.Differences {
				if d.File == fileOrders && f.Code == "order_changed" {
					codes = append(codes, f.Name)
				}
			}
		}
		return codes
	}
	require.Empty(t, moved())
	require.Empty(t, moved())
	j.Source = dearer{j.Source}
	changed := moved()
	require.NotEmpty(t, changed)
	require.Equal(t, "замовлення змінилося після вивантаження", changed[0])
	require.Equal(t, changed, moved(), "until somebody accepts it")
	j.Accept = true
	require.Equal(t, changed, moved())
	require.Empty(t, moved())
}

func TestCheckFolder(t *testing.T) {
	folder := t.TempDir()
	own := func(string) place.Origin { return place.Own }
	changed := func(string) place.Origin { return place.Changed }
	require.NoError(t, CheckFolder(filepath.Join(folder, "none"), Files(), false, own))
	require.NoError(t, CheckFolder(folder, Files(), false, own))
	file := filepath.Join(folder, "ledger.xlsx")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.NoError(t, CheckFolder(folder, Files(), false, own))
	require.ErrorContains(t, CheckFolder(folder, Files(), false, changed), "ledger.xlsx")
	require.NoError(t, CheckFolder(folder, Files(), true, changed))
	require.Error(t, CheckFolder(file, Files(), true, own), "it is a file")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "notes.txt"), nil, 0o600))
	for _, overwrite := range []bool{false, true} {
		err := CheckFolder(folder, Files(), overwrite, own)
		require.ErrorContains(t, err, "holds notes.txt, which is not of a month's close")
		require.Equal(t, "take it away, or name another folder", failure.Hint(err))
	}
}

func TestDue(t *testing.T) {
	zone := kyiv(t)
	for now, want := range map[string]string{
		"2026-11-02T21:59:59Z": "2026-09 false", // still the second in Kyiv
		"2026-11-02T22:00:00Z": "2026-10 true",
		"2026-11-30T12:00:00Z": "2026-10 true", // late, and still the last month
		"2026-12-01T12:00:00Z": "2026-10 false",
		"2027-01-03T12:00:00Z": "2026-12 true",
	} {
		at, err := time.Parse(time.RFC3339, now)
		require.NoError(t, err)
		month, due, next := Due(at, 3, zone)
		require.Equal(t, want, fmt.Sprint(month.First().Format("2006-01"), " ", due), now)
		require.True(t, next.After(at), now)
		require.Equal(t, "03 00:00", next.Format("02 15:04"))
	}
}

func TestMemory(t *testing.T) {
	m := Memory(filepath.Join(t.TempDir(), "closed"))
	_, found, err := m.Find("2026-10")
	require.NoError(t, err)
	require.False(t, found)
	c := Closed{Month: "2026-10", At: time.Date(2026, 11, 3, 0, 0, 0, 0, time.UTC), Folder: "books/2026-10", Differences: 2}
	require.NoError(t, m.Keep(c))
	got, found, err := m.Find("2026-10")
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, c, got)
	require.NoError(t, os.WriteFile(m.path("2026-10"), []byte("{"), 0o600))
	_, _, err = m.Find("2026-10")
	require.Error(t, err, "nobody knows whether it was closed")
}

// A list that the supplier's mapping does not have keeps no month from being closed: its book
// is not there, and the page says why.
func TestAMonthWithoutShipments(t *testing.T) {
	j := job(t, ledgertest.New(t, ledgertest.Autumn()), "2026-11")
	j.Source = &unsent{j.Source}
	folder := filepath.Join(t.TempDir(), "m")
	r, err := j.Write(t.Context(), folder)
	require.NoError(t, err)
	shipments := r.Documents[len(r.Documents)-1]
	require.Equal(t, fileShipments, shipments.File)
	require.True(t, shipments.Absent)
	require.Contains(t, shipments.Unchecked[0].In(wording.English), "the mapping (supplier.mapping) does not have this list")
	require.NotContains(t, files(t, folder), fileShipments)
	page, err := os.ReadFile(filepath.Join(folder, PageFile))
	require.NoError(t, err)
	require.Contains(t, string(page), "файл відповідності («supplier.mapping») не має цього списку")
	for _, u := range r.Documents[0].Unchecked {
		require.NotEqual(t, "orders_have_accruals", u.Code, "orders are compared without parcels")
	}
}

// unsent is a supplier without a list of shipments.
type unsent struct{ statement.Source }

func (unsent) Shipments(context.Context, supplier.ShipmentQuery) iter.Seq2[supplier.Shipment, error] {
	return func(yield func(supplier.Shipment, error) bool) {
		yield(supplier.Shipment{}, &supplier.Error{Kind: supplier.KindRejected, Op: "list shipments", Err: supplier.NoOperation("shipments")})
	}
}
