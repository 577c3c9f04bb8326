package statement

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// currencyTable sees to it that amounts of two currencies are never added up: where one was
// asked for, entries in others are left out, else a second one is an error. An entry that
// names no currency is of the one that the others name.
type currencyTable struct {
	only    string // that was asked for, "" for none
	first   string // that an entry names
	witness wording.Message
	unnamed wording.Message // the first entry that names none
	others  map[string]*otherCurrency
	err     error
}

type otherCurrency struct {
	entries int64
	witness wording.Message
}

// asked is the currency of the statement, "" where nothing names it.
func (t *currencyTable) asked() string { return cmp.Or(t.only, t.first) }

// take reports whether an entry belongs to the statement.
func (t *currencyTable) take(e *supplier.LedgerEntry, zone *time.Location) bool {
	switch {
	case e.Currency == "":
		if t.unnamed.IsZero() {
			t.unnamed = named(e, zone)
		}
	case t.first == "" && (t.only == "" || t.only == e.Currency):
		t.first, t.witness = strings.Clone(e.Currency), named(e, zone)
	case e.Currency != t.asked():
		t.leaveOut(e, zone)
	}
	if t.only != "" && len(t.others) > 0 && !t.unnamed.IsZero() && t.err == nil {
		t.err = refusal.New(failure.Other, wording.NewMessage("statement.currency.blank", t.unnamed), wording.NewMessage("statement.currency.blank_way"))
	}
	return e.Currency == "" || e.Currency == t.asked()
}

// leaveOut notes an entry in another currency.
func (t *currencyTable) leaveOut(e *supplier.LedgerEntry, zone *time.Location) {
	rest := t.others[e.Currency]
	if rest == nil {
		if t.others == nil {
			t.others = map[string]*otherCurrency{}
		}
		rest = &otherCurrency{witness: named(e, zone)}
		t.others[strings.Clone(e.Currency)] = rest
	}
	rest.entries++
	if t.only == "" && t.err == nil {
		other := strings.Clone(e.Currency)
		t.err = refusal.New(failure.Other, wording.NewMessage("statement.currency.two", t.witness, t.first, rest.witness, other),
			wording.NewMessage("statement.currency.two_way", t.first, other))
	}
}

// requireAsked refuses a currency in which nothing was ever booked, where others have entries: a book of
// nothing would be compared with orders of the others.
func (t *currencyTable) requireAsked() error {
	if t.first != "" || len(t.others) == 0 {
		return nil
	}
	known := slices.Sorted(maps.Keys(t.others))
	return refusal.New(failure.Usage, wording.NewMessage("statement.currency.none", t.only), refusal.Choice("", known))
}

func (t *currencyTable) check() Check {
	c := Check{Name: "one_currency", OK: true}
	switch {
	case len(t.others) > 0:
		var left wording.List
		for _, currency := range slices.Sorted(maps.Keys(t.others)) {
			rest := t.others[currency]
			left = append(left, wording.NewMessage("statement.currency.other", rest.entries, currency, rest.witness))
		}
		c.Detail = wording.NewMessage("statement.currency.asked", t.only, left)
	case t.asked() == "":
		c.Detail = wording.NewMessage("statement.currency.unnamed")
	default:
		c.Detail = wording.NewMessage("statement.currency.one", t.asked())
	}
	return c
}

// coverage checks that payouts pay what there was to pay.
type coverage struct {
	adder
	payouts, bad         int64
	paid, fresh, carried money.Amount // what they pay, what their entries come to, and what of it earlier ones had left
	named                wording.List
}

func newCoverage() coverage { return coverage{paid: zero(), fresh: zero(), carried: zero()} }

// take takes a payout and what is available after it. One that its entries name pays
// their sum, and what payouts before it left of theirs; any other pays at most what was
// available, as a part may stay. A rejection gives back what it finds.
func (c *coverage) take(p *Payout, available money.Amount, zone *time.Location) {
	if p.Amount.Sign() < 0 {
		return
	}
	c.payouts++
	c.add(&c.paid, p.Amount)
	c.add(&c.fresh, p.Sum)
	c.add(&c.carried, p.Carried)
	var wrong wording.Message
	switch {
	case p.ByID && p.Rest.Cmp(p.Carried) != 0:
		wrong = wording.NewMessage("statement.payouts.rest", named(&p.Entry, zone), shown(p.Amount), shown(p.Sum), apart(p.Sum, p.Amount))
	case !p.ByID && available.Sign() < 0:
		wrong = wording.NewMessage("statement.payouts.beyond", named(&p.Entry, zone), shown(p.Amount), shown(available.Negated()))
	default:
		return
	}
	if c.bad++; len(c.named) < maxNamed {
		c.named = append(c.named, wrong)
	}
}

// check names the payouts that do not fit, and those that entries name and that have not
// come: these may still come, so that they are no mismatch.
func (c *coverage) check(b *payoutBook) Check {
	out := Check{Name: "payouts_covered", OK: c.bad == 0,
		Detail: wording.NewMessage("statement.payouts.covered", c.payouts, shown(c.paid), shown(c.fresh), shown(c.carried), shown(b.left))}
	switch {
	case !out.OK:
		out.Detail = wording.NewMessage("statement.payouts.uncovered", c.bad, c.payouts, list(c.named, c.bad))
	case c.payouts == 0:
		out.Detail = wording.NewMessage("statement.payouts.none", shown(b.left))
	}
	if n := int64(len(b.named)); n > 0 {
		out.Detail = wording.NewMessage("statement.payouts.awaited", out.Detail, list(b.awaited(), n))
	}
	return out
}
