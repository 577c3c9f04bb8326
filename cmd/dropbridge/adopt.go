package main

import (
	"context"
	"errors"
	"os/user"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/importer"
)

func (a *app) adoptCommand() *cobra.Command {
	var o importer.AdoptOptions
	command := &cobra.Command{
		Use:   "adopt",
		Short: "Go on with a journal that is not the one of these folders",
		Long: `For when the journal was lost, put back from a backup or replaced: nothing is posted
then before you say so. First make sure that no dropbridge runs with the old journal.
The order ids, statuses and waybills are read back from the result files into this
journal, so that files dropped again are duplicates. An order of which the results do
not tell is looked up at the supplier before it is posted for the first time, for 90
days. This command itself posts nothing, and running it again does nothing new.`,
		Example: "  dropbridge adopt --dry-run\n  dropbridge adopt",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.adopt(cmd.Context(), o) },
	}
	command.Flags().BoolVar(&o.DryRun, "dry-run", false, "only show what would be done")
	command.Flags().BoolVar(&o.Unchecked, "unchecked", false, "look nothing up: you are sure that the supplier has no order that the results do not show")
	return command
}

func (a *app) adopt(ctx context.Context, o importer.AdoptOptions) (err error) {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	ordering, err := a.openOrdering(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ordering.close()) }()
	if me, err := user.Current(); err == nil {
		o.By = me.Username
	}
	report, err := ordering.Adopt(ctx, o)
	if err != nil {
		return err
	}
	if a.jsonOutput {
		err = a.printJSON(report)
	} else {
		a.printAdoption(report)
	}
	if err == nil && len(report.Unread) > 0 {
		err = quiet(exitPartial)
	}
	return err
}

func (a *app) printAdoption(r *importer.Adoption) {
	if !r.Needed {
		a.printf("the journal is the one of these folders: there is nothing to adopt\n")
	} else {
		a.printf("%s\n", oneLine(r.Message))
		n := r.Orders
		a.printf("%d result files tell of %d accepted orders, %d rejected, %d conflict, %d pending, %d unknown\n", r.Results,
			n.Accepted, n.Rejected, n.Conflict, n.Pending, n.Unknown)
	}
	for _, guess := range r.Guessed {
		a.printf("  %s may be of several sources, and its orders count as posted in each\n", oneLine(guess.File))
	}
	for _, unread := range r.Unread {
		if unread.Row > 0 {
			a.printf("  not read: %s, row %d: %s\n", oneLine(unread.File), unread.Row, oneLine(unread.Reason))
		} else {
			a.printf("  not read: %s: %s\n", oneLine(unread.File), oneLine(unread.Reason))
		}
	}
	switch {
	case r.DryRun && r.Needed:
		a.printf("nothing was changed; `dropbridge adopt` takes them into the journal\n")
	case !r.AdoptedAt.IsZero():
		a.printf("adopted on %s by %s\n", r.AdoptedAt.Local().Format(time.DateTime), oneLine(r.AdoptedBy))
	}
	if !r.LookUntil.IsZero() && !r.DryRun {
		a.printf("until %s orders are looked up at the supplier before they are posted for the first time\n", r.LookUntil.Local().Format(time.DateOnly))
	}
}

// noDoubt is an error that is none of a journal that is not trusted.
func noDoubt(err error) error {
	if _, doubted := errors.AsType[*importer.Doubt](err); doubted {
		return nil
	}
	return err
}
