package reload

import (
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/whereabouts"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// File is the file of the config as people see and change it while a daemon runs. All fields are
// needed but for Connect.
type File struct {
	Config    *config.Config // in force
	LookupEnv func(string) (string, bool)
	Logger    *slog.Logger
	Listen    string // where the server of the config in force listens, which a flag may say

	// Connect is what connecting with a config would refuse before anything is asked of a supplier.
	Connect func(*config.Config) error

	tried sync.Once // whether a file can be put beside the config
	fixed error     // why none can
}

// Read is the config as it stands in its file.
func (f *File) Read() page.ConfigFile {
	text, err := os.ReadFile(f.Config.File)
	c := page.ConfigFile{File: f.Config.File, Text: string(text)}
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		c.ReadOnly = err.Error()
	default:
		if open, err := os.OpenFile(whereabouts.Target(c.File), os.O_WRONLY, 0); err != nil { // named as it lies
			c.ReadOnly = err.Error()
		} else if err := open.Close(); err != nil {
			c.ReadOnly = err.Error()
		}
	}
	f.tried.Do(func() { f.fixed = tryFolder(filepath.Dir(whereabouts.Target(c.File))) })
	if f.fixed != nil && c.ReadOnly == "" {
		c.ReadOnly = f.fixed.Error()
	}
	return c
}

// tryFolder puts a file into a folder and takes it away: a config is replaced whole, by one
// that is written beside it.
func tryFolder(dir string) error {
	f, err := os.CreateTemp(dir, durable.TempPrefix+"*.tmp")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Check is what stands against a text of the config: everything that a start of the program looks at.
func (f *File) Check(text string) error {
	c, err := config.Read(f.Config.File, []byte(text))
	if err != nil {
		return err
	}
	if err := checkFeeds(c); err != nil {
		return err
	}
	if _, err := c.Importer(); err != nil {
		return err
	}
	if _, err := c.Sheets(f.LookupEnv); err != nil {
		return err
	}
	if err := f.checkServer(c); err != nil {
		return err
	}
	if c.Notifies() {
		if _, err := c.Notifier(f.LookupEnv, time.Now); err != nil {
			return err
		}
	}
	for _, one := range c.Suppliers() {
		if !one.HasAPI() {
			continue
		}
		if _, err = one.Mapping(); err != nil {
			return err
		}
	}
	if f.Connect == nil {
		return nil
	}
	return f.Connect(c)
}

// checkFeeds looks at what the feeds are made by, and whether they go together.
func checkFeeds(c *config.Config) error {
	var feeds []reading.Feed
	for _, name := range c.FeedNames() {
		feed, err := c.Feed(name)
		if err != nil {
			return err
		}
		feeds = append(feeds, feed)
	}
	if len(feeds) == 0 {
		return nil
	}
	return reading.Check(feeds)
}

// checkServer looks at who would be let in, and where.
func (f *File) checkServer(c *config.Config) error {
	keys, err := c.Keyring(f.LookupEnv, f.Logger)
	if err != nil {
		return err
	}
	guard, err := c.Access(f.LookupEnv, c.Accounts(f.Logger), keys, f.Logger)
	if err != nil {
		return err
	}
	listen := f.Listen
	if listen == f.Config.HTTP.Listen { // no flag says otherwise
		listen = c.HTTP.Listen
	}
	return c.CheckListen(listen, guard.Configured())
}

// ErrChanged is that the config is no more what a person has seen of it.
var ErrChanged = errors.New("the config has changed meanwhile")

// Save writes a text of the config, and keeps the old one beside it, in a file of the name that is
// given, "" for none. What the person has seen, before, must still be what stands there: it is
// ErrChanged otherwise. What Check refuses is not written. Where the file cannot be written the error is a
// *refusal.Refusal, whose sentence ends with the system's own words.
func (f *File) Save(before, text string) (kept string, err error) {
	now := f.Read()
	if normal(before) != normal(now.Text) {
		return "", ErrChanged
	}
	text = normal(text)
	if err := f.Check(text); err != nil {
		return "", err
	}
	if kept, err = f.replace(now, text); err != nil {
		return "", unwritten(now.File, err)
	}
	return kept, nil
}

// replace writes a text in place of the one that stands in the file, and that one beside it.
func (f *File) replace(now page.ConfigFile, text string) (kept string, err error) {
	file, access := whereabouts.Target(now.File), durable.OwnerAndGroup()
	if info, err := os.Stat(file); err == nil {
		if access, err = durable.AccessLike(file); err != nil {
			return "", err
		}
		access.Mode = info.Mode().Perm()
		kept = file + "." + time.Now().Format("2006-01-02T15-04-05") + ".old"
		if err := f.write(kept, now.Text, access); err != nil {
			return "", err
		}
	}
	return kept, f.write(file, text, access)
}

// unwritten is why a config was not written, with the way out.
func unwritten(file string, err error) error {
	way := "page.config_unwritten_way"
	if errors.Is(err, syscall.ENOSPC) {
		way = "page.config_no_room_way"
	}
	dir := filepath.Dir(whereabouts.Target(file))
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	return refusal.New(failure.Other, wording.NewMessage("page.config_unwritten", file, oneline.Joined(err.Error())), wording.NewMessage(way, dir))
}

// Now is the config as it stands in its file, which may be newer than the one in force; that one where
// the file cannot be read.
func (f *File) Now() *config.Config {
	file := f.Read()
	c, err := config.Read(file.File, []byte(file.Text))
	if err != nil {
		return f.Config
	}
	return c
}

// Stands is what stands against the file as it is now. A config that was there and is gone is no
// empty one.
func (f *File) Stands() error {
	text, err := os.ReadFile(f.Config.File)
	if errors.Is(err, fs.ErrNotExist) && f.Config.Absent {
		err = nil
	}
	if err != nil {
		return failure.Mended(failure.Config, wording.NewMessage("config_gone.way"), "read the config: %w", err)
	}
	return f.Check(string(text))
}

// normal is a text with line ends as a config has them: forms send others.
func normal(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

func (f *File) write(file, text string, access durable.Access) error {
	return durable.WriteFileFor(file, access, func(err error) { f.Logger.Warn("the config's access is not as before", "error", err) }, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
