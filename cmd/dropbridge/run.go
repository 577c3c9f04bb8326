package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/daemon"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/reload"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/service"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/sharing"
	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/measure"
	"github.com/dropbridge/dropbridge/internal/pulse"
	"github.com/dropbridge/dropbridge/internal/systemd"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func (a *app) runCommand() *cobra.Command {
	var listen, roles, profiles string
	command := &cobra.Command{
		Use:   "run",
		Short: "Run the daemon: scheduled feeds, the inbox, waybills, the status page",
		Long: `Builds the config's feeds on their schedule, posts the order files that are dropped
into the inbox, follows the orders until each is final, and serves the feeds and
the status page over HTTP. SIGINT and SIGTERM stop it cleanly, with exit code 0. On
SIGHUP, and by itself, it goes over to changed settings; wrong ones are refused whole.

Where the journal is on PostgreSQL several processes may share the work: --roles says
which part of it this one has, of post, follow, inbox, feeds, books and http.`,
		Example: "  dropbridge run\n  dropbridge --config /etc/dropbridge.yaml run --listen 127.0.0.1:8080\n  dropbridge run --roles post,follow",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.profiled(cmd.Context(), profiles, func(ctx context.Context) error { return a.runDaemon(ctx, listen, roles) })
		},
	}
	command.Flags().StringVar(&listen, "listen", "", "address of the status page and the feeds (default: http.listen of the config)")
	command.Flags().StringVar(&roles, "roles", "", "what this process does, such as post,follow (default: everything)")
	command.Flags().StringVar(&profiles, "pprof", "", "loopback address for profiles of Go's runtime, such as 127.0.0.1:6060 (default: none)")
	return command
}

// service is the command that runs the daemon as a service of Windows.
func (a *app) service() *service.Program {
	return &service.Program{Out: a.stdout, Config: a.loadConfig, Manager: service.Connect, Reload: a.hangups.Ask,
		Run: func(ctx context.Context, under service.Under) error {
			a.stderr, a.events, a.works = under.Log, under.Events, under.Ready
			return a.runDaemon(ctx, "", "")
		},
		JSON: func() bool { return a.jsonOutput }, PrintJSON: a.printJSON, Spoken: a.spoken, Said: errorIn, Code: exitCode}
}

// profiled does the work, and serves profiles beside it where an address is given.
func (a *app) profiled(ctx context.Context, address string, work func(context.Context) error) error {
	if address == "" {
		return work(ctx)
	}
	return web.BesideProfiles(ctx, address, work, func(at string) { fmt.Fprintln(a.stderr, a.word("run.profiles", at)) })
}

func (a *app) runDaemon(ctx context.Context, listen, words string) (err error) {
	roles, err := dispatch.ParseRoles(words)
	if err != nil {
		return err
	}
	now, err := reload.Load(a.loadConfig, a.hangups.Asked())
	if err != nil {
		return err
	}
	a.daemon, a.meter = true, measure.New()
	defer a.spareMemory()()
	loops := &pulse.Monitor{}
	manager := systemd.Manager{Logger: a.logger(), Stuck: loops.String}
	defer manager.Attend(ctx)()
	var before *daemon.Daemon
	defer func() {
		if before != nil && before.Door() != nil {
			err = errors.Join(err, before.Door().Close())
		}
	}()
	for fenced := false; ; {
		d, o, err := a.nextDaemon(ctx, now, listen, roles, before, fenced)
		if err != nil {
			return err
		}
		before, d.Manager, d.Pulse = d, manager, loops
		if roles.Has(dispatch.HTTP) {
			fmt.Fprintln(a.stderr, now.Config.Spoken().Say("run.page", d.URL(), now.Config.Path(now.Config.Inbox.Dir)))
		} else {
			fmt.Fprintln(a.stderr, now.Config.Spoken().Say("run.worker", o.sharing.Name(), roles))
		}
		manager.Ready()
		if a.works != nil {
			a.works()
		}
		err = errors.Join(d.Run(ctx), o.close())
		fenced = errors.Is(err, state.ErrFenced)
		switch {
		case fenced:
			a.logger().Warn("others have taken over what this process did: it begins anew", "error", err)
		case !errors.Is(err, daemon.ErrRenewed):
			return err
		}
		if now.Renew(reload.Load(a.loadConfig, a.hangups.Asked())); fenced {
			now.Keep() // what would keep this process from beginning anew is not the settings
		}
		if listen != "" && d.Address() != "" {
			listen = d.Address() // a port that was free once may be another now
		}
	}
}

// nextDaemon is newDaemon, with the settings that worked where the changed ones do not, and again and
// again until ctx ends where this process ran before and was fenced: most often the database was away,
// and may be still.
func (a *app) nextDaemon(ctx context.Context, now *reload.Settings, listen string, roles dispatch.Roles, before *daemon.Daemon, fenced bool) (*daemon.Daemon, *ordering, error) {
	for said := ""; ; {
		d, o, err := a.newDaemon(ctx, now, cmp.Or(listen, now.Config.HTTP.Listen), roles, before)
		if err == nil {
			now.Keep()
			return d, o, nil
		}
		if ctx.Err() == nil && now.FallBack(err) {
			fenced = true // what worked will work again
			continue
		}
		if !fenced {
			return nil, nil, err
		}
		if text := err.Error(); text != said && ctx.Err() == nil {
			said = text
			a.logger().Error("this process cannot begin anew yet: it tries again until it can", "error", withHint(err))
		}
		if err := reload.Pause(ctx); err != nil {
			return nil, nil, err
		}
	}
}

// checkRoles refuses fewer than all roles where no other process can have the rest: a journal in
// a file is for one process, which does everything.
func checkRoles(c *config.Config, roles dispatch.Roles) error {
	if c.JournalOnServer() || roles.All() {
		return nil
	}
	return said(exitUsage, wording.NewMessage("roles_one_process", roles.String()), wording.NewMessage("roles_one_process.way"), nil)
}

// newDaemon opens everything that a daemon needs, so that what is wrong is said at once.
func (a *app) newDaemon(ctx context.Context, now *reload.Settings, listen string, roles dispatch.Roles, before *daemon.Daemon) (*daemon.Daemon, *ordering, error) {
	c := now.Config
	if err := checkRoles(c, roles); err != nil {
		return nil, nil, err
	}
	o, err := a.openOrdering(ctx, c, sharing.As{Daemon: true, Roles: roles})
	if err != nil {
		return nil, nil, err
	}
	var conns connections // those by which orders go: one limit of requests holds for all
	for i, one := range c.Suppliers() {
		conns = append(conns, namedConnection{o.conns[i], one})
	}
	products := a.source(c, conns, asKept)
	scheduled, err := a.scheduledBooks(c, conns)
	if err != nil {
		return nil, nil, errors.Join(err, o.close())
	}
	shared, err := c.SharedFeeds()
	if err != nil {
		return nil, nil, errors.Join(err, o.close())
	}
	d, err := daemon.New(ctx, daemon.Program{
		Version: version(), Config: c, LookupEnv: a.lookupEnv, Logger: a.logger(), Meter: a.meter,
		Orders: o.Importer, Client: o.conn.client, Listen: a.outside.listen, Lists: priceLists(conns), Supplier: o.conn.shown, Closer: a.closer(c, conns), Books: scheduled,
		Build: func(ctx context.Context, feeds []reading.Feed) []exporter.Report {
			return a.build(ctx, shared, products, feeds, nil)
		},
		Shared: shared,
		Show: func(ctx context.Context, feed reading.Feed, skus []string) ([]exporter.Shown, []string, error) {
			return products.Show(ctx, feed, skus, nil)
		},
		Answers: watched(conns), Before: before, Watch: now.Watch, Refused: now.Refused,
		Check: a.checkConnection,
		Hint:  hintOf, Sharing: o.sharing.Shown(),
	}, listen)
	if err != nil {
		return nil, nil, errors.Join(err, o.close())
	}
	return d, o, nil
}
