package importer_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/sheets"
	"github.com/dropbridge/dropbridge/internal/gsheet/gsheettest"
)

// TestSomebodySortsWhileResultsAreWritten: what was written into rows of other orders is put right.
func TestSomebodySortsWhileResultsAreWritten(t *testing.T) {
	withSheet(t, true, sheetOrders("1", "2", "3"), func(t *testing.T, r *sheetRig) {
		r.google.Do(func() {
			sorts := 0
			r.google.Before = func(call string) {
				if call == "values.batchUpdate" && sorts < 2 {
					sorts++
					slices.Reverse(r.google.Tabs[0].Cells[1:])
				}
			}
		})
		wait(80 * time.Second) // the rows settled, were taken, and once were written to
		for _, number := range []string{"1", "2", "3"} {
			require.Equal(t, []string{"accepted", r.shop.idOf(number), "new"}, r.shown()[number])
		}
		require.Empty(t, r.problems())
		r.change(func(tab *gsheettest.Tab) { // only the columns of the orders, as a range is sorted
			a, b := slices.Clone(tab.Cells[1][:8]), slices.Clone(tab.Cells[3][:8])
			copy(tab.Cells[1], b)
			copy(tab.Cells[3], a)
		})
		wait(10 * time.Minute)
		for _, number := range []string{"1", "2", "3"} {
			require.Equal(t, []string{"accepted", r.shop.idOf(number), "new"}, r.shown()[number])
		}
		r.change(func(tab *gsheettest.Tab) {
			tab.Cells[2] = append(gsheettest.Row("", "", "", "", "", "", "", ""), tab.Cells[2][8:]...)
		})
		wait(10 * time.Minute)
		require.Empty(t, r.google.Texts(0)[2], "what belongs to no order any more goes")
		require.Equal(t, 3, r.shop.allPosts())
	})
}

// TestResultsInATabOfTheirOwn: a row for each order, wherever it stands.
func TestResultsInATabOfTheirOwn(t *testing.T) {
	withSheet(t, true, sheetOrders("1", "2"), func(t *testing.T, r *sheetRig) {
		r.google.Do(func() {
			r.google.Tabs = append(r.google.Tabs, gsheettest.NewTab("Statuses", 5, gsheettest.Row("mine")))
		})
		wait(3 * time.Minute)
		require.Equal(t, []string{"1", "2"}, r.shop.externals(), "posting does not wait for the sheet")
		require.Contains(t, r.problems(), "results in the sheet of shop: the tab Statuses holds something else already: results do not overwrite it: name an empty tab")
		r.google.Do(func() { r.google.Tabs[1].Cells = nil })
		wait(8 * time.Minute)
		require.Empty(t, r.problems())
		heading := []string{"external_id", "dropbridge_status", "order_id", "order_status", "waybill_number", "error"}
		require.Equal(t, [][]string{heading, {"1", "accepted", r.shop.idOf("1"), "new"}, {"2", "accepted", r.shop.idOf("2"), "new"}}, r.google.Texts(1))
		r.change(func(tab *gsheettest.Tab) { tab.Cells = append(tab.Cells, sheetRow("3", "KB-01", "1")) })
		r.google.Do(func() { slices.Reverse(r.google.Tabs[1].Cells[1:]) })
		r.ship("2", "20450000000001")
		wait(10 * time.Minute)
		require.Equal(t, [][]string{heading, {"2", "accepted", r.shop.idOf("2"), "shipped", "20450000000001"}, {"1", "accepted", r.shop.idOf("1"), "new"}, {"3", "accepted", r.shop.idOf("3"), "new"}}, r.google.Texts(1))
		require.Len(t, r.google.Texts(0)[0], 8, "the tab of the orders is not written to")
	}, func(p *sheets.Plan) { p.Columns, p.Results, p.Tab = false, "Statuses", "Orders" })
}

// TestTheSheetMayNotBeWritten holds no order up, and is written once it may be.
func TestTheSheetMayNotBeWritten(t *testing.T) {
	withSheet(t, true, sheetOrders("1"), func(t *testing.T, r *sheetRig) {
		r.google.Do(func() { r.google.Writes = false })
		wait(3 * time.Minute)
		require.Equal(t, []string{"1"}, r.shop.externals())
		require.Contains(t, r.problems(), "results in the sheet of shop: "+gsheettest.Email+" may read the spreadsheet, and not write to it: in the spreadsheet: Share → make that address an Editor")
		require.Empty(t, r.shown())
		r.google.Do(func() { r.google.Writes = true })
		wait(3 * time.Minute)
		require.Equal(t, "accepted", r.shown()["1"][0])
		require.Empty(t, r.problems())
	})
}

// TestSomebodyAddsAColumnWhileResultsAreWritten: it is told which cells they may stand in, and the
// results go to their own columns.
func TestSomebodyAddsAColumnWhileResultsAreWritten(t *testing.T) {
	for name, first := range map[string]bool{"with the headings": true, "later": false} {
		t.Run(name, func(t *testing.T) {
			withSheet(t, true, sheetOrders("1"), func(t *testing.T, r *sheetRig) {
				if !first {
					wait(3 * time.Minute)
					r.ship("1", "20450000000001")
				}
				r.google.Do(func() {
					r.google.Before = func(call string) {
						if call != "values.batchUpdate" {
							return
						}
						r.google.Before = nil
						for n, row := range r.google.Tabs[0].Cells {
							r.google.Tabs[0].Cells[n] = slices.Insert(slices.Clone(row), 3, gsheettest.Text(""))
						}
					}
				})
				told := ""
				for range 20 {
					wait(10 * time.Second)
					told += r.problems()
				}
				require.Contains(t, told, "results in the sheet of shop: while results were written somebody added or moved a column: they may stand in cells of others (columns I to M, rows ")
				require.Contains(t, told, "File → Version history")
				require.Equal(t, 1, r.shop.allPosts())
			})
		})
	}
}

// TestTheSupplierRefusesARow: why stands in the row, and its correction is posted.
func TestTheSupplierRefusesARow(t *testing.T) {
	withSheet(t, true, sheetOrders("1", "2"), func(t *testing.T, r *sheetRig) {
		r.shop.set(func() { r.shop.script["1"] = []fault{refusedSKU} })
		wait(3 * time.Minute)
		require.Equal(t, "rejected", r.shown()["1"][0])
		require.Contains(t, r.shown()["1"][4], "no product has this SKU")
		require.Equal(t, "accepted", r.shown()["2"][0])
		r.change(func(tab *gsheettest.Tab) { tab.Cells[1][5] = gsheettest.Text("KB-02") })
		wait(8 * time.Minute)
		require.Equal(t, []string{"accepted", r.shop.idOf("1"), "new"}, r.shown()["1"])
		require.Equal(t, 1, r.shop.count()["1"])
	})
}
