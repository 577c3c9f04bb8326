package books

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/exporter/closing"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Closer closes each month once, from the day of the next one that the config names.
type Closer struct {
	program *Program
	config  *config.Config
	conn    Connection
	each    []*Closer // of several suppliers; then there is no conn

	one   sync.Mutex // held while a month is closed: one at a time
	mu    sync.Mutex
	state *standing.Books // nil before the first look, and where no month is to be closed
}

// NewCloser is the closer of a program that runs on.
func (p *Program) NewCloser(c *config.Config, conn Connection) *Closer {
	return &Closer{program: p, config: c, conn: conn}
}

const (
	retryMonth = 10 * time.Minute // how soon a month that could not be closed is tried again
	lookAgain  = time.Hour        // how often it is looked whether one is due
)

// Run closes months until ctx ends; without a day in the config it ends at once. Where a
// month cannot be closed, that is said and tried again.
func (c *Closer) Run(ctx context.Context) error {
	if c.each != nil {
		return c.runEach(ctx)
	}
	day := c.config.Books.CloseDay()
	if day == 0 {
		return nil
	}
	zone, err := time.LoadLocation(supplier.LocalZone)
	if err != nil {
		return err
	}
	for {
		timer := time.NewTimer(c.closeDue(ctx, time.Now(), day, zone))
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// CloseDue closes the months that are due, once.
func (c *Closer) CloseDue(ctx context.Context) error {
	if c.each != nil {
		return c.dueEach(ctx)
	}
	day := c.config.Books.CloseDay()
	if day == 0 {
		return nil
	}
	zone, err := time.LoadLocation(supplier.LocalZone)
	if err == nil {
		c.closeDue(ctx, time.Now(), day, zone)
	}
	return err
}

// State is what the status page shows, nil where no month is to be closed.
func (c *Closer) State() *standing.Books {
	if c.each != nil {
		return c.stateOfEach()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

// closeDue closes the month that is due, unless it was closed already, and those before it that
// could not be closed so far, and says how long to wait.
func (c *Closer) closeDue(ctx context.Context, now time.Time, day int, zone *time.Location) time.Duration {
	period, due, next := closing.Due(now, day, zone)
	memory := closing.Memory(c.config.Closed())
	last := period.First().Format(wording.MonthLayout)
	closed, found, err := memory.Find(last)
	failed := &failedMonth{month: last, err: err}
	failing, err := memory.Failing()
	if failed.err == nil {
		failed.err = err
	}
	var months []string
	for _, f := range failing {
		months = append(months, f.Month)
	}
	if due && !found && failed.err == nil && !slices.Contains(months, last) {
		months = append(months, last)
	}
	for _, month := range months {
		one, err := c.closeOne(ctx, month, memory, now, zone)
		switch {
		case ctx.Err() != nil:
			return 0
		case err != nil && failed.err == nil:
			failed = &failedMonth{month, err}
		case err == nil && (month == last || closed.Month == ""):
			closed = one
		}
	}
	c.note(failed, closed, memory, now, next)
	if failed.err != nil {
		return min(next.Sub(now), retryMonth)
	}
	return min(next.Sub(now), lookAgain)
}

// failedMonth is a month that could not be closed; its err is nil where all could.
type failedMonth struct {
	month string
	err   error
}

// closeOne closes a month and remembers it, or that it could not be closed.
func (c *Closer) closeOne(ctx context.Context, month string, memory closing.Memory, now time.Time, zone *time.Location) (closing.Closed, error) {
	period, err := statement.Month(month, zone)
	if err != nil {
		return closing.Closed{}, err
	}
	closed, err := c.closeOnce(ctx, period, now)
	if err != nil && ctx.Err() == nil {
		what, way := c.program.Said(err)
		err = errors.Join(err, memory.KeepFailing(closing.Failing{Month: month, Since: now, Error: oneline.Unbroken(what), Mend: oneline.Unbroken(way)}))
	}
	return closed, err
}

// closeOnce closes a month, unless somebody has had it closed meanwhile.
func (c *Closer) closeOnce(ctx context.Context, period statement.Period, now time.Time) (closed closing.Closed, err error) {
	err = c.alone(ctx, func() (err error) {
		memory, found := closing.Memory(c.config.Closed()), false
		if closed, found, err = memory.Find(period.First().Format(wording.MonthLayout)); found || err != nil {
			return err
		}
		if closed, err = c.closeMonth(ctx, month{period: period, now: now}); err != nil {
			return err
		}
		return memory.Keep(closed)
	})
	return closed, err
}

// alone does something while nobody else closes a month, in this process or another one on this folder.
func (c *Closer) alone(ctx context.Context, do func() error) error {
	c.one.Lock()
	defer c.one.Unlock()
	return durable.Alone(ctx, c.config.Closed()+".lock", do)
}

// closeMonth closes a month into a folder of its own below books.out of the config, in the
// language and currency of the config.
func (c *Closer) closeMonth(ctx context.Context, m month) (closing.Closed, error) {
	m.language = cmp.Or(c.config.Reasons(), wording.Ukrainian)
	m.currency, m.folder = currencyOf(c.config, ""), filepath.Join(c.folder(), m.period.First().Format(wording.MonthLayout))
	if err := checkFolder(c.config, m.folder, false); err != nil {
		return closing.Closed{}, err
	}
	r, err := c.program.writeMonth(ctx, c.config, c.conn, m)
	if err != nil {
		return closing.Closed{}, err
	}
	c.program.Logger().Info("month closed", "month", r.Month, "folder", r.Out, "differences", r.Differences())
	return closing.Closed{Month: r.Month, At: m.now, Folder: r.Out, Differences: r.Differences()}, nil
}

// note keeps what became of the months for the status page.
func (c *Closer) note(failed *failedMonth, closed closing.Closed, memory closing.Memory, now, next time.Time) {
	state := &standing.Books{Month: closed.Month, Closed: closed.At, Differences: closed.Differences, Next: next}
	if closed.Month != "" {
		state.Page = filepath.Join(closed.Folder, closing.PageFile)
	}
	if failed.err != nil {
		what, way := c.program.Said(failed.err)
		state.Failing, state.Error, state.Mend, state.Since = failed.month, oneline.Unbroken(what), oneline.Unbroken(way), now
		failing, _ := memory.Failing() // what cannot be read is said above
		if at := slices.IndexFunc(failing, func(f closing.Failing) bool { return f.Month == failed.month }); at >= 0 {
			state.Since = failing[at].Since
		}
		c.program.Logger().Error("month not closed, it is tried again", "month", state.Failing, "error", failed.err, "hint", way)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state = state
}
