package act

import (
	"context"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/settlement"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Books are our books of a period, as an act has them.
type Books struct {
	Account   settlement.Account // what the supplier owes us is a debit
	Statement *statement.Statement
}

// Read reads the ledger of the period. Documents are named in the language. A ledger that came
// in part is refused with a *refusal.Refusal: an act is signed.
func Read(ctx context.Context, source statement.Source, options statement.Options, l wording.Language) (*Books, error) {
	b := &Books{}
	s, err := statement.Read(ctx, source, options, b.Sink(options.Period, l))
	if err != nil {
		return nil, err
	}
	s.Forget() // an act is no export that the next one is compared with
	if err := b.Finish(s); err != nil {
		return nil, err
	}
	return b, nil
}

// Sink takes the entries of the period, for whoever reads the ledger for other books too and
// calls Finish then.
func (b *Books) Sink(period statement.Period, l wording.Language) statement.Sink {
	zone := period.From.Location()
	return statement.Sink{Entry: func(line *statement.Line) error {
		if line.Debit.IsSet() || line.Credit.IsSet() {
			b.Account.Entries = append(b.Account.Entries, booked(line, zone, l))
		}
		return nil
	}}
}

// Finish takes the balances of the statement that the entries were read for. Its errors are
// those of Read.
func (b *Books) Finish(s *statement.Statement) error {
	for _, check := range s.Checks {
		if check.Name == "entries_complete" && !check.OK {
			return refusal.New(failure.Other, wording.NewMessage("act.incomplete", check.Detail), wording.NewMessage("act.incomplete_way"))
		}
	}
	b.Statement = s
	b.Account.Opening, b.Account.Closing = s.Opening.Posted, s.Closing.Posted
	b.Account.Debit, b.Account.Credit = s.Turnover.Debit, s.Turnover.Credit
	return nil
}

// booked is a line of the statement as an entry of the account.
func booked(line *statement.Line, zone *time.Location, l wording.Language) settlement.Entry {
	e := line.Entry.Clone()
	year, month, day := e.PostedAt.In(zone).Date()
	out := settlement.Entry{Day: time.Date(year, month, day, 0, 0, 0, 0, time.UTC), Document: named(&e, l), Debit: line.Debit, Credit: line.Credit}
	numbers := []string{e.DocumentNumber, e.OrderExternalID, e.OrderID}
	if e.Kind == "payout" { // what a payout covers names it too, and is not it
		numbers = append(numbers, e.PayoutID)
	}
	for _, number := range numbers {
		if number != "" {
			out.Numbers = append(out.Numbers, number)
		}
	}
	return out
}

// named is what an entry's document is called: the operation, its number and day, its order.
func named(e *supplier.LedgerEntry, l wording.Language) string {
	text := l.Operation(e.Operation)
	if text == "" {
		text = l.Kind(e.Kind)
	}
	day, dated := parseDay(e.DocumentDate)
	switch {
	case e.DocumentNumber != "" && dated:
		text = l.Say("act.document_of", text, e.DocumentNumber, l.Day(day))
	case e.DocumentNumber != "":
		text = l.Say("act.document", text, e.DocumentNumber)
	case e.PayoutID != "":
		text = l.Say("act.document", text, e.PayoutID)
	}
	switch {
	case e.OrderExternalID != "":
		text = l.Say("act.document_order", text, e.OrderExternalID)
	case e.OrderID != "":
		text = l.Say("act.document_order", text, e.OrderID)
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

func parseDay(text string) (time.Time, bool) {
	day, err := time.Parse(time.DateOnly, text)
	return day, err == nil
}
