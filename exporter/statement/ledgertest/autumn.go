package ledgertest

import (
	"slices"
	"strings"
	"time"
)

// Autumn is a ledger of autumn 2026 that fits: payouts by id, by time and rejected,
// holds that are open, released and old, and a return after midnight in Kyiv.
func Autumn() Ledger {
	at := func(text string) time.Time {
		t, err := time.Parse("2006-01-02T15:04Z", text)
		if err != nil {
			panic(err)
		}
		return t
	}
	entry := func(id, kind, operation string, kopecks int64, posted, order string) Entry {
		e := Entry{ID: id, Kind: kind, Operation: operation, Kopecks: kopecks, PostedAt: at(posted), CounterpartyName: "ТОВ «Приклад»",
			Description: "Операція за договором дропшипінгу № 17/2026"}
		if order != "" {
			e.OrderID, e.OrderExternalID = "ord_"+order, "КС-"+order
		}
		return e
	}
	l := Ledger{Written: []Entry{
		entry("s1", "accrual", "order_margin", 300000, "2026-09-20T09:00Z", "100"),
		entry("s2", "hold", "hold_placed", -12050, "2026-09-25T09:00Z", "109"),
		entry("e1", "accrual", "order_margin", 145010, "2026-10-03T09:00Z", "101"),
		entry("e2", "accrual", "order_cost", -70005, "2026-10-04T09:00Z", "102"),
		entry("e3", "accrual", "fee", -3000, "2026-10-05T09:00Z", ""),
		entry("h1", "hold", "hold_placed", -25000, "2026-10-06T09:00Z", "103"),
		entry("p1", "payout", "payout_iban", -145010, "2026-10-10T09:00Z", ""),
		entry("h1r", "hold", "hold_released", 25000, "2026-10-12T09:00Z", "103"),
		entry("e4", "accrual", "order_margin", 9999, "2026-10-20T09:00Z", "103"),
		entry("e5", "accrual", "return", 70005, "2026-10-31T22:30Z", "102"), // in November, in Kyiv
		entry("h2", "hold", "hold_placed", -30000, "2026-11-03T09:00Z", "104"),
		entry("p2", "payout", "payout_card", -264949, "2026-11-05T09:00Z", ""),
		entry("e6", "accrual", "order_margin", 1234567, "2026-11-10T09:00Z", "105"),
		entry("p3", "payout", "payout_iban", -50000, "2026-11-12T09:00Z", ""),
		entry("x1", "payout", "payout_rejected", 50000, "2026-11-13T09:00Z", ""),
		entry("e7", "accrual", "fee", -4567, "2026-11-20T09:00Z", ""),
	}}
	order := func(number, payment string, drop, retail int64, steps ...string) {
		o := Order{ID: "ord_" + number, Number: number, ExternalID: "КС-" + number, Payment: payment, Drop: drop, Retail: retail,
			Created: at("2026-09-01T09:00Z"), Waybills: []string{"20450000000" + number}}
		for _, step := range steps {
			o.Status, step, _ = strings.Cut(step, "@")
			o.Updated = at(step + "T08:00Z")
			o.History = append(o.History, Change{Status: o.Status, At: o.Updated})
		}
		l.Orders = append(l.Orders, o)
	}
	order("100", "cod", 0, 300000, "delivered@2026-09-20")
	order("101", "cod", 100000, 245010, "shipped@2026-10-01", "delivered@2026-10-03")
	order("102", "balance", 70005, 90000, "shipped@2026-10-04", "returned@2026-10-31")
	order("103", "cod", 25000, 34999, "shipped@2026-10-06", "delivered@2026-10-20")
	order("104", "cod", 30000, 45000, "shipped@2026-11-03")
	order("105", "cod", 1000000, 2234567, "delivered@2026-11-10", "completed@2026-11-12")
	order("109", "cod", 12050, 20000, "shipped@2026-09-25")
	l.Shipments = []Shipment{{ID: "shp_1", OrderID: "ord_104", Waybill: "20450000000104", State: "in_transit", Estimated: "2026-12-03", Updated: at("2026-11-29T09:00Z")}}
	for id, link := range map[string]Entry{"e1": {PayoutID: "pay_0001"}, "p1": {PayoutID: "pay_0001"}, "p2": {PayoutID: "pay_0002"},
		"h1r": {Reverses: "h1"}, "x1": {Reverses: "p3"}, "e5": {Reverses: "e2"}} {
		i := slices.IndexFunc(l.Written, func(e Entry) bool { return e.ID == id })
		l.Written[i].PayoutID, l.Written[i].Reverses = link.PayoutID, link.Reverses
	}
	return l
}
