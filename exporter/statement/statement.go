package statement

import (
	"time"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Statement is what the ledger of a period comes to. Amounts are in Currency and from the
// client's side: what the supplier owes is positive.
type Statement struct {
	Period   Period
	Currency string    // ISO 4217, of the first entry
	Entries  int64     // distinct ones in the period
	Pages    int       // that were read
	Read     time.Time // when

	Opening, Closing supplier.Balance
	OpeningFrom      OpeningSource
	Turnover         Turnover

	Groups      []Group // by month, kind and operation
	Days        []DayBalance
	Holds       []OpenHold // open at the period's end, the oldest first
	Differences []Difference

	Late, Gone, Changed []closed.Finding // against the exports before

	Checks    []Check
	Unchecked []Unchecked

	history *memory // to be committed when the file is published
}

// OK reports whether every check holds.
func (s *Statement) OK() bool {
	for _, check := range s.Checks {
		if !check.OK {
			return false
		}
	}
	return true
}

// OpeningSource says where a statement's opening comes from.
type OpeningSource struct {
	Source   string    // of the constants below
	Exported time.Time // when the export was made that it goes on from, of OpeningRemembered
	Begins   time.Time // the first entry that is shown, of OpeningStated; zero where there is none
	Stated   money.Amount

	words wording.Message
}

// The sources of an opening.
const (
	OpeningEntries    = "entries"  // the entries of before the period, as the supplier gave them
	OpeningRemembered = "memory"   // the entries that were exported before
	OpeningStated     = "supplier" // the supplier states a balance before its first entry
)

// Named is the source for people.
func (o *OpeningSource) Named() wording.Message { return o.words }

// Turnover is what was booked in a period. Debit and Credit are accruals and payouts, a
// credit as a positive amount; a hold's effect on what is available is in Hold alone.
type Turnover struct {
	Accrual, Hold, Payout money.Amount
	Debit, Credit         money.Amount
}

// Line is an entry of the period as a row of the statement.
type Line struct {
	Number              int64 // from 1
	Entry               supplier.LedgerEntry
	Debit, Credit, Hold money.Amount // absent where the entry has none
	Waybills            string       // of its order, joined by "; ", where the orders were read
}

// Group is the turnover of one operation in one month. Opening and Closing are what the
// operation came to since the ledger began.
type Group struct {
	Month           time.Time // its first day, in the period's zone
	Kind, Operation string
	Entries         int64
	Opening         money.Amount
	Debit, Credit   money.Amount
	Hold            money.Amount
	Closing         money.Amount
}

// DayBalance is the balance at a day's end.
type DayBalance struct {
	Day     time.Time
	Balance supplier.Balance
}

// OpenHold is a hold, or the rest of one, that nothing has released by the period's end. One
// without an entry is what was held before the first entry that the supplier shows.
type OpenHold struct {
	Entry       supplier.LedgerEntry
	Amount      money.Amount // still held, positive
	Age         int          // whole days from its entry to the period's end, or to the reading where that is earlier
	Expected    time.Time    // when it is expected to be released, zero where nobody knows
	OrderStatus string       // of its order, "" where unknown
}

// Payout is one payout with what it covers. One that gives a payout back has a negative
// Amount, and the covered amounts of that payout with the other sign.
type Payout struct {
	Entry   supplier.LedgerEntry
	Amount  money.Amount // what was paid
	ByID    bool         // the entries name the payout; otherwise they are those since the last one
	Covered int64        // entries
	Sum     money.Amount // of the covered entries
	Rest    money.Amount // Amount - Sum
	Left    money.Amount // what the payouts before left of theirs; below zero where they paid ahead
	Carried money.Amount // the part of Rest that Left explains
}

// Covered is an entry that a payout covers.
type Covered struct {
	ID                       string
	Kind, Operation          string
	OrderID, OrderExternalID string
	Document                 string
	PostedAt                 time.Time
	Amount                   money.Amount
}

// Difference is something between the ledger and the orders that does not fit.
type Difference struct {
	Code                         string
	OrderID, ExternalID, EntryID string
	Expected, Found              money.Amount
	Days                         int
	Export                       *closed.Export  // since which the entry moved, nil of what does not fit with the orders
	Changes                      []closed.Change // of an entry that was changed since an export
	Message                      wording.Message // one line
}

// Check is one thing that must hold.
type Check struct {
	Name            string
	OK              bool
	Detail          wording.Message // one line with the figures
	Expected, Found money.Amount
}

// Unchecked is a check that could not be made, and why.
type Unchecked struct {
	Name string
	Why  wording.Message
}

// Partial reports whether entries are missing from the statement.
func (s *Statement) Partial() bool {
	for _, check := range s.Checks {
		if check.Name == "entries_complete" && !check.OK {
			return true
		}
	}
	return false
}
