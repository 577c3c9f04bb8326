package desk

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// Supplier is what the importer needs of the supplier's service. Errors are
// *supplier.Error; CreateOrder and SubmitOrder make exactly one attempt.
type Supplier interface {
	EncodeOrder(supplier.NewOrder) ([]byte, error)
	CreateOrder(ctx context.Context, body []byte, key string) (supplier.Created, error)
	SubmitOrder(ctx context.Context, id string) (supplier.Created, error) // of a draft that CreateOrder made
	Orders(ctx context.Context, q supplier.OrderQuery) iter.Seq2[supplier.Order, error]
	Shipments(ctx context.Context, q supplier.ShipmentQuery) iter.Seq2[supplier.Shipment, error]
	Idempotency() supplier.Idempotency
}

// ClockSkew is how far the clocks of machines that share a journal may differ: so much
// longer than the attempt takes nobody else touches an order that is being sent.
const ClockSkew = 5 * time.Minute

// Source is how the files of one folder are read.
type Source struct {
	Profile       *orderfile.Profile // compiled; nil: the built-in one named Template
	Template      string             // "": the headings of each file choose it
	Prefix        string             // put before each order number
	PaymentMethod string             // where the file does not say
	Carrier       string             // where the file does not say
	Waybills      *waybill.File      // by which its system learns of waybills; nil: none
	Words         lexicon.Overlay    // what whole cells mean, before the template's words
	Ignore        []string           // headings that are not read

	Columns map[string]orderfile.Field // what stands under headings, before the template's own ones
	Route   *orderfile.Route           // whose the lines are of several suppliers; nil: there is but one
}

// Config says where files are, how long to wait for what, and what time it is. Zero
// durations and numbers mean the defaults named beside them.
type Config struct {
	Account string // the account at the supplier, or the shop's with several: part of every order's key

	// Suppliers are those to whom orders go, where they have names; none: there is but one.
	Suppliers []Named

	// NewAccount, where it is Account, says that it is at another supplier than the orders of
	// other accounts that the journal holds.
	NewAccount string

	Inbox   string // watched by Run; needed by Run alone
	Results string
	Archive string // finished originals
	Failed  string // files that could not be read, with their reasons
	Spool   string // private copies; on a local disk, never in a shared folder

	Settle time.Duration // how long a file must be unchanged before it is taken: UsualSettle
	Scan   time.Duration // how often the inbox is listed, whatever the system reports: UsualScan
	Follow time.Duration // how often statuses and waybills are asked for: UsualFollow
	Poll   bool          // list the inbox only: network file systems report no events
	Keep   time.Duration // how long the private copy of a final file is kept: 30 days

	Concurrency int           // orders posted at once: 8
	Attempt     time.Duration // the longest that one attempt may take: 60 s
	GiveUp      time.Duration // Import stops trying an unreachable supplier after: 15 s
	Throttle    time.Duration // Import stops waiting for a supplier that asks to wait after: 10 min
	Patience    time.Duration // for how long a lookup must miss an order before it is taken as absent: 10 s
	Overlap     time.Duration // how far a list of changes reaches back before the last one: 5 min

	DoneSuffix string // a file is taken once one with this after its name lies beside it; "": at once
	Owners     []int  // users whose files are taken, beside our own, the system's and the folder's owner

	// Mode is that of results, rejected rows and reasons; 0: they are as readable as the inbox.
	Mode fs.FileMode

	// Language is that of what people read: reasons in results and in failed/; "": that of
	// each file's headings, and English where no file is spoken of.
	Language wording.Language

	Sources map[string]Source // by the name of the folder in the inbox
	Default Source            // for files in the inbox itself and for Import

	// Allowed says whether orders may be posted now, to some supplier at least; while it is an
	// error Run takes no files and posts nothing, and Import ends with it at once. nil: always.
	Allowed func() error

	// Peers are the processes that share the journal; nil: what lives is known by locks on files
	// and by leases of orders. Owner is then this process's name among them.
	Peers Peers
	// ShownByOthers says that another process writes the results, in folders of its own: what a
	// person decides here is noted, and shown by that one.
	ShownByOthers bool

	Disk   Disk // nil: internal/durable
	Logger *slog.Logger
	Now    func() time.Time                     // time.Now
	After  func(time.Duration) <-chan time.Time // time.After
	Owner  string                               // a name that no other running importer has: random
}

// What holds where a Config says nothing else.
const (
	UsualSettle = 3 * time.Second
	UsualScan   = 5 * time.Second
	UsualFollow = time.Minute
)

func (c *Config) complete() error {
	if c.Account == "" || c.Results == "" || c.Spool == "" {
		return errors.New("importer: account, results and spool must be set")
	}
	c.Settle = cmp.Or(c.Settle, UsualSettle)
	c.Scan = cmp.Or(c.Scan, UsualScan)
	c.Follow = cmp.Or(c.Follow, UsualFollow)
	c.Keep = cmp.Or(c.Keep, 30*24*time.Hour)
	c.Concurrency = cmp.Or(c.Concurrency, 8)
	c.Attempt = cmp.Or(c.Attempt, time.Minute)
	c.GiveUp = cmp.Or(c.GiveUp, 15*time.Second)
	c.Throttle = cmp.Or(c.Throttle, 10*time.Minute)
	c.Patience = cmp.Or(c.Patience, 10*time.Second)
	c.Overlap = cmp.Or(c.Overlap, 5*time.Minute)
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	if c.Disk == nil {
		c.Disk = Durably{}
	}
	if c.Peers != nil {
		c.Disk = leasedDisk{c.Disk, c.Peers}
	}
	if c.Allowed == nil {
		c.Allowed = func() error { return nil }
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.After == nil {
		c.After = time.After
	}
	if c.Owner == "" {
		var random [8]byte
		if _, err := rand.Read(random[:]); err != nil {
			return err
		}
		c.Owner = hex.EncodeToString(random[:])
	}
	return c.compileSources()
}

func (c *Config) compileSources() error {
	compiled := make(map[string]Source, len(c.Sources))
	for name, source := range c.Sources {
		if name == "" || name != filepath.Base(name) || folder.Ignored(name) {
			return fmt.Errorf("inbox source %q: not the name of a folder", name)
		}
		if err := source.compile(); err != nil {
			return fmt.Errorf("inbox source %s: %w", name, err)
		}
		compiled[name] = source
	}
	c.Sources = compiled
	return c.Default.compile()
}

func (s *Source) compile() error {
	if s.Profile != nil {
		return nil
	}
	s.Template = cmp.Or(s.Template, orderfile.Automatic)
	var err error
	if s.Profile, err = orderfile.LoadProfile(templates.Open(""), s.Template); err != nil {
		return fmt.Errorf("read the order template %s: %w", s.Template, err)
	}
	return nil
}

// MakeFolders makes what is missing; only the spool is private.
func (c *Config) MakeFolders() error {
	for _, dir := range []string{c.Inbox, c.Results, c.Archive, c.Failed} {
		if dir == "" {
			continue
		}
		if err := c.makeFolder(dir); err != nil {
			return fmt.Errorf("make the folder %s: %w", dir, err)
		}
	}
	for _, dir := range []string{c.Results, c.Archive, c.Failed, c.Spool} {
		if c.Inbox != "" && dir != "" && inside(c.Inbox, dir) {
			return fmt.Errorf("the folder %s lies inside the inbox %s: its files would be read as orders", dir, c.Inbox)
		}
	}
	if err := os.MkdirAll(c.Spool, 0o700); err != nil {
		return fmt.Errorf("make the folder %s: %w", c.Spool, err)
	}
	return nil
}

func inside(outer, inner string) bool {
	outer, err1 := filepath.Abs(outer)
	inner, err2 := filepath.Abs(inner)
	if err1 != nil || err2 != nil {
		return false
	}
	rel, err := filepath.Rel(outer, inner)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// Reader reads an order file: orderfile.Read.
type Reader func(ctx context.Context, path, name string, options orderfile.Options) (*orderfile.Report, error)

// Peers knows the processes that share the journal by the clock of the journal's database, and
// whether this one may still write.
type Peers interface {
	// Held is nil while nobody can have fenced this process, as far as its own clocks tell.
	Held() error
	// Confirm is Held that asks the database, too.
	Confirm(ctx context.Context) error
	// Fences says of each process that joined, by its name, whether it was fenced or has ended:
	// it writes no more. One that is not among them never joined.
	Fences(ctx context.Context) (map[string]bool, error)
}

// Named is one of several suppliers.
type Named struct {
	Name string // as people and the config name him
	ID   string // as orders have him: OrderKey.Supplier
}

// Access is who may read what is written for the people who drop files: whoever may read
// the inbox. Where there is none, it is the system's default.
func (c *Config) Access() durable.Access {
	if c.Inbox == "" {
		return durable.Access{}
	}
	access, err := durable.AccessLike(c.Inbox)
	if err != nil {
		access = durable.Access{}
	}
	if c.Mode != 0 {
		access.Mode = c.Mode
	}
	return access
}

// makeFolder makes a folder of ours where it is missing, for the people of the inbox.
func (c *Config) makeFolder(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil // somebody made it as it is to be
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if dir == c.Inbox && c.Mode == 0 {
		return nil // the umask says
	}
	if err := durable.GrantFolder(dir, c.Access()); err != nil {
		c.Logger.Warn("a new folder is not as readable as the inbox is", "err", err)
	}
	return nil
}
