package closing

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/exporter/act"
	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/income"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/durable"
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

// step writes documents into a folder, and says what they are and what it will remember.
type step func(ctx context.Context, folder string) ([]Document, memories, error)

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

// Write closes the month into a folder, which is whole with all that belongs to it, or as it
// was before. The folder above is made where there is none.
func (j *Job) Write(ctx context.Context, folder string) (*Report, error) {
	above := filepath.Dir(folder)
	if err := os.MkdirAll(above, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder %s: %w", above, err)
	}
	// That a killed run's folder cannot be removed is no reason to fail.
	_ = durable.RemoveStaleFolders(above, j.Now)
	unseen, err := durable.CreateFolder(folder)
	if err != nil {
		return nil, fmt.Errorf("make a folder beside %s: %w", folder, err)
	}
	defer unseen.Abort()
	r := j.report(folder)
	var all []memories
	defer func() {
		for _, m := range all {
			if m.forget != nil {
				m.forget()
			}
		}
	}()
	for _, write := range []step{j.writeLedger(r), j.writeOrders, j.writeShipments} {
		documents, kept, err := write(ctx, unseen.Name())
		all = append(all, kept)
		if err != nil {
			return nil, err
		}
		r.Documents = append(r.Documents, documents...)
	}
	if err := r.writePage(filepath.Join(unseen.Name(), PageFile), j); err != nil {
		return nil, fmt.Errorf("write the page of the month: %w", err)
	}
	if err := unseen.Commit(); err != nil {
		return nil, fmt.Errorf("put the month into %s: %w", folder, err)
	}
	for _, m := range all {
		if m.keep == nil {
			continue
		}
		if err := m.keep(); err != nil {
			return r, err
		}
	}
	return r, nil
}
