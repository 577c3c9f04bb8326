package importer

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/inlet"
	"github.com/dropbridge/dropbridge/importer/overview"
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
	owner  *folder.Owner
	began  time.Time
	gate   gate
	flight flight
	dirty  dirty
	behind dirty // files whose results two processes wrote at once
	moved  moved
	claims claims

	intake   sync.RWMutex // held for reading while a file is on its way into the journal
	dropped  atomic.Bool  // a file came in: rows that were refused earlier may be among its own
	tidied   atomic.Int64 // when it was tidied, in nanoseconds since 1970
	wakePost chan struct{}
	wakeShow chan struct{}
}

// New checks the config, makes the folders that are ours, and compiles the sources' templates.
func New(config desk.Config, service desk.Supplier, journal state.Journal) (*Importer, error) {
	d, err := desk.New(config, service, journal)
	if err != nil {
		return nil, err
	}
	if err := d.Config.MakeFolders(); err != nil {
		return nil, err
	}
	im := &Importer{Desk: d, Inlet: inlet.Inlet{Desk: d}, Trust: doubt.NewTrust(d), began: d.Config.Now(),
		wakePost: make(chan struct{}, 1), wakeShow: make(chan struct{}, 1)}
	im.dropped.Store(true) // perhaps, before this one began
	if im.Files, err = keeper.NewFiles(im.Desk); err != nil {
		return nil, err
	}
	if im.owner, err = folder.ClaimOwner(d.Config.Spool, d.Config.Owner); err != nil {
		return nil, fmt.Errorf("claim the spool %s: %w", d.Config.Spool, err)
	}
	im.Board = overview.NewBoard(im.Desk, im.owner)
	im.Decisions = decide.NewDecisions(im.Desk, im.written, im.decided)
	return im, nil
}

// Close gives the importer's name up. Orders that it left in sending are then known
// to be abandoned.
func (im *Importer) Close() error {
	im.Trust.Close()
	return im.owner.Release()
}
