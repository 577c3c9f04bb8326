package closing

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Due is the last month whose day of closing has come: the one before the running month, or
// before that day of it the one before that, which is due no more. next is when another one is.
func Due(now time.Time, day int, zone *time.Location) (month statement.Period, due bool, next time.Time) {
	now = now.In(zone)
	at := func(months int) time.Time {
		return time.Date(now.Year(), now.Month()+time.Month(months), day, 0, 0, 0, 0, zone)
	}
	due, next = true, at(1)
	back := -1
	if now.Before(at(0)) {
		due, next, back = false, at(0), -2
	}
	month, err := statement.Month(time.Date(now.Year(), now.Month()+time.Month(back), 1, 0, 0, 0, 0, zone).Format(wording.MonthLayout), zone)
	return month, due && err == nil, next
}

// Memory is a folder with a small file for each month that was closed.
type Memory string

// Closed is a month that was closed.
type Closed struct {
	Month       string    `json:"month"`
	At          time.Time `json:"at"`
	Folder      string    `json:"folder"`
	Differences int       `json:"differences"`
}

func (m Memory) path(month string) string { return filepath.Join(string(m), month+".json") }

// Find is what is remembered of a month; found is false where nothing is.
func (m Memory) Find(month string) (c Closed, found bool, err error) {
	data, err := os.ReadFile(m.path(month))
	if errors.Is(err, fs.ErrNotExist) {
		return c, false, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err != nil {
		return c, false, fmt.Errorf("read what is remembered of the month %s: %w", month, err)
	}
	return c, true, nil
}

// Keep remembers that a month was closed.
func (m Memory) Keep(c Closed) error {
	err := m.write(m.path(c.Month), c)
	if err == nil {
		if err = os.Remove(m.failingPath(c.Month)); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err != nil {
		return fmt.Errorf("remember that the month %s was closed: %w", c.Month, err)
	}
	return nil
}

func (m Memory) write(path string, what any) error {
	if err := os.MkdirAll(string(m), 0o700); err != nil {
		return err
	}
	return durable.WriteFile(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(what) })
}

// Failing is a month that was to be closed and could not be: it is tried again until it is,
// however many months have ended since.
type Failing struct {
	Month string    `json:"month"`
	Since time.Time `json:"since"` // when it failed first
	Error string    `json:"error"` // the last one, for people
	Mend  string    `json:"mend"`
}

const failingPrefix = "failing-"

func (m Memory) failingPath(month string) string { return m.path(failingPrefix + month) }

// KeepFailing remembers that a month could not be closed. Since when stays as it was.
func (m Memory) KeepFailing(f Failing) error {
	before, err := m.readFailing(m.failingPath(f.Month))
	if err == nil {
		f.Since = before.Since
	}
	if err := m.write(m.failingPath(f.Month), f); err != nil {
		return fmt.Errorf("remember that the month %s is not closed: %w", f.Month, err)
	}
	return nil
}

// Failing are the months that could not be closed, the oldest first.
func (m Memory) Failing() (months []Failing, err error) {
	paths, _ := filepath.Glob(m.failingPath("*")) // the pattern is a right one
	slices.Sort(paths)
	for _, path := range paths {
		f, err := m.readFailing(path)
		if err != nil {
			return months, fmt.Errorf("read which months are not closed: %w", err)
		}
		months = append(months, f)
	}
	return months, nil
}

func (m Memory) readFailing(path string) (f Failing, err error) {
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &f)
	}
	return f, err
}
