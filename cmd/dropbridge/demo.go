package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/daemon"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/reload"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/samples"
)

//go:embed demo.yaml
var demoConfig []byte

// The demo's folder, the sign that it is ours to empty, and its order file.
const (
	demoDir    = "dropbridge-demo"
	demoMark   = ".dropbridge-demo"
	demoOrders = "orders-utf8.csv"
)

// demoPatience is how long `demo --once` waits for feeds and waybills.
const demoPatience = 50 * time.Second

func (a *app) demoCommand() *cobra.Command {
	var once bool
	command := &cobra.Command{
		Use:   "demo [DIR]",
		Short: "Show the whole product on this machine, without an account",
		Long: `Starts the sandbox supplier, builds three feeds, drops a sample order file into the
inbox, posts its orders and completes the result file with waybill numbers. All of
it stays in DIR (default ` + demoDir + `), which is made anew at each start. Goes on until
Ctrl-C, so that you can drop files of your own; --once ends when the result is complete.`,
		Example: "  dropbridge demo\n  dropbridge demo --once\n  dropbridge demo /tmp/demo",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := demoDir
			if len(args) == 1 {
				dir = args[0]
			}
			return a.demo(cmd.Context(), dir, once)
		},
	}
	command.Flags().BoolVar(&once, "once", false, "end by itself when the result is complete")
	return command
}

func (a *app) demo(ctx context.Context, dir string, once bool) (err error) {
	if err := makeDemoFolder(dir); err != nil {
		return err
	}
	a.configFile = filepath.Join(dir, config.DefaultFile)
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	d, o, err := a.newDaemon(ctx, &reload.Settings{Config: c}, "127.0.0.1:0", dispatch.AllRoles, nil)
	if err != nil {
		return err
	}
	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		defer stop() // whoever waits for the daemon learns that it is no more
		ended <- d.Run(running)
	}()
	defer func() {
		stop()
		err = errors.Join(err, <-ended, o.close(), d.Door().Close())
	}()
	complete, err := awaitDemo(running, d, o)
	if running.Err() != nil {
		return ctx.Err() // interrupted; else the daemon ended by itself and has its own error
	}
	if err != nil {
		return err
	}
	if err := a.reportDemo(ctx, d, o, dir, complete, once); err != nil {
		return err
	}
	switch {
	case once && !complete:
		return said(exitFailed, wording.NewMessage("demo.late", demoPatience), wording.NewMessage("demo.late.way", d.URL()), nil)
	case once:
		return nil
	}
	<-running.Done()
	return nil
}

// makeDemoFolder makes the folder anew: a config, the working folders, and the
// sample order file in the inbox. A folder that is not a demo's is left alone.
func makeDemoFolder(dir string) error {
	mark := filepath.Join(dir, demoMark)
	if _, err := os.Stat(dir); err == nil {
		if _, err := os.Stat(mark); err != nil {
			return said(exitFailed, wording.NewMessage("demo.taken", dir), wording.NewMessage("demo.taken.way"), nil)
		}
		if err := os.RemoveAll(dir); err != nil {
			return fmt.Errorf("empty the demo folder: %w", err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("look at the demo folder: %w", err)
	}
	if err := makeWorkFolders(dir); err != nil {
		return err
	}
	orders, err := fs.ReadFile(samples.Files, demoOrders)
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{
		mark: []byte("This folder is made anew by each `dropbridge demo`.\n"), filepath.Join(dir, config.DefaultFile): demoConfig,
		filepath.Join(dir, "inbox", demoOrders): orders,
	} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return fmt.Errorf("make the demo folder: %w", err)
		}
	}
	return durable.SyncDir(dir)
}

// awaitDemo waits until the feeds are built and every order has its waybill; it
// reports false where that did not come in time.
func awaitDemo(ctx context.Context, d *daemon.Daemon, o *ordering) (bool, error) {
	deadline := time.After(demoPatience)
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		if done, err := demoComplete(ctx, d, o); done || err != nil {
			return done, err
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-deadline:
			return false, nil
		case <-tick.C:
		}
	}
}

func demoComplete(ctx context.Context, d *daemon.Daemon, o *ordering) (bool, error) {
	for _, feed := range d.Feeds() {
		if feed.Published.IsZero() {
			return false, nil
		}
	}
	status, err := o.Status(ctx)
	if err != nil {
		return false, err
	}
	for _, order := range status.Orders {
		if len(order.Waybills) == 0 {
			return false, nil
		}
	}
	return len(status.Orders) > 0, nil
}

// demoReport is what the demo did, and where to look.
type demoReport struct {
	Folder   string            `json:"folder"`
	Page     string            `json:"page"`
	Feeds    []string          `json:"feeds"`
	Orders   map[string]string `json:"orders"` // waybills by order number
	Results  []string          `json:"results"`
	Complete bool              `json:"complete"`
}

func (a *app) reportDemo(ctx context.Context, d *daemon.Daemon, o *ordering, dir string, complete, once bool) error {
	status, err := o.Status(ctx)
	if err != nil {
		return err
	}
	report := demoReport{Folder: dir, Page: d.URL(), Orders: map[string]string{}, Complete: complete}
	for _, feed := range d.Feeds() {
		report.Feeds = append(report.Feeds, feed.File)
	}
	for _, order := range status.Orders {
		report.Orders[order.ExternalID] = strings.Join(order.Waybills, "; ")
	}
	for _, file := range status.Files {
		report.Results = append(report.Results, file.Result)
	}
	if a.jsonOutput {
		return a.printJSON(report)
	}
	row := func(kind, what string) { a.printf("  %-9s %s\n", a.word(kind), what) }
	a.printf("%s\n", a.word("demo.folder", dir))
	for _, feed := range d.Feeds() {
		row("demo.feed", a.word("demo.feed_of", feed.File, feed.Offers, feed.Products, a.spoken().Size(feed.Bytes)))
	}
	for _, file := range status.Files {
		row("demo.orders", a.word("demo.orders_of", file.Name, filepath.Join(dir, "archive")))
		row("demo.result", file.Result)
	}
	for _, order := range slices.Backward(status.Orders) {
		row("demo.waybill", a.word("demo.waybill_of", oneline.Unbroken(order.ExternalID), strings.Join(order.Waybills, "; "), order.OrderStatus))
	}
	if once {
		return nil
	}
	a.printf("%s\n%s\n%s\n", a.word("demo.page", d.URL()), a.word("demo.inbox", filepath.Join(dir, "inbox")), a.word("demo.stop"))
	return nil
}
