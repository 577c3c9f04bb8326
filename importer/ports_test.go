package importer_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/handover"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// The points at which crash tests end the importer: after each durable step and each request,
// and before it. Between the end of one and the beginning of the next nothing outlasts a death.
var (
	pointsAfter = []string{
		"spooled",   // the private copy is durable, the journal knows nothing
		"recorded",  // file and orders are in the journal
		"sending",   // the intent is durable, nothing was sent
		"posted",    // the supplier answered, the journal does not know
		"settled",   // the journal knows the answer
		"abandoned", // the journal knows that an attempt was interrupted
		"looked up", // the supplier was asked for unknown orders, the journal does not know
		"concluded", // the journal knows what the look showed
		"published", // the result file is written, the journal does not know
		"noted",     // the journal knows that the result is written
		"placed",    // the original was moved, the journal does not know
		"moved",     // the journal knows where the original is
		"shown",     // the journal knows how far the file is
	}
	pointsBefore = []string{"before spooled", "before recorded", "before sending", "before posted", "before settled", "before abandoned",
		"before looked up", "before concluded", "before published", "before noted", "before placed", "before moved", "before shown"}
)

// pointsOfFiles are those of pointsAfter that have to do with no order by itself.
var pointsOfFiles = []string{"spooled", "recorded", "published", "noted", "placed", "moved", "shown"}

// pointsOfDrafts are those that a supplier's second step adds.
var pointsOfDrafts = []string{
	"drafted",   // the journal knows that there is a draft, it was not handed in
	"handed in", // the supplier answered, the journal does not know
}

// errStopped is how a test ends an importer: from then on nothing gets through to its journal,
// its supplier and its disk, as from a process that died.
var errStopped = errors.New("stopped by a test")

// ports stand between an importer and its journal, supplier and disk, and tell of each step.
type ports struct {
	mu      sync.Mutex
	pass    func(point string) error
	dead    error
	sending map[int64]bool // orders whose outcome is to come

	writing sync.RWMutex // held for reading during each step

	// seesThrough lets the attempts that are under way come to their end after the importer
	// was stopped: it takes up nothing new.
	seesThrough bool
}

func newPorts() *ports { return &ports{sending: map[int64]bool{}} }

// atPoints sets what runs at each point; an error of it stops the importer. What was stopped
// lives again.
func (p *ports) atPoints(pass func(point string) error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pass, p.dead = pass, nil
}

// die stops the importer wherever it is.
func (p *ports) die() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dead = errStopped
}

// at passes a point.
func (p *ports) at(point string) error {
	p.mu.Lock()
	pass, dead := p.pass, p.dead
	p.mu.Unlock()
	if dead != nil && p.seesThrough && slices.Contains([]string{"sending", "before posted", "posted", "before settled", "settled"}, point) {
		return nil
	}
	if dead != nil || pass == nil {
		return dead
	}
	err := pass(point)
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.dead = err
	}
	return err
}

// step does one step with the points before and after it; one that fails has no after.
func (p *ports) step(point string, do func() error) error {
	if err := p.at("before " + point); err != nil {
		return err
	}
	if err := p.write(do); err != nil {
		return err
	}
	return p.at(point)
}

func (p *ports) write(do func() error) error {
	p.writing.RLock()
	defer p.writing.RUnlock()
	return do()
}

// still does something while no step is under way: a process that is stopped in the middle of
// one would keep the database locked, which is another story.
func (p *ports) still(do func()) {
	p.writing.Lock()
	defer p.writing.Unlock()
	do()
}

// gone is the error of a stopped importer.
func (p *ports) gone() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dead
}

// after is time.After, but that a stopped importer waits for nothing more.
func (p *ports) after(d time.Duration) <-chan time.Time {
	if p.gone() != nil {
		d = 0
	}
	return time.After(d)
}

// blind is the error of a stopped importer that reads: it would do for nothing what takes longest.
func (p *ports) blind() error {
	if p.seesThrough {
		return nil
	}
	return p.gone()
}

// open is an importer behind the ports.
func (p *ports) open(config desk.Config, service desk.Supplier, journal state.Journal) (*importer.Importer, error) {
	return p.openSeveral(config, []desk.Port{{Supplier: service}}, journal)
}

// openSeveral is open with several suppliers.
func (p *ports) openSeveral(config desk.Config, suppliers []desk.Port, journal state.Journal) (*importer.Importer, error) {
	if config.Disk == nil {
		config.Disk = desk.Durably{}
	}
	config.Disk = tellingDisk{config.Disk, p}
	if config.Logger == nil {
		config.Logger = slog.New(tellingLog{p})
	}
	telling := slices.Clone(suppliers)
	for i, one := range suppliers {
		telling[i].Supplier = &tellingSupplier{one.Supplier, p}
		if b, ok := one.Supplier.(desk.Bundler); ok {
			telling[i].Supplier = &tellingBundler{b, p}
		}
	}
	return importer.NewSeveral(config, telling, &tellingJournal{journal, p})
}

type tellingJournal struct {
	state.Journal
	ports *ports
}

func (j *tellingJournal) Orders(ctx context.Context, q state.OrderQuery) ([]state.Order, error) {
	if err := j.ports.blind(); err != nil {
		return nil, err
	}
	return j.Journal.Orders(ctx, q)
}

func (j *tellingJournal) Files(ctx context.Context, q state.FileQuery) ([]state.File, error) {
	if err := j.ports.blind(); err != nil {
		return nil, err
	}
	return j.Journal.Files(ctx, q)
}

func (j *tellingJournal) Record(ctx context.Context, file state.File, count int, draft func(n int) (state.Draft, error)) (out state.File, err error) {
	err = j.ports.step("recorded", func() error {
		out, err = j.Journal.Record(ctx, file, count, draft)
		return err
	})
	return out, err
}

func (j *tellingJournal) Swap(ctx context.Context, o state.Order) (state.Order, error) {
	return j.swap(o, func() (state.Order, error) { return j.Journal.Swap(ctx, o) })
}

func (j *tellingJournal) SwapBody(ctx context.Context, o state.Order) (state.Order, error) {
	return j.swap(o, func() (state.Order, error) { return j.Journal.SwapBody(ctx, o) })
}

func (j *tellingJournal) swap(o state.Order, do func() (state.Order, error)) (out state.Order, err error) {
	err = j.ports.step(j.pointOf(o), func() error {
		out, err = do()
		if err == nil {
			j.ports.mu.Lock()
			defer j.ports.mu.Unlock()
			j.ports.sending[o.ID] = o.State == state.Sending
		}
		return err
	})
	return out, err
}

// pointOf is what a new state of an order means.
func (j *tellingJournal) pointOf(o state.Order) string {
	j.ports.mu.Lock()
	sent := j.ports.sending[o.ID]
	j.ports.mu.Unlock()
	switch {
	case o.State == state.Sending && sent && o.RemoteID != "":
		return "drafted"
	case o.State == state.Sending:
		return "sending"
	case o.State == state.Unknown && o.Code == "interrupted":
		return "abandoned"
	case sent:
		return "settled"
	case o.State == state.Accepted && o.Tried == nil:
		return "learned"
	}
	return "concluded"
}

func (j *tellingJournal) SwapFile(ctx context.Context, file state.File) (out state.File, err error) {
	point := "noted"
	held, err := j.Files(ctx, state.FileQuery{Account: file.Account, ID: file.ID})
	switch {
	case err != nil || len(held) == 0:
	case held[0].Placed != file.Placed:
		point = "moved"
	case held[0].State != file.State:
		point = "shown"
	}
	err = j.ports.step(point, func() error {
		out, err = j.Journal.SwapFile(ctx, file)
		return err
	})
	if err != nil {
		return file, err
	}
	return out, nil
}

func (j *tellingJournal) Join(ctx context.Context, file int64, links []state.Link) error {
	return j.unlessGone(func() error { return j.Journal.Join(ctx, file, links) })
}

func (j *tellingJournal) Relink(ctx context.Context, order state.Order, links []state.LinkChange) error {
	return j.unlessGone(func() error { return j.Journal.Relink(ctx, order, links) })
}

func (j *tellingJournal) SetNote(ctx context.Context, account, name, text string) error {
	return j.unlessGone(func() error { return j.Journal.SetNote(ctx, account, name, text) })
}

func (j *tellingJournal) unlessGone(do func() error) error {
	if err := j.ports.gone(); err != nil {
		return err
	}
	return j.ports.write(do)
}

type tellingSupplier struct {
	desk.Supplier
	ports *ports
}

// FindsInList is what the supplier says.
func (s *tellingSupplier) FindsInList() bool {
	l, ok := s.Supplier.(desk.ListReader)
	return ok && l.FindsInList()
}

// CreateOrder: whatever the answer is, the request was made.
func (s *tellingSupplier) CreateOrder(ctx context.Context, body []byte, key string) (supplier.Created, error) {
	if err := s.ports.at("before posted"); err != nil {
		return supplier.Created{}, err
	}
	created, err := s.Supplier.CreateOrder(ctx, body, key)
	if stopped := s.ports.at("posted"); stopped != nil {
		return supplier.Created{}, stopped
	}
	return created, err
}

// SubmitOrder: whatever the answer is, the request was made.
func (s *tellingSupplier) SubmitOrder(ctx context.Context, id string) (supplier.Created, error) {
	created, err := s.Supplier.SubmitOrder(ctx, id)
	if stopped := s.ports.at("handed in"); stopped != nil {
		return supplier.Created{}, stopped
	}
	return created, err
}

func (s *tellingSupplier) Orders(ctx context.Context, q supplier.OrderQuery) iter.Seq2[supplier.Order, error] {
	if len(q.ExternalIDs) == 0 {
		return s.Supplier.Orders(ctx, q)
	}
	return func(yield func(supplier.Order, error) bool) {
		if err := s.ports.at("before looked up"); err != nil {
			yield(supplier.Order{}, err)
			return
		}
		for order, err := range s.Supplier.Orders(ctx, q) {
			if !yield(order, err) {
				return
			}
		}
		if err := s.ports.at("looked up"); err != nil {
			yield(supplier.Order{}, err)
		}
	}
}

// tellingBundler is tellingSupplier for one who takes bundles.
type tellingBundler struct {
	desk.Bundler
	ports *ports
}

func (s *tellingBundler) Bundle(bodies [][]byte) (out [][]byte, err error) {
	err = s.ports.step("bundled", func() error {
		out, err = s.Bundler.Bundle(bodies)
		return err
	})
	return out, err
}

func (s *tellingBundler) CreateOrders(ctx context.Context, bodies [][]byte) (out []supplier.Created, err error) {
	if err := s.ports.at("before posted"); err != nil {
		return nil, err
	}
	out, err = s.Bundler.CreateOrders(ctx, bodies)
	if stopped := s.ports.at("posted"); stopped != nil {
		return nil, stopped
	}
	return out, err
}

func (s *tellingBundler) FindOrder(ctx context.Context, body []byte) (at supplier.Order, found bool, err error) {
	err = s.ports.step("looked up", func() error {
		at, found, err = s.Bundler.FindOrder(ctx, body)
		return err
	})
	return at, found, err
}

// tellingOutlet passes the point "filled" where a file is written and has not got its name.
type tellingOutlet struct {
	handover.Outlet
	ports *ports
}

func (o tellingOutlet) Place(ctx context.Context, name string, count int, write func(io.Writer) error) error {
	return o.Outlet.Place(ctx, name, count, func(w io.Writer) error {
		if err := write(w); err != nil {
			return err
		}
		return o.ports.at("filled")
	})
}

// tellingLog passes the point "taken" where a file is recorded and the sign beside the results
// tells of it.
type tellingLog struct{ ports *ports }

func (l tellingLog) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelInfo }
func (l tellingLog) WithAttrs([]slog.Attr) slog.Handler               { return l }
func (l tellingLog) WithGroup(string) slog.Handler                    { return l }

func (l tellingLog) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "file taken" {
		return l.ports.at("taken")
	}
	return nil
}

type tellingDisk struct {
	desk.Disk
	ports *ports
}

func (d tellingDisk) Write(path string, access durable.Access, note func(error), write func(io.Writer) error) error {
	point := "written"
	if strings.Contains(path, ".result") {
		point = "published"
	}
	return d.ports.step(point, func() error { return d.Disk.Write(path, access, note, write) })
}

func (d tellingDisk) Move(path, dir, name string) (to string, err error) {
	err = d.ports.step("placed", func() error {
		to, err = d.Disk.Move(path, dir, name)
		return err
	})
	return to, err
}

func (d tellingDisk) Rename(path, to string) error {
	return d.ports.step("spooled", func() error { return d.Disk.Rename(path, to) })
}
