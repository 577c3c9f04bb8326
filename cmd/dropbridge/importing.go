package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/sharing"
	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// ordering is the importer with what it stands on.
type ordering struct {
	*importer.Importer
	conn    *connection   // the only one; of several suppliers none
	conns   []*connection // to each supplier
	journal *journal.Journal
	sharing *sharing.Process // nil where the journal is a file
}

// openOrdering connects to the suppliers, opens the journal and makes the importer.
func (a *app) openOrdering(ctx context.Context, c *config.Config, as sharing.As) (_ *ordering, err error) {
	settings, err := c.Importer()
	if err != nil {
		return nil, err
	}
	o := &ordering{}
	defer func() {
		if err != nil {
			err = errors.Join(err, o.close())
		}
	}()
	var ports []desk.Port
	for _, one := range c.Suppliers() {
		conn, port, err := a.port(ctx, one)
		if err != nil {
			return nil, err
		}
		o.conns, ports = append(o.conns, conn), append(ports, port)
	}
	o.conn = o.conns[0]
	if c.Several() { // nobody in particular
		o.conn = &connection{shown: strings.Join(c.SupplierNames(), ", ")}
	}
	if o.journal, err = a.openJournal(ctx, c); err != nil {
		return nil, err
	}
	settings.Logger, settings.Now = a.logger(), a.now
	if a.outside.importing != nil {
		a.outside.importing(&settings)
	}
	as.Version, as.Logger = version(), a.logger()
	if o.sharing, err = sharing.Join(ctx, c, o.journal, &settings, as); err != nil {
		return nil, err
	}
	if o.Importer, err = importer.NewSeveral(settings, ports, o.journal); err == nil && o.sharing != nil {
		o.sharing.Watch(o.Importer)
	}
	return o, err
}

// port is the connection to a supplier, and how orders go to him.
func (a *app) port(ctx context.Context, c *config.Config) (conn *connection, port desk.Port, err error) {
	port.ID = c.SupplierID()
	conn = &connection{shown: c.Account(), close: func() error { return nil }}
	if !c.HandsOver() || c.Supplier.BaseURL != "" || len(c.Feeds) > 0 { // orders as files need no service, feeds do
		if conn, err = a.connect(ctx, c); err != nil {
			return nil, port, err
		}
	}
	switch {
	case c.HandsOver():
		port.Supplier, err = c.Handover(a.lookupEnv, a.logger())
	case conn.client == nil:
		port.Supplier, port.Allowed = supplier.Absent{Why: c.RequireAPI}, func() error { return withHint(c.RequireAPI()) }
	default:
		port.Supplier, port.Allowed = conn.client, func() error { return withHint(conn.client.PostingAllowed()) }
	}
	if err != nil {
		return nil, port, errors.Join(err, conn.close())
	}
	return conn, port, nil
}

func (o *ordering) close() error {
	var err error
	if o.Importer != nil {
		err = o.Importer.Close()
	}
	if o.sharing != nil {
		err = errors.Join(err, o.sharing.Close(context.Background()))
	}
	if o.journal != nil {
		err = errors.Join(err, o.journal.Close())
	}
	for _, conn := range o.conns {
		err = errors.Join(err, conn.close())
	}
	return err
}

func (a *app) openJournal(ctx context.Context, c *config.Config) (*journal.Journal, error) {
	address := c.JournalAddress()
	if !c.JournalOnServer() {
		if err := os.MkdirAll(filepath.Dir(address), 0o700); err != nil {
			return nil, fmt.Errorf("open the journal: %w", err)
		}
	}
	j, err := journal.Open(ctx, address)
	if err == nil {
		if _, err = j.Respell(ctx, c.Account(), state.NormalizeAccount); err != nil {
			err = errors.Join(err, j.Close())
		}
	}
	if err != nil {
		hint := "journal_unopened.way"
		if c.JournalOnServer() {
			hint = "journal_unopened.server_way"
		}
		if why := damaged(c, err); why != nil {
			return nil, why
		}
		if _, moved := errors.AsType[*journal.MovedError](err); moved {
			return nil, &exitError{code: exitConfig, err: err}
		}
		return nil, &exitError{code: exitFailed, err: err, hint: wording.NewMessage(hint)}
	}
	return j, nil
}

// damaged is an error of the journal's file that only a backup or a new journal mends, in the
// language of the config; nil for another error.
func damaged(c *config.Config, err error) error {
	if !journal.Damaged(err) {
		return nil
	}
	return said(exitFailed, wording.NewMessage("journal_damaged", oneline.Unbroken(c.JournalAddress())), wording.NewMessage("journal_damaged.way", oneline.Unbroken(c.JournalAddress())), err)
}
