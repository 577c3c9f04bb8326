package config

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/dropbridge/dropbridge/importer/doubt"
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
