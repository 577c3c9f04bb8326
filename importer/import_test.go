package importer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
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

func TestSameFileAgainIsAllDuplicates(t *testing.T) {
	r := newRig(t)
	path := r.write("orders.csv", orders("1001", "1002"))
	first := r.importFile(path)
	posts := r.shop.allPosts()
	again := r.importFile(path)
	require.Equal(t, state.Counts{Duplicate: 2}, again.Counts)
	require.Equal(t, first.Rows[0].OrderID, again.Rows[0].OrderID)
	require.Equal(t, posts, r.shop.allPosts())

	renamed := r.importFile(r.write("copy.csv", orders("1001", "1002")))
	require.Equal(t, "duplicate duplicate", statuses(renamed))
	require.NotEqual(t, first.Result, renamed.Result)

	resorted := r.importFile(r.write("sorted.csv", orders("1003", "1002", "1001")))
	require.Equal(t, "accepted duplicate duplicate", statuses(resorted))
	require.Equal(t, posts+1, r.shop.allPosts())
}

func TestOtherContentUnderTheSameNumberIsHeld(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1001")))
	report := r.importFile(r.write("b.csv", heading+rowOf("1001", "KB-01", 5)))
	require.Equal(t, state.Counts{Conflict: 1}, report.Counts)
	require.Equal(t, "order_conflict", report.Rows[0].Error.Code)
	require.Contains(t, report.Rows[0].Error.Message, "ord_1")
	require.Equal(t, 1, r.shop.postsOf("1001"))
}

func TestNumberThatTheSupplierKnowsFromElsewhere(t *testing.T) {
	r := newRig(t)
	_, err := r.shop.CreateOrder(t.Context(), []byte(`{"external_id":"1001","items":[{"sku":"X","quantity":1}]}`), "")
	require.NoError(t, err)
	report := r.importFile(r.write("a.csv", orders("1001")))
	require.Equal(t, state.Counts{Conflict: 1}, report.Counts)
	require.Contains(t, report.Rows[0].Error.Message, "ord_1")
	require.Equal(t, state.Conflict, r.order("1001").State)
}

func TestRefusedOrderCorrectedAndDroppedAgain(t *testing.T) {
	r := newRig(t)
	r.shop.script["1001"] = []fault{refusedSKU, refusedSKU}
	path := r.write("a.csv", orders("1001", "1002"))
	first := r.importFile(path)
	require.Equal(t, "rejected accepted", statuses(first))
	require.Equal(t, result.RowError{Code: "unknown_sku", Message: "the order is not valid; /items/0/sku no product has this SKU"}, *first.Rows[0].Error)

	again := r.importFile(path)
	require.Equal(t, "rejected duplicate", statuses(again), "what was refused is tried again with a new drop")
	require.Equal(t, 2, r.shop.postsOf("1001"))

	corrected := r.importFile(r.write("b.csv", heading+rowOf("1001", "KB-09", 1)))
	require.Equal(t, "accepted", statuses(corrected))
	keys := r.shop.keys["1001"]
	require.Len(t, keys, 3)
	require.NotEqual(t, keys[0], keys[1], "a supplier may keep a refusal with its key")
	require.NotEqual(t, keys[1], keys[2])

	old, err := r.im.Refresh(t.Context(), again)
	require.NoError(t, err)
	require.Equal(t, "accepted duplicate", statuses(old), "the first file shows what became of its order")
	require.Equal(t, result.RowError{Code: "corrected", Message: "corrected in the file b.csv"}, *old.Rows[0].Error)
	require.Equal(t, *corrected.Rows[0].OrderID, *old.Rows[0].OrderID)
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

func TestMissingFileAndFolder(t *testing.T) {
	r := newRig(t)
	_, err := r.im.Import(t.Context(), "", r.path("none.csv"), nil)
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = r.im.Import(t.Context(), "", r.dir, nil)
	require.ErrorContains(t, err, "not a regular file")
	entries, err := os.ReadDir(r.path("state/spool"))
	require.NoError(t, err)
	require.Len(t, entries, 1, "only the lock of the importer itself")
}

func TestUnreachableSupplierLeavesRowsPending(t *testing.T) {
	r := newRig(t)
	r.shop.always = notSent
	path := r.write("a.csv", orders("1001", "1002"))
	start := r.clock.Now()
	report, err := r.im.Import(t.Context(), "", path, nil)
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(err))
	require.Equal(t, state.Counts{Pending: 2}, report.Counts)
	require.Less(t, r.clock.Now().Sub(start), time.Minute)
	require.Equal(t, "pending", cellsOf(t, report.Result)["1001"][0])

	r.shop.always = none
	r.clock.After(time.Minute)
	report = r.importFile(path)
	require.Equal(t, "accepted accepted", statuses(report), "the same drop goes on")
	require.Equal(t, map[string]int{"1001": 1, "1002": 1}, r.shop.count())
}

func TestRefusedTokenStopsAndBurnsNothing(t *testing.T) {
	r := newRig(t, func(c *desk.Config) { c.Concurrency = 1 })
	r.shop.script["1002"] = []fault{unauthorized}
	report, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1001", "1002", "1003")), nil)
	require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
	require.Equal(t, "accepted pending pending", statuses(report))
	require.Zero(t, r.shop.postsOf("1003"), "nothing more is sent once the token is refused")
	status, err := r.im.Status(t.Context())
	require.NoError(t, err)
	require.Len(t, status.Problems, 1)
	require.Contains(t, status.Problems[0].Text, "the supplier refuses the token")

	r.settle()
	require.Equal(t, map[string]int{"1001": 1, "1002": 1, "1003": 1}, r.shop.count())
	status, err = r.im.Status(t.Context())
	require.NoError(t, err)
	require.Empty(t, status.Problems)
	require.Equal(t, map[state.State]int{state.Accepted: 3}, status.Counts.Orders)
}

// TestRefusedTokenHoldsBackWhatWasAboutToGo: orders whose intent was written ahead are not
// sent after another one met the refusal.
func TestRefusedTokenHoldsBackWhatWasAboutToGo(t *testing.T) {
	const atOnce = 4
	r := newRig(t, func(c *desk.Config) { c.Concurrency = atOnce })
	r.shop.always = unauthorized
	var numbers []string
	for n := range 40 {
		numbers = append(numbers, fmt.Sprint(1001+n))
	}
	report, err := r.im.Import(t.Context(), "", r.write("a.csv", orders(numbers...)), nil)
	require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
	require.Equal(t, state.Counts{Pending: 40}, report.Counts)
	sent := 0
	for _, number := range numbers {
		sent += r.shop.postsOf(number)
	}
	require.Positive(t, sent)
	require.LessOrEqual(t, sent, atOnce)
	r.shop.always = none
	r.settle()
	require.Len(t, r.shop.count(), 40)
	for number, times := range r.shop.count() {
		require.Equal(t, 1, times, number)
	}
}

func TestThrottledImportWaitsAsAsked(t *testing.T) {
	r := newRig(t)
	r.shop.script["1001"] = []fault{throttled, throttled}
	start := r.clock.Now()
	report := r.importFile(r.write("a.csv", orders("1001")))
	require.Equal(t, "accepted", statuses(report))
	require.GreaterOrEqual(t, r.clock.Now().Sub(start), 14*time.Second)
	require.Equal(t, 3, r.shop.postsOf("1001"))
}

func TestInterruptedImportSeesItsAttemptsThrough(t *testing.T) {
	r := newRig(t, func(c *desk.Config) { c.Concurrency = 1 })
	ctx, cancel := context.WithCancel(t.Context())
	r.ports.atPoints(func(point string) error {
		if point == "posted" {
			cancel()
		}
		return nil
	})
	report, err := r.im.Import(ctx, "", r.write("a.csv", orders("1001", "1002")), nil)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, "accepted pending", statuses(report))
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

func TestTwoNamesThatCleanToOneResultName(t *testing.T) {
	r := newRig(t)
	a := r.importFile(r.write("a/x?.csv", orders("1001")))
	b := r.importFile(r.write("b/x*.csv", orders("1001")))
	require.Equal(t, "x_."+a.SHA256[:8]+".result.csv", filepath.Base(a.Result))
	require.Equal(t, "x_."+a.SHA256[:8]+".result (2).csv", filepath.Base(b.Result))
}

func TestResultThatCannotBeWritten(t *testing.T) {
	r := newRig(t)
	require.NoError(t, os.RemoveAll(r.path("results")))
	require.NoError(t, os.WriteFile(r.path("results"), nil, 0o644))
	report, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1001")), nil)
	require.ErrorContains(t, err, "write the result")
	require.Equal(t, "accepted", statuses(report), "what was posted is reported all the same")

	require.NoError(t, os.Remove(r.path("results")))
	require.NoError(t, os.Mkdir(r.path("results"), 0o755))
	r.settle()
	require.Equal(t, "accepted", cellsOf(t, report.Result)["1001"][0])
	require.Equal(t, 1, r.shop.allPosts())
}

func TestConfigIsChecked(t *testing.T) {
	r := newRig(t)
	for name, change := range map[string]func(*desk.Config){
		"account":  func(c *desk.Config) { c.Account = "" },
		"inside":   func(c *desk.Config) { c.Results = filepath.Join(c.Inbox, "results") },
		"source":   func(c *desk.Config) { c.Sources = map[string]desk.Source{"../x": {}} },
		"template": func(c *desk.Config) { c.Default.Template = "nosuch" },
		"name":     func(c *desk.Config) { c.Owner = "same" },
	} {
		config := r.config()
		change(&config)
		im, err := importer.New(config, r.shop, r.journal)
		if name == "name" {
			require.NoError(t, err)
			defer im.Close()
			_, err = importer.New(config, r.shop, r.journal)
		}
		require.Error(t, err, name)
	}
}

// What the program writes must not come in again.
func TestInboxIsNoPlaceForResults(t *testing.T) {
	r := newRig(t)
	for _, change := range []func(*desk.Config){
		func(c *desk.Config) { c.Results = c.Inbox },
		func(c *desk.Config) { c.Archive = c.Inbox },
		func(c *desk.Config) { c.Failed = filepath.Join(c.Inbox, "failed") },
		func(c *desk.Config) { c.Spool = filepath.Join(c.Inbox, "spool") },
	} {
		config := r.config()
		change(&config)
		_, err := importer.New(config, r.shop, r.journal)
		require.ErrorContains(t, err, "lies inside the inbox")
	}
}
