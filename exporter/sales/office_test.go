package sales

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestLibreOfficeCalculatesTheSame takes the values that stand beside the formulas away,
// so that LibreOffice must calculate, and compares what it comes to with them.
func TestLibreOfficeCalculatesTheSame(t *testing.T) {
	racing.Skip(t)
	dir, source := t.TempDir(), month(t)
	source.orders = append(source.orders, order("8", "C-8", "", at(t, "2026-10-20T10:00:00Z"), supplier.OrderTotals{RetailTotal: m("0.30"), DropTotal: m("0.10"), Profit: m("0.20")}),
		order("9", "C-9", `<"?~>`, at(t, "2026-10-20T10:00:00Z"), supplier.OrderTotals{RetailTotal: m("0.01"), DropTotal: m("0.01"), Profit: m("0.00")}))
	source.shipments = append(source.shipments, parcelOf(t, "8", "C-8", "1", "*", "2026-10-20T10:00:00Z", "", "", "3.33", "expected"))
	_, err := Orders(t.Context(), source, october(t, filepath.Join(dir, "orders.xlsx")))
	require.NoError(t, err)
	_, err = Shipments(t.Context(), source, october(t, filepath.Join(dir, "shipments.xlsx")))
	require.NoError(t, err)

	bare := t.TempDir()
	for _, name := range []string{"orders", "shipments"} {
		f := open(t, filepath.Join(dir, name+".xlsx"))
		require.NoError(t, f.UpdateLinkedValue())
		require.NoError(t, f.SaveAs(filepath.Join(bare, name+".xlsx")))
	}
	calculated := office.Sheets(t, office.Reading{}, filepath.Join(bare, "orders.xlsx"), filepath.Join(bare, "shipments.xlsx"))
	for name, formulas := range map[string]int{"orders": 110, "shipments": 40} {
		f, compared := open(t, filepath.Join(dir, name+".xlsx")), 0
		for _, sheet := range []string{"Summary", "Control"} {
			compared += requireCalculated(t, f, sheet, calculated[name][sheet])
		}
		require.GreaterOrEqual(t, compared, formulas, name)
	}
}

// requireCalculated compares the formulas' values with the cells that were calculated.
func requireCalculated(t *testing.T, f *excelize.File, sheet string, calculated [][]string) (compared int) {
	t.Helper()
	for _, c := range office.Formulas(t, f, sheet) {
		compared++
		got := strings.TrimSpace(calculated[c.Row][c.Column])
		if strings.HasSuffix(got, "%") {
			continue // shown in percent in any case; its parts are compared
		}
		require.Equal(t, plain(c.Value), plain(got), "%s!%s %s", sheet, c.Ref, c.Text)
	}
	return compared
}
