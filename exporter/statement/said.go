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

// In is the amount in a language.
func (a amount) In(l wording.Language) string {
	return l.Figures(money.Amount(a).Negated().Negated().String())
}

// apart says how far an amount is from what it should be.
func apart(expected, found money.Amount) wording.Message {
	difference, err := found.Sub(expected)
	switch {
	case err != nil:
		return wording.NewMessage("statement.apart.unlike")
	case difference.Sign() < 0:
		return wording.NewMessage("statement.apart.less", shown(difference.Negated()))
	}
	return wording.NewMessage("statement.apart.more", shown(difference))
}

// moment is a day, or a day with its time, for people.
type moment struct {
	at   time.Time
	said func(wording.Language, time.Time) string
}

// onDay is the day that t's own clock shows.
func onDay(t time.Time) moment { return moment{t, wording.Language.Day} }

// onMinute is the day with the time.
func onMinute(t time.Time) moment { return moment{t, wording.Language.Moment} }

// In is the moment in a language.
func (m moment) In(l wording.Language) string { return m.said(l, m.at) }

// named names an entry for people.
func named(e *supplier.LedgerEntry, zone *time.Location) wording.Message {
	return wording.NewMessage("statement.entry", strings.Clone(e.ID), onDay(e.PostedAt.In(zone)))
}

// code is a value of the service: in English as the service writes it, else in words.
type code struct{ topic, value string }

func statusWord(status string) code { return code{"order_status", status} }

func operationWord(operation string) code { return code{"operation", operation} }

// In is the value in a language.
func (c code) In(l wording.Language) string {
	if l == wording.English {
		return c.value
	}
	return l.Word(c.topic, c.value)
}

// fieldName is the name of an entry's field for people.
type fieldName string

// In is the name in a language.
func (n fieldName) In(l wording.Language) string { return l.Word("statement.field", string(n)) }

// list joins what is named, and counts the rest.
func list(named wording.List, all int64) wording.Message {
	if rest := all - int64(len(named)); rest > 0 {
		return wording.NewMessage("statement.and_more", named, rest)
	}
	return named.Message()
}
