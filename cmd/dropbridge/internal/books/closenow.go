package books

import (
	"context"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/exporter/closing"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// CloseNow closes a month as `close` does, into its folder below books.out of the config. With
// accept the next exports of the month are compared with this one, whatever changed since the
// last. A month that is not over, and a folder that holds anything else, are refused with a
// *refusal.Refusal.
func (c *Closer) CloseNow(ctx context.Context, text string, accept bool, now time.Time, progress func(done int64)) (closing.Closed, error) {
	if err := c.HasLedger(); err != nil {
		return closing.Closed{}, err
	}
	period, err := overMonth(text, now)
	if err != nil {
		return closing.Closed{}, err
	}
	var closed closing.Closed
	err = c.alone(ctx, func() (err error) {
		closed, err = c.closeMonth(ctx, month{period: period, now: now, accept: accept, progress: func(done, _ int64) { progress(done) }})
		if err != nil {
			return err
		}
		return closing.Memory(c.config.Closed()).Keep(closed)
	})
	if err != nil {
		return closed, err
	}
	c.settle(closed)
	return closed, nil
}

// overMonth is the period of a month that is over.
func overMonth(text string, now time.Time) (statement.Period, error) {
	zone, err := time.LoadLocation(supplier.LocalZone)
	if err != nil {
		return statement.Period{}, err
	}
	period, err := statement.Month(text, zone)
	if err != nil || !isMonth().MatchString(text) {
		return period, refusal.New(failure.Usage, wording.NewMessage("page.no_month", text), wording.NewMessage("page.no_month_way"))
	}
	if period.To.After(now) {
		return period, refusal.New(failure.Usage, wording.NewMessage("page.month_runs", text, period.To.Format(time.DateOnly)), wording.NewMessage("page.month_runs_way"))
	}
	return period, nil
}

// settle takes a month that was closed for the one that could not be.
func (c *Closer) settle(closed closing.Closed) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == nil || c.state.Failing != "" && c.state.Failing != closed.Month || c.state.Failing == "" && c.state.Month > closed.Month {
		return
	}
	state := *c.state
	state.Month, state.Closed, state.Differences, state.Page = closed.Month, closed.At, closed.Differences, filepath.Join(closed.Folder, closing.PageFile)
	state.Failing, state.Error, state.Mend, state.Since = "", "", "", time.Time{}
	c.state = &state
}
