package importer

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/inlet"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/posting"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/waybill/keeper"
)

// Importer turns order files into orders. Use New. Its methods may be called
// concurrently; Close ends what keeps its name taken.
type Importer struct {
	*desk.Desk
	*overview.Board
	*keeper.Files
	*doubt.Trust
	*decide.Decisions
	inlet.Inlet
	owner    *folder.Owner
	postings []*posting.Posting // one for each supplier
	dirty    dirty
	behind   dirty // files whose results two processes wrote at once
	moved    moved
	claims   claims

	intake   sync.RWMutex // held for reading while a file is on its way into the journal
	dropped  atomic.Bool  // a file came in: rows that were refused earlier may be among its own
	tidied   atomic.Int64 // when it was tidied, in nanoseconds since 1970
	wakePost chan struct{}
	wakeShow chan struct{}

	wakeFollow, wakeScan chan struct{}
}

// New checks the config, makes the folders that are ours, and compiles the sources' templates.
func New(config desk.Config, service desk.Supplier, journal state.Journal) (*Importer, error) {
	return NewSeveral(config, []desk.Port{{Supplier: service}}, journal)
}

// NewSeveral is New for a shop whose orders go to several suppliers, of whom none waits for
// another.
func NewSeveral(config desk.Config, suppliers []desk.Port, journal state.Journal) (*Importer, error) {
	d, err := desk.New(config, suppliers, journal)
	if err != nil {
		return nil, err
	}
	if err := d.Config.MakeFolders(); err != nil {
		return nil, err
	}
	im := &Importer{Desk: d, Inlet: inlet.Inlet{Desk: d}, Trust: doubt.NewTrust(d),
		wakePost: make(chan struct{}, 1), wakeShow: make(chan struct{}, 1), wakeFollow: make(chan struct{}, 1), wakeScan: make(chan struct{}, 1)}
	im.dropped.Store(true) // perhaps, before this one began
	if im.Files, err = keeper.NewFiles(im.Desk); err != nil {
		return nil, err
	}
	if im.owner, err = folder.ClaimOwner(d.Config.Spool, d.Config.Owner); err != nil {
		return nil, fmt.Errorf("claim the spool %s: %w", d.Config.Spool, err)
	}
	for _, of := range d.Each() {
		im.postings = append(im.postings, posting.New(of, im.Trust, im.owner, im.changed))
	}
	im.Board = overview.NewBoard(im.Desk, im.owner)
	im.Decisions = decide.NewDecisions(im.Desk, im.written, im.decided)
	return im, nil
}

// OwnName is the name by which other importers know this one while it runs.
func (im *Importer) OwnName() string { return im.owner.Name }

// RunsBeside reports whether the importer of that name, of this or another process, certainly runs beside
// this one, on the same spool.
func (im *Importer) RunsBeside(name string) bool { return im.owner.Lives(name) }

// Close gives the importer's name up. Orders that it left in sending are then known
// to be abandoned.
func (im *Importer) Close() error {
	im.Trust.Close()
	return im.owner.Release()
}
