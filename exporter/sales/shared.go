package sales

import (
	"cmp"
	"maps"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// sharing is a sort of difference of one check.
type sharing struct {
	check string
	trait
}

// common holds the differences of one sort back, until a row of its sort fits.
type common struct {
	fits            bool
	held            []Difference
	count           int64
	expected, found money.Amount
}

// A difference that all rows of its sort have is one finding, where they are at least
// sharedFrom. Of mostHeld rows without one that fits, all others are taken to be the same.
const (
	sharedFrom = 3
	mostHeld   = 1000
)

// fits notes a row that fits, which shows that those before it are differences of their own.
func (a *audit) fits(check string, kind trait) error {
	c := a.alike(check, kind)
	if c == nil || c.fits || c.count > mostHeld {
		return nil
	}
	c.fits = true
	for _, d := range c.held {
		if err := a.give(d); err != nil {
			return err
		}
	}
	c.held = nil
	return nil
}

// alike is what is held of a sort, nil where each difference stands alone.
func (a *audit) alike(check string, kind trait) *common {
	if kind.what == "" {
		return nil
	}
	key := sharing{check, kind}
	if a.shared[key] == nil {
		a.shared[key] = &common{}
	}
	return a.shared[key]
}

// hold holds a difference back, or gives it on.
func (a *audit) hold(d Difference) error {
	c := a.alike(d.Code, d.kind)
	if c == nil || c.fits {
		return a.give(d)
	}
	c.count++
	if len(c.held) < mostHeld {
		c.held = append(c.held, d)
	}
	if err := plus(&c.expected, d.Expected); err != nil {
		return err
	}
	return plus(&c.found, d.Found)
}

// close gives on what is held: few differences as they are, many as one finding.
func (a *audit) close() error {
	keys := sorting.Sorted(maps.Keys(a.shared), func(x, y sharing) int {
		return cmp.Or(cmp.Compare(x.check, y.check), cmp.Compare(x.what, y.what), cmp.Compare(x.payment, y.payment), cmp.Compare(x.currency, y.currency))
	})
	for _, key := range keys {
		c := a.shared[key]
		if !c.fits && c.count >= sharedFrom {
			c.held = []Difference{c.finding(key)}
		}
		for _, d := range c.held {
			if err := a.give(d); err != nil {
				return err
			}
		}
	}
	clear(a.shared)
	return nil
}

// finding is the difference that all rows of a sort share, with what settles it.
func (c *common) finding(key sharing) Difference {
	d := Difference{Code: key.check, Expected: c.expected, Found: c.found, kind: key.trait}
	what, settle := wording.NewMessage("sales.shared."+key.what), wording.NewMessage("sales.settle."+key.what)
	if key.payment == "" {
		d.said = wording.NewMessage("sales.shared.parcels", c.count, what, figure(c.expected), figure(c.found), settle)
	} else {
		d.said = wording.NewMessage("sales.shared.orders", c.count, payment(key.payment), what, figure(c.expected), figure(c.found), settle)
	}
	d.Message = d.said.String()
	return d
}

// payment is a method of payment in words.
type payment string

// In is the method in a language.
func (p payment) In(l wording.Language) string { return l.Payment(string(p)) }
