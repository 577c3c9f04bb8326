package pricing

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Explain says what a rule did to a product to make its price, as "base rrp, categories.Дім > Кухня
// × 1.3 + 5.00, round", in the words of the config, and from what base, as the supplier has it. The
// rule is "" where the price is the supplier's as it stands, or where there is none; the base is
// absent where the feed must not show it.
func (p *Pricer) Explain(product *supplier.Product, made *Prices) (rule string, base money.Amount) {
	converted := p.currency != "" && product.Currency != p.currency
	if made.Refusal != "" || p.plain && !converted {
		return "", base
	}
	said := []string{"base rrp"}
	base = product.RRP
	if p.base == Drop {
		said[0], base = "base drop", product.DropPrice
	}
	var rate money.Amount
	if converted {
		rate = p.rates[product.Currency]
		said = append(said, "rates."+product.Currency+" "+rate.String())
	}
	if !p.plain {
		exact, _, err := p.convert(base, rate)
		if err != nil {
			return "", money.Amount{}
		}
		switch key, m := p.choices.named(product, exact); {
		case m.changes && key == "":
			said[0] += " " + m.String()
		case m.changes:
			said = append(said, key+m.String())
		}
	}
	if p.grid.set {
		said = append(said, "round")
	}
	if made.Raised {
		said = append(said, "lifted to the least price")
	}
	if p.base == Drop && p.hidden {
		base = money.Amount{}
	}
	return strings.Join(said, ", "), base
}

// named is of with the key of the markup in the rule, with a blank behind it; "" for the rule's own.
func (c *choices) named(product *supplier.Product, base money.Amount) (key string, m *markup) {
	var scratch []byte
	m = c.of(product, base, &scratch)
	for _, one := range c.categories {
		if m == &one.markup {
			return "categories." + one.name + " ", m
		}
	}
	if m == c.suppliers[product.Supplier] {
		return "suppliers." + product.Supplier + " ", m
	}
	for i := range c.bands {
		if b := &c.bands[i]; m == &b.markup {
			if !b.below.IsSet() {
				return "bands ", m
			}
			return "bands below " + b.below.String() + " ", m
		}
	}
	return "", m
}

// String is the markup as a sum is written: × 1.3 + 5.00.
func (m *markup) String() string {
	var said []string
	if m.factor.Cmp(one()) != 0 {
		factor := m.factor.String()
		if strings.Contains(factor, ".") {
			factor = strings.TrimRight(strings.TrimRight(factor, "0"), ".")
		}
		said = append(said, "× "+factor)
	}
	switch m.amount.Sign() {
	case 1:
		said = append(said, "+ "+m.amount.String())
	case -1:
		said = append(said, "− "+m.amount.Negated().String())
	}
	return strings.Join(said, " ")
}
