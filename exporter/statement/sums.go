package statement

import (
	"fmt"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// The kinds of ledger entries. An entry of any other kind is booked like an accrual, where the
// supplier's sum of accruals says that it is one.
const (
	kindAccrual = "accrual"
	kindHold    = "hold"
	kindPayout  = "payout"
)

func zero() money.Amount { return money.Must("0.00") }

// adder adds amounts exactly and keeps the first failure: a sum of over 19 digits.
type adder struct{ err error }

func (a *adder) add(into *money.Amount, amount money.Amount) {
	sum, err := into.Add(amount)
	if err == nil {
		*into = sum
	} else if a.err == nil {
		a.err = fmt.Errorf("sum up the ledger: %s and %s: %w", into, amount, err)
	}
}

func (a *adder) sum(amounts ...money.Amount) money.Amount {
	out := zero()
	for _, amount := range amounts {
		a.add(&out, amount)
	}
	return out
}

// less is x - y.
func (a *adder) less(x, y money.Amount) money.Amount { return a.sum(x, y.Negated()) }

// move adds an entry to a balance.
func (a *adder) move(b *supplier.Balance, e *supplier.LedgerEntry) {
	if e.Kind == kindHold {
		a.add(&b.Held, e.Amount.Negated())
	} else {
		a.add(&b.Posted, e.Amount)
	}
	a.add(&b.Available, e.Amount)
}

// book adds a line to the turnover.
func (a *adder) book(t *Turnover, l *Line) {
	switch l.Entry.Kind {
	case kindHold:
		a.add(&t.Hold, l.Entry.Amount)
	case kindPayout:
		a.add(&t.Payout, l.Entry.Amount)
	default:
		a.add(&t.Accrual, l.Entry.Amount)
	}
	a.add(&t.Debit, l.Debit)
	a.add(&t.Credit, l.Credit)
}

func noBalance() supplier.Balance {
	return supplier.Balance{Posted: zero(), Held: zero(), Available: zero()}
}

func noTurnover() Turnover { return Turnover{zero(), zero(), zero(), zero(), zero()} }
