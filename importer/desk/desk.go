package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/pulse"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Desk is what every room of the importer has at hand.
type Desk struct {
	Config   Config
	Supplier Supplier // of whom the desk is; nil where none is connected, or where there are several
	Name     string   // his, where he is one of several
	ID       string   // as orders have him
	Ports    []Port   // all who are at hand
	Journal  state.Journal
	Log      *slog.Logger
	Problems *told.Problems
	Reader   Reader

	toldShare *atomic.Bool // that our files are not as readable as the inbox is
}

// New completes the config. Where there is one supplier, the desk is his.
func New(config Config, ports []Port, journal state.Journal) (*Desk, error) {
	if err := config.complete(); err != nil {
		return nil, err
	}
	if journal != nil {
		journal = config.Disk.Journal(journal)
	}
	d := &Desk{Config: config, Ports: ports, Journal: journal, Log: config.Logger, Problems: told.NewProblems(config.Logger), Reader: orderfile.Read, toldShare: new(atomic.Bool)}
	if !d.Several() && len(ports) > 0 {
		d.Supplier = ports[0].Supplier
		if ports[0].Allowed != nil {
			d.Config.Allowed = ports[0].Allowed
		}
	}
	if d.Several() {
		d.Config.Allowed = func() error { return anyAllowed(ports) }
	}
	d.Problems.Reword(d.withoutAddress)
	return d, nil
}

// withoutAddress is what people are told of an error of the journal's database server, whose
// own words name its address and user; nil for another error. A store's wire is cut by the same
// errors of the network.
func (d *Desk) withoutAddress(err error) error {
	if _, says := errors.AsType[failure.Teller](err); says {
		return nil
	}
	if _, theirs := errors.AsType[*supplier.Error](err); theirs || d.Journal == nil || !d.Journal.Away(err) {
		return nil
	}
	return told.SaidIn(d.Language(), wording.NewMessage("trouble.journal_away"))
}

// Language is that of what people read where no file is spoken of.
func (d *Desk) Language() wording.Language { return cmp.Or(d.Config.Language, wording.English) }

// Trouble is cause in a sentence of the catalogue, in the language of the config; nil where it is nil.
func (d *Desk) Trouble(cause error, key string, values ...any) error {
	return told.NewTrouble(d.Language(), cause, key, values...)
}

// Broken says of an error of a damaged journal what to do; another one it leaves as it is.
func (d *Desk) Broken(err error) error {
	if err == nil || !d.Journal.Damaged(err) {
		return err
	}
	return d.Trouble(err, "trouble.damaged")
}

// Wake makes a loop that waits go on; one wake is enough for any number of reasons.
func Wake(signal chan<- struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

// Pause waits for a time, a wake or the end of ctx, which is its error.
func (d *Desk) Pause(ctx context.Context, wait time.Duration, signal <-chan struct{}) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	pulse.Rest(ctx, wait)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-signal:
	case <-d.Config.After(max(wait, 0)):
	}
	return nil
}

// Keep gives a private copy its lasting name, which is made of what the file is known
// by: the same file dropped again takes the same place.
func (d *Desk) Keep(copied folder.Copied, source, name string) (string, error) {
	path := filepath.Join(d.Config.Spool, copied.SHA[:32]+folder.SpoolMark(d.Config.Account, source, name)+".copy")
	if err := d.Config.Disk.Rename(copied.Path, path); err != nil {
		return "", fmt.Errorf("keep the private copy: %w", err)
	}
	return path, nil
}

// Gone is Missing for what people are shown: what cannot be looked at now is not gone.
func (d *Desk) Gone(path string) bool { return errors.Is(d.Config.Disk.Glance(path), fs.ErrNotExist) }

// Missing reports whether nothing lies at a path.
func (d *Desk) Missing(path string) bool {
	_, err := d.Config.Disk.Look(path)
	return errors.Is(err, fs.ErrNotExist)
}

// Port is a supplier who is connected.
type Port struct {
	ID       string // as orders have him
	Supplier Supplier
	Allowed  func() error // whether orders may be posted to him now; nil: always
}

// anyAllowed is nil where orders may be posted to some supplier, else why not to the first.
func anyAllowed(ports []Port) error {
	var first error
	for _, p := range ports {
		if p.Allowed == nil {
			return nil
		}
		err := p.Allowed()
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}
