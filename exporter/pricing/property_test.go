package pricing

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func rat(t *testing.T, m money.Amount) *big.Rat {
	t.Helper()
	if !m.IsSet() {
		return new(big.Rat)
	}
	r, ok := new(big.Rat).SetString(m.String())
	require.True(t, ok)
	return r
}

func number(t *testing.T, n Number) *big.Rat {
	t.Helper()
	m, err := n.parse()
	require.NoError(t, err)
	return rat(t, m)
}

// randomRule is a rule that both kinds of feed may have.
func randomRule(random *rand.Rand) Rule {
	n := func(most int) Number {
		return Number(fmt.Sprintf("%d.%d", random.IntN(most), 1+random.IntN(9)))
	}
	r := Rule{
		Base: []Base{RRP, Drop}[random.IntN(2)], Markup: Markup{Percent: n(60), Amount: n(20)},
		BelowRRP: random.IntN(2) == 0, BelowMargin: random.IntN(4) == 0,
		Round:    []Rounding{{}, {Ending: ".90"}, {Ending: "9", Mode: "down"}, {Ending: "99.00", Mode: "up"}, {Step: "5", Mode: "down"}, {Step: "0.05"}, {Mode: "down"}}[random.IntN(7)],
		OldPrice: []OldPrice{{}, {From: "rrp"}, {Markup: Markup{Percent: "15"}}}[random.IntN(3)],
		Tiers:    &Markup{Percent: n(30)},
	}
	if r.Base == RRP && random.IntN(2) == 0 {
		r.Markup = Markup{Percent: "-" + n(60)}
	}
	if !r.BelowMargin && random.IntN(2) == 0 {
		r.Margin = Markup{Percent: n(20), Amount: n(5)}
	}
	if random.IntN(2) == 0 {
		r.Currency, r.Rates = "UAH", map[string]Number{"USD": "41." + Number(strconv.Itoa(1+random.IntN(9999)))}
	}
	return r
}

func randomProduct(t *testing.T, random *rand.Rand) *supplier.Product {
	money := func(kopecks int) money.Amount {
		m, err := money.Must("0.01").Times(int64(kopecks))
		require.NoError(t, err)
		return m
	}
	drop := 1 + random.IntN([]int{100, 10_000, 1_000_000}[random.IntN(3)])
	p := &supplier.Product{Currency: "USD", DropPrice: money(drop), RRP: money(drop*9/10 + random.IntN(drop+1))}
	price := drop
	for quantity := int64(2); price > 1 && random.IntN(3) > 0; quantity += 1 + random.Int64N(9) {
		price -= random.IntN(price)/5 + random.IntN(2)
		p.Tiers = append(p.Tiers, supplier.Tier{MinQuantity: quantity, Price: money(price)})
	}
	return p
}

// TestProperties reckons the floors and the grid again with math/big for seeded rules
// and products.
func TestProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 3))
	priced, tiers := 0, 0
	for range 150 {
		r, private := randomRule(random), random.IntN(2) == 0
		p, err := r.Compile(private)
		require.NoError(t, err, "%+v", r)
		var got Prices
		for range 50 {
			of := randomProduct(t, random)
			p.Price(of, &got)
			if got.Refusal != "" {
				require.Contains(t, []Refusal{PriceBelowMargin, PriceZero}, got.Refusal)
				require.Empty(t, got.Tiers)
				continue
			}
			priced, tiers = priced+1, tiers+len(got.Tiers)
			checkPrice(t, &r, private, of, &got)
			checkTiers(t, &r, private, of, &got)
		}
	}
	require.Greater(t, priced, 4_000)
	require.Greater(t, tiers, 1_000)
}

func rateOf(t *testing.T, r *Rule) *big.Rat {
	if r.Currency == "" {
		return big.NewRat(1, 1)
	}
	return number(t, r.Rates["USD"])
}

// withMarkup is price × rate × (1 + percent/100) + amount.
func withMarkup(t *testing.T, price, rate *big.Rat, m Markup) *big.Rat {
	factor := new(big.Rat).Add(big.NewRat(1, 1), new(big.Rat).Quo(number(t, m.Percent), big.NewRat(100, 1)))
	out := new(big.Rat).Mul(new(big.Rat).Mul(price, rate), factor)
	return out.Add(out, number(t, m.Amount))
}

func checkPrice(t *testing.T, r *Rule, private bool, of *supplier.Product, got *Prices) {
	t.Helper()
	rate, price, drop := rateOf(t, r), rat(t, got.Price), rat(t, of.DropPrice)
	state := fmt.Sprintf("%+v private %v: RRP %s drop %s price %s", *r, private, of.RRP, of.DropPrice, got.Price)
	require.Equal(t, 1, price.Sign(), state)
	if !r.BelowRRP {
		require.GreaterOrEqual(t, got.Price.Cmp(got.RRP), 0, state)
	}
	if !r.BelowMargin {
		require.GreaterOrEqual(t, price.Cmp(withMarkup(t, drop, rate, r.Margin)), 0, state)
	}
	if !private && r.Base == Drop {
		require.True(t, price.Cmp(new(big.Rat).Mul(drop, rate)) != 0 || got.Price.Equal(got.RRP), state)
	}
	onGrid(t, r, got.Price, state)
	if got.OldPrice.IsSet() {
		require.Positive(t, got.OldPrice.Cmp(got.Price), state)
		if r.OldPrice.From == "" {
			onGrid(t, r, got.OldPrice, state)
		}
	}
	if !got.Raised { // then it is within one step of the exact price
		base := rat(t, of.RRP)
		if r.Base == Drop {
			base = drop
		}
		exact := withMarkup(t, base, rate, r.Markup)
		distance := new(big.Rat).Abs(new(big.Rat).Sub(price, exact))
		step, _ := gridOf(t, r)
		require.LessOrEqual(t, distance.Cmp(new(big.Rat).Mul(step, big.NewRat(2, 1))), 0, state)
	}
}

func checkTiers(t *testing.T, r *Rule, private bool, of *supplier.Product, got *Prices) {
	t.Helper()
	require.Len(t, of.Tiers, len(got.Tiers)+got.TiersOmitted)
	before := supplier.Tier{Price: got.Price}
	for _, tier := range got.Tiers {
		require.Greater(t, tier.MinQuantity, before.MinQuantity)
		require.Negative(t, tier.Price.Cmp(before.Price))
		onGrid(t, r, tier.Price, "tier")
		for _, own := range of.Tiers {
			if own.MinQuantity != tier.MinQuantity {
				continue
			}
			rate := rateOf(t, r)
			if !r.BelowMargin {
				require.GreaterOrEqual(t, rat(t, tier.Price).Cmp(withMarkup(t, rat(t, own.Price), rate, r.Margin)), 0)
			}
			if !private {
				require.NotZero(t, rat(t, tier.Price).Cmp(new(big.Rat).Mul(rat(t, own.Price), rate)))
			}
		}
		before = tier
	}
}

func gridOf(t *testing.T, r *Rule) (step, offset *big.Rat) {
	switch {
	case r.Round.Ending == ".90":
		return big.NewRat(1, 1), big.NewRat(9, 10)
	case r.Round.Ending == "9":
		return big.NewRat(10, 1), big.NewRat(9, 1)
	case r.Round.Ending == "99.00":
		return big.NewRat(100, 1), big.NewRat(99, 1)
	case r.Round.Step != "":
		return number(t, r.Round.Step), new(big.Rat)
	}
	return big.NewRat(1, 100), new(big.Rat)
}

func onGrid(t *testing.T, r *Rule, m money.Amount, state string) {
	t.Helper()
	step, offset := gridOf(t, r)
	n := new(big.Rat).Sub(rat(t, m), offset)
	require.True(t, n.Quo(n, step).IsInt(), "%s is not rounded: %s", m, state)
}
