package sheets

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/internal/gsheet"
	"github.com/dropbridge/dropbridge/internal/gsheet/gsheettest"
	"github.com/dropbridge/dropbridge/internal/testmain"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func TestMain(m *testing.M) { os.Exit(testmain.Run(m)) }

var head = []string{"Номер замовлення", "ПІБ", "Телефон", "Місто", "Відділення", "Артикул", "Кількість"}

func rowOf(number, sku string) []string {
	return []string{number, "Петренко Іван", "+380670000101", "Київ", "12", sku, "1"}
}

// newTestWatcher is one that reads as the source shop does, and asks nobody.
func newTestWatcher(t *testing.T) *watcher {
	t.Helper()
	d, err := desk.New(desk.Config{Account: "acme", Results: t.TempDir(), Spool: t.TempDir(), Language: wording.English}, nil, nil)
	require.NoError(t, err)
	w, err := newWatcher(d, nil, "", Plan{Options: gsheet.Options{Link: gsheet.Link{ID: gsheettest.ID}}})
	require.NoError(t, err)
	return w
}

// seenIn is a table as it was read.
func (w *watcher) seenIn(t *testing.T, rows [][]string) *look {
	t.Helper()
	_, report, err := w.read(t.Context(), rows, func(int) bool { return true })
	require.NoError(t, err)
	_, refused := desk.Refused(report)
	require.False(t, refused, "%v", report.Problems)
	groups, err := groupsOf(rows, report)
	require.NoError(t, err)
	return &look{grid: &gsheet.Grid{Rows: rows}, own: -1, rows: rows, report: report, groups: groups}
}

func (l *look) prints() map[string]string {
	out := map[string]string{}
	for _, of := range l.groups {
		out[of.number] += of.print
	}
	return out
}

// TestAPrintIsOfAnOrder: whatever is done to a sheet, the prints change of those orders alone whose
// rows say something else.
func TestAPrintIsOfAnOrder(t *testing.T) {
	w := newTestWatcher(t)
	random := rand.New(rand.NewPCG(1, 2))
	rows := [][]string{{"Замовлення листопада"}, head}
	for n := range 12 {
		rows = append(rows, rowOf(fmt.Sprint(n), "KB-01"))
		if n%4 == 0 {
			rows = append(rows, rowOf(fmt.Sprint(n), "KB-02")) // an order of two lines
		}
	}
	before := w.seenIn(t, rows).prints()
	require.Len(t, before, 12)
	for range 40 {
		changed := ""
		switch orders := rows[2:]; random.IntN(4) {
		case 0: // whole orders change their places
			slices.SortStableFunc(orders, func(a, b []string) int { return strings.Compare(b[0], a[0]) })
			if random.IntN(2) == 0 {
				slices.SortStableFunc(orders, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
			}
		case 1: // cells that hold nothing, a row of them, and a note for people
			rows[0] = []string{fmt.Sprint("Замовлення листопада: ", len(rows))}
			rows = append(rows, []string{"", "", ""})
			orders[0] = append(slices.Clone(trimmed(orders[0])), "", "")
		case 2:
			at := random.IntN(len(orders))
			if changed = orders[at][0]; blank(orders[at]) {
				changed = ""
				break
			}
			orders[at] = slices.Clone(orders[at])
			orders[at][6] = fmt.Sprint(2 + random.IntN(1000))
		case 3:
			changed = fmt.Sprint(1000 + len(rows))
			rows = append(rows, rowOf(changed, "KB-03"))
		}
		after := w.seenIn(t, rows).prints()
		for number, print := range after {
			if number == changed {
				require.NotEqual(t, before[number], print, number)
			} else {
				require.Equal(t, before[number], print, number)
			}
		}
		before = after
	}
	rows[0] = []string{"СКАСОВАНІ"}
	for number, print := range w.seenIn(t, rows).prints() {
		require.NotEqual(t, before[number], print, "a title says something of all rows")
	}
}

// TestAPartSaysWhatTheWholeSays: where it does not the whole table is taken.
func TestAPartSaysWhatTheWholeSays(t *testing.T) {
	w := newTestWatcher(t)
	rows := [][]string{head, rowOf("1", "KB-01"), rowOf("2", "KB-01"), rowOf("3", "KB-01")}
	text := func(rows [][]string, fresh int) string {
		seen := w.seenIn(t, rows)
		text, err := w.file(t.Context(), seen, seen.groups[fresh:fresh+1], 0)
		require.NoError(t, err)
		return string(text)
	}
	blankRow := strings.Repeat(",", 7) + "\r\n"
	require.Equal(t, strings.Join(head, ",")+",\r\n"+blankRow+strings.Join(rowOf("2", "KB-01"), ",")+",\r\n"+blankRow, text(rows, 1))

	whole := [][]string{append(slices.Clone(head), "Не відправляти"), append(rowOf("1", "KB-01"), "тел. після 18"), append(rowOf("2", "KB-01"), "так"), append(rowOf("3", "KB-01"), "код 45")}
	_, part, err := w.read(t.Context(), whole, func(row int) bool { return row == 1 || row == 3 })
	require.NoError(t, err)
	require.Empty(t, part.Orders, "alone, the tick keeps the order back")
	seen := w.seenIn(t, whole)
	require.NotEmpty(t, seen.report.Orders)
	require.Contains(t, text(whole, 1), "код 45")
	later, err := w.file(t.Context(), seen, seen.groups[1:2], 1)
	require.NoError(t, err)
	require.Nil(t, later, "the whole table waits until all of it has settled")
}

func outcomeOf(status string) outcome { return outcome{Result: orderfile.Result{Status: status}} }

// TestColumnsOfResults: nothing but our own columns is written to, wherever they stand by now.
func TestColumnsOfResults(t *testing.T) {
	w := newTestWatcher(t)
	seen := w.seenIn(t, [][]string{{"Замовлення"}, head, rowOf("1", "KB-01"), {}, rowOf("2", "KB-01")})
	known := map[int]outcome{3: outcomeOf("accepted"), 5: outcomeOf("rejected")}
	five := cells.ResultColumns[:]
	require.Equal(t, []gsheet.Block{
		{Row: 1, Column: 7, Texts: [][]string{five, {"accepted", "", "", "", ""}}},
		{Row: 4, Column: 7, Texts: [][]string{{"rejected", "", "", "", ""}}},
	}, columnChanges(seen, known))
	require.Empty(t, columnChanges(seen, map[int]outcome{3: {}, 5: {}}), "headings come when there is something to say")

	own := func(texts ...string) []string { return texts }
	rows := [][]string{{"Замовлення", "mine"}, append(slices.Clone(five), head...), append(own("accepted", "", "", "", ""), rowOf("1", "KB-01")...), own("accepted", "ord_9", "", "", ""), append(own("", "", "", "", ""), rowOf("2", "KB-01")...)}
	row, column, err := findOwn(&gsheet.Grid{Rows: rows})
	require.NoError(t, err)
	require.Equal(t, []int{1, 0}, []int{row, column})
	seen.grid.Rows, seen.own = rows, 0
	require.Equal(t, []gsheet.Block{{Row: 3, Column: 0, Texts: [][]string{{"", "", "", "", ""}, {"rejected", "", "", "", ""}}}}, columnChanges(seen, known))
	require.Equal(t, "mine", withoutOwn(&gsheet.Grid{Rows: rows}, row, column)[0][1], "what stands above the headings is no result")
	require.Equal(t, make([]string, 5), withoutOwn(&gsheet.Grid{Rows: rows}, row, column)[3])

	unheard := map[int]outcome{3: {Result: orderfile.Result{Status: "pending"}, unheard: true}, 5: {Result: orderfile.Result{Status: "pending"}, unheard: true}}
	require.Equal(t, []gsheet.Block{{Row: 3, Column: 0, Texts: [][]string{{"", "", "", "", ""}, {"pending", "", "", "", ""}}}}, columnChanges(seen, unheard),
		"of an order that the journal does not know, what stands there stays")

	for _, broken := range [][]string{append(slices.Clone(head), five[:4]...), append(append(own("dropbridge_status"), head...), five[1:]...)} {
		_, _, err = findOwn(&gsheet.Grid{Rows: [][]string{broken}})
		require.ErrorContains(t, err, "do not stand side by side")
	}
}
