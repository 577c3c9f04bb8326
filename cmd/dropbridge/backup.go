package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/internal/journal"
)

func (a *app) backupCommand() *cobra.Command {
	var overwrite bool
	command := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the journal, also while it is in use",
		Long: `Writes the journal as it is at this moment into a file, whole or not at all, which you
alone may read, while a running dropbridge goes on working. Copying the journal's file
by other means may leave out what is not in it yet. A journal in PostgreSQL is copied
by pg_dump.`,
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
	if c.journalOnServer() {
		return serverError("back up the journal", "use pg_dump for it: it copies a database while it is in use")
	}
	if _, err := os.Stat(c.journal()); err != nil {
		return fmt.Errorf("back up the journal: %w", err)
	}
	j, err := a.openJournal(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	if err := j.Backup(ctx, file, overwrite); err != nil {
		hint := ""
		if errors.Is(err, fs.ErrExist) {
			hint = "name another file, or give --overwrite"
		}
		return &exitError{code: exitFailed, err: fmt.Errorf("back up the journal: %w", err), hint: hint}
	}
	identity, err := j.Identity(ctx)
	if err != nil {
		return err
	}
	return a.reportBackup(backupReport{File: file, Journal: c.journal(), ID: identity.ID}, "the journal %s was copied to %s, %d bytes\n")
}

func (a *app) reportBackup(r backupReport, text string) error {
	info, err := os.Stat(r.File)
	if err != nil {
		return err
	}
	r.Bytes = info.Size()
	if a.jsonOutput {
		return a.printJSON(r)
	}
	a.printf(text, oneLine(r.Journal), oneLine(r.File), r.Bytes)
	return nil
}

func (a *app) restoreCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup of the journal back",
		Long: `Checks that the file is a whole journal and puts a copy of it in the place of the
journal; what was there is kept beside it, under a name with the time. Refused while a
dropbridge is at work. What was posted after the backup is not in it: so nothing is
posted, not even orders that wait, before you have run dropbridge adopt.`,
		Example: "  dropbridge restore /backups/journal.db\n  dropbridge adopt",
		Args:    cobra.ExactArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.restore(cmd.Context(), args[0]) },
	}
}

func (a *app) restore(ctx context.Context, file string) error {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	if c.journalOnServer() {
		return serverError("restore the journal", "use pg_restore or psql for it, then run `dropbridge adopt`")
	}
	const stop = "stop the running dropbridge first"
	working, err := importer.Working(c.path("state/spool"))
	if err != nil {
		return fmt.Errorf("restore the journal: %w", err)
	}
	if working {
		return &exitError{code: exitFailed, err: fmt.Errorf("restore the journal: %w", journal.ErrInUse), hint: stop}
	}
	replaced, err := journal.Restore(ctx, file, c.journal(), time.Now())
	if err != nil {
		hint := ""
		switch {
		case errors.Is(err, journal.ErrInUse):
			hint = stop
		case errors.Is(err, journal.ErrNoJournal):
			hint = "name a file that `dropbridge backup` has written"
		}
		return &exitError{code: exitFailed, err: fmt.Errorf("restore the journal: %w", err), hint: hint}
	}
	if err := a.reportBackup(backupReport{File: file, Journal: c.journal(), Replaced: replaced}, "the journal %s was restored from %s, %d bytes\n"); err != nil {
		return err
	}
	if replaced != "" {
		a.printf("the one that was there is %s\n", oneLine(filepath.Clean(replaced)))
	}
	a.printf("nothing is posted before you run: dropbridge adopt\n")
	return nil
}

// journalOnServer reports whether the journal is no file.
func (c *config) journalOnServer() bool { return strings.Contains(c.Journal, "://") }

func serverError(doing, hint string) error {
	return &exitError{code: exitFailed, err: fmt.Errorf("%s: %w", doing, journal.ErrServer), hint: hint}
}
