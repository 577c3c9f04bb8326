package daemon

import (
	"context"
	"errors"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/reload"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/backups"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/trouble"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// openFile is the file of the config, for people who see and change it.
func (d *Daemon) openFile() {
	d.file = &reload.File{Config: d.Config, LookupEnv: d.LookupEnv, Logger: d.Logger, Listen: d.listen, Connect: d.Check}
}

// ConfigFile implements page.Shop.
func (s shop) ConfigFile() page.ConfigFile { return s.file.Read() }

// CheckConfig implements page.Shop.
func (s shop) CheckConfig(text string) error { return s.file.Check(text) }

// saveConfig writes the config, and has the program begin anew with it. What the person has seen must
// still be what stands there.
func (s shop) saveConfig(_ context.Context, a page.Action) (wording.Message, error) {
	kept, err := s.file.Save(a.Values["before"], a.Values["text"])
	if errors.Is(err, reload.ErrChanged) {
		err = &refused{"page.config_changed_meanwhile", a.Language}
	}
	if err != nil {
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
	w.Every, w.Check, w.Begin, w.Renew = settingsEvery, d.file.Stands, d.Manager.Reloading, d.renew
	w.Answered = func(err error) {
		d.noteSettings(err)
		d.Manager.Ready()
	}
	return w.Run(ctx)
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

// refused is an action that is not done, with a sentence of the catalogue and the way out.
type refused struct {
	key      string // its way has "_way" behind it
	language wording.Language
}

func (r *refused) Error() string { return r.language.Say(r.key) }

// Hint is the way out.
func (r *refused) Hint() string { return r.language.Say(r.key + "_way") }

// Failure is none of those that end a command.
func (r *refused) Failure() failure.Kind { return failure.Other }

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
