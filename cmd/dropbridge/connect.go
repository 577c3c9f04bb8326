package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/checking"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/entry"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/lookup"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/moving"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/purging"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/sandboxing"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/sharing"
	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
	"github.com/dropbridge/dropbridge/internal/snapshot"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/calls"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// connection is the supplier that a command talks to.
type connection struct {
	client *client.Client       // nil where there is no service: price lists alone, or orders as files
	lists  *pricelist.Catalogue // nil where the products are the service's
	shown  string               // what people are told of it
	close  func() error
}

// catalogue is where the products are.
func (c *connection) catalogue() reading.Catalogue {
	if c.lists != nil {
		return c.lists
	}
	return c.client
}

const embeddedShown = "embedded sandbox"

// shownIn is what people are told of the supplier in their language.
func (c *connection) shownIn(language wording.Language) string {
	if c.shown == embeddedShown {
		return wording.NewMessage("commands.embedded_name").In(language)
	}
	return c.shown
}

// connect makes the client for the config's supplier, or starts the embedded
// sandbox inside this process where the config names none.
func (a *app) connect(ctx context.Context, c *config.Config) (*connection, error) {
	if err := c.RequireOne(); err != nil {
		return nil, err
	}
	lists, err := a.lists(c)
	if err != nil {
		return nil, err
	}
	if !c.HasAPI() {
		if lists == nil {
			return nil, c.RequireAPI()
		}
		return &connection{lists: lists, shown: a.word("price_lists"), close: func() error { return nil }}, nil
	}
	if c.Supplier.BaseURL == "" {
		return a.connectEmbedded(ctx, c)
	}
	token, err := c.Token(a.lookupEnv)
	if err != nil {
		return nil, err
	}
	options, err := a.clientOptions(c, c.Supplier.BaseURL, token)
	if err != nil {
		return nil, err
	}
	conn := &connection{lists: lists, shown: c.Supplier.BaseURL, close: func() error { return nil }}
	shared, err := sharing.Permits(c, options)
	if err != nil {
		return nil, err
	}
	if shared != nil {
		options.Permits, conn.close = shared, shared.Close
	}
	if conn.client, err = newClient(c, options); err != nil {
		return nil, errors.Join(err, conn.close())
	}
	return conn, nil
}

// checkConnection refuses a config with which connecting would fail before anything is asked of
// the supplier: without a token, for one.
func (a *app) checkConnection(c *config.Config) error {
	for _, one := range c.Suppliers() {
		if err := a.checkOneConnection(one); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) checkOneConnection(c *config.Config) error {
	if _, err := a.lists(c); err != nil {
		return err
	}
	if c.HandsOver() {
		if _, err := c.Handover(a.lookupEnv, a.logger()); err != nil {
			return err
		}
	}
	if c.Supplier.BaseURL == "" {
		return nil
	}
	token, err := c.Token(a.lookupEnv)
	if err != nil {
		return err
	}
	_, err = a.client(c, c.Supplier.BaseURL, token)
	return err
}

// connectService connects to a supplier that has a service; price lists alone are refused.
func (a *app) connectService(ctx context.Context, c *config.Config) (*connection, error) {
	if err := c.RequireAPI(); err != nil {
		return nil, err
	}
	return a.connect(ctx, c)
}

// lists is the catalogue of the config's price lists, nil where it has none.
func (a *app) lists(c *config.Config) (*pricelist.Catalogue, error) {
	if !c.HasLists() {
		return nil, nil
	}
	options, err := c.Lists(a.lookupEnv)
	if err != nil {
		return nil, err
	}
	options.UserAgent, options.Logger, options.Now = "dropbridge/"+version(), a.logger(), a.now
	return pricelist.New(options), nil
}

// connectEmbedded starts the sandbox on a free loopback port. Its data and its
// token stay under state/sandbox, so that the next command finds the same orders.
func (a *app) connectEmbedded(ctx context.Context, c *config.Config) (*connection, error) {
	dir := c.Sandbox()
	server, err := local.Start(ctx, dir, version(), a.logger())
	if err != nil {
		return nil, err
	}
	client, err := a.client(c, server.URL, supplier.NewSecret(server.Token))
	if err != nil {
		return nil, errors.Join(err, server.Close())
	}
	why := "commands.embedded"
	if c.Absent { // most often the folder is the wrong one
		why = "commands.embedded_absent"
	}
	fmt.Fprintln(a.stderr, wording.NewMessage(why, c.File, dir).In(c.Spoken()))
	return &connection{client: client, shown: embeddedShown, close: server.Close}, nil
}

// client makes the client of the supplier at that address.
func (a *app) client(c *config.Config, baseURL string, token supplier.Secret) (*client.Client, error) {
	options, err := a.clientOptions(c, baseURL, token)
	if err != nil {
		return nil, err
	}
	return newClient(c, options)
}

// clientOptions are those of the client of the supplier at that address.
func (a *app) clientOptions(c *config.Config, baseURL string, token supplier.Secret) (client.Options, error) {
	options, err := c.Client(baseURL, token)
	if err != nil {
		return options, err
	}
	if options.User, options.UserSecret, err = c.UserName(a.lookupEnv); err != nil {
		return options, err
	}
	options.Renew = func() (string, supplier.Secret, error) {
		user, _, err := c.UserName(a.lookupEnv)
		if err != nil || c.Supplier.BaseURL == "" {
			return user, token, err
		}
		renewed, err := c.Token(a.lookupEnv)
		return user, renewed, err
	}
	options.UserAgent, options.Logger, options.Transport = "dropbridge/"+version(), a.logger(), a.outside.supplier
	options.Told = func(op string, err error, took time.Duration) {
		a.meter.Request(c.SupplierName(), op, calls.Outcome(err), took)
	}
	return options, nil
}

func newClient(c *config.Config, options client.Options) (*client.Client, error) {
	client, err := client.New(options)
	if err != nil {
		return nil, failure.Mistake("", "%s: %s.base_url: %w", c.File, c.SupplierAt(), err)
	}
	return client, nil
}

// exportWorkers is how many pages are fetched, decoded and encoded at once.
const exportWorkers = 4

// products is the supplier's product list, of which a copy is kept where the config says so.
func (a *app) products(c *config.Config, conn *connection) *reading.Products {
	products := &reading.Products{Catalogue: conn.catalogue(), Store: snapshot.Open(c.Catalog()),
		Copy: snapshot.Options{Mapping: c.Fingerprint(version()), Now: a.now}, Workers: exportWorkers, Unreadable: c.Supplier.Unreadable,
		Now: a.now, Logger: a.logger()}
	if full := c.Supplier.FullRead; full != nil {
		products.Copy.MaxAge, products.Full = *full, *full == 0
	}
	products.Full = products.Full || conn.lists != nil // a list changes as a whole
	return products
}

// chosenFeeds are the feeds of the config with these names, or the one of the flags, checked
// before anything is read.
func (a *app) chosenFeeds(names []string, flags config.Feed, byFlags bool) (*config.Config, []reading.Feed, error) {
	c, err := a.loadConfig()
	if err != nil {
		return nil, nil, err
	}
	feeds, err := c.Chosen(names, flags, byFlags)
	if err != nil {
		return nil, nil, err
	}
	if err := reading.Check(feeds); err != nil {
		if mistake, ok := errors.AsType[*exporter.ConfigError](err); byFlags && ok && !mistake.Data {
			if _, bare := flags.Price.Compile(flags.Private); bare != nil && bare.Error() == mistake.Message {
				what := wording.NewMessage("pricing.bare_drop.feed", mistake.Feed, wording.NewMessage("pricing.bare_drop"))
				return nil, nil, said(exitUsage, what, wording.NewMessage("pricing.bare_drop.way"), err)
			}
			return nil, nil, &exitError{code: exitUsage, err: err}
		}
		return nil, nil, err
	}
	return c, feeds, nil
}

// books are the commands for accountants, which stand in a package of their own.
func (a *app) books() *books.Program {
	return &books.Program{
		Name: "dropbridge " + version(), Progress: a.stderr, Partial: quiet(exitPartial),
		Config: a.loadConfig, JSON: func() bool { return a.jsonOutput }, PrintJSON: a.printJSON, People: a.people, Logger: a.logger,
		Said: func(err error) (what, way string) { return errorIn(err, a.spoken()) },
		Connect: func(ctx context.Context, c *config.Config) (books.Connection, error) {
			conn, err := a.connectService(ctx, c)
			if err != nil {
				return books.Connection{}, err
			}
			made, letGo := bookConnection(conn), a.holdMemory(bookHeapGrowth, -1)
			made.Close = func() error {
				defer letGo()
				return conn.close()
			}
			return made, nil
		},
	}
}

// lookup is the command that searches.
func (a *app) lookup() *lookup.Program {
	return &lookup.Program{Out: a.stdout, Err: a.stderr, Config: a.loadConfig, JSON: func() bool { return a.jsonOutput }, PrintJSON: a.printJSON,
		People: a.people, OneForm: a.oneForm, Partial: quiet(exitPartial),
		Said: func(err error) (what, way string) { return errorIn(err, a.spoken()) },
		Connect: func(ctx context.Context, c *config.Config) (lookup.Catalogue, func() error, error) {
			conn, err := a.connectService(ctx, c)
			if err != nil {
				return nil, nil, err
			}
			return conn.catalogue(), conn.close, nil
		}}
}

// checking is the command that tests everything.
func (a *app) checking() *checking.Program {
	return &checking.Program{Out: a.stdout, LookupEnv: a.lookupEnv, Logger: a.logger, Now: a.now, Config: a.loadConfig, Lists: a.lists, Journal: a.openJournal,
		Connect: func(ctx context.Context, c *config.Config) (checking.Connection, error) {
			conn, err := a.connect(ctx, c)
			if err != nil {
				return checking.Connection{}, err
			}
			return checking.Connection{Client: conn.client, Shown: conn.shownIn(a.spoken()), Close: conn.close}, nil
		},
		Compare: compareAnswers, Channels: a.checkChannels, JSON: func() bool { return a.jsonOutput }, PrintJSON: a.printJSON, People: a.people, Say: a.word,
		Hint: hintOf, Said: errorIn, Code: exitCode, Quiet: quiet,
		Away: func(ctx context.Context, err error) bool { return exitCode(ctx, err) == exitSupplier }}
}

// entry are the commands by which people and programs are let in.
func (a *app) entry() *entry.Program {
	return &entry.Program{In: a.stdin, Out: a.stdout, Err: a.stderr, LookupEnv: a.lookupEnv,
		Config: a.loadConfig, JSON: func() bool { return a.jsonOutput }, PrintJSON: a.printJSON, Spoken: a.spoken}
}

// moving is the command that moves the journal to another database.
func (a *app) moving() *moving.Program {
	return &moving.Program{Out: a.stdout, Err: a.stderr, Failed: quiet(exitFailed),
		Config: a.loadConfig, JSON: func() bool { return a.jsonOutput }, PrintJSON: a.printJSON, Spoken: a.spoken}
}

// purging is the command that lets old files and persons go.
func (a *app) purging() *purging.Program {
	return &purging.Program{Out: a.stdout, Config: a.loadConfig, Journal: a.openJournal, Logger: a.logger, Now: a.now, Partial: quiet(exitPartial),
		JSON: func() bool { return a.jsonOutput }, PrintJSON: a.printJSON, Spoken: a.spoken}
}

// sandboxing is the command that serves the sandbox alone.
func (a *app) sandboxing() *sandboxing.Program {
	return &sandboxing.Program{Out: a.stdout, Err: a.stderr, Version: version(), JSON: func() bool { return a.jsonOutput }, PrintJSON: a.printJSON, Logger: a.logger, Spoken: a.spoken}
}

// bookConnection is a connection as the commands for accountants have it.
func bookConnection(conn *connection) books.Connection {
	return books.Connection{Client: conn.client, Shown: conn.shownIn, Close: conn.close}
}
