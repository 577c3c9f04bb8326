package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/web"
)

// compareAnswers compares samples of the supplier's answers with what was learned of them.
// The embedded sandbox has another address each time.
func compareAnswers(c *config.Config, samples []drift.Profile, accept bool) ([]drift.Compared, error) {
	mapping, err := c.Mapping()
	if err != nil {
		return nil, err
	}
	known := drift.Baselines{File: c.Answers()}
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

// watchAnswers looks at the supplier's answers once the feeds were built for the first
// time, and then again and again. Nothing that goes wrong here stops anything else.
func (d *daemon) watchAnswers(ctx context.Context) error {
	every := d.config.WatchEvery()
	if every == 0 || d.ordering.conn.client == nil {
		return nil
	}
	select {
	case <-d.fed:
	case <-ctx.Done():
		return ctx.Err()
	}
	for {
		d.lookAtAnswers(ctx)
		timer := time.NewTimer(every)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

func (d *daemon) lookAtAnswers(ctx context.Context) {
	log := d.app.logger()
	profiles, err := drift.Sample(ctx, d.ordering.conn.client)
	if ctx.Err() != nil {
		return
	}
	if err != nil { // the feeds and orders tell whatever matters of it
		log.Debug("some of the supplier's answers could not be looked at", "error", err)
	}
	results, err := compareAnswers(d.config, profiles, false)
	if err != nil {
		log.Warn("the supplier's answers were not compared with earlier ones", "error", err, "hint", hintOf(err))
	}
	d.noteDrift(results, time.Now())
}

// noteDrift keeps what has drifted and logs what is new of it, and what is over.
func (d *daemon) noteDrift(results []drift.Compared, now time.Time) {
	log := d.app.logger()
	d.mu.Lock()
	defer d.mu.Unlock()
	begun, over := d.answers.Note(results, now)
	for _, change := range begun {
		log.Warn("the supplier's answers have changed", "operation", change.Operation, "kind", change.Kind, "change", change.Detail, "hint", change.Mend)
	}
	for _, change := range over {
		log.Info("a change of the supplier's answers is over", "operation", change.Operation, "kind", change.Kind, "field", change.Field)
	}
}

// driftStates is what the status page shows of the supplier's answers.
func (d *daemon) driftStates() (shown []web.Drift, sampled time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	shown = []web.Drift{}
	for _, one := range d.answers.Changes {
		shown = append(shown, web.Drift{Operation: one.Operation, Field: one.Field, Path: one.Path, Kind: string(one.Kind),
			Text: oneline.Unbroken(one.Detail), Mend: oneline.Unbroken(one.Mend), Since: one.Since})
	}
	return shown, d.answers.Sampled
}
