package pricing

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// rule reads a rule as the config would.
func rule(t testing.TB, text string) Rule {
	t.Helper()
	var config struct {
		Price Rule `yaml:"price"`
	}
	require.NoError(t, strictyaml.Decode("dropbridge.yaml", []byte("price: "+text+"\n"), &config))
	return config.Price
}

func compiled(t testing.TB, text string, private bool) *Pricer {
	t.Helper()
	r := rule(t, text)
	p, err := r.Compile(private)
	require.NoError(t, err, text)
	return p
}

// product has "rrp drop quantity:price …" in UAH; - is an amount that is absent.
func product(prices string) *supplier.Product {
	amount := func(text string) money.Amount {
		if text == "-" {
			return money.Amount{}
		}
		return money.Must(text)
	}
	p := &supplier.Product{ID: "1", SKU: "KB-01", Currency: "UAH",
		Category: supplier.Category{ID: "77", Name: "Чайники", Path: []string{"Дім", "Кухня", "Чайники"}}}
	fields := strings.Fields(prices)
	p.RRP, p.DropPrice = amount(fields[0]), amount(fields[1])
	for _, tier := range fields[2:] {
		quantity, price, _ := strings.Cut(tier, ":")
		n, err := strconv.ParseInt(quantity, 10, 64)
		if err != nil {
			panic(err)
		}
		p.Tiers = append(p.Tiers, supplier.Tier{MinQuantity: n, Price: amount(price)})
	}
	return p
}

// shown is "price old quantity:price … ↑ code" of what is there.
func shown(p *Prices) string {
	parts := []string{p.Price.String()}
	if p.OldPrice.IsSet() {
		parts = append(parts, "old "+p.OldPrice.String())
	}
	for _, t := range p.Tiers {
		parts = append(parts, fmt.Sprintf("%d:%s", t.MinQuantity, t.Price))
	}
	if p.Raised {
		parts = append(parts, "raised")
	}
	if p.Refusal != "" {
		parts = append(parts, string(p.Refusal))
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// TestGolden holds cases that were reckoned by hand.
func TestGolden(t *testing.T) {
	for _, c := range []struct{ name, rule, feed, product, want string }{
		{"the RRP as it was written", "rrp", "public", "799.5 450", "799.50"},
		{"a third decimal too", "rrp", "public", "799.505 450", "799.505"},
		{"no rule is the RRP", "{}", "public", "799 450", "799.00"},
		{"the RRP at the drop price is no secret", "rrp", "public", "450 450", "450.00"},
		{"an RRP below the drop price", "rrp", "public", "449.99 450", "price_below_margin"},
		{"which a private feed shows", "rrp", "private", "449.99 450", "449.99"},
		{"or whoever allows it", "{below_margin: true}", "public", "449.99 450", "449.99"},
		{"or is lifted to the margin", "{margin: {percent: 10}}", "public", "449.99 450", "495.00 raised"},
		{"a margin does not touch higher ones", "{margin: {percent: 10}}", "public", "799.505 450", "799.505"},
		{"nor those at it", "{margin: {amount: 50}}", "public", "500 450", "500.00"},
		{"a margin rounds up", "{margin: {percent: 10.5}}", "public", "400 333.33", "400.00"},
		{"a margin lifts in private feeds too", "{margin: {percent: 10.5}}", "private", "100 333.33", "368.33 raised"},
		{"no RRP", "rrp", "public", "- 450", "price_missing"},
		{"an RRP of 0", "rrp", "public", "0 450", "price_zero"},
		{"an RRP below 0", "rrp", "private", "-5 450", "price_zero"},
		{"no drop price to compare with", "rrp", "public", "799 -", "799.00"},
		{"the drop price", "drop", "private", "799 450.1 5:440 10:430", "450.10 5:440.00 10:430.00"},
		{"no drop price", "drop", "private", "799 - 5:440", "5:440.00 price_missing"},
		{"a drop price of 0", "drop", "private", "799 0", "price_zero"},

		{"percent over drop", "{base: drop, percent: 30}", "public", "500 450.10", "585.13"},
		{"amount over drop", "{base: drop, amount: 15}", "public", "- 450.10", "465.10"},
		{"percent, then amount", "{base: drop, percent: 30%, amount: 15}", "public", "500 450.10", "600.13"},
		{"half a kopeck goes up", "{base: drop, percent: 50}", "public", "- 0.01", "0.02"},
		{"lifted to the RRP", "{base: drop, percent: 30}", "public", "799.90 450", "799.90 raised"},
		{"unless it may be below", "{base: drop, percent: 30, below_rrp: true}", "public", "799.90 450", "585.00"},
		{"an RRP of 0 is no floor", "{base: drop, percent: 30}", "public", "0 450", "585.00"},
		{"off the RRP needs a word", "{percent: -5}", "public", "800 450", "800.00 raised"},
		{"off the RRP", "{percent: -5, below_rrp: true}", "public", "800 450", "760.00"},
		{"off the RRP, under the drop price", "{percent: -50, below_rrp: true}", "public", "800 450", "price_below_margin"},
		{"lifted to the margin then", "{percent: -50, below_rrp: true, margin: {percent: 5, amount: 10}}", "public", "800 450", "482.50 raised"},
		{"in private to the drop price itself", "{percent: -50, below_rrp: true}", "private", "800 450", "450.00 raised"},
		{"nothing left of the price", "{amount: -900, below_rrp: true, below_margin: true}", "public", "800 450", "price_zero"},
		{"nothing left but the floors", "{amount: -900}", "public", "800 450", "800.00 raised"},

		{"the first band", "{base: drop, bands: [{below: 100, percent: 50}, {below: 500, percent: 30}, {percent: 10}]}", "public", "- 99.99", "149.99"},
		{"a limit belongs to the next band", "{base: drop, bands: [{below: 100, percent: 50}, {below: 500, percent: 30}, {percent: 10}]}", "public", "- 100", "130.00"},
		{"the last band", "{base: drop, bands: [{below: 100, percent: 50}, {below: 500, percent: 30}, {percent: 10}]}", "public", "- 500", "550.00"},
		{"above the bands", "{base: drop, percent: 7, bands: [{below: 100, percent: 50}]}", "public", "- 100", "107.00"},
		{"a category before the bands", `{base: drop, percent: 7, bands: [{below: 1000, percent: 50}], categories: {"Дім": {percent: 20}}}`, "public", "- 100", "120.00"},
		{"the deepest category", `{base: drop, percent: 7, categories: {"Дім": {percent: 20}, "дім >  КУХНЯ": {amount: 3}}}`, "public", "- 100", "103.00"},
		{"a category by its id", `{base: drop, percent: 7, categories: {77: {percent: 25}, "Дім > Кухня > Чайники": {percent: 9}}}`, "public", "- 100", "125.00"},
		{"another category", `{base: drop, percent: 7, categories: {"Дім > Сад": {percent: 20}, "Кухня": {percent: 21}, "Ді": {percent: 22}}}`, "public", "- 100", "107.00"},

		{"nearest .90", "{base: drop, percent: 10, round: {ending: .90}}", "public", "- 450", "494.90"},
		{"up to .99", `{base: drop, percent: 10, round: {ending: ".99", mode: up}}`, "public", "- 450", "495.99"},
		{"whole units", "{base: drop, percent: 10, round: {ending: .00}}", "public", "- 450.45", "495.00"},
		{"whole units from the middle", "{base: drop, percent: 10, round: {ending: .00}}", "public", "- 495", "545.00"},
		{"a nine", "{base: drop, percent: 10, round: {ending: 9}}", "public", "- 450", "499.00"},
		{"a nine, down, above the drop price", "{base: drop, percent: 10, round: {ending: 9.00, mode: down}}", "public", "- 450", "489.00"},
		{"steps of five", "{base: drop, percent: 10, round: {step: 5}}", "public", "- 452", "495.00"},
		{"steps of five, up", "{base: drop, percent: 10, round: {step: 5, mode: up}}", "public", "- 452", "500.00"},
		{"down would go below the RRP", "{round: {ending: .90, mode: down}}", "public", "455 300", "455.90"},
		{"never down to 0", "{base: drop, percent: 10, round: {step: 5, mode: down}}", "public", "- 2", "5.00"},
		{"a lifted price is rounded up", "{base: drop, percent: 10, round: {ending: .90, mode: down}}", "public", "799 450", "799.90 raised"},
		{"kopecks down", "{base: drop, percent: 12.5, round: {mode: down}}", "public", "- 0.99", "1.11"},
		{"rounding does not land on the drop price", "{base: drop, percent: 1, round: {step: 100}}", "public", "- 400", "500.00"},
		{"nor without floors", "{base: drop, percent: 1, round: {step: 100}, below_margin: true}", "public", "- 400", "500.00"},
		{"which is no secret in private", "{base: drop, percent: 1, round: {step: 100}}", "private", "- 400", "400.00"},

		{"unless it is the RRP", "{base: drop, percent: 1, round: {step: 100}}", "public", "400 400", "400.00"},
		{"a markup that adds up to nothing", "{base: drop, percent: 10, amount: -5}", "public", "- 50", "price_below_margin"},
		{"with floors or without", "{base: drop, percent: 10, amount: -5, below_margin: true}", "public", "- 50", "price_below_margin"},
		{"of tiers too", "{tiers: {percent: 10, amount: -5}}", "public", "799 450 5:50 9:40 12:60", "799.00 12:61.00"},
		{"a margin of 0 is none", "{margin: {percent: 0}}", "public", "449.99 450", "price_below_margin"},

		{"no old price that is not above", "{old_price: rrp}", "public", "799 450", "799.00"},
		{"the RRP as the old price", "{base: drop, percent: 30, below_rrp: true, old_price: rrp}", "public", "799 450", "585.00 old 799.00"},
		{"a markup as the old price", "{base: drop, percent: 30, old_price: {percent: 20}, round: {ending: .90}}", "public", "- 450", "584.90 old 701.90"},
		{"an old price that rounds to the price", "{base: drop, percent: 30, old_price: {amount: 0.10}, round: {ending: .90}}", "public", "- 450", "584.90"},
		{"an old price over the plain RRP", "{old_price: {percent: 10}}", "public", "799 450", "799.00 old 878.90"},
		{"no old price on demand", "{percent: 5, old_price: none}", "public", "100 50", "105.00"},

		{"public feeds have no tiers", "rrp", "public", "799 450 5:440", "799.00"},
		{"tiers with a markup", "{tiers: {percent: 20}}", "public", "799 450 5:440 10:430.55", "799.00 5:528.00 10:516.66"},
		{"tiers above the price", "{base: drop, percent: 10, tiers: {percent: 20}}", "public", "- 450 5:440 10:400", "495.00 10:480.00"},
		{"tiers that rounding makes alike", "{base: drop, percent: 50, tiers: {percent: 20}, round: {ending: .00}}", "public", "- 450 5:400.10 10:400 20:390", "675.00 5:480.00 20:468.00"},
		{"tiers keep the margin", "{base: drop, percent: 50, tiers: {percent: 5}, margin: {percent: 12}}", "public", "- 450 5:400", "675.00 5:448.00"},
		{"tiers do not land on what we pay", "{base: drop, percent: 50, tiers: {percent: 1}, round: {step: 10}}", "public", "- 450 5:400", "680.00 5:410.00"},
		{"tiers out of order, or no prices", "{tiers: {percent: 20}}", "public", "799 450 5:440 5:430 3:420 10:- 20:0 30:400", "799.00 5:528.00 30:480.00"},
		{"no price, no priced tiers", "{tiers: {percent: 20}}", "private", "- 450 5:440", "price_missing"},
		{"more digits than are kept", "{percent: 12.5}", "public", "12345678901234567.89 1", "price_too_large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got Prices
			compiled(t, c.rule, c.feed == "private").Price(product(c.product), &got)
			require.Equal(t, c.want, shown(&got), "%s: %s", c.rule, c.product)
			require.Equal(t, got.Refusal != "", !got.Message.IsZero())
			require.Equal(t, got.Refusal == "", got.Price.IsSet())
			if c.feed == "public" {
				require.False(t, got.Drop.IsSet())
			}
		})
	}
}

func TestConversion(t *testing.T) {
	const rates = `currency: UAH, rates: {USD: "41.55", EUR: 45.12345}`
	for _, c := range []struct{ name, rule, feed, currency, product, want string }{
		{"plain", "{" + rates + "}", "public", "USD", "2.01 1", "83.52"}, // 83.5155
		{"the feed's own", "{" + rates + "}", "public", "UAH", "799.505 450", "799.505"},
		{"halves go up", "{currency: UAH, rates: {USD: 1.5}}", "public", "USD", "0.01 0.001", "0.02"},
		{"marked up from the exact amount", "{base: drop, percent: 30, " + rates + "}", "public", "EUR", "- 9.99", "586.02"}, // 450.7832655 × 1.3 = 586.01824…
		{"RRP in two decimals is the floor", "{base: drop, percent: 1, " + rates + "}", "public", "USD", "2.01 1", "83.52 raised"},
		{"bands in the feed's currency", "{base: drop, bands: [{below: 50, percent: 50}, {percent: 10}], " + rates + "}", "public", "USD", "- 2", "91.41"}, // 83.10 × 1.1
		{"the margin too", "{margin: {amount: 10}, " + rates + "}", "public", "USD", "2 2.5", "113.88 raised"},                                             // 103.875 + 10, up
		{"drop and tiers", "{base: drop, " + rates + "}", "private", "USD", "3 2 5:1.99", "83.10 5:82.68"},                                                 // 82.6845
		{"below what we pay", "{" + rates + "}", "public", "USD", "2 2.01", "price_below_margin"},
		{"never down to 0", "{currency: UAH, rates: {USD: 0.1}}", "public", "USD", "0.01 -", "0.01"},
		{"no rate", "{" + rates + "}", "public", "CHF", "2 1", "currency_unknown"},
		{"no currency", "{" + rates + "}", "public", "", "2 1", "currency_unknown"},
		{"an amount beyond all", "{" + rates + "}", "private", "USD", "12345678901234567.89 1 5:1", "price_too_large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got Prices
			p := product(c.product)
			p.Currency = c.currency
			compiled(t, c.rule, c.feed == "private").Price(p, &got)
			require.Equal(t, c.want, shown(&got))
			if got.Refusal != CurrencyUnknown {
				require.Equal(t, "UAH", got.Currency)
			}
		})
	}
}

// TestWhatIsShownBeside: RRP and drop price are literal, or converted, halves up.
func TestWhatIsShownBeside(t *testing.T) {
	var got Prices
	p := product("799.505 450.125")
	compiled(t, "{base: drop, percent: 30}", true).Price(p, &got)
	require.Equal(t, []string{"799.505", "450.125", "UAH"}, []string{got.RRP.String(), got.Drop.String(), got.Currency})
	compiled(t, "{base: drop, currency: USD, rates: {UAH: 0.1}}", true).Price(p, &got)
	require.Equal(t, []string{"79.95", "45.01", "USD"}, []string{got.RRP.String(), got.Drop.String(), got.Currency})
}

// TestNoMessageShowsAnAmount: reports are shown to more people than what we pay.
func TestNoMessageShowsAnAmount(t *testing.T) {
	for _, text := range []string{"rrp", "{base: drop, percent: 5}", "{percent: -60, below_rrp: true}"} {
		for _, prices := range []string{"449.99 450", "- 450", "0 450", "450 -", "12345678901234567.89 450"} {
			var got Prices
			compiled(t, text, false).Price(product(prices), &got)
			require.NotContains(t, got.Message.String(), "450")
		}
	}
}

// TestMessagesNameTheMend: a mend has to be one that helps.
func TestMessagesNameTheMend(t *testing.T) {
	for text, want := range map[string]string{
		"rrp":                             "the recommended retail price is below the drop price",
		"{percent: -50, below_rrp: true}": "the price is below the drop price",
		"{base: drop, percent: 10, amount: -50, below_margin: true}": "a price that is the drop price itself",
	} {
		var got Prices
		compiled(t, text, false).Price(product("499 500"), &got)
		require.Contains(t, got.Message.String(), want, text)
		require.Contains(t, got.Message.String(), "set price.margin", text)
	}
	var got Prices
	of := product("499 500")
	of.Currency = "C\nF"
	compiled(t, "{currency: UAH}", false).Price(of, &got)
	require.Equal(t, `the feed states no rate for currency "C\nF": add it to price.rates`, got.Message.String())
	require.Equal(t, "C\nF", got.Currency)
}

// TestPricesAreFilledAnew: nothing of the product before stays.
func TestPricesAreFilledAnew(t *testing.T) {
	p := compiled(t, "{base: drop, percent: 30, below_rrp: true, old_price: rrp, tiers: {percent: 5}}", true)
	var used, fresh Prices
	p.Price(product("799 450 5:440 6:600"), &used)
	require.Equal(t, "585.00 old 799.00 5:462.00", shown(&used))
	require.Equal(t, 1, used.TiersOmitted)
	p.Price(product("- -"), &used)
	p.Price(product("- -"), &fresh)
	require.Equal(t, shown(&fresh), shown(&used))
	require.Zero(t, used.TiersOmitted)
	require.False(t, used.RRP.IsSet())
	require.False(t, used.Drop.IsSet())
}

func TestUnusedCategoriesAreNamed(t *testing.T) {
	p := compiled(t, `{categories: {"Дім": {percent: 1}, "Сад": {percent: 2}, "Дім > Кухня": {percent: 3}, "12": {percent: 4}}}`, false)
	require.Equal(t, []string{"12", "Дім", "Дім > Кухня", "Сад"}, p.Unused())
	var got Prices
	p.Price(product("100 50"), &got)
	require.Equal(t, "103.00", shown(&got))
	require.Equal(t, []string{"12", "Дім", "Сад"}, p.Unused())
}

// TestOnePricerServesManyWorkers is for the race detector.
func TestOnePricerServesManyWorkers(t *testing.T) {
	p := compiled(t, `{base: drop, percent: 30, tiers: {percent: 10}, categories: {"Дім": {percent: 40}}}`, false)
	var workers sync.WaitGroup
	results := make([]Prices, 4)
	for i := range results {
		workers.Go(func() {
			for range 200 {
				p.Price(product("500 450 5:440"), &results[i])
			}
		})
	}
	workers.Wait()
	for i := range results {
		require.Equal(t, "630.00 5:484.00", shown(&results[i]))
	}
	require.Empty(t, p.Unused())
}

func TestAllocations(t *testing.T) {
	for text, most := range map[string]float64{
		"rrp": 0, "{base: drop, percent: 30}": 0,
		`{base: drop, percent: 30, amount: 5, margin: {percent: 5}, round: {ending: ".90"}, old_price: {percent: 20}, tiers: {percent: 10}, categories: {"Дім > Кухня": {percent: 3}}}`: 0,
		`{base: drop, percent: 12.5, bands: [{below: 10, percent: 3}], currency: USD, rates: {UAH: 0.0241}, tiers: {percent: 10}}`:                                                      0,
	} {
		p, of := compiled(t, text, true), product("799.90 450.10 5:440 10:430.50")
		var got Prices
		p.Price(of, &got)
		require.Empty(t, got.Refusal)
		require.Equal(t, most, testing.AllocsPerRun(100, func() { p.Price(of, &got) }), text)
	}
}

func BenchmarkPrice(b *testing.B) {
	for name, text := range map[string]string{
		"plain": "rrp",
		"full":  `{base: drop, percent: 30, margin: {percent: 5}, round: {ending: ".90"}, old_price: rrp, tiers: {percent: 10}, categories: {"Дім > Кухня": {percent: 3}}, currency: UAH, rates: {USD: "41.55"}}`,
	} {
		b.Run(name, func(b *testing.B) {
			p, of := compiled(b, text, true), product("799.90 450.10 5:440 10:430.50")
			var got Prices
			b.ReportAllocs()
			for b.Loop() {
				p.Price(of, &got)
			}
		})
	}
}
