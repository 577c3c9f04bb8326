package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/gocarina/gocsv"
	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func (a *app) statusCommand() *cobra.Command {
	var asCSV bool
	command := &cobra.Command{
		Use:   "status",
		Short: "Show what the journal knows of files and orders",
		Long: `Shows the files that were dropped, the orders by state, the last changed orders and
what needs a person. Nothing is asked of the supplier.`,
		Example: "  dropbridge status\n  dropbridge status --csv > orders.csv",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.status(cmd.Context(), asCSV) },
	}
	command.Flags().BoolVar(&asCSV, "csv", false, "print the last changed orders as CSV")
	return command
}

func (a *app) status(ctx context.Context, asCSV bool) (err error) {
	if err := a.oneForm(asCSV); err != nil {
		return err
	}
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	if c.journalMissing() {
		return a.showStatus(c.withApproval(importer.Status{Account: c.account(), Orders: map[importer.State]int{}, Files: []importer.FileStatus{},
			Recent: []importer.OrderStatus{}, Problems: []importer.Problem{}}), asCSV)
	}
	settings, err := c.importerConfig()
	if err != nil {
		return err
	}
	j, err := a.openJournal(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	im, err := importer.New(settings, nil, j) // it only reads: no supplier is asked
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, im.Close()) }()
	if err := noDoubt(im.Trusted(ctx)); err != nil { // what it finds is among the problems
		return err
	}
	status, err := im.Status(ctx)
	if err != nil {
		return err
	}
	return a.showStatus(c.withApproval(status), asCSV)
}

// withApproval adds that orders may not be posted, where no running program has said so.
// What else is wrong with the mapping is a matter of `check`.
func (c *config) withApproval(status importer.Status) importer.Status {
	err := c.postingAllowed()
	told := slices.ContainsFunc(status.Problems, func(p importer.Problem) bool { return p.Name == importer.ProblemApproval })
	if errors.Is(err, supplier.ErrPostingStopped) && !told {
		status.Problems = append(status.Problems, importer.Problem{Name: importer.ProblemApproval, Text: oneLine(withHint(err).Error()), Since: time.Now(), Minor: true})
	}
	return status
}

// journalMissing reports whether nothing was ever imported here, so that asking makes no folders.
func (c *config) journalMissing() bool {
	if strings.Contains(c.Journal, "://") {
		return false
	}
	_, err := os.Stat(c.journal())
	return errors.Is(err, fs.ErrNotExist) && !importer.HasPast(c.path(c.Inbox.Results))
}

func (a *app) showStatus(status importer.Status, asCSV bool) error {
	switch {
	case a.jsonOutput:
		return a.printJSON(status)
	case asCSV:
		return gocsv.Marshal(statusRows(status), a.stdout)
	}
	a.printStatus(status)
	return nil
}

// statusRow is one order as CSV.
type statusRow struct {
	ExternalID  string `csv:"external_id"`
	Source      string `csv:"source"`
	State       string `csv:"state"`
	OrderID     string `csv:"order_id"`
	OrderStatus string `csv:"order_status"`
	Waybills    string `csv:"waybill_number"`
	Message     string `csv:"message"`
	ChangedAt   string `csv:"changed_at"`
}

func statusRows(s importer.Status) []statusRow {
	rows := make([]statusRow, 0, len(s.Recent))
	for _, o := range s.Recent {
		rows = append(rows, statusRow{o.ExternalID, o.Source, string(o.State), o.OrderID, o.OrderStatus,
			strings.Join(o.Waybills, "; "), o.Message, o.At.UTC().Format(time.RFC3339)})
	}
	return rows
}

func (a *app) printProblems(s importer.Status) {
	for _, problem := range s.Problems {
		a.printf("needs a person: %s\n", oneLine(problem.Text))
	}
}

func (a *app) printStatus(s importer.Status) {
	if len(s.Orders) == 0 && len(s.Files) == 0 {
		a.printf("the journal is empty: drop an order file into the inbox, or run `dropbridge import FILE`\n")
		a.printProblems(s)
		return
	}
	var states []string
	for state := range s.Orders {
		states = append(states, string(state))
	}
	slices.Sort(states)
	a.printf("orders of %s:\n", oneLine(s.Account))
	for _, state := range states {
		a.printf("  %-10s %d\n", state, s.Orders[importer.State(state)])
	}
	if s.Orders[importer.Unknown] > 0 {
		a.printf("needs a person: orders whose outcome stays unknown: look into the supplier's cabinet, then `dropbridge resolve ORDER`\n")
	}
	a.printProblems(s)
	a.printf("files, the newest first:\n")
	for _, f := range s.Files {
		a.printf("  %s  %s  %s", f.At.Local().Format(time.DateTime), oneLine(f.Name), f.State)
		if f.Reason != "" {
			a.printf(": %s", oneLine(f.Reason))
		}
		if f.Result != "" {
			a.printf(" → %s", f.Result)
		}
		if f.Rejected != "" {
			a.printf(", to correct and drop again: %s", f.Rejected)
		}
		a.printf("\n")
	}
	a.printf("orders, the last changed first:\n")
	for _, o := range s.Recent {
		line := []string{oneLine(o.ExternalID), string(o.State)}
		for _, fact := range []string{o.OrderID, o.OrderStatus, strings.Join(o.Waybills, "; "), o.Message} {
			if fact != "" {
				line = append(line, oneLine(fact))
			}
		}
		a.printf("  %s\n", strings.Join(line, ", "))
	}
}
