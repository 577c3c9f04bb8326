package main

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
)

// totalsOf are an order's own figures.
func (r *recomputed) totalsOf(o *servedOrder) map[string]string {
	drop, retail, pieces := &sum{}, &sum{}, int64(0)
	for _, item := range o.Items {
		many := new(big.Rat).SetInt64(item.Quantity)
		retail.Add(&retail.Rat, new(big.Rat).Mul(many, &exactly(r, item.Price).Rat))
		drop.Add(&drop.Rat, new(big.Rat).Mul(many, &exactly(r, item.Drop).Rat))
		pieces += item.Quantity
	}
	profit := &sum{*new(big.Rat).Sub(&retail.Rat, &drop.Rat)}
	return map[string]string{"Pieces": fmt.Sprintf("%d.00", pieces), "Drop total": drop.text(), "Retail total": retail.text(), "Profit": profit.text()}
}

// cash are the figures of the money that parcels collect.
func (r *recomputed) cash(into map[string]*sum, state, amount string) {
	switch state {
	case "expected":
		into["Expected"].add(r, amount)
	case "collected":
		into["Collected"].add(r, amount)
	case "paid_out":
		into["Paid out"].add(r, amount)
	}
}

func cashSums() map[string]*sum {
	return map[string]*sum{"Expected": {}, "Collected": {}, "Paid out": {}}
}

func (r *recomputed) ordersBook() {
	sheets, report := r.export("orders")
	orders := sheets["Orders"]
	number := slices.Index(orders[0], "Number")
	groups, rows := map[string]sums{}, 0
	for i := range r.orders {
		o := &r.orders[i]
		if !r.inside(o.CreatedAt) {
			continue
		}
		rows++
		row := slices.IndexFunc(orders, func(cells []string) bool { return cells[number] == o.Number })
		require.Positive(r, row, "the order %s", o.Number)
		want := r.totalsOf(o)
		want["Cash on delivery"] = o.Payment.COD
		r.same(orders, row, want)
		cash := cashSums()
		for _, s := range r.shipments {
			if s.OrderID == o.ID {
				r.cash(cash, s.CODState, s.COD)
			}
		}
		for heading, figure := range cash {
			want[heading] = figure.text()
			found := cmp.Or(r.figure(orders, row, heading), "0.00")
			require.Equal(r, figure.text(), found, "%s of %s", heading, o.Number)
		}
		kept := "Without cancelled and returned"
		if o.Status == "cancelled" || o.Status == "returned" {
			kept = "void"
		}
		for _, group := range []string{o.Status, "Total", kept} {
			if groups[group] == nil {
				groups[group] = sums{}
			}
			groups[group].of("Orders").add(r, "1")
			for heading, figure := range want {
				groups[group].of(heading).add(r, figure)
			}
		}
	}
	require.Len(r, orders, rows+1)
	require.Contains(r, groups, "void", "the month has orders that came to nothing")
	void := groups["void"]
	delete(groups, "void")
	r.groups(sheets["Summary"], groups)
	total := groups["Total"]
	r.items(sheets["Items"], total)
	r.controlled(sheets["Control"], map[string]string{"Retail: Orders = Summary": total.of("Retail total").text(), "Drop: Orders = Summary": total.of("Drop total").text(),
		"Profit: Orders = Summary": total.of("Profit").text(), "Drop: Orders = Items": total.of("Drop total").text(), "Retail: Orders = Items": total.of("Retail total").text()})
	require.EqualValues(r, rows, report["rows"])
	require.Equal(r, reported(groups["Without cancelled and returned"], map[string]string{"drop": "Drop total", "retail": "Retail total", "profit": "Profit", "cod": "Cash on delivery",
		"cod_expected": "Expected", "cod_collected": "Collected", "cod_paid_out": "Paid out"}), report["totals"])
	voided, _ := report["void"].(map[string]any)
	require.Equal(r, void.of("Orders").FloatString(0), fmt.Sprint(voided["orders"]))
	require.Equal(r, void.of("Retail total").text(), voided["retail"])
	require.Equal(r, void.of("Profit").text(), voided["profit"])
}

// groups compares the rows of a summary, which are all that there are.
func (r *recomputed) groups(sheet [][]string, groups map[string]sums) {
	require.Len(r, sheet, len(groups)+1)
	for name, figures := range groups {
		row := r.row(sheet, name)
		for heading, figure := range figures {
			r.same(sheet, row, map[string]string{heading: figure.text()})
		}
	}
}

// items: the rows of the items come to the orders' sums.
func (r *recomputed) items(sheet [][]string, total sums) {
	pieces, retail, drop := &sum{}, &sum{}, &sum{}
	for row := range sheet[1:] {
		pieces.add(r, r.figure(sheet, row+1, "Quantity"))
		retail.add(r, r.figure(sheet, row+1, "Retail sum"))
		drop.add(r, r.figure(sheet, row+1, "Drop sum"))
	}
	require.Equal(r, []string{total.of("Pieces").text(), total.of("Retail total").text(), total.of("Drop total").text()}, []string{pieces.text(), retail.text(), drop.text()})
}

// reported are sums under the keys of a report.
func reported(figures sums, keys map[string]string) map[string]any {
	out := map[string]any{}
	for key, heading := range keys {
		out[key] = figures.of(heading).text()
	}
	return out
}

func (r *recomputed) shipmentsBook() {
	sheets, report := r.export("shipments")
	parcels := sheets["Shipments"]
	id := slices.Index(parcels[0], "Shipment ID")
	total, groups, rows := sums{}, map[[2]string]sums{}, 0
	carriers := map[string]string{"nova_poshta": "Nova Poshta", "ukrposhta": "Ukrposhta", "meest": "Meest"}
	for i := range r.shipments {
		s := &r.shipments[i]
		at := s.ShippedAt
		if at.IsZero() {
			at = s.ChangedAt
		}
		if !r.inside(at) {
			continue
		}
		rows++
		row := slices.IndexFunc(parcels, func(cells []string) bool { return len(cells) > id && cells[id] == s.ID })
		require.Positive(r, row, "the shipment %s", s.ID)
		r.same(parcels, row, map[string]string{"Cash on delivery": s.COD})
		cash := cashSums()
		r.cash(cash, s.CODState, s.COD)
		group := [2]string{carriers[s.Carrier], s.State}
		if groups[group] == nil {
			groups[group] = sums{}
		}
		for _, figures := range []sums{total, groups[group]} {
			figures.of("Shipments").add(r, "1")
			figures.of("Cash on delivery").add(r, s.COD)
			for heading, figure := range cash {
				figures.of(heading).add(r, figure.text())
			}
		}
		for heading, figure := range cash {
			require.Equal(r, figure.text(), cmp.Or(r.figure(parcels, row, heading), "0.00"), "%s of %s", heading, s.ID)
		}
	}
	require.Len(r, parcels, rows+1)
	require.Len(r, sheets["Summary"], len(groups)+2)
	for group, figures := range groups {
		row := r.row(sheets["Summary"], group[0], strings.ReplaceAll(group[1], "_", " "))
		for heading, figure := range figures {
			r.same(sheets["Summary"], row, map[string]string{heading: figure.text()})
		}
	}
	want := map[string]string{}
	for heading, figure := range total {
		want[heading] = figure.text()
	}
	r.same(sheets["Summary"], r.row(sheets["Summary"], "Total"), want)
	r.controlled(sheets["Control"], map[string]string{"Cash on delivery: Shipments = Summary": want["Cash on delivery"], "Expected: Shipments = Summary": want["Expected"],
		"Collected: Shipments = Summary": want["Collected"], "Paid out: Shipments = Summary": want["Paid out"]})
	require.EqualValues(r, rows, report["rows"])
	require.Subset(r, report["totals"], reported(total, map[string]string{"cod": "Cash on delivery", "cod_expected": "Expected", "cod_collected": "Collected", "cod_paid_out": "Paid out"}))
}
