package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// ordering is the importer with what it stands on.
type ordering struct {
	*importer.Importer
	conn    *connection
	journal *journal.Journal
}

// openOrdering connects to the supplier, opens the journal and makes the importer.
func (a *app) openOrdering(ctx context.Context, c *config) (_ *ordering, err error) {
	settings, err := c.importerConfig()
	if err != nil {
		return nil, err
	}
	conn, err := a.connect(ctx, c)
	if err != nil {
		return nil, err
	}
	o := &ordering{conn: conn}
	defer func() {
		if err != nil {
			err = errors.Join(err, o.close())
		}
	}()
	if o.journal, err = a.openJournal(ctx, c); err != nil {
		return nil, err
	}
	settings.Logger, settings.Allowed = a.logger(), func() error { return withHint(conn.client.PostingAllowed()) }
	o.Importer, err = importer.New(settings, conn.client, o.journal)
	return o, err
}

func (o *ordering) close() error {
	var err error
	if o.Importer != nil {
		err = o.Importer.Close()
	}
	if o.journal != nil {
		err = errors.Join(err, o.journal.Close())
	}
	return errors.Join(err, o.conn.close())
}

func (a *app) openJournal(ctx context.Context, c *config) (*journal.Journal, error) {
	address := c.journal()
	if !strings.Contains(address, "://") {
		if err := os.MkdirAll(filepath.Dir(address), 0o700); err != nil {
			return nil, fmt.Errorf("open the journal: %w", err)
		}
	}
	j, err := journal.Open(ctx, address)
	if err == nil {
		if _, err = j.Respell(ctx, c.account(), state.NormalizeAccount); err != nil {
			err = errors.Join(err, j.Close())
		}
	}
	if err != nil {
		hint := "the journal needs a local disk that this user may write to; `dropbridge check` tests it"
		if strings.Contains(address, "://") {
			hint = "is PostgreSQL running there, and is the address under journal: right?"
		}
		if why := damaged(c, err); why != nil {
			return nil, why
		}
		return nil, &exitError{code: exitFailed, err: err, hint: hint}
	}
	return j, nil
}

// damaged is an error of the journal's file that only a backup or a new journal mends, in the
// language of the config; nil for another error.
func damaged(c *config, err error) error {
	if !journal.Damaged(err) {
		return nil
	}
	return said(exitFailed, wording.NewMessage("journal_damaged", oneLine(c.journal())), wording.NewMessage("journal_damaged.way", oneLine(c.journal())), err)
}

// importerConfig is the config as the importer takes it; the importer makes the folders.
func (c *config) importerConfig() (desk.Config, error) {
	settings := desk.Config{
		Account: c.account(), NewAccount: c.Supplier.NewAccount,
		Inbox: c.path(c.Inbox.Dir), Results: c.path(c.Inbox.Results), Archive: c.path(c.Inbox.Archive),
		Failed: c.path(c.Inbox.Failed), Spool: c.path("state/spool"),
		Settle: c.Inbox.Settle, Scan: c.Inbox.Scan, Follow: c.Inbox.Follow,
		DoneSuffix: c.Inbox.Done, Language: c.language, Sources: map[string]desk.Source{},
	}
	var err error
	if settings.Mode, err = c.Inbox.Mode.mode(c.file, "inbox.mode"); err != nil {
		return settings, err
	}
	if settings.Owners, err = c.owners(); err != nil {
		return settings, err
	}
	if settings.Default, err = c.source(""); err != nil {
		return settings, err
	}
	for name := range c.Inbox.Sources {
		if settings.Sources[name], err = c.source(name); err != nil {
			return settings, err
		}
	}
	return settings, nil
}

// owners are the ids of the users that the config names, by name or by number.
func (c *config) owners() ([]int, error) {
	var ids []int
	for _, name := range c.Inbox.Owners {
		id, err := strconv.Atoi(name)
		if err == nil {
			ids = append(ids, id)
			continue
		}
		known, err := user.Lookup(name)
		if err == nil {
			id, err = strconv.Atoi(known.Uid)
		}
		if err != nil {
			return nil, configError("name a user of this machine, or the user's number", "%s: inbox.owners: %q: %w", c.file, name, err)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func (c *config) source(name string) (desk.Source, error) {
	options, err := c.readOptions(name)
	if err != nil {
		return desk.Source{}, err
	}
	waybills, err := c.waybillFile(name)
	if err != nil {
		return desk.Source{}, err
	}
	return desk.Source{Profile: options.Profile, Prefix: options.ExternalIDPrefix, Carrier: options.Carrier, PaymentMethod: options.PaymentMethod,
		Words: options.Words, Ignore: options.Ignore, Waybills: waybills}, nil
}
