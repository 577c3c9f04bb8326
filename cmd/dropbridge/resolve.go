package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
)

func (a *app) retryCommand() *cobra.Command {
	var source string
	command := &cobra.Command{
		Use:   "retry ORDER…",
		Short: "Post orders again that the supplier refused, as they are",
		Long: `Posts refused orders again under their numbers, for when the reason has passed, such
as goods that are in stock again. A row that was wrong is corrected in the file
and dropped again instead.`,
		Example: "  dropbridge retry 1001 1002\n  dropbridge retry --source keycrm KC-1001",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.decide(cmd.Context(), true, func(ctx context.Context, o *ordering) error {
				for _, order := range args {
					if err := o.Retry(ctx, source, order); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	command.Flags().StringVar(&source, "source", "", "the source that the orders came from")
	return command
}

func (a *app) resolveCommand() *cobra.Command {
	var source, posted string
	var notPosted bool
	command := &cobra.Command{
		Use:   "resolve ORDER",
		Short: "Say what became of an order whose outcome is unknown",
		Long: `Takes a person's answer about an order that was sent without an answer: look into the
supplier's cabinet first. With --not-posted the order is posted again.`,
		Example: "  dropbridge resolve 1001 --posted ord_00000042\n  dropbridge resolve 1001 --not-posted",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.decide(cmd.Context(), notPosted, func(ctx context.Context, o *ordering) error {
				return o.Resolve(ctx, source, args[0], posted)
			})
		},
	}
	command.Flags().StringVar(&source, "source", "", "the source that the order came from")
	command.Flags().StringVar(&posted, "posted", "", "the order's id at the supplier")
	command.Flags().BoolVar(&notPosted, "not-posted", false, "the supplier does not have it: post it again")
	command.MarkFlagsOneRequired("posted", "not-posted")
	command.MarkFlagsMutuallyExclusive("posted", "not-posted")
	return command
}

// decide notes a person's decision, posts what it made ready, and shows how things stand.
// A decision that posts needs orders that may be posted.
func (a *app) decide(ctx context.Context, posts bool, decision func(context.Context, *ordering) error) (err error) {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	if posts {
		if err := c.postingAllowed(); err != nil {
			return err
		}
	}
	o, err := a.openOrdering(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	if posts {
		if err := o.Trusted(ctx); err != nil {
			return err
		}
	}
	if err := decision(ctx, o); err != nil {
		return err
	}
	if err := o.Resume(ctx); err != nil {
		return err
	}
	status, err := o.Status(ctx)
	if err != nil {
		return err
	}
	return a.showStatus(status, false)
}
