package daemon

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/reload"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/backups"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/trouble"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// ConfigFile implements page.Shop.
func (s shop) ConfigFile() page.ConfigFile {
	text, err := os.ReadFile(s.Config.File)
	c := page.ConfigFile{File: s.Config.File, Text: string(text)}
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		c.ReadOnly = err.Error()
	default:
		if f, err := os.OpenFile(c.File, os.O_WRONLY, 0); err != nil {
			c.ReadOnly = err.Error()
		} else if err := f.Close(); err != nil {
			c.ReadOnly = err.Error()
		}
	}
	s.tried.Do(func() { s.fixed = tryFolder(filepath.Dir(target(c.File))) })
	if s.fixed != nil && c.ReadOnly == "" {
		c.ReadOnly = s.fixed.Error()
	}
	return c
}

// target is where a file really lies, to which a link may lead: the link stays as it is.
func target(file string) string {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		return real
	}
	return file
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

// CheckConfig implements page.Shop: everything that a start of the program looks at.
func (s shop) CheckConfig(text string) error {
	c, err := config.Read(s.Config.File, []byte(text))
	if err != nil {
		return err
	}
	var feeds []reading.Feed
	for _, name := range c.FeedNames() {
		feed, err := c.Feed(name)
		if err != nil {
			return err
		}
		feeds = append(feeds, feed)
	}
	if len(feeds) > 0 {
		if err := reading.Check(feeds); err != nil {
			return err
		}
	}
	if _, err := c.Importer(); err != nil {
		return err
	}
	if _, err := c.Sheets(s.LookupEnv); err != nil {
		return err
	}
	if err := s.checkServer(c); err != nil {
		return err
	}
	if c.Notifies() {
		if _, err := c.Notifier(s.LookupEnv, time.Now); err != nil {
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
	if s.Check == nil {
		return nil
	}
	return s.Check(c)
}

// checkServer looks at who would be let in, and where.
func (s shop) checkServer(c *config.Config) error {
	keys, err := c.Keyring(s.LookupEnv, s.Logger)
	if err != nil {
		return err
	}
	guard, err := c.Access(s.LookupEnv, c.Accounts(s.Logger), keys, s.Logger)
	if err != nil {
		return err
	}
	listen := s.listen
	if listen == s.Config.HTTP.Listen { // no flag says otherwise
		listen = c.HTTP.Listen
	}
	return c.CheckListen(listen, guard.Configured())
}

// saveConfig writes the config, keeps the old one beside it, and has the program begin anew
// with it. What the person has seen must still be what stands there.
func (s shop) saveConfig(_ context.Context, a page.Action) (wording.Message, error) {
	now := s.ConfigFile()
	if normal(a.Values["before"]) != normal(now.Text) {
		return wording.Message{}, &refused{"page.config_changed_meanwhile", a.Language}
	}
	text := normal(a.Values["text"])
	if err := s.CheckConfig(text); err != nil {
		return wording.Message{}, err
	}
	file, access, kept := target(now.File), durable.OwnerAndGroup(), ""
	if info, err := os.Stat(file); err == nil {
		if access, err = durable.AccessLike(file); err != nil {
			return wording.Message{}, err
		}
		access.Mode = info.Mode().Perm()
		kept = file + "." + time.Now().Format("2006-01-02T15-04-05") + ".old"
		if err := s.write(kept, now.Text, access); err != nil {
			return wording.Message{}, err
		}
	}
	if err := s.write(file, text, access); err != nil {
		return wording.Message{}, err
	}
	time.AfterFunc(renewAfter, s.renew) // the answer goes out first
	return wording.NewMessage("page.config_saved", kept), nil
}

// settingsEvery is how often it is looked whether the files of the settings have changed.
const settingsEvery = 2 * time.Second

// watchSettings goes over to changed settings, by beginning anew, until ctx ends.
func (d *Daemon) watchSettings(ctx context.Context) error {
	if d.Watch == nil {
		return nil
	}
	w := d.Watch
	w.Every, w.Check, w.Begin, w.Renew = settingsEvery, d.checkSettings, d.Manager.Reloading, d.renew
	w.Answered = func(err error) {
		d.noteSettings(err)
		d.Manager.Ready()
	}
	return w.Run(ctx)
}

// checkSettings is what stands against the settings as they are now. A config that was there and is
// gone is no empty one.
func (d *Daemon) checkSettings() error {
	text, err := os.ReadFile(d.Config.File)
	if errors.Is(err, fs.ErrNotExist) && d.Config.Absent {
		err = nil
	}
	if err != nil {
		return failure.Mistake("put the file back; it is gone over to by itself", "read the config: %w", err)
	}
	return shop{d}.CheckConfig(string(text))
}

// noteSettings notes why changed settings are refused, for other processes too, and logs it; with nil
// that none are any more.
func (d *Daemon) noteSettings(why error) {
	var refused trouble.Trouble
	if why != nil {
		d.Logger.Error("the changed settings are refused, the old ones go on", "error", d.withHint(why))
		refused = trouble.Trouble{Error: oneline.Joined(why.Error()), Mend: oneline.Unbroken(d.Hint(why)), Since: time.Now(), Of: reload.SumOf([]string{d.Config.File}).String()}
	}
	if err := trouble.Write(d.Config.RefusedSettings(), refused); err != nil {
		d.Logger.Warn("that settings are refused, or no longer are, is not shown by the command status", "error", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refused = refused
}

// addRefused adds that changed settings are refused, in a language.
func (d *Daemon) addRefused(s *standing.Snapshot, l wording.Language) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if r := d.refused; r.Error != "" {
		s.Problems = append(s.Problems, standing.RefusedSettings(r.Error, r.Mend, r.Since, l))
	}
}

// renewAfter is how long the program waits before it begins anew with a changed config.
const renewAfter = 300 * time.Millisecond

// normal is a text with line ends as a config has them: forms send others.
func normal(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

func (s shop) write(file, text string, access durable.Access) error {
	return durable.WriteFileFor(file, access, func(err error) { s.Logger.Warn("the config's access is not as before", "error", err) }, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// refused is an action that is not done, with a sentence of the catalogue and the way out.
type refused struct {
	key      string // its way has "_way" behind it
	language wording.Language
}

func (r *refused) Error() string { return r.language.Say(r.key) }

// Hint is the way out.
func (r *refused) Hint() string { return r.language.Say(r.key + "_way") }

// openCopies looks at how the journal is to be copied by schedule.
func (d *Daemon) openCopies() error {
	plan, err := d.Config.BackupPlan()
	if err != nil || plan == nil {
		return err
	}
	s := shop{d}
	d.copies = &backups.Keeper{Plan: *plan, Log: d.Logger, Hint: d.Hint, Now: time.Now,
		ID: func(ctx context.Context) (string, error) {
			identity, err := d.Orders.Journal.Identity(ctx)
			return identity.ID, err
		},
		Copy: func(ctx context.Context, path string) error {
			journal, can := s.copier()
			if err := s.noBackup(); err != nil || !can {
				return err
			}
			return journal.Backup(ctx, path, false)
		}}
	return nil
}

// copier is a journal that can be copied while it is in use.
type copier interface {
	Backup(ctx context.Context, path string, overwrite bool) error
}

// copier is the journal behind what may stand before it, where that can be copied.
func (s shop) copier() (copier, bool) {
	journal := s.Orders.Journal
	if before, ok := journal.(interface{ Unwrap() state.Journal }); ok {
		journal = before.Unwrap()
	}
	can, ok := journal.(copier)
	return can, ok
}

// noBackup is why the journal cannot be copied from here, nil where it can.
func (s shop) noBackup() error {
	if _, can := s.copier(); can && !s.Config.JournalOnServer() {
		return nil
	}
	return refusal.New(failure.Usage, wording.NewMessage("page.backup_server"), wording.NewMessage("backup.server_way"))
}
