package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

func (a *app) inspectCommand() *cobra.Command {
	var source, template string
	var draft bool
	command := &cobra.Command{
		Use:   "inspect FILE…",
		Short: "Read order files as the importer would, and post nothing",
		Long: `Shows what is found in order files: the encoding, the template and why it was taken,
what each heading was read as, the orders that would be posted, and every problem
with its row and column. Of headings that no template knows it shows the nearest
known one, and --template-draft prints a template to start from.`,
		Example: `  dropbridge inspect orders.csv
  dropbridge inspect --json orders.xlsx
  dropbridge inspect --template-draft orders.csv > templates/orders/mine.yaml
  dropbridge inspect --template templates/orders/mine.yaml orders.csv`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case draft && a.jsonOutput:
				return usage("usage.draft_yaml")
			case draft && template != "":
				return usage("usage.draft_headings")
			case draft && len(args) > 1:
				return usage("usage.draft_one")
			}
			return a.inspect(cmd.Context(), inspection{source, template, draft}, args)
		},
	}
	command.Flags().StringVar(&source, "source", "", "read as a file of this source of the config")
	command.Flags().StringVar(&template, "template", "", "read by this template: a name or a YAML file")
	command.Flags().BoolVar(&draft, "template-draft", false, "print a template to start from, made of the file's headings")
	return command
}

// inspection says how the files are read.
type inspection struct {
	source, template string
	draft            bool
}

func (a *app) inspect(ctx context.Context, how inspection, files []string) error {
	defer a.spareMemory()()
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	options, err := c.ReadOptions(how.source)
	if how.draft {
		how.template = orderfile.Automatic // what the file holds, whatever is set for its source
	}
	if how.template != "" && err == nil {
		options.Profile, err = c.OrderTemplate(how.template, "--template")
		err = templates.InFlag("--template", failure.Config, err)
	}
	if err != nil {
		return err
	}
	if how.draft {
		return a.draftTemplate(ctx, options, files[0])
	}
	worst := exitDone
	var failed error
	for _, file := range files {
		report, err := orderfile.Read(ctx, file, file, options)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		if a.jsonOutput {
			if err := report.WriteJSON(a.stdout); err != nil {
				return err
			}
		} else {
			terminal.Inspection(a.stdout, report)
			terminal.SuggestDraft(a.stdout, report)
		}
		switch report.Verdict {
		case orderfile.VerdictRejected:
			worst = exitFailed
		case orderfile.VerdictPartial:
			if worst == exitDone {
				worst = exitPartial
			}
		}
	}
	if failed != nil {
		return failed
	}
	return quiet(worst)
}

// draftTemplate prints the draft alone, so that it can be sent into a file.
func (a *app) draftTemplate(ctx context.Context, o orderfile.Options, file string) error {
	report, err := orderfile.Read(ctx, file, file, o)
	if err != nil {
		return err
	}
	draft := report.Draft()
	if draft == "" {
		terminal.Inspection(a.stderr, report)
		return said(exitFailed, wording.NewMessage("inspect.no_draft", oneline.Unbroken(file)), wording.NewMessage("inspect.no_draft.way"), nil)
	}
	a.printf("%s", draft)
	return nil
}
