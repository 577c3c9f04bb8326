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

// Due is the month that is to be closed by now, which is the one before, from a day of the
// month on; next is when the one after it is. Before that day nothing is due.
func Due(now time.Time, day int, zone *time.Location) (month statement.Period, due bool, next time.Time) {
	now = now.In(zone)
	begins := time.Date(now.Year(), now.Month(), day, 0, 0, 0, 0, zone)
	if now.Before(begins) {
		return statement.Period{}, false, begins
	}
	month, err := statement.Month(time.Date(now.Year(), now.Month()-1, 1, 0, 0, 0, 0, zone).Format("2006-01"), zone)
	return month, err == nil, time.Date(now.Year(), now.Month()+1, day, 0, 0, 0, 0, zone)
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
