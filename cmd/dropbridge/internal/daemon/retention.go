package daemon

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/importer/forget"
)

const (
	purgeLook = time.Hour // how often it is looked whether the day's purge was done
	purgeFrom = 3         // the hour of the day from which on it is done: few are at work
	notePurge = "purged"  // the note of the day of the last one
)

// keepRetention lets what is old enough go, once a day. What goes wrong is said and tried again.
func (d *Daemon) keepRetention(ctx context.Context) error {
	ages, err := d.Config.Ages()
	if err != nil || ages.IsZero() {
		return err
	}
	for {
		d.said(ctx, d.purgeDue(ctx, ages, time.Now()))
		timer := time.NewTimer(purgeLook)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// purgeDue purges, where that was not done yet on that day and it is late enough.
func (d *Daemon) purgeDue(ctx context.Context, ages forget.Ages, now time.Time) error {
	journal, account, today := d.Orders.Journal, d.Orders.Config.Account, now.Format(time.DateOnly)
	notes, err := journal.Notes(ctx, account)
	if err != nil || now.Hour() < purgeFrom || notes[notePurge] == today {
		return err
	}
	report, err := forget.Run(ctx, d.Orders.Desk, forget.Options{Ages: ages, Apply: true, By: "dropbridge"})
	if err != nil {
		return err
	}
	d.Logger.Info("what is older than the retention is gone", "persons", len(report.Orders), "files", len(report.Files), "kept", len(report.Kept))
	for _, kept := range report.Kept {
		d.Logger.Debug("older than the retention, and kept", "name", kept.Name, "reason", kept.Message, "hint", kept.Hint)
	}
	return journal.SetNote(ctx, account, notePurge, today)
}
