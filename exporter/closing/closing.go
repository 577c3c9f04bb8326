package closing

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

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
	Account  string // whose ledger
	Memory   string // folder of what was exported before, "" for none
	Accept   bool   // what changed since the last export is what the next one is compared with
	Language wording.Language
	Origin   control.Origin // without the period, which is the job's
	Basis    income.Basis
	Progress func(done, total int64) // of ledger entries; may be nil

	// More are further documents: each writes its file into a folder.
	More []Step
}

// Step writes documents into a folder, and says what they are and what it will remember.
type Step func(ctx context.Context, folder string) ([]Document, Memories, error)

// Memories are what a step remembers for good. Keep is called once the folder is in its
// place, and Forget in any case at the end, after Keep too; each may be nil.
type Memories struct {
	Keep   func() error
	Forget func()
}

// Files are the names of what a month's folder holds, but for those of further documents.
func Files() []string {
	return []string{fileLedger, fileOrders, fileShipments, filePayouts, fileIncome, PageFile}
}

// The names of the files.
const (
	fileLedger    = "ledger.xlsx"
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
	var all []Memories
	defer func() {
		for _, m := range all {
			if m.Forget != nil {
				m.Forget()
			}
		}
	}()
	for _, step := range append([]Step{j.writeLedger(r), j.writeOrders, j.writeShipments}, j.More...) {
		documents, memories, err := step(ctx, unseen.Name())
		all = append(all, memories)
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
		if m.Keep == nil {
			continue
		}
		if err := m.Keep(); err != nil {
			return r, err
		}
	}
	return r, nil
}
