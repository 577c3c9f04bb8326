package closing

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/durable"
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
	month, err := statement.Month(time.Date(now.Year(), now.Month()+time.Month(back), 1, 0, 0, 0, 0, zone).Format("2006-01"), zone)
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
	err := os.MkdirAll(string(m), 0o700)
	if err == nil {
		err = durable.WriteFile(m.path(c.Month), func(w io.Writer) error { return json.NewEncoder(w).Encode(c) })
	}
	if err != nil {
		return fmt.Errorf("remember that the month %s was closed: %w", c.Month, err)
	}
	return nil
}
