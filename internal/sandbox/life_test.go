package sandbox

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"github.com/dropbridge/dropbridge/internal/sandbox/trade"
	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"
)

// statuses are the steps of an order's history.
func statuses(o map[string]any) []string {
	var list []string
	for _, step := range o["status_history"].([]any) {
		list = append(list, member(step, "status").(string))
	}
	return list
}

// checkLedger holds all invariants of a ledger and returns its operations.
func checkLedger(t *testing.T, f *fixture) []string {
	t.Helper()
	var entries []map[string]any
	var meta page
	for n := 1; ; n++ {
		meta = f.list(t, fmt.Sprintf("/api/finance/ledger?per_page=200&page=%d", n))
		entries = append(entries, meta.Data...)
		if meta.Links.Next == nil {
			break
		}
	}
	sums := map[string]decimal.Decimal{}
	add := func(name, text string) {
		total, err := sums[name].Add(decimal.MustParse(text))
		require.NoError(t, err)
		sums[name] = total
	}
	seen := map[string]string{} // amount by id
	reversed := map[string]bool{}
	var operations []string
	last := ""
	for _, e := range entries {
		kind, text := e["kind"].(string), e["amount"].(string)
		add("available", text)
		add(kind, text)
		if kind == "hold" {
			add("held", decimal.MustParse(text).Neg().String())
		} else {
			add("posted", text)
		}
		for _, name := range []string{"available", "held", "posted"} {
			require.Equal(t, contract.Amount(sums[name]), member(e, "balance_after", name), "%s after %v", name, e)
		}
		if id, ok := e["reverses_entry_id"].(string); ok {
			require.Equal(t, "hold_released", e["operation"])
			require.Equal(t, contract.Amount(decimal.MustParse(text).Neg()), seen[id])
			require.False(t, reversed[id], "a hold is released once")
			reversed[id] = true
		}
		require.Equal(t, e["operation"] == "hold_released", e["reverses_entry_id"] != nil)
		require.LessOrEqual(t, last, e["posted_at"])
		require.Equal(t, kind == "payout", e["payout_id"] != nil)
		last, seen[e["id"].(string)] = e["posted_at"].(string), text
		operations = append(operations, e["operation"].(string))
	}
	require.Equal(t, "0.00", meta.Meta.Opening)
	require.Equal(t, contract.Amount(sums["available"]), meta.Meta.Closing)
	require.Equal(t, [3]string{contract.Amount(sums["accrual"]), contract.Amount(sums["hold"]), contract.Amount(sums["payout"])},
		[3]string{meta.Meta.Turnover.Accrual, meta.Meta.Turnover.Hold, meta.Meta.Turnover.Payout})
	return operations
}

func TestLifeOfOrdersThatGoWell(t *testing.T) {
	f := newFixture(t, Options{})
	f.order(t, "cod", nil)
	f.order(t, "prepaid", prepaid)
	f.order(t, "own", func(o map[string]any) {
		o["waybill_number"] = "59000000000101"
		to := o["recipient"].(map[string]any)["delivery"].(map[string]any)
		to["type"], to["address"] = "courier", "вул. Зразкова, 1"
		delete(to, "branch_number")
	})
	seen := map[string][]string{}
	for range 80 { // three hours at a time: hardly a step is missed
		f.clock.pass(3 * time.Hour)
		checkLedger(t, f)
		for _, shipment := range f.list(t, "/api/shipments").Data {
			id, state := shipment["external_id"].(string), shipment["state"].(string)
			if !slices.Contains(seen[id], state) {
				seen[id] = append(seen[id], state)
			}
		}
	}
	orders := f.list(t, "/api/orders").Data
	for _, o := range orders {
		require.Equal(t, []string{"new", "confirmed", "assembling", "shipped", "delivered", "completed"}, statuses(o))
	}
	require.Regexp(t, regexp.MustCompile(`^\d{14}$`), orders[0]["waybill_number"])
	require.Equal(t, []any{"59000000000101"}, orders[2]["waybills"])
	require.Subset(t, []string{"created", "accepted", "in_transit", "arrived", "delivered"}, seen["cod"])
	require.Contains(t, seen["own"], "out_for_delivery")

	var cod map[string]any
	for _, shipment := range f.list(t, "/api/shipments").Data {
		require.Equal(t, "delivered", shipment["state"])
		require.NotNil(t, shipment["shipped_at"])
		require.Equal(t, shipment["delivered_at"].(string)[:10], shipment["estimated_delivery_date"])
		if shipment["external_id"] == "cod" {
			cod = shipment
		}
	}
	require.Equal(t, "1400.00", cod["cod_amount"])
	require.Equal(t, "paid_out", cod["cod_state"])
	require.Equal(t, "Київ", cod["city"])
	operations := checkLedger(t, f)
	slices.Sort(operations)
	require.Equal(t, []string{"hold_placed", "hold_placed", "hold_placed", "hold_released", "hold_released", "hold_released",
		"order_cost", "order_margin", "order_margin", "payout_iban"}, operations)
	// Twice the margin of 500, without the cost of the prepaid order.
	require.Equal(t, "-100.00", f.list(t, "/api/finance/ledger?kind=payout").Data[0]["amount"])
}

func TestDurations(t *testing.T) {
	for _, speed := range []float64{1, 600} {
		f := newFixture(t, Options{Speed: speed})
		f.order(t, "1", nil)
		f.clock.pass(14 * 24 * time.Hour)
		var at []time.Time
		for _, step := range f.list(t, "/api/orders").Data[0]["status_history"].([]any) {
			when, err := time.Parse(time.RFC3339, member(step, "at").(string))
			require.NoError(t, err)
			at = append(at, when)
		}
		for i, want := range [][2]time.Duration{ // confirmed, assembling, shipped, delivered, completed
			{8 * time.Minute, 12 * time.Minute}, {25 * time.Minute, 35 * time.Minute}, {90 * time.Minute, 150 * time.Minute},
			{22 * time.Hour, 72 * time.Hour}, {20 * time.Hour, 28 * time.Hour},
		} {
			took := time.Duration(float64(at[i+1].Sub(at[i])) * speed)
			require.GreaterOrEqual(t, took+time.Second, want[0])
			require.LessOrEqual(t, took-time.Second, want[1])
		}
	}
}

// After its first orders a client meets every fate, and the books stay right.
func TestLifeByChance(t *testing.T) {
	f := newFixture(t, Options{Seed: 3})
	for i := range 120 {
		f.order(t, fmt.Sprintf("%03d", i), func(o map[string]any) {
			item("A-06", 1)(o)
			if i == 21 || i%3 == 0 {
				prepaid(o)
			}
		})
	}
	for range 5 {
		f.clock.pass(44 * time.Hour)
		checkLedger(t, f)
	}
	f.clock.pass(14 * 24 * time.Hour)
	orders := append(f.list(t, "/api/orders?per_page=100").Data, f.list(t, "/api/orders?per_page=100&page=2").Data...)
	ends, two := map[string]int{}, 0
	for i, o := range orders {
		history := statuses(o)
		end := history[len(history)-1]
		if slices.Contains(history, "on_hold") {
			end += " after a pause"
		}
		if len(o["waybills"].([]any)) == 2 {
			two++
		}
		if i < trade.SmoothOrders {
			require.Equal(t, "completed", end)
		}
		ends[end]++
	}
	require.Positive(t, two)
	require.Positive(t, ends["returned"])
	require.Positive(t, ends["cancelled"])
	require.Positive(t, ends["completed after a pause"])
	require.Greater(t, ends["completed"], 80)
	operations := checkLedger(t, f)
	for _, wanted := range []string{"return", "fee", "order_margin", "order_cost", "payout_iban"} {
		require.Contains(t, operations, wanted)
	}
	last := f.list(t, "/api/finance/ledger?per_page=1").Meta
	entry := f.list(t, fmt.Sprintf("/api/finance/ledger?per_page=1&page=%d", last.TotalPages)).Data[0]
	require.Equal(t, "0.00", member(entry, "balance_after", "held"), "no hold outlives its order")
}

func TestCancelledAndReturnedGoodsAreInStockAgain(t *testing.T) {
	f := newFixture(t, Options{Seed: 3})
	for i := range trade.SmoothOrders {
		f.order(t, fmt.Sprint(i), item("A-06", 1))
	}
	sold := 0
	for i := range 45 {
		f.order(t, fmt.Sprint("x", i), item("A-01", 1))
		sold++
	}
	f.clock.pass(14 * 24 * time.Hour)
	back := 0
	for _, end := range []string{"cancelled", "returned"} {
		back += f.list(t, "/api/orders?status="+end).Meta.Total
	}
	require.Positive(t, back)
	require.EqualValues(t, 50-sold+back, f.list(t, "/api/products").Data[0]["quantity"])
}

// A client that follows the products sees goods that another client's order
// gave back, though nobody looked when that was due.
func TestGivenBackGoodsAreNews(t *testing.T) {
	f := newFixture(t, Options{Seed: 3})
	for i := range trade.SmoothOrders {
		f.order(t, fmt.Sprint(i), item("A-06", 1))
	}
	for i := range 45 {
		f.order(t, fmt.Sprint("x", i), item("A-01", 1))
	}
	f.clock.pass(14 * 24 * time.Hour)
	seen := f.clock.now()
	before := f.listAs(t, otherToken, "/api/products").Data[0]
	f.clock.pass(time.Minute)
	f.list(t, "/api/orders") // what was due happens now
	news := f.listAs(t, otherToken, "/api/products?updated_since="+seen.Format(time.RFC3339))
	require.Equal(t, []string{"A-01"}, column(news.Data, "sku"))
	require.Greater(t, news.Data[0]["quantity"], before["quantity"])
}

// One jump of the clock, many small ones, and a restart in between come to the same.
func TestLifeDoesNotDependOnWhoLooksWhen(t *testing.T) {
	live := func(t *testing.T, dir string, steps int, restart bool) []string {
		o := Options{DataDir: dir, Seed: 3, Speed: 60}
		f := newFixture(t, o)
		for i := range 40 {
			f.order(t, fmt.Sprint(i), item("A-06", 1))
		}
		for range steps {
			f.clock.pass(4 * time.Hour / time.Duration(steps))
			f.list(t, "/api/orders")
			if restart {
				require.NoError(t, f.server.Close())
				f.open(t, o)
				restart = false
			}
		}
		var all []string
		for _, path := range []string{"/api/orders?per_page=200", "/api/shipments?per_page=200", "/api/finance/ledger?per_page=200"} {
			for _, item := range f.list(t, path).Data {
				all = append(all, fmt.Sprint(item))
			}
		}
		return all
	}
	once := live(t, "", 1, false)
	require.Equal(t, once, live(t, "", 6, false))
	require.Equal(t, once, live(t, t.TempDir(), 3, true))
}

func TestLedgerPeriods(t *testing.T) {
	f := newFixture(t, Options{})
	f.order(t, "1", nil)
	f.clock.pass(14 * 24 * time.Hour)
	all := f.list(t, "/api/finance/ledger")
	require.Equal(t, []string{"hold_placed", "hold_released", "order_margin", "payout_iban"}, column(all.Data, "operation"))
	delivered := all.Data[1]["posted_at"].(string)
	paid := all.Data[3]["posted_at"].(string)

	before := f.list(t, "/api/finance/ledger?to="+delivered)
	require.Equal(t, []string{"hold_placed"}, column(before.Data, "operation"), "to is exclusive")
	require.Equal(t, "-900.00", before.Meta.Closing)
	during := f.list(t, "/api/finance/ledger?from="+delivered+"&to="+paid)
	require.Equal(t, []string{"hold_released", "order_margin"}, column(during.Data, "operation"), "from is inclusive")
	require.Equal(t, "-900.00", during.Meta.Opening)
	require.Equal(t, "500.00", during.Meta.Closing)
	holds := f.list(t, "/api/finance/ledger?kind=hold&from="+delivered)
	require.Equal(t, []string{"hold_released"}, column(holds.Data, "operation"))
	require.Equal(t, [3]string{"500.00", "900.00", "-500.00"},
		[3]string{holds.Meta.Turnover.Accrual, holds.Meta.Turnover.Hold, holds.Meta.Turnover.Payout}, "of all kinds")
	require.Equal(t, "0.00", holds.Meta.Closing)
	require.Equal(t, 0, f.list(t, "/api/finance/ledger?to="+f.clock.now().AddDate(0, 0, -14).Format(time.DateOnly)).Meta.Total, "a bare to leaves its day out")
	require.Equal(t, 1, f.list(t, "/api/finance/ledger?from=2026-10-05&to=2026-10-06").Meta.Total)
	empty := f.list(t, "/api/finance/ledger?from=2030-01-01&to=2020-01-01")
	require.Equal(t, 0, empty.Meta.Total)
	require.Equal(t, empty.Meta.Opening, empty.Meta.Closing)
}

func TestIdsAreTheSeedsOwn(t *testing.T) {
	waybills := func(seed int64) []string {
		f := newFixture(t, Options{Seed: seed})
		for i := range 3 {
			f.order(t, fmt.Sprint(i), item("A-06", 1))
		}
		f.clock.pass(time.Hour)
		return column(f.list(t, "/api/orders").Data, "waybill_number")
	}
	require.Equal(t, waybills(1), waybills(1))
	require.NotEqual(t, waybills(1), waybills(2))
	distinct := map[string]bool{}
	for seq := range int64(5_000) {
		for _, carrier := range contract.Carriers() {
			for parcel := range 2 {
				number := trade.WaybillNumber(carrier, -7, seq+1, parcel+1)
				form := contract.WaybillForm(carrier)
				require.True(t, form == nil || form.MatchString(number), "%s: %s", carrier, number)
				distinct[carrier+" "+number] = true
			}
		}
	}
	require.Len(t, distinct, 50_000)
}

func TestBadOptionsAreRefused(t *testing.T) {
	for _, o := range []Options{{Speed: -1}, {Speed: 1e12}, {Limit: Limit{Requests: 1}}, {Tokens: []string{"a b"}}, {History: -1}, {History: MaxHistory + 1}} {
		_, err := New(o)
		require.ErrorContains(t, err, "start the sandbox: ")
	}
	require.Equal(t, http.StatusOK, newFixture(t, Options{Speed: trade.MaxSpeed}).get("/api/orders").status)
}
