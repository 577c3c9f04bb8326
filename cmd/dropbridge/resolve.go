package main

import (
	"context"
	"errors"
	"os"
	"os/user"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/oneline"
)

func (a *app) retryCommand() *cobra.Command {
	var source string
	command := &cobra.Command{
		Use:   "retry ORDER…",
		Short: "Post refused orders again, and waiting ones now",
		Long: `Posts refused orders again under their numbers, for when the reason has passed, such
as goods that are in stock again. An order that waits because the supplier asked for
that is tried now, also by a running daemon. A row that was wrong is corrected in the
file and dropped again instead.`,
		Example: "  dropbridge retry 1001 1002\n  dropbridge retry --source keycrm KC-1001",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var answers []decide.Answer
			for _, order := range args {
				answers = append(answers, decide.Answer{Source: source, Number: order, Kind: state.DecidedRetry})
			}
			return a.decide(cmd.Context(), answers)
		},
	}
	command.Flags().StringVar(&source, "source", "", "the source that the orders came from (. is the inbox itself)")
	return command
}

func (a *app) resolveCommand() *cobra.Command {
	var answer decide.Answer
	var posted, number string
	var notPosted, keep, changed, undo bool
	command := &cobra.Command{
		Use:   "resolve ORDER",
		Short: "Decide about an order whose outcome is unknown, or that is in conflict",
		Long: `Takes a person's decision about an order; look into the supplier's cabinet first.

Where it is unknown what became of an order, say --posted with its id there, which the
supplier is asked for, or --not-posted: then it is posted again.

Where a file holds another order under the number, say --keep (what is at the supplier
stands), --changed-there (you changed it there by hand: nothing is sent) or --as with a
number of its own, under which it is sent.

Decisions are kept with time and user; --undo takes the last one back while nothing was
sent upon it. --force decides where the supplier does not confirm.`,
		Example: `  dropbridge resolve 1001 --posted ord_00000042
  dropbridge resolve 1001 --not-posted
  dropbridge resolve 1001 --keep
  dropbridge resolve 1001 --changed-there
  dropbridge resolve 1001 --as 1001-2
  dropbridge resolve 1001 --undo`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			answer.Number = args[0]
			for kind, said := range map[state.DecisionKind]bool{state.DecidedPosted: cmd.Flags().Changed("posted"), state.DecidedNotPosted: notPosted,
				state.DecidedKeep: keep, state.DecidedChanged: changed, state.DecidedAs: cmd.Flags().Changed("as"), state.DecidedUndo: undo} {
				if said {
					answer.Kind = kind
				}
			}
			answer.Value = posted + number // at most one of them is given
			if answer.Kind == "" || answer.Value == "" && (answer.Kind == state.DecidedPosted || answer.Kind == state.DecidedAs) {
				return usage("resolve_text.what", oneline.Unbroken(args[0]))
			}
			return a.decide(cmd.Context(), []decide.Answer{answer})
		},
	}
	flags := command.Flags()
	flags.StringVar(&answer.Source, "source", "", "the source that the order came from (. is the inbox itself)")
	flags.StringVar(&posted, "posted", "", "the order's id at the supplier")
	flags.BoolVar(&notPosted, "not-posted", false, "the supplier does not have it: post it again")
	flags.BoolVar(&keep, "keep", false, "what is at the supplier stands")
	flags.BoolVar(&changed, "changed-there", false, "the file's content is at the supplier now, changed there by hand: nothing is sent")
	flags.StringVar(&number, "as", "", "it is another order: send it under this number")
	flags.BoolVar(&undo, "undo", false, "take the last decision back, while nothing was sent upon it")
	flags.BoolVar(&answer.Force, "force", false, "decide although the supplier does not confirm it")
	decisions := []string{"posted", "not-posted", "keep", "changed-there", "as", "undo"}
	command.MarkFlagsMutuallyExclusive(decisions...)
	return command
}

// decide notes a person's decisions, posts what they made ready, and shows how things stand.
// A decision that posts needs orders that may be posted.
func (a *app) decide(ctx context.Context, answers []decide.Answer) (err error) {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	if answers[0].Kind.Sends() {
		if err := c.PostingAllowed(); err != nil {
			return err
		}
	}
	o, err := a.openOrdering(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	if answers[0].Kind.Sends() {
		if err := o.Trusted(ctx); err != nil {
			return err
		}
	}
	for _, answer := range answers {
		answer.Person = person()
		note, err := o.Decide(ctx, answer)
		if err != nil {
			return err
		}
		if !note.IsZero() {
			a.printf("%s\n", oneline.Unbroken(note.In(c.Spoken())))
		}
	}
	if err := o.Resume(ctx); err != nil {
		return err
	}
	status, err := o.Status(ctx)
	if err != nil {
		return err
	}
	return a.showStatus(c, overview.StatusQuery{}, withApproval(c, status), false)
}

// person is who decides: the user of the system.
func person() string {
	if me, err := user.Current(); err == nil {
		return me.Username
	}
	return os.Getenv("USER")
}
