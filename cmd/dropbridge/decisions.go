package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/decisionlog"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/overview"
)

// decisionFlags are those of `status` that show the log of decisions in place of orders.
type decisionFlags struct {
	show, lines  bool
	person, feed string
}

func (f *decisionFlags) add(command *cobra.Command) {
	flags := command.Flags()
	flags.BoolVar(&f.show, "decisions", false, "show what people did and decided, the newest first: all of it, about an order, or as filters say")
	flags.BoolVar(&f.lines, "jsonl", false, "with --decisions: print a JSON object a line")
	flags.StringVar(&f.person, "person", "", "with --decisions: what this person did")
	flags.StringVar(&f.feed, "feed", "", "with --decisions: what was done about this feed")
}

// check refuses flags that say nothing together.
func (f *decisionFlags) check(asJSON, asCSV bool, query overview.StatusQuery) error {
	switch {
	case !f.show && (f.lines || f.person != "" || f.feed != ""):
		return usage("status_text.without_decisions")
	case f.show && (asCSV || query.State != ""):
		return usage("status_text.decisions_with")
	case f.lines && asJSON:
		return usage("status_text.json_or_lines")
	}
	return nil
}

// decisions is `status --decisions`.
func (a *app) decisions(ctx context.Context, f decisionFlags, query overview.StatusQuery) (err error) {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	show := func(log decisionlog.Journal) error {
		return decisionlog.Show(ctx, log, c, decisionlog.Query{Since: query.Since, Person: f.person, Order: query.Number, File: query.File,
			Feed: f.feed, Source: query.Source, Supplier: query.Supplier}, f.form(a.jsonOutput), a.stdout)
	}
	if c.JournalMissing() {
		return show(nil)
	}
	if c.JournalGone() {
		return doubt.MissingJournal(c.JournalAddress())
	}
	j, err := a.openJournal(ctx, c)
	if err != nil {
		return err
	}
	return errors.Join(show(j), j.Close())
}

// form is how the log is written.
func (f *decisionFlags) form(asJSON bool) decisionlog.Form {
	switch {
	case f.lines:
		return decisionlog.Lines
	case asJSON:
		return decisionlog.Object
	}
	return decisionlog.Text
}
