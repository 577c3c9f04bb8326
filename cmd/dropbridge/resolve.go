package main

import (
	"context"
	"errors"
	"os"
	"os/user"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/sharing"
	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/oneline"
)

func (a *app) retryCommand() *cobra.Command {
	var source, of string
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
				answers = append(answers, decide.Answer{Supplier: of, Source: source, Number: order, Kind: state.DecidedRetry})
			}
			return a.decideEach(cmd.Context(), answers)
		},
	}
	command.Flags().StringVar(&source, "source", "", "the source that the orders came from (. is the inbox itself)")
	command.Flags().StringVar(&of, "supplier", "", "of several suppliers, the one whose orders they are")
	return command
}

func (a *app) resolveCommand() *cobra.Command {
	var said spokenDecision
	command := &cobra.Command{
		Use:   "resolve ORDER | --file NAME",
		Short: "Decide about an order whose outcome is unknown, or that is in conflict",
		Long: `Takes a person's decision about an order; look into the supplier's cabinet first.

Where it is unknown what became of an order, say --posted with its id there, which the
supplier is asked for, or --not-posted: then it is posted again.

Where orders go out as files, say --handed-over in place of --posted: the supplier knows
an order by its own number. With --file you decide about all orders of a file at once of
which nobody knows whether it came; ` + "`dropbridge status`" + ` names it.

Where a file holds another order under the number, say --keep (what is at the supplier
stands), --changed-there (you changed it there by hand: nothing is sent) or --as with a
number of its own, under which it is sent.

Decisions are kept with time and user; --undo takes the last one back while nothing was
sent upon it. --force decides where the supplier does not confirm.`,
		Example: `  dropbridge resolve 1001 --posted ord_00000042
  dropbridge resolve 1001 --not-posted
  dropbridge resolve --file orders-2026-11-29-1f3a9c05.xlsx --handed-over
  dropbridge resolve 1001 --keep
  dropbridge resolve 1001 --changed-there
  dropbridge resolve 1001 --as 1001-2
  dropbridge resolve 1001 --undo`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 1 == cmd.Flags().Changed("file"):
				return usage("resolve_text.which")
			case len(args) == 0:
				return a.resolveFile(cmd.Context(), said)
			}
			answer, err := said.about(args[0], cmd.Flags())
			if err != nil {
				return err
			}
			return a.decideEach(cmd.Context(), []decide.Answer{answer})
		},
	}
	said.flags(command)
	return command
}

// spokenDecision is what the flags of a command say of a decision.
type spokenDecision struct {
	answer                                     decide.Answer
	posted, number, file                       string
	notPosted, handedOver, keep, changed, undo bool
}

// flags adds the flags to a command.
func (d *spokenDecision) flags(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVar(&d.answer.Source, "source", "", "the source that the order came from (. is the inbox itself)")
	flags.StringVar(&d.answer.Supplier, "supplier", "", "of several suppliers, the one whose order it is")
	flags.StringVar(&d.posted, "posted", "", "the order's id at the supplier")
	flags.StringVar(&d.file, "file", "", "all orders of this file that was sent to the supplier")
	flags.BoolVar(&d.handedOver, "handed-over", false, "it came to the supplier, under the order's own number")
	flags.BoolVar(&d.notPosted, "not-posted", false, "the supplier does not have it: post it again")
	flags.BoolVar(&d.keep, "keep", false, "what is at the supplier stands")
	flags.BoolVar(&d.changed, "changed-there", false, "the file's content is at the supplier now, changed there by hand: nothing is sent")
	flags.StringVar(&d.number, "as", "", "it is another order: send it under this number")
	flags.BoolVar(&d.undo, "undo", false, "take the last decision back, while nothing was sent upon it")
	flags.BoolVar(&d.answer.Force, "force", false, "decide although the supplier does not confirm it")
	decisions := []string{"posted", "handed-over", "not-posted", "keep", "changed-there", "as", "undo"}
	command.MarkFlagsMutuallyExclusive(decisions...)
}

// about is the decision about one order, or what is missing in it.
func (d *spokenDecision) about(order string, flags *pflag.FlagSet) (decide.Answer, error) {
	answer, posted := d.answer, d.posted
	answer.Number = order
	if d.handedOver {
		posted = order
	}
	for kind, said := range map[state.DecisionKind]bool{state.DecidedPosted: d.handedOver || flags.Changed("posted"), state.DecidedNotPosted: d.notPosted,
		state.DecidedKeep: d.keep, state.DecidedChanged: d.changed, state.DecidedAs: flags.Changed("as"), state.DecidedUndo: d.undo} {
		if said {
			answer.Kind = kind
		}
	}
	answer.Value = posted + d.number // at most one of them is given
	if answer.Kind == "" || answer.Value == "" && (answer.Kind == state.DecidedPosted || answer.Kind == state.DecidedAs) {
		return answer, usage("resolve_text.what", oneline.Unbroken(order))
	}
	return answer, nil
}

// resolveFile decides about all orders of a file that went to the supplier.
func (a *app) resolveFile(ctx context.Context, said spokenDecision) error {
	answer, file := said.answer, said.file
	switch {
	case said.handedOver:
		answer.Kind = state.DecidedPosted
	case said.notPosted:
		answer.Kind = state.DecidedNotPosted
	default:
		return usage("resolve_text.file_what", oneline.Unbroken(file))
	}
	return a.decide(ctx, answer.Kind, nil, func(ctx context.Context, o *ordering) error {
		answer.Person = person()
		n, err := o.DecideBundle(ctx, answer, file)
		if n > 0 {
			a.say("decision.bundle.done", n, oneline.Unbroken(file))
		}
		return err
	})
}

// decide lets a person's decisions of one kind be taken, posts what they made ready, and shows how things stand.
// A decision that posts needs orders that may be posted, and the exit code says what became of those of answers.
func (a *app) decide(ctx context.Context, kind state.DecisionKind, answers []decide.Answer, take func(context.Context, *ordering) error) (err error) {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	if kind.Sends() {
		if err := c.PostingAllowed(); err != nil {
			return err
		}
	}
	o, err := a.openOrdering(ctx, c, sharing.As{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	if kind.Sends() {
		if err := o.Trusted(ctx); err != nil {
			return err
		}
	}
	if err := take(ctx, o); err != nil {
		return err
	}
	if err := o.Resume(ctx); err != nil {
		return err
	}
	status, err := o.Status(ctx)
	if err != nil {
		return err
	}
	if err := a.showStatus(c, overview.StatusQuery{}, withApproval(c, status), false); err != nil || !kind.Sends() {
		return err
	}
	return o.sent(ctx, answers)
}

// sent ends a command as `import` ends where orders that were decided to be sent are not at the supplier.
func (o *ordering) sent(ctx context.Context, answers []decide.Answer) error {
	code := exitDone
	for _, answer := range answers {
		if answer.Kind == state.DecidedAs {
			answer.Number = answer.Value
		}
		switch order, err := o.OrderOf(ctx, answer); {
		case err != nil:
			return err
		case order.State == state.Rejected, order.State == state.Unknown:
			code = exitPartial
		case order.TriedInVain() && code == exitDone:
			code = exitSupplier
		}
	}
	return quiet(code)
}

// decideEach notes decisions about single orders, which are of one kind.
func (a *app) decideEach(ctx context.Context, answers []decide.Answer) error {
	return a.decide(ctx, answers[0].Kind, answers, func(ctx context.Context, o *ordering) error {
		for _, answer := range answers {
			answer.Person = person()
			note, err := o.Decide(ctx, answer)
			if err != nil {
				return err
			}
			if !note.IsZero() {
				a.printf("%s\n", oneline.Unbroken(note.In(a.spoken())))
			}
		}
		return nil
	})
}

// person is who decides: the user of the system.
func person() string {
	if me, err := user.Current(); err == nil {
		return me.Username
	}
	return os.Getenv("USER")
}
