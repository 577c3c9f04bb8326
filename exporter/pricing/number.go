package pricing

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
)

// Amounts are reckoned exactly in 19 digits. Decimals of the rule are bounded so that
// six whole digits are always left for the price itself; without long rates and
// percentages there are far more.
const (
	percentDecimals = 4
	allDecimals     = 13
	sourceDecimals  = 2 // of the supplier's prices
)

func compileMarkup(key string, m Markup) (markup, error) {
	made := markup{factor: one(), set: m != Markup{}}
	percent, err := m.Percent.parse()
	if err != nil {
		return made, mistake(join(key, "percent"), "write 12.5 or \"12.5%\"", "%q is no number", string(m.Percent))
	}
	switch {
	case percent.Scale() > percentDecimals:
		return made, mistake(join(key, "percent"), "leave decimals out", "%s has more than %d decimals", percent, percentDecimals)
	case percent.Cmp(money.Must("-100")) <= 0:
		return made, mistake(join(key, "percent"), "write more than -100", "%s %% leaves nothing of a price", percent)
	case percent.Cmp(money.Must("1000000")) > 0:
		return made, mistake(join(key, "percent"), "write at most 1000000", "%s %% is no markup", percent)
	}
	if percent.IsSet() {
		if made.factor, err = percent.MulAdd(money.Must("0.01"), one()); err != nil {
			return made, mistake(join(key, "percent"), "leave decimals out", "%s", err)
		}
	}
	made.amount, err = amount(join(key, "amount"), m.Amount)
	made.changes = made.factor.Cmp(one()) != 0 || made.amount.Sign() != 0
	return made, err
}

// amount reads a sum of money of the rule; one that is not given is absent.
func amount(key string, n Number) (money.Amount, error) {
	m, err := n.parse()
	if err != nil {
		return m, mistake(key, "write 12.50, with a point and without spaces", "%q is no number", string(n))
	}
	if strings.Contains(string(n), "%") {
		return money.Amount{}, mistake(key, "write the amount without the sign, or percent: instead", "%q is a percentage, and an amount is wanted", string(n))
	}
	if m.Scale() > 2 {
		return money.Amount{}, mistake(key, "leave decimals out", "%s has more than two decimals", m)
	}
	if m.Cmp(money.Must("1000000000")) > 0 || m.Cmp(money.Must("-1000000000")) < 0 {
		return money.Amount{}, mistake(key, "write at most 1000000000", "%s is too large", m)
	}
	return m, nil
}

func (p *Pricer) compileRates(r *Rule) error {
	if !isCurrency(r.Currency) && r.Currency != "" {
		return mistake("currency", "write the code of ISO 4217, such as UAH", "a currency is three capital letters, not %q", r.Currency)
	}
	if r.Currency == "" && len(r.Rates) > 0 {
		return mistake("rates", "add the feed's currency, such as currency: UAH", "rates have no effect without a currency")
	}
	p.rates = make(map[string]money.Amount, len(r.Rates))
	for _, from := range slices.Sorted(maps.Keys(r.Rates)) {
		key := "rates." + from
		rate, err := r.Rates[from].parse()
		switch {
		case !isCurrency(from):
			return mistake(key, "write the code of ISO 4217, such as USD", "a currency is three capital letters, not %q", from)
		case from == r.Currency:
			return mistake(key, "take it away", "the feed's own currency needs no rate")
		case err != nil || strings.Contains(string(r.Rates[from]), "%"):
			return mistake(key, "write what one "+from+" is worth in "+r.Currency+", such as \"41.55\"", "%q is no number", string(r.Rates[from]))
		case rate.Sign() <= 0:
			return mistake(key, "write what one "+from+" is worth in "+r.Currency, "a rate is above 0, not %q", string(r.Rates[from]))
		case sourceDecimals+rate.Scale()+p.decimals() > allDecimals:
			return mistake(key, "write fewer decimals in the rate or in the percentages", "a rate of %s with the rule's percentages needs more decimals than are reckoned exactly", rate)
		}
		p.rates[from] = rate
	}
	return nil
}

// decimals is the most that a percentage of the rule adds to a price.
func (p *Pricer) decimals() int {
	most := max(p.choices.main.factor.Scale(), p.margin.factor.Scale(), p.tierMarkup.factor.Scale())
	for _, b := range p.choices.bands {
		most = max(most, b.markup.factor.Scale())
	}
	for _, c := range p.choices.categories {
		most = max(most, c.markup.factor.Scale())
	}
	for _, m := range p.choices.suppliers {
		most = max(most, m.factor.Scale())
	}
	return most
}

func isCurrency(code string) bool { return regexp.MustCompile(`^[A-Z]{3}$`).MatchString(code) }

// join names a key within another one.
func join(parent, key string) string {
	if parent == "" {
		return key
	}
	return parent + "." + key
}
