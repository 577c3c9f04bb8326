package daemon

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/errand"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/reload"
	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/exporter/mirror"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/sheets"
	"github.com/dropbridge/dropbridge/internal/backups"
	"github.com/dropbridge/dropbridge/internal/config"
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

	builds *buildLog               // what became of earlier builds
	copies *backups.Keeper         // of the journal, nil where none are made by schedule
	sheets *sheets.Keeper          // that orders come from
	chores *errand.Queue[struct{}] // what people asked for that takes longer than a request, but for looks at products
	looks  *errand.Queue[*seen]    // at products in feeds

	entries *errand.Queue[*closed.OfOrder] // looks for the ledger's entries of orders

	again chan struct{} // closed when the config was changed
	renew func()        // closes it
	file  *reload.File  // of the config

	mu      sync.Mutex
	feeds   []*scheduledFeed // by name
	text    []byte           // of the config
	sources reload.Sum       // what else the settings were read from, but for secrets
	answers drift.Watch
	away    time.Time       // since when the journal cannot be read, zero where it can
	refused trouble.Trouble // why changed settings are not gone over to
	lying   standing.Inbox  // as it was counted last where a bucket is behind the folders
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

// longestChore is how long what people ask for may take, but for looks at products.
const longestChore = 2 * time.Hour
