package main

import (
	"context"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/exporter/closing"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/web"
)

// books are the commands for accountants, which stand in a package of their own.
func (a *app) books() *books.Program {
	return &books.Program{
		Name: "dropbridge " + version(), Progress: a.stderr, Partial: quiet(exitPartial),
		Config: a.loadConfig, JSON: func() bool { return a.jsonOutput }, PrintJSON: a.printJSON, People: a.people, Logger: a.logger,
		Connect: func(ctx context.Context, c *config.Config) (books.Connection, error) {
			conn, err := a.connect(ctx, c)
			if err != nil {
				return books.Connection{}, err
			}
			return bookConnection(conn), nil
		},
	}
}

// bookConnection is a connection as the commands for accountants have it.
func bookConnection(conn *connection) books.Connection {
	return books.Connection{Client: conn.client, Shown: conn.shownIn, Close: conn.close}
}

// retryMonth is how soon a month that could not be closed is tried again.
const retryMonth = 10 * time.Minute

// closeMonths closes each month once, from the day of the next one that the config names.
// Where it fails, that is said and tried again.
func (d *daemon) closeMonths(ctx context.Context) error {
	day := d.config.Books.CloseDay()
	if day == 0 {
		return nil
	}
	zone, err := time.LoadLocation(supplier.LocalZone)
	if err != nil {
		return err
	}
	for {
		timer := time.NewTimer(d.closeDue(ctx, time.Now(), day, zone))
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// closeDue closes the month that is due, unless it was closed already, and says how long to
// wait.
func (d *daemon) closeDue(ctx context.Context, now time.Time, day int, zone *time.Location) time.Duration {
	month, due, next := closing.Due(now, day, zone)
	memory := closing.Memory(d.config.Closed())
	closed, found, err := memory.Find(month.First().Format(monthLayout))
	if due && !found && err == nil {
		closed, err = d.closeMonth(ctx, month, now)
		if err == nil {
			err = memory.Keep(closed)
		}
	}
	if ctx.Err() != nil {
		return 0
	}
	d.noteMonth(month, closed, err, now, next)
	if err != nil {
		return min(next.Sub(now), retryMonth)
	}
	return min(next.Sub(now), idle)
}

// monthLayout is how a month is written.
const monthLayout = "2006-01"

func (d *daemon) closeMonth(ctx context.Context, month statement.Period, now time.Time) (closing.Closed, error) {
	report, err := d.app.books().Close(ctx, d.config, bookConnection(d.ordering.conn), month, now)
	if err != nil {
		return closing.Closed{}, err
	}
	d.app.logger().Info("month closed", "month", report.Month, "folder", report.Out, "differences", report.Differences())
	return closing.Closed{Month: report.Month, At: now, Folder: report.Out, Differences: report.Differences()}, nil
}

// noteMonth keeps what became of a month for the status page.
func (d *daemon) noteMonth(month statement.Period, closed closing.Closed, err error, now, next time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	before := d.books
	d.books = &web.Books{Month: closed.Month, Closed: closed.At, Differences: closed.Differences, Next: next}
	if closed.Month != "" {
		d.books.Page = filepath.Join(closed.Folder, closing.PageFile)
	}
	if err == nil {
		return
	}
	text, hint := errorIn(err, d.config.Spoken())
	d.books.Failing, d.books.Error, d.books.Mend, d.books.Since = month.First().Format(monthLayout), oneline.Unbroken(text), oneline.Unbroken(hint), now
	if before != nil && before.Failing == d.books.Failing {
		d.books.Since = before.Since
	}
	d.app.logger().Error("month not closed, it is tried again", "month", d.books.Failing, "error", withHint(err))
}

// bookState is what the status page shows of the books.
func (d *daemon) bookState() *web.Books {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.books
}
