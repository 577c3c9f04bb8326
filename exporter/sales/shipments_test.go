package sales

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestShipmentsOfAMonth(t *testing.T) {
	source := month(t)
	source.shipments = append(source.shipments,
		parcelOf(t, "8", "C-8", "20450000000008", "delivered", "2026-09-30T20:59:59Z", "", "2026-10-02T08:00:00Z", "10", "collected"), // sent in September
		parcelOf(t, "9", "C-9", "20450000000009", "delivered", "2026-10-31T21:00:00Z", "2026-11-02", "2026-11-01T23:30:00Z", "70.05", "expected"),
		supplier.Shipment{ID: "S10", OrderID: "10", Carrier: "meest", State: "created", CODAmount: m("5"), CODState: "expected", StateUpdatedAt: at(t, "2026-10-20T10:00:00Z")})
	path := filepath.Join(t.TempDir(), "october.xlsx")
	report, err := Shipments(t.Context(), source, october(t, path))
	require.NoError(t, err)
	require.Equal(t, []string{"shipments 2026-09-30T00:00:00+03:00"}, source.asked)
	require.Equal(t, []int64{6, 6, 2}, []int64{report.Shipments, report.Rows, report.Late})
	require.Equal(t, []string{"", "", "", "1225.05", "75.05", "150.00", "1000.00"}, report.Totals.text())
	require.Equal(t, []Check{
		{"waybills_present", true, "5 checked"},
		{"orders_named", true, "6 checked"},
		{"delivered_collected", false, "1 of 2 do not fit, 70.05 apart: C-9"},
		{"cash_states_known", true, "4 checked"},
		{"parcel_states_known", false, "1 of 6 do not fit, 150.00 apart: C-7"},
		{"dates_known", true, "6 checked"},
	}, report.Checks)

	require.Equal(t, "parcel 20450000000009 of order C-9: it was delivered and its cash was not collected", report.Differences[1].Message)

	f := open(t, path)
	require.Equal(t, []string{"Shipments", "Late", "Summary", "Differences", "Control"}, f.GetSheetList())
	rows := cells(t, f, "Shipments")
	require.Len(t, rows, 6)
	requireCells(t, map[string]string{"Carrier": "Nova Poshta", "Waybill": "20450000000001", "Order ID": "1", "External ID": "007", "City": "Київ",
		"Branch": "12", "State": "delivered", "Cash on delivery": "1000.00", "Cash state": "paid out", "Days on the way": "4", "Late, days": "1"}, rows[0])
	requireCells(t, map[string]string{"State": "in transit", "Days on the way": "5", "Late, days": "4", "Delivered": ""}, rows[1])
	requireCells(t, map[string]string{"Waybill": "0500000000007", "State": "teleported", "Late, days": ""}, rows[3])
	requireCells(t, map[string]string{"Waybill": "", "State": "created", "Days on the way": "", "Shipped": "", "Expected on": "", "Expected": "5.00"}, rows[5])

	late := cells(t, f, "Late")
	require.Len(t, late, 2)
	requireCells(t, map[string]string{"№": "2", "Waybill": "20450000000002", "Late, days": "4"}, late[1])

	summary := cells(t, f, "Summary")
	require.Len(t, summary, 6)
	requireCells(t, map[string]string{"Carrier": "Meest", "State": "created", "Shipments": "1", "Expected": "5.00"}, summary[0])
	requireCells(t, map[string]string{"Carrier": "Nova Poshta", "State": "delivered", "Shipments": "2", "Cash on delivery": "1070.05", "Expected": "70.05", "Paid out": "1000.00"}, summary[3])
	requireCells(t, map[string]string{"Carrier": "Nova Poshta", "State": "teleported", "Collected": "150.00"}, summary[4])
	requireCells(t, map[string]string{"Carrier": "Total", "Shipments": "6", "Cash on delivery": "1225.05"}, summary[5])
	requireLive(t, f, 40, "Summary", "Control")
}

func TestShipmentsAsCSV(t *testing.T) {
	o := october(t, filepath.Join(t.TempDir(), "s.csv"))
	report, err := Shipments(t.Context(), month(t), o)
	require.NoError(t, err)
	data, err := os.ReadFile(o.Out)
	require.NoError(t, err)
	lines := strings.Split(string(data), "\r\n")
	require.Equal(t, "1,S20450000000001,nova_poshta,Nova Poshta,20450000000001,1,007,Київ,12,delivered,delivered,2026-10-06 12:00:00,2026-10-02 11:00:00,"+
		"2026-10-05,2026-10-06 12:00:00,1000.00,,,1000.00,paid_out,paid out,4,1,,2026-10-06T12:00:00+03:00,2026-10-02T11:00:00+03:00,2026-10-06T12:00:00+03:00", lines[1])
	require.EqualValues(t, 4, report.Rows)
	require.Len(t, report.SHA256, 64)
}

func TestHowLateAParcelIs(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	now := at(t, "2026-11-02T22:30:00Z") // 3 November in Kyiv
	for name, c := range map[string]struct {
		state, estimated, delivered, changed string
		want                                 int
	}{
		"its day has passed":              {"in_transit", "2026-11-02", "", "", 1},
		"its day is today":                {"in_transit", "2026-11-03", "", "", 0},
		"over a change of the clock":      {"arrived", "2026-10-24", "", "", 10},
		"delivered in time":               {"delivered", "2026-10-05", "2026-10-05T20:59:59Z", "", 0},
		"delivered after midnight there":  {"delivered", "2026-10-05", "2026-10-05T21:00:00Z", "", 1},
		"delivered, known by its change":  {"delivered", "2026-10-05", "", "2026-10-08T08:00:00Z", 3},
		"delivered, nobody knows when":    {"delivered", "2026-10-05", "", "", 0},
		"came back and will not arrive":   {"returned", "2026-10-05", "", "2026-10-20T08:00:00Z", 0},
		"on its way back":                 {"returning", "2026-10-30", "", "", 4},
		"no day was named":                {"in_transit", "", "", "", 0},
		"what was named is no day":        {"in_transit", "soon", "", "", 0},
		"an unknown state is not a final": {"teleported", "2026-11-01", "", "", 2},
	} {
		s := &supplier.Shipment{State: c.state, EstimatedDelivery: c.estimated}
		if c.delivered != "" {
			s.DeliveredAt = at(t, c.delivered)
		}
		if c.changed != "" {
			s.StateUpdatedAt = at(t, c.changed)
		}
		require.Equal(t, c.want, lateDays(s, now, zone), name)
	}
}
