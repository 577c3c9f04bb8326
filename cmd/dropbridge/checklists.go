package main

import (
	"context"
	"strings"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// checkLists reads the config's price lists and says column by column how, and what has
// changed since somebody looked at them.
func (a *app) checkLists(ctx context.Context, c *config.Config, accept bool, report *checkReport, add func(name, detail string, err error) bool) {
	lists, err := a.lists(c)
	if err != nil {
		add("price list", "", err)
		return
	}
	reads, err := lists.Look(ctx, accept)
	if err != nil {
		report.Checks = append(report.Checks, a.listTrouble(ctx, err))
		return
	}
	report.Lists = reads
	for _, read := range reads {
		name := "price list " + read.Name
		detail := a.word("list_check.read", read.Format, read.Records)
		switch {
		case !read.Known:
			detail += "; " + a.word("list_check.new")
		case len(read.Changes) == 0:
			detail += "; " + a.word("list_check.same")
		}
		add(name, detail, nil)
		for _, column := range read.Columns {
			report.Checks = append(report.Checks, a.columnLine(column))
		}
		for _, change := range read.Changes {
			report.Checks = append(report.Checks, a.changeLine(name, change, accept))
			report.Drift = append(report.Drift, driftOf(change))
		}
	}
}

// listTrouble is the line of lists that cannot be read, in the language of the config.
func (a *app) listTrouble(ctx context.Context, err error) checkLine {
	text, hint := errorIn(err, a.spoken())
	return checkLine{Name: "price list", Detail: oneline.Unbroken(text), Hint: oneline.Unbroken(hint), code: exitCode(ctx, err)}
}

// columnLine says how a column is read.
func (a *app) columnLine(c *form.Column) checkLine {
	examples := strings.Join(c.Examples, ", ")
	line := checkLine{Name: "column " + oneline.Unbroken(c.Path), OK: true}
	if c.Role == form.NoRole || c.Role == form.Ignore {
		line.Detail = a.word("list_check.unread", oneline.Unbroken(examples))
	} else {
		line.Detail = a.word("list_check.column", string(c.Role), int(c.Surety*100+0.5), oneline.Unbroken(examples))
	}
	return line
}

// changed is what has changed of a column, in a sentence.
func changed(change pricelist.Change) wording.Message {
	switch {
	case change.Gone:
		return wording.NewMessage("list_check.gone", oneline.Unbroken(change.Path), string(change.Was))
	case change.Was == form.NoRole:
		return wording.NewMessage("list_check.added", oneline.Unbroken(change.Path), string(change.Is))
	}
	return wording.NewMessage("list_check.other", oneline.Unbroken(change.Path), string(change.Was), string(change.Is))
}

// changeLine says what has changed of a column, which is a fault until somebody accepts it.
func (a *app) changeLine(name string, change pricelist.Change, accept bool) checkLine {
	line := checkLine{Name: name, OK: accept, Detail: changed(change).In(a.spoken()), code: exitFailed}
	if !accept {
		line.Hint = a.word("list_check.way")
	}
	return line
}

// driftOf is a change as the report of drift has it.
func driftOf(change pricelist.Change) drift.Change {
	out := drift.Change{Operation: "list products", Field: string(change.Is), Path: change.Path, Kind: drift.Type,
		Detail: changed(change).In(wording.English), Mend: wording.NewMessage("list_check.way").In(wording.English)}
	if change.Gone {
		out.Field, out.Kind = string(change.Was), drift.Gone
	}
	return out
}
