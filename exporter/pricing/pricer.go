package pricing

import (
	"cmp"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Pricer is a Rule made ready. It may be used by many goroutines at once.
type Pricer struct {
	base                  Base
	choices               choices
	margin                markup
	belowRRP, belowMargin bool
	grid                  grid
	oldFromRRP            bool
	oldMarkup             markup
	pricedTiers           bool
	tierMarkup            markup
	currency              string
	rates                 map[string]money.Amount
	kopeck                money.Amount // what converted amounts are shown in

	hidden bool // the drop price must not show: the feed is not private
	plain  bool // the price is the supplier's, at most converted
}

// source is what the supplier says of a product, exact, in the feed's currency.
type source struct {
	rate      money.Amount // absent: nothing is converted
	rrp, drop money.Amount
	shownRRP  money.Amount // the RRP in two decimals where it was converted
}

// Price makes the prices of one product. It overwrites all of into, whose memory it
// uses again, and changes nothing of the product. A product without a price has a
// Refusal; whether the feed can do without is the caller's to say.
func (p *Pricer) Price(product *supplier.Product, into *Prices) {
	*into = Prices{Currency: cmp.Or(p.currency, product.Currency), Tiers: into.Tiers[:0], scratch: into.scratch}
	var rate money.Amount
	if p.currency != "" && product.Currency != p.currency {
		known := false
		if rate, known = p.rates[product.Currency]; !known {
			into.Currency = product.Currency
			into.refuse(CurrencyUnknown, "remark.currency_unknown", strconv.Quote(product.Currency))
			return
		}
	}
	if err := p.price(product, rate, into); err != nil {
		into.Tiers = into.Tiers[:0]
		into.refuse(PriceTooLarge, "remark.price_too_large")
	}
}

// DropIn is the drop price of a product in the feed's currency, exact, with that currency; where
// the rule has none, or no rate, as the supplier has it with his.
func (p *Pricer) DropIn(product *supplier.Product) (money.Amount, string) {
	if p.currency == "" || p.currency == product.Currency {
		return product.DropPrice, product.Currency
	}
	rate, known := p.rates[product.Currency]
	if !known {
		return product.DropPrice, product.Currency
	}
	exact, _, err := p.convert(product.DropPrice, rate)
	if err != nil {
		return money.Amount{}, p.currency // too large to be reckoned: the feed refuses it as well
	}
	return exact, p.currency
}

// price fills into; it fails where an amount is too large to be reckoned.
func (p *Pricer) price(product *supplier.Product, rate money.Amount, into *Prices) error {
	s := source{rate: rate}
	var err error
	if s.rrp, s.shownRRP, err = p.convert(product.RRP, rate); err != nil {
		return err
	}
	shownDrop := money.Amount{}
	if s.drop, shownDrop, err = p.convert(product.DropPrice, rate); err != nil {
		return err
	}
	into.RRP, into.drop = s.shownRRP, s.drop
	if !p.hidden {
		into.Drop = shownDrop
	}
	if err := p.main(product, &s, into); err != nil {
		return err
	}
	return p.tiers(product, &s, into)
}

// convert turns an amount of the supplier into the feed's currency: exactly, and in the
// two decimals in which it is shown. Without a rate both are the amount as it was written.
func (p *Pricer) convert(m, rate money.Amount) (exact, shown money.Amount, err error) {
	if !rate.IsSet() || !m.IsSet() {
		return m, m, nil
	}
	if exact, err = m.MulAdd(rate, money.Amount{}); err != nil {
		return exact, shown, err
	}
	shown, err = exact.RoundTo(p.kopeck, money.Amount{}, money.Nearest)
	return exact, shown, err
}

// main makes the price and the old price.
func (p *Pricer) main(product *supplier.Product, s *source, into *Prices) error {
	base := s.rrp
	if p.base == Drop {
		base = s.drop
	}
	switch {
	case !base.IsSet() && p.base == Drop:
		into.refuse(PriceMissing, "remark.price_missing.drop")
	case !base.IsSet():
		into.refuse(PriceMissing, "remark.price_missing.rrp")
	case base.Sign() <= 0:
		into.refuse(PriceZero, "remark.price_zero")
	case p.plain:
		return p.plainPrice(base, s, into)
	default:
		m := p.choices.of(product, base, &into.scratch)
		return p.ruledPrice(base, m, s, into)
	}
	return nil
}

// plainPrice is the supplier's own price, which is never lifted, since the rule does not
// make prices: one below the drop price is sold at a loss, and a private feed may.
func (p *Pricer) plainPrice(base money.Amount, s *source, into *Prices) (err error) {
	into.Price = base
	if s.rate.IsSet() {
		if into.Price, err = p.grid.round(base); err != nil {
			return err
		}
	}
	if p.hidden && !p.belowMargin && into.Price.Cmp(s.drop) < 0 {
		into.refuse(PriceBelowMargin, belowDropPlain)
		return nil
	}
	return p.oldPrice(s, into)
}

// The refusals name no amount: reports are shown to more people than the drop price is.
const (
	belowDropPlain = "remark.price_below_margin.plain"
	atDropRuled    = "remark.price_below_margin.at_drop"
	belowDropRuled = "remark.price_below_margin.ruled"
)

// ruledPrice is base × markup, lifted to the floors and rounded.
func (p *Pricer) ruledPrice(base money.Amount, m *markup, s *source, into *Prices) error {
	exact, err := m.of(base)
	if err != nil {
		return err
	}
	var rrp money.Amount
	if !p.belowRRP {
		rrp = s.shownRRP
	}
	f, err := p.floors(rrp, s.drop)
	if err != nil {
		return err
	}
	if f.shows(exact, p.base == Drop) {
		message := belowDropRuled
		if exact.Cmp(f.secret) == 0 {
			message = atDropRuled
		}
		into.refuse(PriceBelowMargin, message)
		return nil
	}
	if largest(exact, f.least).Sign() <= 0 {
		into.refuse(PriceZero, "remark.price_zero.rule")
		return nil
	}
	literal := !m.changes && !s.rate.IsSet() && !p.grid.set
	if into.Price = exact; !literal || exact.Cmp(f.least) < 0 {
		if into.Price, into.Raised, err = p.settle(exact, f); err != nil {
			return err
		}
	}
	return p.oldPrice(s, into)
}

// oldPrice adds the struck-out price, where it is above the price.
func (p *Pricer) oldPrice(s *source, into *Prices) (err error) {
	var old money.Amount
	switch {
	case p.oldFromRRP:
		old = s.shownRRP
	case p.oldMarkup.set:
		if old, err = p.oldMarkup.of(into.Price); err != nil {
			return err
		}
		if old, err = p.grid.round(old); err != nil {
			return err
		}
	}
	if old.Cmp(into.Price) > 0 {
		into.OldPrice = old
	}
	return nil
}

func largest(a, b money.Amount) money.Amount {
	if a.Cmp(b) < 0 {
		return b
	}
	return a
}
