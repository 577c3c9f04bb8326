package daemon

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
)

// watchAnswers looks at the suppliers' answers once the feeds were built for the first
// time, and then again and again. Nothing that goes wrong here stops anything else.
func (d *Daemon) watchAnswers(ctx context.Context) error {
	select {
	case <-d.fed:
	case <-ctx.Done():
		return ctx.Err()
	}
	var group errgroup.Group
	for i := range d.Answers {
		group.Go(func() error { return d.watchOne(ctx, &d.Answers[i]) })
	}
	return group.Wait()
}

// watchOne looks at one supplier's answers until ctx ends.
func (d *Daemon) watchOne(ctx context.Context, of *Answers) error {
	if of.Every == 0 {
		return nil
	}
	for {
		d.lookAtAnswers(ctx, of)
		timer := time.NewTimer(of.Every)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

func (d *Daemon) lookAtAnswers(ctx context.Context, of *Answers) {
	log := d.Logger
	profiles, err := drift.Sample(ctx, of.Client)
	if ctx.Err() != nil {
		return
	}
	if err != nil { // the feeds and orders tell whatever matters of it
		log.Debug("some of the supplier's answers could not be looked at", "supplier", of.Supplier, "error", err)
	}
	results, err := of.compare(profiles, false)
	if err != nil {
		log.Warn("the supplier's answers were not compared with earlier ones", "supplier", of.Supplier, "error", err, "hint", d.Hint(err))
	}
	d.noteDrift(ctx, results, time.Now())
}

// compare is Compare; of several suppliers the operations have the name of theirs.
func (a *Answers) compare(samples []drift.Profile, accept bool) ([]drift.Compared, error) {
	results, err := a.Compare(samples, accept)
	if a.Supplier == "" {
		return results, err
	}
	for i := range results {
		results[i].Operation = a.Supplier + ": " + results[i].Operation
		for n := range results[i].Changes {
			results[i].Changes[n].Operation = a.Supplier + ": " + results[i].Changes[n].Operation
		}
	}
	return results, err
}

// noteDrift keeps what has drifted and logs what is new of it, and what is over.
func (d *Daemon) noteDrift(ctx context.Context, results []drift.Compared, now time.Time) {
	log := d.Logger
	d.mu.Lock()
	begun, over := d.answers.Note(results, now)
	d.mu.Unlock()
	d.tellAnswers(ctx)
	for _, change := range begun {
		log.Warn("the supplier's answers have changed", "operation", change.Operation, "kind", change.Kind, "change", change.Detail, "hint", change.Mend)
	}
	for _, change := range over {
		log.Info("a change of the supplier's answers is over", "operation", change.Operation, "kind", change.Kind, "field", change.Field)
	}
}

// driftStates is what the status page shows of the supplier's answers.
func (d *Daemon) driftStates() (shown []standing.Drift, sampled time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	shown = []standing.Drift{}
	for _, one := range d.answers.Changes {
		supplier, _, several := strings.Cut(one.Operation, ": ")
		if !several {
			supplier = ""
		}
		shown = append(shown, standing.Drift{Supplier: supplier, Operation: one.Operation, Field: one.Field, Path: one.Path, Kind: string(one.Kind),
			Text: oneline.Unbroken(one.Detail), Mend: oneline.Unbroken(one.Mend), Since: one.Since,
			Was: standing.DriftSide(one.Was), Is: standing.DriftSide(one.Is), Example: oneline.Unbroken(one.Example)})
	}
	return shown, d.answers.Sampled
}

// noteAnswers is the note in which the process that builds feeds tells the others what it has seen in
// the suppliers' answers and price lists.
const noteAnswers = "answers"

// toldAnswers is what it has seen.
type toldAnswers struct {
	Sampled time.Time            `json:"sampled,omitzero"`
	Drift   []toldDrift          `json:"drift"`
	Words   []standing.StockWord `json:"words"`
}

// toldDrift is a change of a supplier's answers with what its JSON for others leaves out.
type toldDrift struct {
	Drift   standing.Drift     `json:"drift"`
	Was     standing.DriftSide `json:"was"`
	Is      standing.DriftSide `json:"is"`
	Example string             `json:"example"`
}

// tellAnswers tells the other processes what this one has seen.
func (d *Daemon) tellAnswers(ctx context.Context) {
	if d.Sharing == nil || !d.has(dispatch.Feeds) || ctx.Err() != nil {
		return
	}
	list, sampled := d.driftStates()
	told := toldAnswers{Sampled: sampled, Words: d.stockWords()}
	for _, one := range list {
		told.Drift = append(told.Drift, toldDrift{one, one.Was, one.Is, one.Example})
	}
	text, err := json.Marshal(told)
	if err == nil {
		err = d.Orders.Journal.SetNote(ctx, d.Orders.Config.Account, noteAnswers, string(text))
	}
	d.said(ctx, err)
}

// learnAnswers adds what the process that builds feeds has seen, where this one does not.
func (d *Daemon) learnAnswers(notes map[string]string, s *standing.Snapshot) {
	var told toldAnswers
	if d.has(dispatch.Feeds) || json.Unmarshal([]byte(notes[noteAnswers]), &told) != nil {
		return
	}
	s.Sampled, s.StockWords = told.Sampled, told.Words
	for _, one := range told.Drift {
		one.Drift.Was, one.Drift.Is, one.Drift.Example = one.Was, one.Is, one.Example
		s.Drift = append(s.Drift, one.Drift)
	}
}
