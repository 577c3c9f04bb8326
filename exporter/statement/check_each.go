package statement

import (
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// currencyTable finds entries in another currency than the first one's. An entry that
// names none is of that currency.
type currencyTable struct {
	adder
	first  string
	others map[string]*otherCurrency
}

type otherCurrency struct {
	entries int64
	first   wording.Message
	sum     money.Amount
}

func (t *currencyTable) take(e *supplier.LedgerEntry, zone *time.Location) {
	switch e.Currency {
	case "", t.first:
		return
	}
	if t.first == "" {
		t.first = strings.Clone(e.Currency)
		return
	}
	other := t.others[e.Currency]
	if other == nil {
		if t.others == nil {
			t.others = map[string]*otherCurrency{}
		}
		other = &otherCurrency{first: named(e, zone), sum: zero()}
		t.others[strings.Clone(e.Currency)] = other
	}
	other.entries++
	t.add(&other.sum, e.Amount)
}

func (t *currencyTable) check() Check {
	if len(t.others) == 0 {
		detail := wording.NewMessage("statement.currency.one", t.first)
		if t.first == "" {
			detail = wording.NewMessage("statement.currency.unnamed")
		}
		return Check{Name: "one_currency", OK: true, Detail: detail}
	}
	var wrong wording.List
	for currency, other := range t.others {
		wrong = append(wrong, wording.NewMessage("statement.currency.other", other.entries, currency, shown(other.sum), other.first))
	}
	slices.SortFunc(wrong, func(x, y wording.Message) int { return strings.Compare(x.String(), y.String()) })
	return Check{Name: "one_currency", Detail: wording.NewMessage("statement.currency.added", wrong, t.first)}
}

// coverage checks that payouts pay what there was to pay.
type coverage struct {
	payouts, bad int64
	named        wording.List
}

// take takes a payout and what is available after it. One that its entries name pays
// their sum; any other pays at most what was available, as a part may stay. A rejection
// gives back what it finds.
func (c *coverage) take(p *Payout, available money.Amount, zone *time.Location) {
	if p.Amount.Sign() < 0 {
		return
	}
	c.payouts++
	var wrong wording.Message
	switch {
	case p.ByID && p.Rest.Sign() != 0:
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
		Detail: wording.NewMessage("statement.payouts.covered", c.payouts)}
	if !out.OK {
		out.Detail = wording.NewMessage("statement.payouts.uncovered", c.bad, c.payouts, list(c.named, c.bad))
	}
	if n := int64(len(b.named)); n > 0 {
		out.Detail = wording.NewMessage("statement.payouts.awaited", out.Detail, list(b.awaited(), n))
	}
	return out
}
