package bankfile

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/refusal"
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

// refuse is a *refusal.Refusal of the file, whose sentences stand under a key and the same
// with ".way".
func refuse(key string, values ...any) error {
	return refusal.New(failure.Other, wording.NewMessage("bank."+key, values...), wording.NewMessage("bank."+key+".way"))
}
