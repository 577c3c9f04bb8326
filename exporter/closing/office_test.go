package closing

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/office"
)

// TestLibreOfficeCalculatesTheSame takes the values that stand beside the formulas of the act,
// the payouts and the income away, so that LibreOffice must calculate, and compares what it
// comes to with them. The other books of a month have such a test where they are made.
func TestLibreOfficeCalculatesTheSame(t *testing.T) {
	r, err := job(t, ledgertest.New(t, ledgertest.Autumn()), "2026-11").Write(t.Context(), filepath.Join(t.TempDir(), "m"))
	require.NoError(t, err)
	bare, books := t.TempDir(), []string{}
	files := []string{fileAct, filePayouts, fileIncome}
	for _, name := range files {
		f := openBook(t, filepath.Join(r.Out, name))
		books = append(books, filepath.Join(bare, name))
		require.NoError(t, f.UpdateLinkedValue())
		require.NoError(t, f.SaveAs(books[len(books)-1]))
	}
	calculated := office.Sheets(t, office.Reading{}, books...)
	for _, name := range files {
		f, compared := openBook(t, filepath.Join(r.Out, name)), 0
		for _, sheet := range f.GetSheetList() {
			for _, c := range office.Formulas(t, f, sheet) {
				got := calculated[strings.TrimSuffix(name, ".xlsx")][sheet][c.Row][c.Column]
				require.Equal(t, bareNumber(c.Value), bareNumber(got), "%s %s!%s %s", name, sheet, c.Ref, c.Text)
				compared++
			}
		}
		require.Positive(t, compared, name)
	}
}

var trailing = regexp.MustCompile(`\.?0+$`)

// bareNumber is a number as it is however a cell shows it; a text stays.
func bareNumber(text string) string {
	text = strings.NewReplacer(",", "", "\u00a0", "").Replace(strings.TrimSpace(text))
	if strings.Contains(text, ".") {
		text = trailing.ReplaceAllString(text, "")
	}
	return text
}

func openBook(t *testing.T, path string) *excelize.File {
	t.Helper()
	f, err := excelize.OpenFile(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}
