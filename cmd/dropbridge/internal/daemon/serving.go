package daemon

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/web/courier"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// sharedFor is how long all clients are shown one snapshot.
const sharedFor = time.Second

// serving is what the server stands on beside the daemon itself.
type serving struct {
	door    *web.Door // nil without the role to serve
	effects *page.Effects
	access  *access.Access
	keys    *keyring.Ring
	shared  *web.Shared
	spoken  map[wording.Language]*web.Shared // for the pages
}

// openServer opens what the server stands on, where the address and who may log in fit each
// other.
func (d *Daemon) openServer(listen string) (err error) {
	s := &d.serving
	if s.keys, err = d.Config.Keyring(d.LookupEnv, d.Logger); err != nil {
		return err
	}
	if s.access, err = d.Config.Access(d.LookupEnv, d.Config.Accounts(d.Logger), s.keys, d.Logger); err != nil {
		return err
	}
	s.access.Language = func(r *http.Request) wording.Language { return page.Spoken(r, d.Config.Spoken()) }
	if err := d.Config.CheckListen(listen, s.access.Configured()); err != nil {
		return err
	}
	s.shared = web.Share(d, sharedFor, time.Now)
	d.shareSpoken()
	return nil
}

// serve serves until ctx ends, and proves all the time that it answers.
func (d *Daemon) serve(ctx context.Context) error {
	all, perAddress := d.Config.MostConnections()
	group, ctx := errgroup.WithContext(ctx)
	page := d.page()
	group.Go(func() error { return web.Prove(ctx, page) })
	group.Go(func() error { return d.serveAt(ctx, page, all, perAddress) })
	return group.Wait()
}

// serveAt serves with so many connections at a time.
func (d *Daemon) serveAt(ctx context.Context, page http.Handler, all, perAddress int) error {
	return web.Serve(ctx, d.door, page, web.Limits{Connections: all, PerAddress: perAddress, Exempt: d.Config.Proxies()})
}

// courier is what programs hand order files to and fetch results from.
func (d *Daemon) courier() http.Handler {
	return courier.New(courier.Options{Counter: intake.New(d.Orders.Desk), Here: d.inboxHere, Keys: d.keys, Access: d.access,
		Language: d.access.Language, Type: web.ContentType, Logger: d.Logger})
}

// page is what the server answers with.
func (d *Daemon) page() http.Handler {
	return web.New(web.Options{Source: d.shared, Courier: d.courier(), Pages: d.pages(), Keys: d.keys, Access: d.access, LocalPage: d.Config.PageIsLocal(),
		FetchResult: d.fetchResult, ResultsDir: d.Config.Path(d.Config.Inbox.Results), AllowedHosts: d.Config.HTTP.Hosts, Now: time.Now, Logger: d.Logger, Meter: d.Meter, Language: d.Config.Spoken()})
}
