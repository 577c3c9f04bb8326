package sheets

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/gsheet"
)

const (
	tick     = 15 * time.Second // how often it is looked whether there is news for the sheet
	soonest  = 2 * time.Second  // between two looks
	again    = time.Minute      // after one that failed
	patience = 3                // looks that may fail of themselves before that is a problem
)

// run looks at the sheet when it is due, or when there is news to be written, until ctx ends.
func (w *watcher) run(ctx context.Context) error {
	due := w.plan.When.NotBefore(w.Config.Now(), rand.N).At
	for {
		if now := w.Config.Now(); !due.After(now) || w.hasNews(ctx, now) {
			if errors.Join(w.Config.Allowed(), w.trusted(ctx), w.Held()) == nil { // what they say is said elsewhere
				_ = w.round(ctx) // a problem says it
			}
			due = w.next(w.Config.Now())
		}
		if err := w.Pause(ctx, min(tick, max(soonest, due.Sub(w.Config.Now()))), nil); err != nil {
			return err
		}
	}
}

// next is when the sheet is due: by its schedule, or at another time where rows are to settle or the
// last look came to nothing.
func (w *watcher) next(now time.Time) time.Time {
	if w.shown.Next.IsZero() {
		return w.plan.When.Due(now, rand.N).At
	}
	return w.plan.When.NotBefore(w.shown.Next, func(time.Duration) time.Duration { return 0 }).At
}

// round looks at the sheet once: it takes what is new, and writes what became of it. Its error is
// what went wrong, which is a problem, too.
func (w *watcher) round(ctx context.Context) error {
	news, err := w.lastChange(ctx)
	w.shown.Next = time.Time{}
	var seen *look
	if err == nil {
		seen, err = w.look(ctx)
	}
	if err == nil {
		err = w.takeNew(ctx, seen)
	}
	w.sayReading(ctx, err)
	if err == nil && w.plan.Write {
		err = w.writeResults(ctx, seen)
		w.say(told.ProblemSheetResult, err)
		if err == nil {
			w.news = news
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	w.planNext(err)
	return errors.Join(err, w.note(ctx))
}

// planNext settles when the next look is, where that is not when the schedule says.
func (w *watcher) planNext(err error) {
	now := w.Config.Now()
	fault, is := errors.AsType[*gsheet.Fault](err)
	switch {
	case is && fault.Wait > 0:
		w.shown.Next = now.Add(fault.Wait)
	case is && fault.Code == gsheet.Edited:
		w.shown.Next = now.Add(soonest)
	case err != nil:
		w.shown.Next = now.Add(again)
	case w.plan.Write && w.shown.TakenAt.Equal(w.shown.At): // what becomes of the file shows soon
		w.shown.Next = now.Add(tick)
	case w.shown.Waiting > 0:
		w.shown.Next = now.Add(max(soonest, w.plan.Settle))
	}
}

// sayReading says how reading went. What may go of itself, such as an outage, is a problem once it
// lasts.
func (w *watcher) sayReading(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return
	}
	w.shown.Error, w.shown.Mend = w.words(err)
	fault, is := errors.AsType[*gsheet.Fault](err)
	passing := is && (fault.Code == gsheet.Away || fault.Code == gsheet.Throttled || fault.Code == gsheet.Cut || fault.Code == gsheet.Edited)
	if w.failed++; !passing {
		w.failed = 0
	}
	if !passing || w.failed >= patience {
		w.say(told.ProblemSheet, err)
		return
	}
	w.Log.Warn("the sheet cannot be read now", "source", w.source, "err", err)
}

// words are what is wrong and the way out, in the language of the config.
func (w *watcher) words(err error) (what, way string) {
	if err == nil {
		return "", ""
	}
	if says, is := errors.AsType[failure.Teller](err); is {
		return says.Say(w.Language())
	}
	return told.OneLine(err.Error()), ""
}

// say makes an error a problem of the sheet; nil ends it.
func (w *watcher) say(about string, err error) {
	if err != nil {
		what, way := w.words(err)
		if way != "" {
			what += ": " + way
		}
		err = errors.New(what)
	}
	w.Problems.Set(w.Config.Now(), about+NameOf(w.source), err)
}

// hasNews reports whether an order of the source has changed since the sheet was written, and it may
// be written now.
func (w *watcher) hasNews(ctx context.Context, now time.Time) bool {
	if !w.plan.Write || w.shown.Next.After(now) || w.plan.When.Quiet.Hold(now.In(w.plan.When.Zone())) {
		return false
	}
	last, err := w.lastChange(ctx)
	return err == nil && last.After(w.news)
}

// lastChange is when an order of the source changed last, zero where there is none.
func (w *watcher) lastChange(ctx context.Context) (time.Time, error) {
	orders, err := w.Journal.Orders(ctx, state.OrderQuery{Account: w.Config.Account, Sources: []string{w.source}, Newest: true, Limit: 1, Bare: true})
	if err != nil || len(orders) == 0 {
		return time.Time{}, err
	}
	return orders[0].ChangedAt, nil
}

// note has every process know how the sheet stands.
func (w *watcher) note(ctx context.Context) error {
	text, err := json.Marshal(w.shown)
	if err == nil {
		err = w.Journal.SetNote(ctx, w.Config.Account, overview.NoteSheet+w.source, string(text))
	}
	return told.Doing("note how the sheet stands", err)
}
