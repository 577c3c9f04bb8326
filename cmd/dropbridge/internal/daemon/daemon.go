package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/reload"
	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/mirror"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/importer/sheets"
	"github.com/dropbridge/dropbridge/internal/backups"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/measure"
	"github.com/dropbridge/dropbridge/internal/notify"
	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pulse"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/systemd"
	"github.com/dropbridge/dropbridge/internal/trouble"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/web/page"
)

// Program is what the daemon has of the program that it is part of.
type Program struct {
	Version   string
	Config    *config.Config
	LookupEnv func(string) (string, bool)
	Logger    *slog.Logger
	Meter     *measure.Meter // nil: nothing is counted

	Orders   *importer.Importer
	Client   *client.Client // nil where the supplier has no service
	Lists    []Lists        // of the suppliers whose products are not those of a service
	Supplier string         // as people know it
	Closer   *books.Closer
	Books    *books.Scheduled // nil where none are written by schedule
	Sharing  *Sharing         // nil where the journal is this process's alone

	Listen web.Listen // nil: on addresses of TCP

	// Build makes feeds in one pass over the products, and tells what became of each.
	Build func(context.Context, []reading.Feed) []exporter.Report
	// Shared has what other processes publish fetched; nil where nothing lies behind the folders.
	Shared *mirror.Feeds
	// Show tells how a feed would show products, as `export --show` does.
	Show func(ctx context.Context, feed reading.Feed, skus []string) (shown []exporter.Shown, missing []string, err error)
	// Answers are the services whose answers are watched.
	Answers []Answers
	// Check is what connecting with a config would refuse before anything is asked of a supplier.
	Check func(*config.Config) error
	// Before is the daemon that this one follows, nil for the first. The door stays open between
	// the two, so that whoever knocks waits, and what was done there is still told.
	Before *Daemon
	// Hint is the way out of an error, "" where none is known.
	Hint func(error) string

	// Watch looks after the files of the settings, nil where nobody does; New gives it the rest of
	// what it needs. Refused is why the settings of now are not those in force, nil where they are.
	Watch   *reload.Watch
	Refused error
	Manager systemd.Manager
	Pulse   *pulse.Monitor // hears of the loops that Run keeps going; nil: nobody does
}

// Lists are the price lists of one supplier.
type Lists struct {
	Supplier  string // by his name, "" where he is the only one
	Catalogue *pricelist.Catalogue
}

// Usual is what a supplier's answers look like when all is well.
type Usual struct {
	drift.Baselines
	Supplier string // as they know it
}

// Answers are those of one supplier's service.
type Answers struct {
	Supplier string // by his name, "" where he is the only one
	Client   *client.Client
	Every    time.Duration // how often they are looked at, 0 for never
	// Compare tells in what samples of the answers differ from earlier ones, and with accept takes
	// them for what is usual from now on.
	Compare func(samples []drift.Profile, accept bool) ([]drift.Compared, error)
	// Usual is what is known of the answers, which Compare compares with.
	Usual func() (Usual, error)
}

// Daemon keeps feeds, orders, the page and the books going. Use New.
type Daemon struct {
	Program
	serving
	sftp     sftp
	started  time.Time
	listen   string                // the address to listen on, as New was given it
	notifier *notify.Notifier      // nil where nobody is to be told
	fed      chan struct{}         // closed when the feeds were built, or could not be, for the first time
	isFed    func()                // closes it
	groups   map[string]*feedGroup // of feeds, by whose products they are
	slots    chan struct{}         // holds one thing for each build that goes on

	builds *buildLog       // what became of earlier builds
	copies *backups.Keeper // of the journal, nil where none are made by schedule
	sheets *sheets.Keeper  // that orders come from
	chores *errands        // what people asked for that takes longer than a request, but for looks at products
	looks  *errands        // at products in feeds

	entries *errands // looks for the ledger's entries of orders

	again chan struct{} // closed when the config was changed
	renew func()        // closes it

	tried sync.Once // whether a file can be put beside the config
	fixed error     // why none can

	mu      sync.Mutex
	feeds   []*scheduledFeed // by name
	text    []byte           // of the config
	sources reload.Sum       // what else the settings were read from, but for secrets
	answers drift.Watch
	away    time.Time       // since when the journal cannot be read, zero where it can
	refused trouble.Trouble // why changed settings are not gone over to
	lying   standing.Inbox  // as it was counted last where a bucket is behind the folders
}

// New opens the server and looks at all feeds, so that what is wrong is said at once.
func New(ctx context.Context, p Program, listen string) (*Daemon, error) {
	d := &Daemon{Program: p, started: time.Now(), listen: listen, fed: make(chan struct{}), slots: make(chan struct{}, buildsAtOnce), again: make(chan struct{}), chores: newErrands(), looks: newErrands(), entries: newErrands()}
	d.renew, d.isFed = sync.OnceFunc(func() { close(d.again) }), sync.OnceFunc(func() { close(d.fed) })
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
		return nil, &addressError{fmt.Errorf("listen on %s: %w", listen, err)}
	}
	if old != nil {
		err = old.Close()
	}
	return door, err
}

// addressError is that the server cannot be where it is wanted.
type addressError struct{ error }

func (e *addressError) Unwrap() error { return e.error }

// Hint is the way out.
func (e *addressError) Hint() string {
	return "name a free address in http.listen, such as 127.0.0.1:8081"
}

// Address is where the server listens, as New takes it; "" without the role to serve.
func (d *Daemon) Address() string {
	if d.door == nil {
		return ""
	}
	return d.door.Addr().String()
}

// Door is what is to be closed when no other daemon follows, nil without the role to serve.
func (d *Daemon) Door() *web.Door { return d.door }

// URL is where the page is.
func (d *Daemon) URL() string { return "http://" + d.Address() + "/" }

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
			group.Go(func() error { return d.chores.run(ctx) })
		}
		group.Go(func() error { return d.looks.run(ctx) })
		group.Go(func() error { return d.entries.run(ctx) })
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
