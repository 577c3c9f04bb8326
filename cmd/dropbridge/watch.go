package main

import (
	"context"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/web"
)

// watchEvery is how often the daemon looks whether the supplier's answers are as before,
// 0 for never.
func (c *config) watchEvery() time.Duration {
	if c.Supplier.Watch == nil {
		return time.Hour
	}
	return *c.Supplier.Watch
}

// answersWatch is what the daemon knows of the supplier's answers.
type answersWatch struct {
	sampled time.Time // zero before the first sample
	drift   []datedDrift
}

type datedDrift struct {
	drift.Change
	since time.Time
}

// watchAnswers looks at the supplier's answers once the feeds were built for the first
// time, and then again and again. Nothing that goes wrong here stops anything else.
func (d *daemon) watchAnswers(ctx context.Context) error {
	every := d.config.watchEvery()
	if every == 0 {
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
	results, err := d.config.compareAnswers(profiles, false)
	if err != nil {
		log.Warn("the supplier's answers were not compared with earlier ones", "error", err, "hint", hintOf(err))
	}
	d.noteDrift(results, time.Now())
}

// noteDrift keeps what has drifted and logs what is new of it. Of an operation that could
// not be looked at, the last word stands.
func (d *daemon) noteDrift(results []compared, now time.Time) {
	log := d.app.logger()
	d.mu.Lock()
	defer d.mu.Unlock()
	before := d.answers.drift
	d.answers.drift = slices.DeleteFunc(slices.Clone(before), func(old datedDrift) bool {
		return slices.ContainsFunc(results, func(r compared) bool { return r.operation == old.Operation })
	})
	for _, result := range results {
		d.answers.sampled = now
		for _, drift := range result.drift {
			dated := datedDrift{drift, now}
			at := slices.IndexFunc(before, func(old datedDrift) bool { return old.Same(drift) })
			if at >= 0 {
				dated.since = before[at].since
			} else {
				log.Warn("the supplier's answers have changed", "operation", drift.Operation, "kind", drift.Kind, "change", drift.Detail, "hint", drift.Mend)
			}
			d.answers.drift = append(d.answers.drift, dated)
		}
	}
	for _, old := range before {
		if !slices.ContainsFunc(d.answers.drift, func(still datedDrift) bool { return still.Same(old.Change) }) {
			log.Info("a change of the supplier's answers is over", "operation", old.Operation, "kind", old.Kind, "field", old.Field)
		}
	}
}

// driftStates is what the status page shows of the supplier's answers.
func (d *daemon) driftStates() (drift []web.Drift, sampled time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	drift = []web.Drift{}
	for _, one := range d.answers.drift {
		drift = append(drift, web.Drift{Operation: one.Operation, Field: one.Field, Path: one.Path, Kind: string(one.Kind),
			Text: oneline.Unbroken(one.Detail), Mend: oneline.Unbroken(one.Mend), Since: one.since})
	}
	return drift, d.answers.sampled
}
