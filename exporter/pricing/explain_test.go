package pricing

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestExplain: by which part of the rule a price was made, and of what; never of a drop price in a
// feed for everybody.
func TestExplain(t *testing.T) {
	for _, c := range []struct{ name, rule, feed, prices, want, base string }{
		{"as it stands", "rrp", "public", "799 450", "", ""},
		{"markup", "{percent: 10}", "public", "799 450", "base rrp × 1.1", "799"},
		{"percent and amount", "{percent: -5, amount: 3, below_rrp: true}", "public", "799 450", "base rrp × 0.95 + 3.00", "799"},
		{"off", "{amount: -3, below_rrp: true}", "public", "799 450", "base rrp − 3.00", "799"},
		{"category", "{percent: 10, categories: {Дім: {percent: 20}}, round: {ending: \"9\"}}", "public", "799 450", "base rrp, categories.Дім × 1.2, round", "799"},
		{"supplier", "{suppliers: {alpha: {percent: 15}}}", "public", "799 450", "base rrp, suppliers.alpha × 1.15", "799"},
		{"band", "{bands: [{below: 500, percent: 30}, {percent: 20}]}", "public", "400 250", "base rrp, bands below 500.00 × 1.3", "400"},
		{"last band", "{bands: [{below: 500, percent: 30}, {percent: 20}]}", "public", "799 450", "base rrp, bands × 1.2", "799"},
		{"drop, hidden", "{base: drop, percent: 10}", "public", "799 450", "base drop × 1.1, lifted to the least price", ""},
		{"drop, private", "{base: drop, percent: 10, below_rrp: true}", "private", "799 450", "base drop × 1.1", "450"},
		{"converted", "{currency: EUR, rates: {UAH: \"0.02\"}}", "public", "799 450", "base rrp, rates.UAH 0.02", "799"},
		{"none", "{percent: 10}", "public", "- 450", "", ""},
	} {
		p := compiled(t, c.rule, c.feed == "private")
		of := product(c.prices)
		of.Category, of.Supplier = supplier.Category{ID: "7", Name: "Дім", Path: []string{"Дім"}}, "alpha"
		var made Prices
		p.Price(of, &made)
		rule, base := p.Explain(of, &made)
		require.Equal(t, c.want, rule, c.name)
		want := money.Amount{}
		if c.base != "" {
			want = money.Must(c.base)
		}
		require.Equal(t, want.String(), base.String(), c.name)
	}
}
