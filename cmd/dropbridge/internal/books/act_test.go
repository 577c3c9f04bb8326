package books

import (
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/act"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/importer/actfile"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// october is the act of October in the ledger for tests.
func october(t *testing.T, l wording.Language) *act.Document {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	period, err := statement.Month("2026-10", zone)
	require.NoError(t, err)
	server := ledgertest.New(t, ledgertest.Autumn())
	books, err := act.Read(t.Context(), server.Client(t), statement.Options{Period: period, Now: time.Date(2026, 12, 2, 9, 0, 0, 0, zone)}, l)
	require.NoError(t, err)
	return &act.Document{Period: period, Currency: "UAH", Language: l, Account: books.Account, Held: books.Statement.Closing.Held,
		Parties: act.Parties{Ours: act.Party{Name: "ТОВ «Моя крамниця»", Code: "12345678"}, Theirs: act.Party{Name: "ТОВ «Постачальник»", Code: "87654321"},
			Contract: act.Contract{Number: "17"}}}
}

// TestOurActComesBack: our act, which they filled in, is read on their side and agrees; one
// amount that they changed is the one difference.
func TestOurActComesBack(t *testing.T) {
	generic, err := actfile.Load(templates.Open(""), actfile.Usual)
	require.NoError(t, err)
	names := actfile.Names{Ours: "ТОВ «Моя крамниця»", Theirs: "ТОВ «Постачальник»"}
	for _, l := range []wording.Language{wording.Ukrainian, wording.English} {
		d := october(t, l)
		path := filepath.Join(t.TempDir(), "act.xlsx")
		_, err := d.WriteWorkbook(path)
		require.NoError(t, err)
		_, err = actfile.Read(t.Context(), path, generic, names)
		require.ErrorContains(t, err, "is blank")

		require.NoError(t, d.Compare(d.Account, 0))
		_, err = d.WriteWorkbook(path)
		require.NoError(t, err)
		back, err := actfile.Read(t.Context(), path, generic, names)
		require.NoError(t, err)
		require.Len(t, back.Entries, len(d.Account.Entries))
		require.Equal(t, []string{"3000.00", "2369.94", "1550.09", "2180.15"},
			[]string{back.Opening.String(), back.Closing.String(), back.Debit.String(), back.Credit.String()})
		require.NoError(t, d.Compare(back, 0))
		require.Empty(t, d.Theirs.Differences)
		require.Empty(t, d.Theirs.Unstated)

		changeTheirs(t, path, "1450.1", "1450.01")
		back, err = actfile.Read(t.Context(), path, generic, names)
		require.NoError(t, err)
		require.NoError(t, d.Compare(back, 0))
		require.Len(t, d.Theirs.Differences, 3, "the amount, and their sums, which do not fit it")
		require.Equal(t, "amount_differs", d.Theirs.Differences[2].Code)
	}
}

// changeTheirs puts another amount in the first cell of their credits that has it.
func changeTheirs(t *testing.T, path, from, to string) {
	t.Helper()
	f, err := excelize.OpenFile(path)
	require.NoError(t, err)
	defer f.Close()
	sheet := f.GetSheetName(0)
	for row := range 40 {
		cell := "H" + strconv.Itoa(row+1)
		value, err := f.GetCellValue(sheet, cell, excelize.Options{RawCellValue: true})
		require.NoError(t, err)
		if value == from || value == from+"0" {
			require.NoError(t, f.SetCellDefault(sheet, cell, to))
			require.NoError(t, f.Save())
			return
		}
	}
	require.Fail(t, "no such amount")
}
