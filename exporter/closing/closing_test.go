package closing

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/income"
	"github.com/dropbridge/dropbridge/exporter/place"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/failure"
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
	return &Job{Period: period, Now: time.Date(2026, 12, 3, 9, 0, 0, 0, time.UTC), Source: server.Client(t), Account: "shop", Memory: t.TempDir(),
		Language: wording.Ukrainian, Basis: income.Payouts,
		Origin: control.Origin{Source: "https://supplier.example", Program: "dropbridge test", Company: "ФОП <Приклад> (1234567890)"}}
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
	require.Contains(t, text, `<a href="ledger.xlsx">Виписка з реєстру</a>`)
	require.Contains(t, text, "2\u00a0649,49 UAH")
	require.Contains(t, text, "Усе перевірене сходиться.")
	require.Contains(t, text, "<b>холд відкритий понад 30 днів:</b> холд s2 від 25.09.2026", "worth a look, and no difference")
	require.Contains(t, text, `<a href="payouts.xlsx">Виплати</a></td><td class="quiet">не звірено</td>`)
	require.True(t, r.OK)
	require.Contains(t, text, "dropbridge payouts --bank")
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
	require.Contains(t, string(page), "Що не сходиться: Виписка з реєстру")
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
	broken := errors.New("broken on purpose")
	j.More = []Step{func(context.Context, string) ([]Document, Memories, error) { return nil, Memories{}, broken }}
	_, err = j.Write(t.Context(), folder)
	require.ErrorIs(t, err, broken)
	after, err := os.ReadFile(filepath.Join(folder, PageFile))
	require.NoError(t, err)
	require.Equal(t, before, after)
	require.ElementsMatch(t, Files(), files(t, folder))
	require.Equal(t, []string{"m"}, files(t, filepath.Dir(folder)))
	require.Equal(t, memory, files(t, j.Memory), "what was not published is not remembered")

	for _, path := range []string{"/api/finance/ledger", "/api/orders", "/api/shipments"} {
		server.Break(ledgertest.Faults{Fail: path})
		j.More = nil
		_, err = j.Write(t.Context(), folder)
		require.Error(t, err, path)
		require.Equal(t, []string{"m"}, files(t, filepath.Dir(folder)), path)
	}
	server.Break(ledgertest.Faults{})
	r, err := j.Write(t.Context(), folder)
	require.NoError(t, err)
	require.False(t, r.OK, "the change is said")
}

// A further document stands on the page, and keeps what it keeps once it is published.
func TestFurtherDocuments(t *testing.T) {
	j := job(t, ledgertest.New(t, ledgertest.Autumn()), "2026-11")
	folder := filepath.Join(t.TempDir(), "m")
	kept := false
	j.More = []Step{func(_ context.Context, dir string) ([]Document, Memories, error) {
		require.NotEqual(t, folder, dir)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "act.xlsx"), []byte("x"), 0o600))
		d := newDocument("act.xlsx", 1, strings.Repeat("0", 64), 0)
		return []Document{d}, Memories{Keep: func() error {
			kept = true
			require.FileExists(t, filepath.Join(folder, "act.xlsx"))
			return nil
		}}, nil
	}}
	_, err := j.Write(t.Context(), folder)
	require.NoError(t, err)
	require.True(t, kept)
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
		"2026-11-02T21:59:59Z": "", // still the second in Kyiv
		"2026-11-02T22:00:00Z": "2026-10",
		"2026-11-30T12:00:00Z": "2026-10", // late, and still the last month
		"2026-12-01T12:00:00Z": "",
		"2027-01-03T12:00:00Z": "2026-12",
	} {
		at, err := time.Parse(time.RFC3339, now)
		require.NoError(t, err)
		month, due, next := Due(at, 3, zone)
		require.Equal(t, want != "", due, now)
		if due {
			require.Equal(t, want, month.First().Format("2006-01"))
		}
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
