package settlement

import (
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
)

// Entry is a document that was booked, as one party has it.
type Entry struct {
	Day           time.Time    // its day, as a date in UTC
	Document      string       // what it is called
	Numbers       []string     // by which the other party may name it, the document's own first
	Debit, Credit money.Amount // absent where there is none
	Row           int          // of the file that it was read from, 0 for none
}

// Account is what a party has booked in a period.
type Account struct {
	Opening, Closing money.Amount // a debit balance is positive; absent where the party states none
	Debit, Credit    money.Amount // the turnover as stated; absent where the party states none
	Entries          []Entry
}

// Amount is the entry's effect on a debit balance.
func (e *Entry) Amount() (money.Amount, error) { return e.Debit.OrZero().Sub(e.Credit.OrZero()) }

// Mirrored is the account as the other party would keep it.
func (a Account) Mirrored() Account {
	out := Account{Opening: turned(a.Opening), Closing: turned(a.Closing), Debit: a.Credit, Credit: a.Debit}
	for _, e := range a.Entries {
		e.Debit, e.Credit = e.Credit, e.Debit
		out.Entries = append(out.Entries, e)
	}
	return out
}

// turned is a balance from the other side, absent where it is absent.
func turned(balance money.Amount) money.Amount {
	if !balance.IsSet() {
		return balance
	}
	return balance.Negated()
}

// Sums are the turnover that the entries come to. It fails where a sum needs more than 19
// digits.
func (a Account) Sums() (debit, credit money.Amount, err error) {
	debit, credit = money.Amount{}.OrZero(), money.Amount{}.OrZero()
	for i := range a.Entries {
		e := &a.Entries[i]
		if debit, err = debit.Add(e.Debit); err == nil {
			credit, err = credit.Add(e.Credit)
		}
		if err != nil {
			return debit, credit, fmt.Errorf("sum up the account: %w", err)
		}
	}
	return debit, credit, nil
}
