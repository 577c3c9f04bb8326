package act

import (
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/settlement"
	"github.com/dropbridge/dropbridge/internal/spellout"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Document is an act before it is written.
type Document struct {
	Parties
	Period   statement.Period
	Currency string // ISO 4217
	Language wording.Language
	Made     time.Time

	Account settlement.Account // ours
	Held    money.Amount       // at the period's end
	Theirs  *Theirs            // nil: their columns are left for them to fill
}

// Theirs is the other party's account, seen from our side, and what the comparison found.
type Theirs struct {
	Account settlement.Account
	*settlement.Comparison
	Turned bool // nothing agrees, and would with debit and credit the other way round
}

// Compare lays their account, seen from our side, beside ours; days are those by which the
// same document may differ.
func (d *Document) Compare(theirs settlement.Account, days int) error {
	found, err := settlement.Compare(d.Account, theirs, days)
	if err != nil {
		return fmt.Errorf("compare the acts: %w", err)
	}
	d.Theirs = &Theirs{Account: theirs, Comparison: found}
	if found.Agreed() == 0 {
		turned, err := settlement.Compare(d.Account, theirs.Mirrored(), days)
		if err != nil {
			return fmt.Errorf("compare the acts: %w", err)
		}
		d.Theirs.Turned = turned.Agreed() > 0
	}
	return nil
}

// balance says in words who owes whom at the period's end, by the books of one party.
func (d *Document) balance(by string, closing money.Amount) string {
	day := d.Language.Day(d.Period.Last())
	if closing.Sign() == 0 {
		return d.Language.Say("act.settled", by, day)
	}
	creditor, amount := d.Parties.Ours.Name, closing
	if closing.Sign() < 0 {
		creditor, amount = d.Parties.Theirs.Name, closing.Negated()
	}
	return d.Language.Say("act.owed", by, day, creditor, d.Language.Figures(plain(amount)), d.Currency,
		spellout.Amount(d.Language, amount, d.Currency))
}

// theirBalance is the same by their books, with room where they state nothing.
func (d *Document) theirBalance() string {
	if d.Theirs == nil || !d.Theirs.Account.Closing.IsSet() {
		return d.Language.Say("act.owed_blank", d.Parties.Theirs.Name, d.Language.Day(d.Period.Last()))
	}
	return d.balance(d.Parties.Theirs.Name, d.Theirs.Account.Closing)
}

// held says what is reserved, "" where nothing is.
func (d *Document) held() string {
	if d.Held.Sign() == 0 {
		return ""
	}
	return d.Language.Say("act.held", d.Language.Day(d.Period.Last()), d.Language.Figures(plain(d.Held)), d.Currency)
}

// pairs are the lines of the act: ours, beside theirs where they are known.
func (d *Document) pairs() []settlement.Pair {
	if d.Theirs != nil {
		return d.Theirs.Pairs
	}
	out := make([]settlement.Pair, len(d.Account.Entries))
	for i := range d.Account.Entries {
		out[i].Ours = &d.Account.Entries[i]
	}
	return out
}

// plain is an amount without the zeros that a supplier may write beyond the second decimal.
func plain(m money.Amount) string { return m.Negated().Negated().String() }

// sides are a debit balance as a debit or a credit, the other one absent; nought is a debit.
func sides(balance money.Amount) (debit, credit money.Amount) {
	if balance.Sign() < 0 {
		return money.Amount{}, balance.Negated()
	}
	return balance, money.Amount{}
}
