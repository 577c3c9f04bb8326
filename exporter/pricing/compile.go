package pricing

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Compile checks the rule and makes it ready. A feed that is private may show the drop
// price; for any other one, rules that would show it are refused. Errors are of type
// *Error. The rule is not kept.
func (r *Rule) Compile(private bool) (*Pricer, error) {
	p := &Pricer{base: cmp.Or(r.Base, RRP), hidden: !private, belowRRP: r.BelowRRP, belowMargin: r.BelowMargin, currency: r.Currency}
	steps := []func(*Rule) error{p.compileMarkups, p.compileMargin, p.compileRounding, p.compileOldPrice, p.compileTiers, p.compileRates}
	if err := r.Base.check(); err != nil {
		return nil, mistake("base", "write rrp or drop", "unknown base %q", string(r.Base))
	}
	for _, step := range steps {
		if err := step(r); err != nil {
			return nil, err
		}
	}
	p.plain, p.kopeck = !p.grid.set && !p.margin.set && p.choices.neutral(), kopeck()
	return p, nil
}

func (p *Pricer) compileMarkups(r *Rule) (err error) {
	c := &p.choices
	if c.main, err = p.markup("", r.Markup); err != nil {
		return err
	}
	closed := false // by a band that takes all that is left
	for i, b := range r.Bands {
		key := fmt.Sprintf("bands[%d]", i)
		if closed {
			return mistake(key, "give the band before it a below, or take this one away", "never used: the band before it has no below and takes every price")
		}
		made := band{}
		if made.markup, err = p.markup(key, b.Markup); err != nil {
			return err
		}
		if made.below, err = amount(key+".below", b.Below); err != nil {
			return err
		}
		closed = !made.below.IsSet()
		if err := risingAfter(c.bands, made, key); err != nil {
			return err
		}
		c.bands = append(c.bands, made)
	}
	if closed && c.main.set {
		return mistake("bands", "give the last band a below, or take percent and amount of the rule away", "the last band has no below, so that the rule's own markup is never used")
	}
	if !closed {
		if err := p.mayShow("", c.main); err != nil {
			return err
		}
	}
	if err := p.compileSuppliers(r); err != nil {
		return err
	}
	return p.compileCategories(r)
}

func (p *Pricer) compileSuppliers(r *Rule) error {
	for _, name := range slices.Sorted(maps.Keys(r.Suppliers)) {
		m, err := p.markup("suppliers."+name, r.Suppliers[name])
		if err != nil {
			return err
		}
		if p.choices.suppliers == nil {
			p.choices.suppliers = map[string]*markup{}
		}
		p.choices.suppliers[name] = &m
	}
	return nil
}

func risingAfter(bands []band, next band, key string) error {
	if !next.below.IsSet() {
		return nil
	}
	if next.below.Sign() <= 0 {
		return mistake(key+".below", "write a price above 0", "no price is below %s", next.below)
	}
	if n := len(bands); n > 0 && next.below.Cmp(bands[n-1].below) <= 0 {
		return mistake(key+".below", "order the bands by rising limits", "%s is not above the limit before it, %s", next.below, bands[n-1].below)
	}
	return nil
}

func (p *Pricer) compileCategories(r *Rule) error {
	for _, name := range slices.Sorted(maps.Keys(r.Categories)) {
		key := fmt.Sprintf("categories[%q]", name)
		m, err := p.markup(key, r.Categories[name])
		if err != nil {
			return err
		}
		if err := p.choices.addCategory(name, m); err != nil {
			return mistake(key, "write the supplier's id of a category, or the names from the root down: Дім > Кухня", "%s", err)
		}
	}
	return nil
}

// markup compiles one markup of the base; the one of key "" is judged by the caller,
// since bands may leave it unused.
func (p *Pricer) markup(key string, m Markup) (markup, error) {
	made, err := compileMarkup(key, m)
	if err != nil || key == "" {
		return made, err
	}
	return made, p.mayShow(key, made)
}

// mayShow refuses what would show the drop price, or less, to everybody.
func (p *Pricer) mayShow(key string, m markup) error {
	if !p.hidden || p.base != Drop || m.raises() {
		return nil
	}
	what, mend := wording.English.Say("pricing.bare_drop"), wording.English.Say("pricing.bare_drop.way")
	if key == "" && len(p.choices.bands) > 0 {
		mend = "leave below out in the last band, or give the rule a markup for the prices above it, such as percent: 30"
	}
	return &Error{Key: cmp.Or(key, "base"), Message: what, Mend: mend}
}

func (p *Pricer) compileMargin(r *Rule) (err error) {
	if p.margin, err = compileMarkup("margin", r.Margin); err != nil {
		return err
	}
	if p.margin.set && r.BelowMargin {
		return mistake("below_margin", "take one of the two away", "prices may be below the margin, so that the margin has no effect")
	}
	if p.margin.factor.Cmp(one()) < 0 || p.margin.amount.Sign() < 0 {
		return mistake("margin", "write 0 or more, or below_margin: true", "a margin below 0 allows prices below the drop price")
	}
	return nil
}

func (p *Pricer) compileOldPrice(r *Rule) (err error) {
	o := r.OldPrice
	if err := o.check(); err != nil {
		return mistake("old_price", "write none, rrp, or a mapping with percent and amount", "unknown old price %q", o.From)
	}
	if p.oldMarkup, err = compileMarkup("old_price", o.Markup); err != nil {
		return err
	}
	p.oldFromRRP = o.From == "rrp"
	if !p.oldMarkup.set {
		return nil
	}
	if o.From != "" {
		return mistake("old_price", "write one of the two", "%s and a markup exclude each other", o.From)
	}
	if !p.oldMarkup.raises() {
		return mistake("old_price", "write a markup above 0, or none", "an old price has to be above the price")
	}
	return nil
}

func (p *Pricer) compileTiers(r *Rule) (err error) {
	if r.Tiers == nil {
		return nil
	}
	p.pricedTiers = true
	if p.tierMarkup, err = compileMarkup("tiers", *r.Tiers); err != nil {
		return err
	}
	if p.hidden && !p.tierMarkup.raises() {
		return mistake("tiers", "give a markup, such as percent: 20, or leave tiers out", "wholesale prices without a markup above 0 show what we pay to everybody who reads the feed")
	}
	return nil
}

// markup is a Markup made ready: price × factor + amount.
type markup struct {
	factor, amount money.Amount
	set            bool // the rule states one
	changes        bool // it makes another price at all
}

// raises reports whether at least one of the two parts adds to a price, and so does the whole
// wherever the other part does not take more away.
func (m *markup) raises() bool { return m.factor.Cmp(one()) > 0 || m.amount.Sign() > 0 }

func (m *markup) of(price money.Amount) (money.Amount, error) {
	if !m.changes {
		return price, nil
	}
	return price.MulAdd(m.factor, m.amount)
}

func one() money.Amount { return money.Must("1") }
