package payouts

import (
	"iter"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Payout is a payout of the ledger. One that gives a payout back has a negative Amount.
type Payout struct {
	Entry   supplier.LedgerEntry
	Amount  money.Amount
	Covered int64        // entries that it pays for
	Sum     money.Amount // of them
	Rest    money.Amount // Amount - Sum

	day       time.Time // on which it was posted: midnight UTC of the civil day
	givenBack bool      // by a later one
}

// List collects the payouts of a ledger as it is read.
type List struct {
	Payouts []Payout // in the ledger's order

	zone *time.Location
}

// NewList is an empty list; days are those of the zone.
func NewList(zone *time.Location) *List { return &List{zone: zone} }

// Take takes a payout; it is the Payout of a statement.Sink.
func (l *List) Take(p *statement.Payout, _ iter.Seq2[statement.Covered, error]) error {
	e := p.Entry
	for _, text := range []*string{&e.ID, &e.PayoutID, &e.Operation, &e.DocumentNumber, &e.Description, &e.CounterpartyName, &e.CounterpartyCode, &e.Currency, &e.ReversesEntryID} {
		*text = strings.Clone(*text) // what a sink is given is its own for the call alone
	}
	l.Payouts = append(l.Payouts, Payout{Entry: e, Amount: p.Amount, Covered: p.Covered, Sum: p.Sum, Rest: p.Rest, day: civil(e.PostedAt.In(l.zone))})
	if p.Amount.Sign() < 0 {
		l.giveBack(&e, p.Amount.Negated())
	}
	return nil
}

// giveBack marks the payout that an entry gives back: the one that it names, else the last
// of its amount.
func (l *List) giveBack(e *supplier.LedgerEntry, amount money.Amount) {
	for i := len(l.Payouts) - 1; i >= 0; i-- {
		p := &l.Payouts[i]
		if p.givenBack || p.Amount.Sign() < 0 || p.Amount.Cmp(amount) != 0 {
			continue
		}
		if e.ReversesEntryID == "" || e.ReversesEntryID == p.Entry.ID {
			p.givenBack = true
			return
		}
	}
}

// civil is the day that t's own clock shows, as midnight UTC.
func civil(t time.Time) time.Time {
	year, month, day := t.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// apart is how many days lie between two civil days.
func apart(a, b time.Time) int {
	days := int(a.Sub(b).Hours() / 24)
	return max(days, -days)
}
