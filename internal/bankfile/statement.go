package bankfile

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Line is money that came in.
type Line struct {
	Row      int          // of the file, from 1
	Day      time.Time    // when the bank booked it: midnight UTC of the civil day
	Amount   money.Amount // positive
	Currency string       // ISO 4217, "" where the file does not say
	Payer    Payer
	Purpose  string
	Document string // its number
}

// Payer is who paid; what the file does not say is "".
type Payer struct {
	Name    string
	Code    string // ЄДРПОУ or ІПН
	Account string // IBAN
}

// Statement is what a bank's file says.
type Statement struct {
	File     string
	Template string
	Lines    []Line // what came in, in the file's order
	Outgoing int    // payments that went out, which nobody asks for
	Undone   int    // payments that the bank did not carry out
	// First and Last are the days that the file covers: those that it states, else those
	// of its first and last payments in either direction. Zero without any.
	First, Last time.Time
}

// cover widens the days by one.
func (s *Statement) cover(day time.Time) {
	if s.First.IsZero() || day.Before(s.First) {
		s.First = day
	}
	if day.After(s.Last) {
		s.Last = day
	}
}

// Error is a file that is refused, with the way out.
type Error struct {
	Message, Way wording.Message
	Cause        error
}

// Error is the message in English.
func (e *Error) Error() string { return e.Message.In(wording.English) }

// Hint is the way out in English.
func (e *Error) Hint() string { return e.Way.In(wording.English) }

// Unwrap is the cause, nil where the file itself is.
func (e *Error) Unwrap() error { return e.Cause }

// Say is the message and the way out in a language.
func (e *Error) Say(l wording.Language) (what, way string) { return e.Message.In(l), e.Way.In(l) }

// refuse is an error of the file whose sentences stand under a key and the same with ".way".
func refuse(key string, values ...any) *Error {
	return &Error{Message: wording.NewMessage("bank."+key, values...), Way: wording.NewMessage("bank." + key + ".way")}
}
