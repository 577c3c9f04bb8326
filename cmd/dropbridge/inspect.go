package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/templates"
)

func (a *app) inspectCommand() *cobra.Command {
	var source string
	command := &cobra.Command{
		Use:   "inspect FILE…",
		Short: "Read order files as the importer would, and post nothing",
		Long: `Shows what is found in order files: the encoding, the columns, the orders that
would be posted, and every problem with its row and column.`,
		Example: `  dropbridge inspect orders.csv
  dropbridge inspect --json orders.xlsx`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.inspect(cmd.Context(), source, args) },
	}
	command.Flags().StringVar(&source, "source", "", "read as a file of this source of the config")
	return command
}

func (a *app) inspect(ctx context.Context, source string, files []string) error {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	options, err := c.readOptions(source)
	if err != nil {
		return err
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
			a.printInspection(report)
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

// readOptions says how the files of a source are read; "" is the inbox itself.
func (c *config) readOptions(source string) (orderfile.Options, error) {
	settings := c.Inbox.Default
	if source != "" {
		var ok bool
		if settings, ok = c.Inbox.Sources[source]; !ok {
			return orderfile.Options{}, &exitError{code: exitUsage, err: fmt.Errorf("%s has no source %q", c.file, source), hint: "sources stand under inbox.sources"}
		}
	}
	data, file, err := c.templates().Read(templates.Orders, settings.Template)
	if err != nil {
		return orderfile.Options{}, configError(hintOf(err), "inbox template: %w", err)
	}
	profile, err := orderfile.CompileProfile(file, data)
	if err != nil {
		return orderfile.Options{}, configError(hintOf(err), "%w", err)
	}
	return orderfile.Options{Profile: profile, ExternalIDPrefix: settings.Prefix, Carrier: settings.Carrier, PaymentMethod: settings.Payment}, nil
}

func (a *app) printInspection(r *orderfile.Report) {
	a.printf("%s: %s", r.File, r.Verdict)
	for _, fact := range []string{r.Format, r.Encoding, r.Layout, r.Template} {
		if fact != "" {
			a.printf(", %s", fact)
		}
	}
	a.printf(", %d orders, %d problems\n", len(r.Orders), len(r.Problems))
	for _, order := range r.Orders {
		var items []string
		for _, item := range order.Items {
			items = append(items, fmt.Sprintf("%s × %d", item.SKU, item.Quantity))
		}
		a.printf("  order %s: %s, %s, %s, %s\n", oneLine(order.ExternalID), oneLine(order.Recipient.Name),
			order.Recipient.Phone, oneLine(order.Recipient.Delivery.City), oneLine(strings.Join(items, ", ")))
	}
	for _, problem := range r.Problems {
		where := "file"
		if problem.Row != nil {
			where = fmt.Sprintf("row %d", *problem.Row)
		}
		if problem.Column != nil {
			where += fmt.Sprintf(", column %q", *problem.Column)
		}
		a.printf("  %s: %s: %s (%s)\n", orderfile.WeightOf(problem.Code), where, oneLine(problem.Message), problem.Code)
	}
}
