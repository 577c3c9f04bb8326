package pricing

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestRuleFromYAML(t *testing.T) {
	require.Equal(t, Rule{Base: RRP}, rule(t, "rrp"))
	require.Equal(t, Rule{Base: Drop}, rule(t, `"drop"`))
	require.Equal(t, Rule{}, rule(t, "# nothing"))
	require.Equal(t, Rule{
		Base: Drop, Markup: Markup{Percent: "30%", Amount: "1.50"},
		Bands:      []Band{{Below: "500", Markup: Markup{Percent: "40"}}, {Markup: Markup{Amount: "15"}}},
		Categories: map[string]Markup{"Дім > Кухня": {Percent: "-5"}, "12": {Amount: "3"}},
		BelowRRP:   true, BelowMargin: true, Margin: Markup{Percent: "5"},
		Round:    Rounding{Ending: ".90", Mode: "up"},
		OldPrice: OldPrice{From: "rrp"}, Tiers: &Markup{Percent: "10"},
		Currency: "UAH", Rates: map[string]Number{"USD": "41.5500", "EUR": "45"},
	}, rule(t, `
  base: drop
  percent: 30%
  amount: 1.50
  bands: [{below: 500, percent: "40"}, {amount: 15}]
  categories: {Дім > Кухня: {percent: -5}, 12: {amount: 3}}
  below_rrp: true
  below_margin: true
  margin: {percent: 5}
  round: {ending: .90, mode: up}
  old_price: rrp
  tiers: {percent: 10}
  currency: UAH
  rates: {USD: 41.5500, EUR: "45"}`))
	require.Equal(t, OldPrice{Markup: Markup{Percent: "20"}}, rule(t, "{old_price: {percent: 20}}").OldPrice)
	require.Equal(t, OldPrice{From: "none"}, rule(t, "{old_price: none}").OldPrice)
	require.Nil(t, rule(t, "{tiers: }").Tiers)
}

// TestRuleIsShared: an anchor serves several feeds.
func TestRuleIsShared(t *testing.T) {
	var config map[string]struct {
		Price Rule `yaml:"price"`
	}
	require.NoError(t, strictyaml.Decode("c.yaml", []byte("a: {price: &p {base: drop, percent: 30}}\nb: {price: *p}\n"), &config))
	require.Equal(t, Rule{Base: Drop, Markup: Markup{Percent: "30"}}, config["b"].Price)
}

func TestMistakesInYAMLAreLocated(t *testing.T) {
	for _, c := range []struct{ rule, want, hint string }{
		{"retail", `c.yaml:1:8: unknown base "retail": write rrp or drop`, ""},
		{"[rrp]", "c.yaml:1:", ""},
		{"5", `c.yaml:1:8: unknown base "5"`, ""},
		{"{base: cost}", `c.yaml:1:15: unknown base "cost"`, ""},
		{"\n  percnt: 5", `c.yaml:2:3: unknown key "percnt"`, `did you mean "percent"?`},
		{"\n  base: drop\n  percent: many", `c.yaml:3:12: "many" is no number`, ""},
		{"\n  percent: 1,5", `c.yaml:2:12: "1,5" is no number`, ""},
		{"\n  percent: [5]", `c.yaml:2:12: want a number`, ""},
		{"\n  bands:\n    - {below: 5, percent: x}", `c.yaml:3:27: "x" is no number`, ""},
		{"\n  bands:\n    - {bellow: 5}", `c.yaml:3:8: unknown key "bellow"`, `did you mean "below"?`},
		{"\n  categories:\n    Дім: {percent: x}", `c.yaml:3:20: "x" is no number`, ""},
		{"\n  old_price: was", `c.yaml:2:14: unknown old price "was"`, ""},
		{"\n  old_price: {precent: 5}", `c.yaml:2:15: unknown key "precent"`, `did you mean "percent"?`},
		{"\n  round: {end: .90}", `c.yaml:2:11: unknown key "end"`, ""},
		{"\n  rates: {USD: dear}", `c.yaml:2:16: "dear" is no number`, ""},
		{"\n  below_rrp: perhaps", `c.yaml:2:14: `, ""},
	} {
		var config struct {
			Price Rule `yaml:"price"`
		}
		err := strictyaml.Decode("c.yaml", []byte("price: "+c.rule+"\n"), &config)
		require.ErrorContains(t, err, c.want, c.rule)
		require.NotContains(t, err.Error(), "\n")
		e, ok := errors.AsType[*strictyaml.Error](err)
		require.True(t, ok)
		require.Equal(t, c.hint, e.Hint(), c.rule)
	}
}

func TestMistakesInRules(t *testing.T) {
	for text, want := range map[string]string{
		"{percent: -100}":             "price.percent: -100.00 % leaves nothing of a price",
		"{percent: 2000000}":          "price.percent: 2000000.00 % is no markup",
		"{percent: 1.23456}":          "price.percent: 1.23456 has more than 4 decimals",
		"{amount: 5%}":                `price.amount: "5%" is a percentage`,
		"{amount: 0.001}":             "price.amount: 0.001 has more than two decimals",
		"{amount: 1e15}":              "price.amount: 1000000000000000.00 is too large",
		"{margin: {percent: -1}}":     "price.margin: a margin below 0",
		"{margin: {amount: -1}}":      "price.margin: a margin below 0",
		"{old_price: {percent: 0}}":   "price.old_price: an old price has to be above the price",
		"{old_price: {percent: -10}}": "price.old_price: an old price has to be above the price",

		"{margin: {percent: 5}, below_margin: true}":                   "price.below_margin: prices may be below the margin",
		"{bands: [{below: 5, percent: 1}, {below: 5, percent: 2}]}":    "price.bands[1].below: 5.00 is not above the limit before it, 5.00",
		"{bands: [{below: 0, percent: 1}]}":                            "price.bands[0].below: no price is below 0.00",
		"{bands: [{percent: 1}, {below: 5, percent: 2}]}":              "price.bands[1]: never used",
		"{percent: 5, bands: [{percent: 1}]}":                          "price.bands: the last band has no below",
		"{bands: [{below: 5, percent: -200}]}":                         "price.bands[0].percent: -200.00 % leaves nothing",
		`{categories: {"Дім >": {percent: 5}}}`:                        `price.categories["Дім >"]: a name is missing`,
		`{categories: {"": {percent: 5}}}`:                             `price.categories[""]: a name is missing`,
		`{categories: {"Дім": {percent: 5}, "дім ": {percent: 6}}}`:    `price.categories["дім "]: the same category as Дім`,
		`{categories: {"Дім": {amount: 5%}}}`:                          `price.categories["Дім"].amount: "5%" is a percentage`,
		"{round: {mode: sideways}}":                                    `price.round.mode: unknown mode "sideways"`,
		"{round: {ending: .90, step: 5}}":                              "price.round: ending and step exclude each other",
		"{round: {ending: .9}}":                                        `price.round.ending: ".9" is no ending`,
		"{round: {ending: 0.90}}":                                      `price.round.ending: "0.90" would hold whole tens only`,
		"{round: {ending: -9}}":                                        `price.round.ending: "-9" is no ending`,
		"{round: {ending: 90%}}":                                       `price.round.ending: "90%" is no ending`,
		"{round: {step: 0}}":                                           "price.round.step: a step is above 0, not 0.00",
		"{round: {step: 0.001}}":                                       "price.round.step: 0.001 has more than two decimals",
		"{currency: грн}":                                              `price.currency: a currency is three capital letters, not "грн"`,
		"{rates: {USD: 41}}":                                           "price.rates: rates have no effect without a currency",
		"{currency: UAH, rates: {usd: 41}}":                            `price.rates.usd: a currency is three capital letters`,
		"{currency: UAH, rates: {UAH: 1}}":                             "price.rates.UAH: the feed's own currency needs no rate",
		"{currency: UAH, rates: {USD: 0}}":                             `price.rates.USD: a rate is above 0, not "0"`,
		"{currency: UAH, rates: {USD: -41}}":                           `price.rates.USD: a rate is above 0, not "-41"`,
		"{currency: UAH, rates: {USD: }}":                              `price.rates.USD: a rate is above 0, not ""`,
		"{currency: UAH, rates: {USD: 41%}}":                           `price.rates.USD: "41%" is no number`,
		"{percent: 12.5, currency: UAH, rates: {USD: 0.024067388612}}": "price.rates.USD: a rate of 0.024067388612 with the rule's percentages needs more decimals",
	} {
		r := rule(t, text)
		_, err := r.Compile(true)
		require.ErrorContains(t, err, want, text)
		e, ok := errors.AsType[*Error](err)
		require.True(t, ok)
		require.NotEmpty(t, e.Hint(), text)
	}
}

// TestMistakesOfARuleMadeInCode: nothing relies on the YAML reader's checks.
func TestMistakesOfARuleMadeInCode(t *testing.T) {
	for want, r := range map[string]Rule{
		`price.base: unknown base "x"`:                 {Base: "x"},
		`price.percent: "x" is no number`:              {Markup: Markup{Percent: "x"}},
		`price.bands[0].below: "x" is no number`:       {Bands: []Band{{Below: "x"}}},
		`price.rates.USD: "x" is no number`:            {Currency: "UAH", Rates: map[string]Number{"USD": "x"}},
		`price.old_price: unknown old price "x"`:       {OldPrice: OldPrice{From: "x"}},
		"price.old_price: rrp and a markup exclude":    {OldPrice: OldPrice{From: "rrp", Markup: Markup{Percent: "5"}}},
		`price.tiers.amount: "%" is no number`:         {Tiers: &Markup{Amount: "%"}},
		`price.round.step: "1 000" is no number`:       {Round: Rounding{Step: "1 000"}},
		`price.margin.percent: "NaN" is no number`:     {Margin: Markup{Percent: "NaN"}},
		`price.old_price.amount: "1,50" is no number`:  {OldPrice: OldPrice{Markup: Markup{Amount: "1,50"}}},
		`price.categories["1"].percent: "--" is no nu`: {Categories: map[string]Markup{"1": {Percent: "--"}}},
	} {
		_, err := r.Compile(true)
		require.ErrorContains(t, err, want)
	}
}

// TestPublicFeedsNeverShowWhatWePay: such rules are refused, in private feeds they are fine.
func TestPublicFeedsNeverShowWhatWePay(t *testing.T) {
	for text, key := range map[string]string{
		"drop":                                                        "base",
		"{base: drop, percent: 0}":                                    "base",
		"{base: drop, round: {ending: .90}}":                          "base",
		"{base: drop, percent: -5}":                                   "base",
		"{base: drop, margin: {percent: 10}}":                         "base",
		"{base: drop, percent: 0, amount: -3}":                        "base",
		"{base: drop, currency: USD, rates: {UAH: 0.024}}":            "base",
		"{base: drop, bands: [{below: 100, percent: 5}]}":             "base",
		"{base: drop, percent: 5, bands: [{below: 100, percent: 0}]}": "bands[0]",
		"{base: drop, bands: [{below: 100, percent: 5}, {}]}":         "bands[1]",
		`{base: drop, percent: 5, categories: {"Дім": {}}}`:           `categories["Дім"]`,
		`{base: drop, percent: -5, below_margin: true}`:               "base",
		"{tiers: {}}":           "tiers",
		"{tiers: {percent: 0}}": "tiers",
		"{base: drop, percent: 30, tiers: {amount: -1}}":                                  "tiers",
		"{base: drop, percent: 30, tiers: {percent: -1}, below_margin: true, amount: 10}": "tiers",
	} {
		r := rule(t, text)
		_, err := r.Compile(false)
		e, ok := errors.AsType[*Error](err)
		require.True(t, ok, text)
		require.Equal(t, key, e.Key, text)
		require.Contains(t, e.Message, "what we pay", text)
		require.NotEmpty(t, e.Mend)
		_, err = r.Compile(true)
		require.NoError(t, err, text)
	}
}

func FuzzRule(f *testing.F) {
	f.Add("rrp", "799.90", "450.10", "Дім")
	f.Add(`{base: drop, percent: 30, amount: 1, bands: [{below: 5, percent: 3}], round: {ending: ".90", mode: down}}`, "1", "0.01", "a>b")
	f.Add(`{categories: {"Дім > Кухня": {percent: -5}}, margin: {amount: 3}, tiers: {percent: 5}, old_price: {percent: 5}}`, "12345678901234567.89", "-1", "\x1f")
	f.Add(`{base: drop, percent: 5, currency: UAH, rates: {USD: 0.0241}, old_price: rrp}`, "0.001", "1e5", "")
	f.Fuzz(func(t *testing.T, text, rrp, drop, category string) {
		var config struct {
			Price Rule `yaml:"price"`
		}
		if strictyaml.Decode("c.yaml", []byte("price: "+text), &config) != nil {
			return
		}
		of := supplier.Product{Currency: "USD", Category: supplier.Category{ID: category, Path: []string{category, "Кухня"}}}
		of.RRP, _ = money.Parse(rrp)
		of.DropPrice, _ = money.Parse(drop)
		of.Tiers = []supplier.Tier{{MinQuantity: 2, Price: of.DropPrice}}
		for _, private := range []bool{true, false} {
			p, err := config.Price.Compile(private)
			if err != nil {
				continue
			}
			var got Prices
			p.Price(&of, &got)
			require.Equal(t, got.Refusal == "", got.Price.Sign() > 0)
			require.False(t, !private && got.Drop.IsSet())
			require.False(t, !private && p.base == Drop && got.Price.IsSet() && got.Price.Equal(of.DropPrice) && got.Currency == "USD" && !got.Price.Equal(of.RRP))
		}
	})
}
