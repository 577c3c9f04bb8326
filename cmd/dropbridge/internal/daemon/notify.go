package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/notify"
	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// openNotifier makes the notifier where the config names anybody to tell.
func (d *Daemon) openNotifier() error {
	if !d.Config.Notifies() {
		return nil
	}
	options, err := d.Config.Notifier(d.LookupEnv, time.Now)
	if err != nil {
		return err
	}
	options.Source, options.Logger = news{d}, d.Logger
	d.notifier, err = notify.New(options)
	return err
}

// tell sends word until ctx ends.
func (d *Daemon) tell(ctx context.Context) error {
	if d.notifier == nil {
		return nil
	}
	return d.notifier.Run(ctx)
}

// channels is how the ways are doing by which word is sent.
func (d *Daemon) channels() []standing.Channel {
	if d.notifier == nil {
		return nil
	}
	return d.notifier.State()
}

// news is the daemon as the source of what is told.
type news struct{ *Daemon }

// Findings are what the page shows.
func (n news) Findings(ctx context.Context) ([]standing.Finding, error) {
	s, err := n.Snapshot(ctx)
	return standing.Judge(s, n.Config.Spoken()), err
}

// What was written while a look was under way is found by the next one.
const lookBack = 10 * time.Minute

// tooOld reports whether nobody is told any more of what came in then: that it was told may
// be forgotten.
func tooOld(at time.Time) bool { return time.Since(at) > notify.Remembered-lookBack-24*time.Hour }

// Happened are the orders that the supplier has called off.
func (n news) Happened(ctx context.Context, since time.Time) (events []notify.Event, err error) {
	account := n.Orders.Config.Account
	for o, err := range n.Orders.Journal.EachOrder(ctx, state.OrderQuery{Account: account, States: []state.State{state.Accepted}, Since: since.Add(-lookBack)}) {
		if err != nil {
			return nil, fmt.Errorf("list the orders that changed: %w", err)
		}
		if state.CalledOff(o.RemoteStatus) && !tooOld(o.CreatedAt) {
			events = append(events, notify.Event{Key: strings.Join([]string{notify.EventCancelled, o.Source, o.ExternalID, o.RemoteID}, "/"), Code: notify.EventCancelled, Order: told.OneLine(o.ExternalID), At: o.ChangedAt})
		}
	}
	return events, nil
}

// Completed are the results of files of which every row has been answered.
func (n news) Completed(ctx context.Context, since time.Time) (results []letter.Result, err error) {
	files, err := n.Orders.Journal.Files(ctx, state.FileQuery{Account: n.Orders.Config.Account, States: []state.FileState{state.FileSettled, state.FileFinal}, Since: since.Add(-lookBack)})
	if err != nil {
		return nil, fmt.Errorf("list the files that changed: %w", err)
	}
	for _, f := range files {
		if f.Drops <= 1 && tooOld(f.CreatedAt) {
			continue
		}
		sum, err := sumOf(f.Result)
		if err != nil {
			return nil, fmt.Errorf("read the result of %s: %w", told.OneLine(f.Name), err)
		}
		// No number of the journal's own: a new journal would begin with the same ones.
		r := letter.Result{Key: fmt.Sprintf("result/%s/%d/%d", f.SHA256, f.CreatedAt.Unix(), f.Drops), Name: told.OneLine(f.Name), Source: f.Source, Counts: f.Counts.ByStatus(),
			File: filepath.Base(f.Result), SHA256: sum}
		if at := n.Config.HTTP.URL; at != "" {
			r.URL = strings.TrimRight(at, "/") + "/results/" + url.PathEscape(r.File)
		}
		results = append(results, r)
	}
	return results, nil
}

// sumOf is the SHA-256 of a file in hex, "" where somebody has fetched it away.
func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
