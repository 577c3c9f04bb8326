package importer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestImportPostsEachOrderOnce(t *testing.T) {
	r := newRig(t)
	text0 := orders("1001", "1002") + rowOf("1003", "KB-02", 2)
	path := r.write("drops/orders.csv", text0)
	before, err := os.Stat(path)
	require.NoError(t, err)

	var seen []int
	report, err := r.im.Import(t.Context(), "", path, func(done, total int) {
		require.Equal(t, 3, total)
		seen = append(seen, done)
	})
	require.NoError(t, err)
	require.Equal(t, 0, seen[0])
	require.Equal(t, 3, seen[len(seen)-1])
	require.Equal(t, state.Counts{Accepted: 3}, report.Counts)
	require.Equal(t, map[string]int{"1001": 1, "1002": 1, "1003": 1}, r.shop.count())
	require.Equal(t, r.path("results/orders."+report.SHA256[:8]+".result.csv"), report.Result)
	require.Equal(t, []string{"accepted", r.order("1002").RemoteID, "new", "", ""}, cellsOf(t, report.Result)["1002"])

	after, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, before.ModTime(), after.ModTime())
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, text0, string(data))
}

func TestReportJSON(t *testing.T) {
	r := newRig(t)
	bad := strings.Replace(row("1002"), "+380670000101", "12", 1)
	report := r.importFile(r.write("orders.csv", heading+row("1001")+bad))
	var out bytes.Buffer
	require.NoError(t, report.WriteJSON(&out))
	data := out.Bytes()
	var got map[string]any
	require.NoError(t, json.Unmarshal(data, &got))
	rows := got["rows"].([]any)
	message := rows[1].(map[string]any)["error"].(map[string]any)["message"]
	require.NotEmpty(t, message)
	want := fmt.Sprintf(`{"file":"orders.csv","sha256":%q,"result":%q,
		"counts":{"accepted":1,"duplicate":0,"conflict":0,"rejected":1,"skipped":0,"pending":0,"unknown":0},
		"rows":[{"row":2,"external_id":"1001","status":"accepted","order_id":"ord_1","order_status":"new","waybill_number":null,"error":null},
		{"row":3,"external_id":"1002","status":"rejected","order_id":null,"order_status":null,"waybill_number":null,
		"error":{"code":"phone_invalid","message":%q}}]}`, report.SHA256, report.Result, message)
	require.JSONEq(t, want, string(data))
	require.Equal(t, 3, bytes.Count(data, []byte("\n")), "a row a line")
}

func TestOrderThatTheMappingCannotExpress(t *testing.T) {
	r := newRig(t)
	r.shop.encoding = func(o supplier.NewOrder) error {
		if o.ExternalID == "1001" {
			return errors.New("order 1001: this supplier takes no branch")
		}
		return nil
	}
	report := r.importFile(r.write("a.csv", orders("1001", "1002")))
	require.Equal(t, "rejected accepted", statuses(report))
	require.Equal(t, "order 1001: this supplier takes no branch", report.Rows[0].Error.Message)
}

func TestRefusedFileIsNotMovedAndPostsNothing(t *testing.T) {
	r := newRig(t)
	path := r.write("a.csv", "one,two,three\n1,2,3\n")
	report := r.importFile(path)
	require.True(t, report.Refused)
	require.Empty(t, report.Result)
	require.Empty(t, report.Rows)
	require.NotEmpty(t, report.Problems)
	require.FileExists(t, path)
	require.Zero(t, r.shop.allPosts())
	data, err := json.Marshal(report)
	require.NoError(t, err)
	require.Contains(t, string(data), `"rows":[]`)
}

func TestWaitCompletesTheResultWithWaybills(t *testing.T) {
	r := newRig(t)
	first := r.importFile(r.write("a.csv", orders("1001", "1002")))
	require.False(t, first.Complete())
	r.clock.After(time.Minute)
	r.shop.change("1001", func(o *supplier.Order) {
		o.Status, o.UpdatedAt, o.WaybillNumber, o.Waybills = "shipped", r.clock.Now(), "20450000000001", []string{"20450000000001"}
	})
	r.shop.change("1002", func(o *supplier.Order) { o.Status, o.UpdatedAt = "cancelled", r.clock.Now() })
	r.shop.parcels = []supplier.Shipment{{ID: "s2", OrderID: r.order("1001").RemoteID, WaybillNumber: "20450000000002", State: "created", StateUpdatedAt: r.clock.Now()}}
	reports, err := r.im.Wait(t.Context(), []*result.FileReport{first})
	require.NoError(t, err)
	require.True(t, reports[0].Complete())
	require.Equal(t, "20450000000001; 20450000000002", text(reports[0].Rows[0].Waybill))
	require.Equal(t, []string{"accepted", "ord_1", "shipped", "20450000000001; 20450000000002", ""}, sorted(t, r, reports[0], "1001"))
	require.Equal(t, "cancelled", text(reports[0].Rows[1].OrderStatus))
}

// sorted is a result row with the order's id replaced by ord_1: workers post in any order.
func sorted(t *testing.T, r *rig, report *result.FileReport, number string) []string {
	row := cellsOf(t, report.Result)[number]
	require.Equal(t, r.order(number).RemoteID, row[1])
	row[1] = "ord_1"
	return row
}

func TestWaitEndsWithItsContext(t *testing.T) {
	r := newRig(t)
	first := r.importFile(r.write("a.csv", orders("1001")))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	reports, err := r.im.Wait(ctx, []*result.FileReport{first})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, "accepted", statuses(reports[0]))
}
