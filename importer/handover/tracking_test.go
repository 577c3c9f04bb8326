package handover

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// tracker reads a folder of the test some time after everything was written there.
func tracker(t *testing.T) (*Tracking, string) {
	t.Helper()
	dir := t.TempDir()
	tracking, err := LoadTracking(templates.Open(""), "generic", dir, wording.English, func() time.Time { return time.Now().Add(time.Hour) })
	require.NoError(t, err)
	return tracking, dir
}

func put(t *testing.T, path, text string, at time.Time) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	require.NoError(t, os.Chtimes(path, at, at))
}

// told is what a reading tells: statuses and waybills by the orders' numbers.
func told(t *testing.T, tracking *Tracking) (statuses map[string]string, waybills map[string][]string, err error) {
	t.Helper()
	h := &Handover{o: Options{Tracking: tracking, Logger: slog.New(slog.DiscardHandler)}}
	statuses, waybills = map[string]string{}, map[string][]string{}
	for order, failure := range h.Orders(t.Context(), supplier.OrderQuery{}) {
		if failure != nil {
			err = failure
			break
		}
		statuses[order.ID] = order.Status
	}
	for shipment, failure := range h.Shipments(t.Context(), supplier.ShipmentQuery{}) {
		require.NoError(t, failure)
		waybills[shipment.OrderID] = append(waybills[shipment.OrderID], shipment.WaybillNumber)
	}
	return statuses, waybills, err
}

func TestTracking(t *testing.T) {
	t.Parallel()
	tracking, dir := tracker(t)
	text, err := charmap.Windows1251.NewEncoder().String("Звіт за день\r\n\r\nНомер замовлення;ТТН;Статус\r\n1001;20450000000001;Відправлено\r\n1002;20450000000002, 20450000000003;\r\n1003;;Скасовано\r\n")
	require.NoError(t, err)
	put(t, filepath.Join(dir, "b.csv"), text, day)
	book := excelize.NewFile()
	for cell, value := range map[string]string{"A1": "Замовлення", "B1": "Номер накладної", "C1": "Коментар", "A2": "1001", "B2": "2045 0000 0000 09", "C2": "друге місце", "A3": "007", "B3": "20450000000004"} {
		require.NoError(t, book.SetCellStr("Sheet1", cell, value))
	}
	require.NoError(t, book.SaveAs(filepath.Join(dir, "a.xlsx")))
	put(t, filepath.Join(dir, "~$a.xlsx"), "a lock of the office", day)
	put(t, filepath.Join(dir, ".hidden.csv"), "x", day)
	statuses, waybills, err := told(t, tracking)
	require.NoError(t, err)
	require.Equal(t, map[string]string{"1001": "shipped", "1002": "confirmed", "1003": "cancelled", "007": "confirmed"}, statuses)
	require.Equal(t, map[string][]string{"1001": {"20450000000001", "20450000000009"}, "1002": {"20450000000002", "20450000000003"}, "007": {"20450000000004"}}, waybills)
}

// TestTrackingLastWord: of several files the last one says the status, whatever their names.
func TestTrackingLastWord(t *testing.T) {
	t.Parallel()
	tracking, dir := tracker(t)
	put(t, filepath.Join(dir, "z.csv"), "Order,Waybill,Status\n1,A1,Shipped\n", day)
	put(t, filepath.Join(dir, "a.csv"), "Order,Waybill,Status\n1,A1,Delivered\n", day.Add(time.Hour))
	statuses, waybills, err := told(t, tracking)
	require.NoError(t, err)
	require.Equal(t, "delivered", statuses["1"])
	require.Equal(t, []string{"A1"}, waybills["1"])
	put(t, filepath.Join(dir, "z.csv"), "Order,Waybill,Status\n1,A1,Returned\n", day.Add(2*time.Hour))
	statuses, _, err = told(t, tracking)
	require.NoError(t, err)
	require.Equal(t, "returned", statuses["1"], "a file that changed is read again")
}

// TestTrackingTrouble: what cannot be read is said with the way out, and the rest counts.
func TestTrackingTrouble(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, want string
		statuses   map[string]string
	}{
		"unknown state": {"Order,Waybill,Status\n1,A1,Teleported\n2,A2,Shipped\n", `row 2: the state "Teleported" is not known`, map[string]string{"1": "confirmed", "2": "shipped"}},
		"no headings":   {"a,b,c\n1,2,3\n", "no columns with the order number and the waybill", map[string]string{}},
		"no number":     {"Order,Waybill,Status\n,A1,\n2,A2,\n", "row 2: there is no order number", map[string]string{"2": "confirmed"}},
		"cut digits":    {"Order,Waybill,Status\n1,\"2,045E+13\",\n2,A2,\n", "row 2: a spreadsheet has cut digits off", map[string]string{"2": "confirmed"}},
		"half a file":   {"Order,Waybill,Status\n1,\"A1,\n", "cannot be read", map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tracking, dir := tracker(t)
			put(t, filepath.Join(dir, "x.csv"), c.text, day)
			statuses, _, err := told(t, tracking)
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, tracking.Check(t.Context()), c.want)
			require.Equal(t, c.statuses, statuses)
		})
	}
	tracking, dir := tracker(t)
	require.NoError(t, tracking.Check(t.Context()), "no file is no fault")
	require.NoError(t, os.Remove(dir))
	_, _, err := told(t, tracking)
	require.ErrorContains(t, err, "no such file", "a folder that is gone is said")
}

// TestTrackingSettles: a file that somebody may still be writing is left alone.
func TestTrackingSettles(t *testing.T) {
	t.Parallel()
	tracking, dir := tracker(t)
	tracking.now = time.Now
	put(t, filepath.Join(dir, "x.csv"), "Order,Waybill,Status\n1,A1,\n", time.Now())
	statuses, _, err := told(t, tracking)
	require.NoError(t, err)
	require.Empty(t, statuses)
	put(t, filepath.Join(dir, "x.csv"), "Order,Waybill,Status\n1,A1,\n", time.Now().Add(-time.Minute))
	statuses, _, err = told(t, tracking)
	require.NoError(t, err)
	require.Len(t, statuses, 1)
}

func TestTrackingTemplateMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"name: x\nkind: waybills\n":                    "kind must be tracking",
		"name: x\nkind: tracking\norder_number: [N]\n": "need headings",
		"name: x\nkind: tracking\norder_number: [N]\nwaybill_number: [W]\nstates: {sent: [Gone]}\n": `"sent" is no status`,
	} {
		path := filepath.Join(t.TempDir(), "x.yaml")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := LoadTracking(templates.Open(""), path, "", wording.English, time.Now)
		require.ErrorContains(t, err, want)
	}
}
