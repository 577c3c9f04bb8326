package statement

import (
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// amount is an amount for people: 1,200.00 in English, 1 200,00 in Ukrainian.
type amount money.Amount

// shown is an amount as a text has it, without the zeros that a supplier may write beyond
// the second decimal.
func shown(m money.Amount) amount { return amount(m) }

const noBreakSpace = "\u00a0"

// In is the amount in a language.
func (a amount) In(l wording.Language) string {
	m := money.Amount(a)
	group, point := l.Of(noBreakSpace, ","), l.Of(",", ".")
	whole, decimals, _ := strings.Cut(strings.TrimPrefix(negated(negated(m)).String(), "-"), ".")
	var b strings.Builder
	if m.Sign() < 0 {
		b.WriteByte('-')
	}
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(group)
		}
		b.WriteRune(digit)
	}
	return b.String() + point + decimals
}

// apart says how far an amount is from what it should be.
func apart(expected, found money.Amount) wording.Text {
	difference, err := found.Sub(expected)
	switch {
	case err != nil:
		return wording.Say("суми різні", "they differ")
	case difference.Sign() < 0:
		return wording.Say("на %s менше", "%s too little", shown(negated(difference)))
	}
	return wording.Say("на %s більше", "%s too much", shown(difference))
}

// onDay is the day that t's own clock shows.
func onDay(t time.Time) wording.Text {
	return wording.Say(t.Format("02.01.2006"), t.Format(time.DateOnly))
}

// onMinute is the day with the time.
func onMinute(t time.Time) wording.Text {
	return wording.Say(t.Format("02.01.2006 15:04"), t.Format("2006-01-02 15:04"))
}

// named names an entry for people.
func named(e *supplier.LedgerEntry, zone *time.Location) wording.Text {
	return wording.Say("%s від %s", "%s of %s", strings.Clone(e.ID), onDay(e.PostedAt.In(zone)))
}

// statusWord is an order's status, in English as the service writes it.
func statusWord(status string) wording.Text {
	return wording.Say(wording.Ukrainian.OrderStatus(status), status)
}

// operationWord is an entry's operation, likewise.
func operationWord(operation string) wording.Text {
	return wording.Say(wording.Ukrainian.Operation(operation), operation)
}

// verbatim is a text that is no sentence of ours: numbers, or an error's words.
func verbatim(text string) wording.Text { return wording.Say(text, text) }

// list joins what is named, and counts the rest.
func list(named []wording.Text, all int64) wording.Text {
	if rest := all - int64(len(named)); rest > 0 {
		return wording.Say("%s; і ще %d", "%s; and %d more", named, rest)
	}
	return wording.Say("%s", "%s", named)
}
