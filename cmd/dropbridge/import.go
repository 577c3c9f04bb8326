package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/sharing"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func (a *app) importCommand() *cobra.Command {
	var source string
	var wait time.Duration
	command := &cobra.Command{
		Use:   "import FILE…",
		Short: "Post the orders of files now and write their result files",
		Long: `Reads each file, posts its orders and writes a result file into the results folder.
The file itself is neither moved nor changed. An order that was posted before is
not posted again, whatever the file is called. Refused rows stand in a file of their
own beside the result: correct them there and import that file. With a mapping of
your own nothing is posted before you have approved its requests: dropbridge check.`,
		Example: `  dropbridge import orders.csv
  dropbridge import --wait 5m orders.xlsx
  dropbridge import --source keycrm --json export.csv`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if wait < 0 {
				return usage("usage.wait", wait)
			}
			return a.importFiles(cmd.Context(), source, wait, args)
		},
	}
	command.Flags().DurationVar(&wait, "wait", 0, "wait at most this long for the waybills, such as 5m")
	command.Flags().StringVar(&source, "source", "", "take the files as this source's")
	return command
}

func (a *app) importFiles(ctx context.Context, source string, wait time.Duration, files []string) error {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	if _, err := c.ReadOptions(source); err != nil {
		return err
	}
	for _, file := range files { // before a supplier is asked for anything
		info, err := os.Stat(file)
		if err != nil {
			return fmt.Errorf("import: %w", err)
		}
		if !info.Mode().IsRegular() {
			return said(exitFailed, wording.NewMessage("usage.in_flag", "import "+oneline.Unbroken(file), wording.NewMessage("trouble.irregular")), wording.NewMessage("hint.no_file"), nil)
		}
	}
	if err := c.PostingAllowed(); err != nil {
		return err
	}
	defer a.spareMemory()() // the reports of long files are printed in it, too
	o, err := a.openOrdering(ctx, c, sharing.As{})
	if err != nil {
		return err
	}
	reports, err := a.importAll(ctx, o, source, wait, files)
	err = errors.Join(err, o.KeepWaybillsOf(context.WithoutCancel(ctx), source))
	for _, report := range reports {
		if a.jsonOutput {
			err = errors.Join(err, report.WriteJSON(a.stdout))
		} else {
			a.people().Import(report)
		}
	}
	if err = errors.Join(err, o.close()); err != nil {
		return err
	}
	return quiet(importCode(reports))
}

// importAll posts file by file; the reports of what was done come back with the error of the first that failed.
func (a *app) importAll(ctx context.Context, o *ordering, source string, wait time.Duration, files []string) ([]*result.FileReport, error) {
	var reports []*result.FileReport
	for _, file := range files {
		bar := terminal.NewProgress(a.stderr, a.spoken(), wording.NewMessage("progress.orders_of", file))
		bar.Update(0, 0) // reading and noting a long file takes a while
		report, err := o.Import(ctx, source, file, func(done, total int) { bar.Update(int64(done), int64(total)) })
		bar.Finish()
		if report != nil {
			reports = append(reports, report)
		}
		if err != nil {
			return reports, err
		}
	}
	if wait == 0 {
		return reports, nil
	}
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	reports, err := o.Wait(waiting, reports)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = nil // the time is up: what is known by now stands in the result files
	}
	return reports, err
}

// pendingElse reports whether rows were put off for another reason than that their orders
// leave with the next bundle, as they should.
func pendingElse(r *result.FileReport) bool {
	return slices.ContainsFunc(r.Rows, func(row result.RowReport) bool {
		return row.Status == state.RowPending && (row.Error == nil || row.Error.Code != state.CodeNextBundle)
	})
}

// importCode is the exit code of what was read and posted: a refused file goes
// before refused rows; rows whose posting was put off mean the supplier.
func importCode(reports []*result.FileReport) int {
	code := exitDone
	for _, r := range reports {
		switch {
		case r.Refused:
			return exitFailed
		case r.Counts.Conflict+r.Counts.Rejected+r.Counts.Unknown > 0:
			code = exitPartial
		case pendingElse(r) && code == exitDone:
			code = exitSupplier
		}
	}
	return code
}
