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
	first   wording.Text
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
		detail := wording.Say("усі суми у валюті %s", "all amounts are in %s", t.first)
		if t.first == "" {
			detail = wording.Say("усі суми в одній валюті", "all amounts are in one currency")
		}
		return Check{Name: "one_currency", OK: true, Detail: detail}
	}
	var wrong []wording.Text
	for currency, other := range t.others {
		wrong = append(wrong, wording.Say("записів у валюті %[2]s: %[1]d, разом %[3]s, перший — %[4]s",
			"%d entries are in %s, %s in all, the first is %s", other.entries, currency, shown(other.sum), other.first))
	}
	slices.SortFunc(wrong, func(x, y wording.Text) int { return strings.Compare(x.String(), y.String()) })
	return Check{Name: "one_currency", Detail: wording.Say("%s: їхні суми додано до %s без перерахунку", "%s: their amounts are added to %s as they stand", wrong, t.first)}
}

// coverage checks that payouts pay what there was to pay.
type coverage struct {
	payouts, bad int64
	named        []wording.Text
}

// take takes a payout and what is available after it. One that its entries name pays
// their sum; any other pays at most what was available, as a part may stay. A rejection
// gives back what it finds.
func (c *coverage) take(p *Payout, available money.Amount, zone *time.Location) {
	if p.Amount.Sign() < 0 {
		return
	}
	c.payouts++
	var wrong wording.Text
	switch {
	case p.ByID && p.Rest.Sign() != 0:
		wrong = wording.Say("%s: виплачено %s за записи на суму %s: %s", "%s pays %s for entries of %s: %s", named(&p.Entry, zone), shown(p.Amount), shown(p.Sum), apart(p.Sum, p.Amount))
	case !p.ByID && available.Sign() < 0:
		wrong = wording.Say("%s: виплачено %s, на %s більше, ніж було доступно", "%s pays %s, %s more than was available", named(&p.Entry, zone), shown(p.Amount), shown(negated(available)))
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
		Detail: wording.Say("жодна виплата не більша, ніж її записи разом, усього виплат: %d", "%d payouts pay what their entries come to, or less", c.payouts)}
	if !out.OK {
		out.Detail = wording.Say("виплат із розбіжністю: %d з %d: %s", "%d of %d payouts: %s", c.bad, c.payouts, list(c.named, c.bad))
	}
	if n := int64(len(b.named)); n > 0 {
		out.Detail = wording.Say("%s; записи називають виплати, яких немає: %s", "%s; entries name payouts that have not come: %s", out.Detail, list(b.awaited(), n))
	}
	return out
}
