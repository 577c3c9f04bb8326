package main

import (
	"context"
	"errors"
	"os/user"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/sharing"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/told"
)

func (a *app) adoptCommand() *cobra.Command {
	var o doubt.AdoptOptions
	command := &cobra.Command{
		Use:   "adopt",
		Short: "Go on with a journal that is not the one of these folders",
		Long: `For when the journal was lost, put back from a backup or replaced: nothing is posted
then before you say so. First make sure that no dropbridge runs with the old journal.
The order ids, statuses and waybills are read back from the result files into this
journal, so that files dropped again are duplicates. An order of which the results do
not tell is looked up at the supplier before it is posted for the first time, for 90
days. This command itself posts nothing, and running it again does nothing new.`,
		Example: "  dropbridge adopt --dry-run\n  dropbridge adopt\n  dropbridge adopt --restored",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.adopt(cmd.Context(), o) },
	}
	command.Flags().BoolVar(&o.DryRun, "dry-run", false, "only show what would be done")
	command.Flags().BoolVar(&o.Restored, "restored", false, "the journal was put back by the tools of its database, such as pg_restore, which it cannot know")
	command.Flags().BoolVar(&o.Unchecked, "unchecked", false, "look nothing up: you are sure that the supplier has no order that the results do not show")
	return command
}

func (a *app) adopt(ctx context.Context, o doubt.AdoptOptions) (err error) {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	ordering, err := a.openOrdering(ctx, c, sharing.As{})
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
		a.people().Adoption(report)
	}
	if err == nil && len(report.Unread)+len(report.Lost) > 0 {
		err = quiet(exitPartial)
	}
	return err
}

// noDoubt is an error that is none of a journal that is not trusted.
func noDoubt(err error) error {
	if _, doubted := errors.AsType[*told.Doubt](err); doubted {
		return nil
	}
	return err
}
