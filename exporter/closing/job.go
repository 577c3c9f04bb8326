package closing

import (
	"time"

	"github.com/dropbridge/dropbridge/exporter/act"
	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/income"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Job says which month is closed, and how.
type Job struct {
	Period   statement.Period
	Now      time.Time
	Source   statement.Source
	Account  closed.Account // whose books
	Currency string         // of the ledger's entries that count, "" for the only one that there is
	Memory   string         // folder of which ledgers were exported before, "" for none
	Sales    string         // folder of which orders and shipments were, likewise
	SalesOf  string         // the account under which they are remembered, of all currencies
	Accept   bool           // what changed since the last export is what the next one is compared with
	Language wording.Language
	Origin   control.Origin // without the period, which is the job's
	Basis    income.Basis
	Parties  act.Parties             // of the act of reconciliation
	NoAct    error                   // a *refusal.Refusal where the act cannot be made: its parties are not known
	Progress func(done, total int64) // of ledger entries; may be nil
}

// memories are what a step remembers for good. keep is called once the folder is in its
// place, and forget in any case at the end, after keep too; each may be nil.
type memories struct {
	keep   func() error
	forget func()
}

// Files are the names of what a month's folder holds.
func Files() []string {
	return []string{fileLedger, fileAct, fileOrders, fileShipments, filePayouts, fileIncome, PageFile}
}

// The names of the files.
const (
	fileLedger    = "ledger.xlsx"
	fileAct       = "act.xlsx"
	fileOrders    = "orders.xlsx"
	fileShipments = "shipments.xlsx"
	filePayouts   = "payouts.xlsx"
	fileIncome    = "income.xlsx"
	PageFile      = "close.html" // what fits and what does not
)

// month is the month as commands take it.
func (j *Job) month() string { return j.Period.First().Format(wording.MonthLayout) }
