package daemon

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/errand"
	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/importer/sheets"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/pulse"
	"github.com/dropbridge/dropbridge/internal/trouble"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// choresAtOnce is how much of what people ask for is done at a time: a supplier who is slow keeps nobody
// else's books waiting.
const choresAtOnce = 4

// New opens the server and looks at all feeds, so that what is wrong is said at once.
func New(ctx context.Context, p Program, listen string) (*Daemon, error) {
	d := &Daemon{Program: p, started: time.Now(), listen: listen, fed: make(chan struct{}), slots: make(chan struct{}, buildsAtOnce), again: make(chan struct{}), chores: errand.New[struct{}](), looks: errand.New[*seen](), entries: errand.New[*closed.OfOrder]()}
	d.renew, d.isFed = sync.OnceFunc(func() { close(d.again) }), sync.OnceFunc(func() { close(d.fed) })
	d.openFile()
	d.noteSettings(p.Refused)
	d.Before, d.effects = nil, page.NewEffects()
	if p.Before != nil {
		d.effects = p.Before.effects
	}
	if err := d.openServer(listen); err != nil {
		return nil, err
	}
	if err := d.openFeeds(p.Before); err != nil {
		return nil, err
	}
	if err := d.openNotifier(); err != nil {
		return nil, err
	}
	if err := d.openCopies(); err != nil {
		return nil, err
	}
	if err := d.openSheets(); err != nil {
		return nil, err
	}
	if !d.has(dispatch.HTTP) {
		return d, nil
	}
	if err := d.openSFTP(ctx); err != nil {
		return nil, err
	}
	var err error
	if d.door, err = p.open(ctx, listen); err != nil {
		return nil, d.closeSFTP(err)
	}
	return d, nil
}

// open is the door of an address: the one that there is, where it leads there.
func (p *Program) open(ctx context.Context, listen string) (*web.Door, error) {
	var old *web.Door
	if p.Before != nil {
		old = p.Before.door
	}
	if old != nil && old.Leads(listen) {
		return old, nil
	}
	door, err := web.OpenDoor(ctx, listen, p.Listen)
	if err != nil {
		return nil, failure.Mended(failure.Unknown, wording.NewMessage("listen_taken.way", "http.listen", "127.0.0.1:8081"), "listen on %s: %w", listen, err)
	}
	if old != nil {
		err = old.Close()
	}
	return door, err
}

// ErrRenewed ends Run where the config was changed: it is to be begun anew with that.
var ErrRenewed = errors.New("the config was changed")

// Run keeps everything going until ctx ends, a part fails or the config was changed, which is
// ErrRenewed; a wanted end is no error.
func (d *Daemon) Run(ctx context.Context) error {
	if d.Pulse != nil {
		ctx = pulse.With(ctx, d.Pulse)
	}
	group, ctx := errgroup.WithContext(ctx)
	d.work(ctx, group)
	if d.has(dispatch.Feeds) {
		group.Go(func() error { return d.watchAnswers(ctx) })
	}
	if d.has(dispatch.Inbox) {
		group.Go(func() error { return d.keepRetention(ctx) })
		group.Go(func() error { return d.sheets.Run(ctx) })
	}
	if d.copies != nil && d.has(dispatch.Books) {
		group.Go(func() error { return d.copies.Run(ctx) })
	}
	if d.Books != nil && d.has(dispatch.Books) {
		group.Go(func() error { return d.Books.Run(ctx) })
	}
	if d.has(dispatch.HTTP) {
		group.Go(func() error { return d.refreshFeeds(ctx) })
		group.Go(func() error { return d.watchLying(ctx) })
		group.Go(func() error { return d.tell(ctx) })
		for range choresAtOnce {
			group.Go(func() error { return d.chores.Run(ctx) })
		}
		group.Go(func() error { return d.looks.Run(ctx) })
		group.Go(func() error { return d.entries.Run(ctx) })
		group.Go(func() error { return d.serve(ctx) })
		group.Go(func() error { return d.serveSFTP(ctx) })
	}
	group.Go(func() error { return d.watchSettings(ctx) })
	group.Go(func() error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-d.again:
			d.finishBuilds(ctx)
			return ErrRenewed
		}
	})
	if err := group.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return trouble.Write(d.Config.RefusedSettings(), trouble.Trouble{}) // nothing goes on with the old ones
}

// openSheets opens the Google sheets that orders come from. Nothing is asked of Google yet.
func (d *Daemon) openSheets() error {
	plans, err := d.Config.Sheets(d.LookupEnv)
	if err != nil {
		return err
	}
	for source, plan := range plans {
		plan.UserAgent = "dropbridge/" + d.Version
		plans[source] = plan
	}
	d.sheets, err = sheets.New(d.Orders.Desk, d.Orders.Trusted, plans)
	return err
}

// retentionLook is how often it is looked whether what is old enough has gone that day.
const retentionLook = time.Hour

// keepRetention lets what is old enough go, once a day. What goes wrong is said and tried again.
func (d *Daemon) keepRetention(ctx context.Context) error {
	ages, err := d.Config.Retention.Ages(d.Config.File)
	if err != nil || ages.IsZero() {
		return err
	}
	look := time.NewTicker(retentionLook)
	defer look.Stop()
	for {
		d.said(ctx, forget.Daily(ctx, d.Orders.Desk, ages, time.Now()))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
		}
	}
}
