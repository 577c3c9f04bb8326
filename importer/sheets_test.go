package importer_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/sheets"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/gsheet"
	"github.com/dropbridge/dropbridge/internal/gsheet/gsheettest"
	"github.com/dropbridge/dropbridge/internal/schedule"
)

// sheetHead are the headings of orders, as a person writes them.
var sheetHead = gsheettest.Row("Номер замовлення", "ПІБ", "Телефон", "Місто", "Відділення", "Артикул", "Кількість", "Ціна")

// sheetRow is one order of one piece.
func sheetRow(number, sku, quantity string) []gsheettest.Cell {
	return []gsheettest.Cell{gsheettest.Text(number), gsheettest.Text("Петренко Іван"), gsheettest.Text("+380670000101"), gsheettest.Text("Київ"),
		gsheettest.Text("12"), gsheettest.Text(sku), gsheettest.Number(quantity, quantity), gsheettest.Number("450", "450,00")}
}

func sheetOrders(numbers ...string) *gsheettest.Tab {
	t := gsheettest.NewTab("Orders", 0, sheetHead)
	for _, number := range numbers {
		t.Cells = append(t.Cells, sheetRow(number, "KB-01", "1"))
	}
	return t
}

// sheetRig is an importer whose orders of the source shop come from a stand-in for Google.
type sheetRig struct {
	*rig
	google *gsheettest.Server
	keeper *sheets.Keeper
	plan   sheets.Plan
}

// withSheet runs an importer that looks after a sheet every five minutes, once rows are unchanged
// for one. Where there is an account its results go to columns of the sheet.
func withSheet(t *testing.T, account bool, tab *gsheettest.Tab, do func(t *testing.T, r *sheetRig), change ...func(*sheets.Plan)) {
	t.Helper()
	running(t, func(t *testing.T, r *rig) {
		s := &sheetRig{rig: r, google: gsheettest.New(t, tab)}
		every, err := schedule.Parse("5m", time.UTC)
		require.NoError(t, err)
		s.plan = sheets.Plan{Options: gsheet.Options{Link: gsheet.Link{ID: gsheettest.ID}, Endpoint: s.google.URL, Transport: s.google}, When: every, Settle: time.Minute}
		if account {
			s.plan.Account, err = gsheet.ParseKey(gsheettest.KeyFile(t))
			require.NoError(t, err)
			s.plan.Write, s.plan.Columns = true, true
		}
		for _, c := range change {
			c(&s.plan)
		}
		defer s.watch()()
		do(t, s)
	}, func(c *desk.Config) { c.Sources = map[string]desk.Source{"shop": {}, "other": {}} })
}

// watch starts looking after the sheet, as a process does that begins, and gives what ends it.
func (r *sheetRig) watch() (stop func()) {
	r.t.Helper()
	var err error
	r.keeper, err = sheets.New(r.im.Desk, r.im.Trusted, map[string]sheets.Plan{"shop": r.plan})
	require.NoError(r.t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.keeper.Run(ctx) }()
	return func() {
		cancel()
		require.ErrorIs(r.t, <-ended, context.Canceled)
	}
}

// change changes the first tab as a person does.
func (r *sheetRig) change(do func(tab *gsheettest.Tab)) {
	r.google.Do(func() { do(r.google.Tabs[0]) })
}

// shown are the cells of results of the first tab, by the order's number.
func (r *sheetRig) shown() map[string][]string {
	out := map[string][]string{}
	r.google.Do(func() {
		for _, row := range r.google.Tabs[0].Texts()[1:] {
			if len(row) > 8 {
				out[row[0]] = row[8:]
			}
		}
	})
	return out
}

// sheetFiles are the rows with something in them of each file that was made of the sheet, in order.
func (r *sheetRig) sheetFiles() (files []string) {
	r.t.Helper()
	for _, name := range r.names("archive") {
		data, err := os.ReadFile(r.path("archive/" + name))
		require.NoError(r.t, err)
		rows, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
		require.NoError(r.t, err)
		var numbers []string
		for n, row := range rows {
			if n > 0 && row[0] != "" {
				numbers = append(numbers, fmt.Sprintf("%d:%s", n+1, row[0]))
			}
		}
		files = append(files, strings.Join(numbers, " "))
	}
	return files
}

// TestOrdersFromASheet: new rows are posted, and their waybills come back into the sheet. Nothing
// that people wrote is touched.
func TestOrdersFromASheet(t *testing.T) {
	withSheet(t, true, sheetOrders("1", "2"), func(t *testing.T, r *sheetRig) {
		before := r.google.Texts(0)
		wait(30 * time.Second)
		require.Zero(t, r.shop.allPosts(), "rows that were just changed wait")
		wait(2 * time.Minute)
		require.Equal(t, []string{"1", "2"}, r.shop.externals())
		require.Equal(t, []string{"dropbridge_status", "order_id", "order_status", "waybill_number", "error"}, r.google.Texts(0)[0][8:])
		require.Equal(t, map[string][]string{"1": {"accepted", r.shop.idOf("1"), "new"}, "2": {"accepted", r.shop.idOf("2"), "new"}}, r.shown())

		r.ship("2", "20450000000001")
		wait(2 * time.Minute)
		require.Equal(t, "20450000000001", r.shown()["2"][3])
		for n, row := range before {
			require.Equal(t, row, r.google.Texts(0)[n][:8])
		}
		writes := r.google.Calls("values.batchUpdate")
		wait(20 * time.Minute)
		require.Equal(t, writes, r.google.Calls("values.batchUpdate"), "nothing is written where nothing changed")
		require.Equal(t, []string{"2:1 3:2"}, r.sheetFiles(), "and no file is made of what was taken")
		require.Empty(t, r.problems())
	})
}

// TestASheetGrows: each file holds what is new, under the row that it has in the sheet, and sorting
// and rows between others post nothing again.
func TestASheetGrows(t *testing.T) {
	withSheet(t, false, sheetOrders("1", "2"), func(t *testing.T, r *sheetRig) {
		wait(2 * time.Minute)
		r.change(func(tab *gsheettest.Tab) { tab.Cells = append(tab.Cells, sheetRow("3", "KB-01", "1")) })
		wait(7 * time.Minute)
		require.Equal(t, []string{"2:1 3:2", "4:3"}, r.sheetFiles())
		r.change(func(tab *gsheettest.Tab) { slices.Reverse(tab.Cells[1:]) })
		wait(15 * time.Minute)
		r.change(func(tab *gsheettest.Tab) {
			tab.Cells = slices.Insert(tab.Cells, 1, gsheettest.Row(), sheetRow("4", "KB-01", "1"))
		})
		wait(15 * time.Minute)
		require.Equal(t, []string{"2:1 3:2", "4:3", "3:4"}, r.sheetFiles())
		require.Equal(t, map[string]int{"1": 1, "2": 1, "3": 1, "4": 1}, r.shop.count())
		require.Equal(t, 4, r.shop.allPosts())
		require.Equal(t, 1, r.shop.postsOf("4"))
	})
}

// TestAnOrderIsTakenOnceItIsWhole: while somebody types its rows nothing of it goes out, and the
// others do not wait for it.
func TestAnOrderIsTakenOnceItIsWhole(t *testing.T) {
	withSheet(t, false, sheetOrders("1"), func(t *testing.T, r *sheetRig) {
		for n := range 8 {
			r.change(func(tab *gsheettest.Tab) {
				tab.Cells = append(tab.Cells[:2], append([][]gsheettest.Cell{sheetRow("2", "KB-01", fmt.Sprint(n+1))}, tab.Cells[2:]...)...)
				tab.Cells = tab.Cells[:3]
			})
			wait(45 * time.Second)
		}
		require.Equal(t, []string{"1"}, r.shop.externals())
		wait(7 * time.Minute)
		require.Equal(t, []string{"1", "2"}, r.shop.externals())
		require.EqualValues(t, 8, r.shop.orders[1].Items[0].Quantity)
	})
}

// TestARowThatIsChangedLater is told as one of a corrected file is; put back, all is well again.
func TestARowThatIsChangedLater(t *testing.T) {
	withSheet(t, true, sheetOrders("1"), func(t *testing.T, r *sheetRig) {
		wait(2 * time.Minute)
		r.change(func(tab *gsheettest.Tab) { tab.Cells[1][6] = gsheettest.Number("5", "5") })
		wait(10 * time.Minute)
		require.Equal(t, "conflict", r.shown()["1"][0])
		require.Contains(t, r.shown()["1"][4], "KB-01 1 → 5")
		require.Equal(t, 1, r.shop.allPosts())
		r.change(func(tab *gsheettest.Tab) { tab.Cells[1][6] = gsheettest.Number("1", "1") })
		wait(10 * time.Minute)
		require.Equal(t, []string{"accepted", r.shop.idOf("1"), "new"}, r.shown()["1"])
		require.Equal(t, 1, r.shop.allPosts())
	})
}

// TestWhatAPersonMustMend: refused rows say why, in the sheet, and are taken once they are mended.
func TestWhatAPersonMustMend(t *testing.T) {
	tab := sheetOrders("1", "2", "3")
	tab.Cells[1][2] = gsheettest.Text("#REF!")
	tab.Cells[2][2] = gsheettest.Number("380671234567", "3,80671E+11")
	tab.Cells[3][5] = gsheettest.Text("")
	withSheet(t, true, tab, func(t *testing.T, r *sheetRig) {
		wait(3 * time.Minute)
		require.Equal(t, []string{"2"}, r.shop.externals())
		require.Equal(t, "+380671234567", r.shop.orders[0].Recipient.Phone)
		require.Equal(t, "rejected", r.shown()["1"][0])
		require.Contains(t, r.shown()["1"][4], "cell_error: ")
		require.Equal(t, "rejected", r.shown()["3"][0])
		r.change(func(tab *gsheettest.Tab) {
			tab.Cells[1][2], tab.Cells[3][5] = gsheettest.Text("+380670000101"), gsheettest.Text("KB-02")
		})
		wait(8 * time.Minute)
		require.Equal(t, []string{"1", "2", "3"}, r.shop.externals())
		require.Equal(t, "accepted", r.shown()["1"][0])
	})
}

// TestATitleAboveOrders: a row that says something of all rows below it changes what they say.
func TestATitleAboveOrders(t *testing.T) {
	withSheet(t, true, sheetOrders("1", "2"), func(t *testing.T, r *sheetRig) {
		r.change(func(tab *gsheettest.Tab) {
			tab.Cells = slices.Insert(tab.Cells, 2, gsheettest.Row("СКАСОВАНІ"))
		})
		wait(3 * time.Minute)
		require.Equal(t, []string{"1"}, r.shop.externals())
		require.Equal(t, "rejected", r.shown()["2"][0])
		r.change(func(tab *gsheettest.Tab) { tab.Cells = slices.Delete(tab.Cells, 2, 3) })
		wait(8 * time.Minute)
		require.Equal(t, []string{"1", "2"}, r.shop.externals())
	})
}

// TestASheetThatCannotBeRead makes no file, is told with the way out, and is read once it can be.
func TestASheetThatCannotBeRead(t *testing.T) {
	for name, c := range map[string]struct {
		stand, mend func(*gsheettest.Server)
		account     bool
		want        string
	}{
		"not shared": {func(s *gsheettest.Server) { s.Shared = false }, func(s *gsheettest.Server) { s.Shared = true }, false,
			"sheet of shop: Google asks to sign in: the spreadsheet is not open to everybody who has the link: in the spreadsheet: Share"},
		"revoked key":  {func(s *gsheettest.Server) { s.Revoked = true }, func(s *gsheettest.Server) { s.Revoked = false }, true, "make a new key of the same account"},
		"an empty tab": {func(s *gsheettest.Server) { s.Tabs[0].Cells = nil }, func(s *gsheettest.Server) { s.Tabs[0].Cells = sheetOrders("1").Cells }, false, "the tab is empty: write headings"},
		"no numbers":   {func(s *gsheettest.Server) { s.Tabs[0].Cells[0][0] = gsheettest.Text("") }, func(s *gsheettest.Server) { s.Tabs[0].Cells[0] = sheetHead }, false, "add a column"},
		"no headings":  {func(s *gsheettest.Server) { s.Tabs[0].Cells[0] = gsheettest.Row("a", "b") }, func(s *gsheettest.Server) { s.Tabs[0].Cells[0] = sheetHead }, false, "the tab cannot be read as an order file: headings_unknown"},
		"columns apart": {func(s *gsheettest.Server) {
			s.Tabs[0].Cells[0] = append(slices.Clone(sheetHead), gsheettest.Row("dropbridge_status", "waybill_number")...)
		}, func(s *gsheettest.Server) { s.Tabs[0].Cells[0] = sheetHead }, true, "put all five side by side"},
	} {
		t.Run(name, func(t *testing.T) {
			tab := sheetOrders("1")
			tab.Cells[0] = slices.Clone(tab.Cells[0])
			withSheet(t, c.account, tab, func(t *testing.T, r *sheetRig) {
				r.google.Do(func() { c.stand(r.google) })
				wait(3 * time.Minute)
				require.Zero(t, r.shop.allPosts())
				require.Contains(t, r.problems(), c.want)
				require.Empty(t, r.names("archive"))
				require.Empty(t, r.names("failed"))
				r.google.Do(func() { c.mend(r.google) })
				wait(4 * time.Minute)
				require.Empty(t, r.problems())
				require.Equal(t, []string{"1"}, r.shop.externals())
			})
		})
	}
}

// TestGoogleIsAway: what goes of itself is a problem once it lasts, and a wait that Google asks for
// is kept.
func TestGoogleIsAway(t *testing.T) {
	withSheet(t, false, sheetOrders("1"), func(t *testing.T, r *sheetRig) {
		asked := 0
		r.google.Do(func() {
			r.google.Answer = func(w http.ResponseWriter, _ *http.Request) bool {
				asked++
				w.Header().Set("Retry-After", "1200")
				w.WriteHeader(http.StatusTooManyRequests)
				return true
			}
		})
		wait(10 * time.Minute)
		require.Equal(t, 1, asked)
		require.NotContains(t, r.problems(), told.ProblemSheet)
		wait(40 * time.Minute)
		require.Equal(t, 3, asked)
		require.Contains(t, r.problems(), "sheet of shop: Google asks to read less often: it is tried again by itself")
		r.google.Do(func() { r.google.Answer = nil })
		wait(30 * time.Minute)
		require.Empty(t, r.problems())
		require.Equal(t, []string{"1"}, r.shop.externals())
	})
}

// TestDeathBetweenTakingAndRemembering: the rows come once more, and are the same orders.
func TestDeathBetweenTakingAndRemembering(t *testing.T) {
	withSheet(t, true, sheetOrders("1", "2"), func(t *testing.T, r *sheetRig) {
		wait(3 * time.Minute)
		require.NoError(t, r.journal.SetNote(t.Context(), "acme", "sheet.taken.shop", ""))
		wait(10 * time.Minute)
		require.Equal(t, []string{"2:1 3:2", "2:1 3:2"}, r.sheetFiles())
		require.Equal(t, map[string]int{"1": 1, "2": 1}, r.shop.count())
		require.Equal(t, 2, r.shop.allPosts())
		require.Equal(t, []string{"accepted", r.shop.idOf("1"), "new"}, r.shown()["1"], "a sheet is no duplicate of itself")
	})
}

// TestTwoSheets have nothing to do with each other: what is wrong with one does not keep the other.
func TestTwoSheets(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		google := gsheettest.New(t, sheetOrders("1"), &gsheettest.Tab{Title: "More", GID: 7, Lines: 10, Columns: 10, Cells: sheetOrders("1", "2").Cells})
		google.Tabs[1].Cells[1][5] = gsheettest.Text("KB-02")
		every, err := schedule.Parse("5m", time.UTC)
		require.NoError(t, err)
		plan := sheets.Plan{Options: gsheet.Options{Link: gsheet.Link{ID: gsheettest.ID, GID: "0"}, Endpoint: google.URL, Transport: google}, When: every}
		other := plan
		other.Link.GID = "7"
		keeper, err := sheets.New(r.im.Desk, r.im.Trusted, map[string]sheets.Plan{"shop": plan, "other": other})
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- keeper.Run(ctx) }()
		google.Do(func() { google.Tabs[0].GID = 8 })
		wait(time.Minute)
		require.Equal(t, []string{"O-1", "O-2"}, r.shop.externals())
		require.Contains(t, r.problems(), "sheet of shop: the spreadsheet has no such tab: gid=0")
		google.Do(func() { google.Tabs[0].GID = 0 })
		wait(10 * time.Minute)
		require.Equal(t, []string{"1", "O-1", "O-2"}, r.shop.externals())
		require.Empty(t, r.problems())
		require.Len(t, r.status().Sheets, 2)
		cancel()
		require.ErrorIs(t, <-ended, context.Canceled)

		left, err := sheets.New(r.im.Desk, nil, map[string]sheets.Plan{"other": other})
		require.NoError(t, err)
		ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		require.ErrorIs(t, left.Run(ctx), context.DeadlineExceeded)
		require.Len(t, r.status().Sheets, 1, "of a sheet that the config has no more nothing is told")
	}, func(c *desk.Config) { c.Sources = map[string]desk.Source{"shop": {}, "other": {Prefix: "O-"}} })
}
