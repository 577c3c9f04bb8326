package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/foreign"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/internal/backups"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func (a *app) backupCommand() *cobra.Command {
	var overwrite bool
	command := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the journal, also while it is in use",
		Long: `Writes the journal as it is at this moment into a file, whole or not at all, which you
alone may read, while a running dropbridge goes on working. Copying the journal's file
by other means may leave out what is not in it yet. A name that ends in .gz has the copy
packed. A journal in PostgreSQL is copied by pg_dump.`,
		Example: "  dropbridge backup /backups/journal.db\n  dropbridge backup --overwrite /backups/journal.db",
		Args:    cobra.ExactArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.backup(cmd.Context(), args[0], overwrite) },
	}
	command.Flags().BoolVar(&overwrite, "overwrite", false, "replace a file that is there already")
	return command
}

// backupReport is what `backup --json` and `restore --json` print.
type backupReport struct {
	File     string `json:"file"`
	Bytes    int64  `json:"bytes"`
	Journal  string `json:"journal"`            // its address
	ID       string `json:"id,omitempty"`       // the journal's own
	Replaced string `json:"replaced,omitempty"` // where the journal lies that was there
}

func (a *app) backup(ctx context.Context, file string, overwrite bool) (err error) {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	if c.JournalOnServer() {
		return backupError(file, journal.ErrServer, "backup.server_way")
	}
	if _, err := os.Stat(c.JournalAddress()); err != nil {
		return backupError(file, err, "")
	}
	if isJournal(file, c.JournalAddress()) {
		return said(exitUsage, wording.NewMessage("backup.itself", oneline.Unbroken(file)), wording.NewMessage("backup.itself_way"), nil)
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return said(exitUsage, wording.NewMessage("backup.folder", oneline.Unbroken(file)), wording.NewMessage("backup.folder_way"), nil)
	}
	j, err := a.openJournal(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	if err := j.Backup(ctx, file, overwrite); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return backupError(file, err, "backup.exists_way")
		}
		return backupError(file, err, "")
	}
	identity, err := j.Identity(ctx)
	if err != nil {
		return err
	}
	return a.reportBackup(file, backupReport{File: file, Journal: c.JournalAddress(), ID: identity.ID}, "backup.done")
}

// isJournal reports whether a file is the journal, or one of those that SQLite keeps beside it: a copy in
// its place would take it from whoever works with it.
func isJournal(file, address string) bool {
	there, err := os.Stat(file)
	if err != nil {
		return false
	}
	return slices.ContainsFunc([]string{"", "-wal", "-shm"}, func(ending string) bool {
		part, err := os.Stat(address + ending)
		return err == nil && os.SameFile(there, part)
	})
}

func (a *app) reportBackup(file string, r backupReport, key string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	r.Bytes = info.Size()
	if a.jsonOutput {
		return a.printJSON(r)
	}
	a.say(key, r.Journal, r.File, r.Bytes)
	return nil
}

func (a *app) restoreCommand() *cobra.Command {
	var bucketed bool
	command := &cobra.Command{
		Use:   "restore FILE | restore --bucket [NAME]",
		Short: "Put a backup of the journal back",
		Long: `Checks that the file, packed or not, is a whole journal and puts a copy of it in the place of the
journal; what was there is kept beside it, under a name with the time. Refused while a
dropbridge is at work. What was posted after the backup is not in it: so nothing is
posted, not even orders that wait, before you have run dropbridge adopt.
With --bucket the copy comes from the bucket of the config (files:), where those made by
schedule lie: the newest one, or the one of that name.`,
		Example: "  dropbridge restore /backups/journal.db\n  dropbridge restore --bucket\n  dropbridge adopt",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := strings.Join(args, "")
			switch {
			case bucketed:
				return a.restoreFromBucket(cmd.Context(), name)
			case name == "":
				return said(exitUsage, wording.NewMessage("restore.which"), wording.NewMessage("restore.which_way"), nil)
			}
			return a.restore(cmd.Context(), name, name)
		},
	}
	command.Flags().BoolVar(&bucketed, "bucket", false, "take the copy from the bucket of the config")
	return command
}

// restoreFromBucket brings a copy from the bucket beside the journal, and puts it back.
func (a *app) restoreFromBucket(ctx context.Context, name string) (err error) {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	if c.JournalOnServer() {
		return restoreError("--bucket", journal.ErrServer, "restore.server_way")
	}
	from, err := c.Bucket()
	if err != nil {
		return err
	}
	if from == nil {
		return said(exitUsage, wording.NewMessage("restore.no_bucket"), wording.NewMessage("restore.no_bucket_way"), nil)
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	if err := os.MkdirAll(c.State(), 0o700); err != nil {
		return restoreError(c.State(), err, "")
	}
	dir, err := os.MkdirTemp(c.State(), "restore-")
	if err != nil {
		return restoreError(c.State(), err, "")
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file, err := backups.Fetch(ctx, from, name, dir, time.Now())
	if err != nil {
		return err
	}
	return a.restore(ctx, file, from.String()+"/"+backups.Prefix+filepath.Base(file))
}

// restore puts a file back, which is told as lying at an address.
func (a *app) restore(ctx context.Context, file, at string) error {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	if c.JournalOnServer() {
		return restoreError(at, journal.ErrServer, "restore.server_way")
	}
	working, err := folder.Working(c.Spool())
	if err != nil {
		return restoreError(at, err, "")
	}
	if working {
		return restoreError(at, journal.ErrInUse, "restore.in_use_way")
	}
	replaced, err := journal.Restore(ctx, file, c.JournalAddress(), time.Now())
	if err != nil {
		switch {
		case errors.Is(err, journal.ErrInUse):
			return restoreError(at, err, "restore.in_use_way")
		case errors.Is(err, journal.ErrNoJournal):
			return restoreError(at, err, "restore.no_journal_way")
		}
		return restoreError(at, err, "")
	}
	if err := a.reportBackup(file, backupReport{File: at, Journal: c.JournalAddress(), Replaced: replaced}, "restore.done"); err != nil {
		return err
	}
	if replaced != "" {
		a.say("restore.replaced", filepath.Clean(replaced))
	}
	a.say("restore.adopt")
	return nil
}

// backupError says why the journal was not copied, and the way of that key; with "" the one that
// the cause has.
func backupError(file string, err error, way string) error {
	return journalError("backup.failed", file, err, way)
}

// restoreError says why the journal was not put back, and the way as backupError does.
func restoreError(file string, err error, way string) error {
	return journalError("restore.failed", file, err, way)
}

func journalError(key, file string, err error, way string) error {
	hint := foreign.Hint(err)
	if way != "" {
		hint = wording.NewMessage(way)
	}
	return said(exitFailed, wording.NewMessage(key, cause(file, err)), hint, err)
}
