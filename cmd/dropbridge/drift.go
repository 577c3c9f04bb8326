package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
)

// compareAnswers compares samples of the supplier's answers with what was learned of them.
// The embedded sandbox has another address each time.
func compareAnswers(c *config.Config, samples []drift.Profile, accept bool) ([]drift.Compared, error) {
	mapping, err := c.Mapping()
	if err != nil {
		return nil, err
	}
	known := drift.Baselines{File: c.Path("state/supplier-profile.json")}
	return known.Compare(cmp.Or(c.Supplier.BaseURL, embeddedShown)+" "+mapping.Name(), samples, accept)
}

// checkAnswers reads a small page of each list that can be read, and says in what it
// differs from earlier ones.
func (a *app) checkAnswers(ctx context.Context, c *config.Config, client *client.Client, unreadable []string, accept bool, say func(checkLine)) []drift.Change {
	profiles, err := drift.Sample(ctx, client, unreadable...)
	results, wrong := compareAnswers(c, profiles, accept)
	found := []drift.Change{}
	for _, result := range results {
		for _, line := range driftLines(result, accept) {
			say(line)
		}
		found = append(found, result.Changes...)
	}
	if err = errors.Join(err, wrong); err != nil {
		say(checkLine{Name: "answers", Detail: oneline.Unbroken(err.Error()), Hint: oneline.Unbroken(hintOf(err)), code: exitCode(ctx, err)})
	}
	return found
}

// driftLines says what the comparison showed: a line for each change, or one for all.
func driftLines(r drift.Compared, accept bool) []checkLine {
	var lines []checkLine
	rows := fmt.Sprintf("%d rows", r.Rows)
	if r.Rows == 1 {
		rows = "1 row"
	}
	same := true
	for _, d := range r.Changes {
		line := checkLine{Name: r.Operation, OK: d.Minor || accept, Detail: oneline.Unbroken(d.Detail), Hint: oneline.Unbroken(d.Mend), code: exitFailed}
		if accept {
			line.Detail, line.Hint = line.Detail+": taken as it is from now on", ""
		}
		same = same && d.Minor
		lines = append(lines, line)
	}
	switch {
	case r.First:
		lines = append(lines, checkLine{Name: r.Operation, OK: true, Detail: rows + " learned, nothing to compare with yet: the next check does"})
	case same:
		lines = append(lines, checkLine{Name: r.Operation, OK: true, Detail: rows + " as before"})
	}
	return lines
}
