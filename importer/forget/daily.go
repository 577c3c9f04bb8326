package forget

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
)

const (
	dailyFrom = 3        // the hour of the day from which on it is done: few are at work
	noteDaily = "purged" // the note of the day of the last time
)

// Daily lets what is old enough go, where that was not done yet on that day and it is late enough.
func Daily(ctx context.Context, d *desk.Desk, ages Ages, now time.Time) error {
	account, today := d.Config.Account, now.Format(time.DateOnly)
	notes, err := d.Journal.Notes(ctx, account)
	if err != nil || now.Hour() < dailyFrom || notes[noteDaily] == today {
		return err
	}
	report, err := Run(ctx, d, Options{Ages: ages, Apply: true, By: "dropbridge"})
	if err != nil {
		return err
	}
	d.Log.Info("what is older than the retention is gone", "persons", len(report.Orders), "files", len(report.Files), "kept", len(report.Kept))
	for _, kept := range report.Kept {
		d.Log.Debug("older than the retention, and kept", "name", kept.Name, "reason", kept.Message, "hint", kept.Hint)
	}
	if err := d.Journal.SetNote(ctx, account, noteDaily, today); err != nil {
		return err
	}
	freed, err := d.Journal.Tidy(ctx)
	if freed > 0 {
		d.Log.Info("the journal was written anew, as much of it held nothing", "freed", freed)
	}
	return err
}
