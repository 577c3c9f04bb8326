package config

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/internal/yamledit"
)

// JournalAddress is the journal's address: a path, or a PostgreSQL URL.
func (c *Config) JournalAddress() string {
	if c.JournalOnServer() {
		return c.Journal
	}
	return c.Path(c.Journal)
}

// JournalOnServer reports whether the journal is no file.
func (c *Config) JournalOnServer() bool { return strings.Contains(c.Journal, "://") }

// JournalMissing reports whether nothing was ever imported here, so that asking makes no folders.
func (c *Config) JournalMissing() bool {
	if c.JournalOnServer() {
		return false
	}
	_, err := os.Stat(c.JournalAddress())
	return errors.Is(err, fs.ErrNotExist) && !doubt.HasPast(c.Path(c.Inbox.Results), c.Path(c.Inbox.Dir))
}

// JournalGone reports whether the journal's file is missing although one was worked with:
// whoever only reads makes no empty one in its place.
func (c *Config) JournalGone() bool {
	if c.JournalOnServer() {
		return false
	}
	_, err := os.Stat(c.JournalAddress())
	return errors.Is(err, fs.ErrNotExist) && doubt.HasPast(c.Path(c.Inbox.Results), c.Path(c.Inbox.Dir))
}

// WithPlaces is the text of a config that names another journal and other files, nil for what
// stays. Everything else of the text stays as it is, comments too. A text that cannot be written
// so is an error with the way out.
func WithPlaces(file, text string, journal, files *string) (string, error) {
	var lines []string
	out, ok := text, true
	for _, one := range []struct {
		key   string
		value *string
	}{{"journal", journal}, {"files", files}} {
		if one.value == nil || !ok {
			continue
		}
		lines = append(lines, one.key+": "+strconv.Quote(*one.value))
		out, ok = yamledit.SetText(out, one.key, *one.value)
	}
	byHand := refusal.New(failure.Config, wording.NewMessage("migrate.config_by_hand", file), wording.NewMessage("migrate.config_by_hand.hint", strings.Join(lines, "; ")))
	if !ok {
		return "", byHand
	}
	c, err := Read(file, []byte(out))
	if err != nil || journal != nil && c.Journal != *journal || files != nil && c.Files != *files {
		return "", byHand
	}
	return out, nil
}
