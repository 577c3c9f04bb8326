package sales

import (
	"maps"
	"slices"
	"strings"
)

// in is the sums of a currency.
func (j *job) in(currency string) *sums {
	currency = strings.ToUpper(currency)
	if j.sums[currency] == nil {
		kept := strings.Clone(currency)
		j.sums[kept] = &sums{currency: kept}
	}
	return j.sums[currency]
}

// currencies are the sums of each currency, by its name; of one that is not stated where
// there are no rows.
func (j *job) currencies() []*sums {
	if len(j.sums) == 0 {
		return []*sums{{}}
	}
	var out []*sums
	for _, currency := range slices.Sorted(maps.Keys(j.sums)) {
		out = append(out, j.sums[currency])
	}
	return out
}

// mixed reports whether the rows are in several currencies.
func (j *job) mixed() bool { return len(j.sums) > 1 }

// reportSums puts the sums into the report: those of one currency where they always stood,
// those of several apart.
func (j *job) reportSums(orders bool) {
	var out []InCurrency
	void := int64(0)
	for _, one := range j.currencies() {
		sum := InCurrency{Currency: one.currency, Rows: one.totals.count, Totals: cashTotals(&one.totals)}
		if orders {
			sum.Totals, sum.Void = orderTotals(&one.stands), &Void{one.void.count, orderTotals(&one.void)}
		}
		void += one.void.count
		out = append(out, sum)
	}
	r := &j.report
	if !j.mixed() {
		r.Currency, r.Totals, r.Void = out[0].Currency, out[0].Totals, out[0].Void
		return
	}
	r.ByCurrency = out
	if orders {
		r.Void = &Void{Orders: void}
	}
}

func cashTotals(f *figures) Totals {
	return Totals{COD: f.cod.OrZero(), CODExpected: f.expected.OrZero(), CODCollected: f.collected.OrZero(), CODPaidOut: f.paidOut.OrZero()}
}

func orderTotals(f *figures) Totals {
	t := cashTotals(f)
	t.Drop, t.Retail, t.Profit = f.drop.OrZero(), f.retail.OrZero(), f.profit.OrZero()
	return t
}
