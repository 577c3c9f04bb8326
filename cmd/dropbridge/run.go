package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/internal/web"
)

func (a *app) runCommand() *cobra.Command {
	var listen string
	command := &cobra.Command{
		Use:   "run",
		Short: "Run the daemon: scheduled feeds, the inbox, waybills, the status page",
		Long: `Builds the config's feeds on their schedule, posts the order files that are dropped
into the inbox, follows the orders until each is final, and serves the feeds and
the status page over HTTP. SIGINT and SIGTERM stop it cleanly, with exit code 0.`,
		Example: "  dropbridge run\n  dropbridge --config /etc/dropbridge.yaml run --listen 127.0.0.1:8080",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.runDaemon(cmd.Context(), listen) },
	}
	command.Flags().StringVar(&listen, "listen", "", "address of the status page and the feeds (default: http.listen of the config)")
	return command
}

func (a *app) runDaemon(ctx context.Context, listen string) error {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	listen = cmp.Or(listen, c.HTTP.Listen)
	a.daemon = true
	defer a.spareMemory()()
	d, err := a.newDaemon(ctx, c, listen)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "status page on %s, inbox %s\n", d.url(), c.Path(c.Inbox.Dir))
	return errors.Join(d.run(ctx), d.ordering.close())
}

// run keeps everything going until ctx ends or a part fails; a wanted end is no error.
func (d *daemon) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return d.ordering.Run(ctx) })
	group.Go(func() error { return d.publishFeeds(ctx) })
	group.Go(func() error { return d.watchAnswers(ctx) })
	group.Go(func() error { return d.closer.Run(ctx) })
	group.Go(func() error {
		return serveUntilDone(ctx, d.listener, web.New(web.Options{Source: d, Keys: d.keys, AllowedHosts: d.config.HTTP.Hosts, Now: time.Now, Logger: d.app.logger(), Language: d.config.Spoken()}))
	})
	if err := group.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
