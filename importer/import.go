package importer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Import posts one file's orders now, as a file of that source ("" is none in
// particular), and writes its result file. The file itself is neither moved nor changed.
// progress, which may be nil, is told how many of the file's orders are decided.
//
// Where the supplier refuses the token, is out of reach, or asks to wait for too
// long, the report, with pending rows, comes together with that error; dropping the
// file again goes on where this stopped.
func (im *Importer) Import(ctx context.Context, source, path string, progress func(done, total int)) (*result.FileReport, error) {
	if err := im.allowed(ctx); err != nil {
		return nil, err
	}
	file, report, err := im.takeIn(ctx, source, path)
	if err != nil {
		return nil, err
	}
	if file.State == state.FileRefused {
		return result.NewFileReport(im.Desk, file, report, nil), nil
	}
	if err := im.askOfHeld(ctx, file); err != nil {
		return nil, err
	}
	stopped := im.postFile(ctx, file, progress)
	ctx = context.WithoutCancel(ctx)
	out, err := im.refresh(ctx, file.ID)
	return out, errors.Join(stopped, err, im.clearRejected(ctx))
}

// askOfHeld asks for the statuses of orders that are at the supplier already and that the file
// names as ones to be sent: what was called off there meanwhile is not a mere duplicate.
func (im *Importer) askOfHeld(ctx context.Context, file state.File) error {
	held := state.OrderQuery{Account: im.Config.Account, Files: []int64{file.ID}, Open: true, Limit: 1}
	found, err := im.Journal.Orders(ctx, held)
	if err != nil {
		return fmt.Errorf("look for the orders that are at the supplier: %w", err)
	}
	if len(found) == 0 {
		return nil
	}
	if err := im.follow(ctx); err != nil { // they are told as they were known last
		im.Log.Debug("statuses are not asked for", "err", err)
	}
	return ctx.Err()
}

// takeIn copies a file, reads the copy and records it.
func (im *Importer) takeIn(ctx context.Context, source, path string) (state.File, *orderfile.Report, error) {
	im.intake.RLock()
	defer im.intake.RUnlock()
	copied, err := folder.CopyInto(im.Config.Spool, path, false)
	if err != nil {
		return state.File{}, nil, fmt.Errorf("import %s: %w", told.OneLine(path), err)
	}
	defer os.Remove(copied.Path) // where it was not kept
	name := filepath.Base(path)
	report, err := im.Read(ctx, copied.Path, name, source)
	if err != nil {
		return state.File{}, nil, fmt.Errorf("import %s: %w", told.OneLine(path), err)
	}
	file, err := im.record(ctx, drop{copied: copied, source: source, name: name}, report)
	return file, report, err
}

// postFile goes on until every order of the file is decided or there is no point in
// waiting; then it says why.
func (im *Importer) postFile(ctx context.Context, file state.File, progress func(done, total int)) error {
	lately, reached := im.Config.Now(), -1
	for {
		done, total, err := im.progress(ctx, file.ID)
		if err != nil {
			return err
		}
		if progress != nil {
			progress(done, total)
		}
		if done == total {
			return nil
		}
		if done > reached {
			reached, lately = done, im.Config.Now()
		}
		if err := im.allowed(ctx); err != nil {
			im.SaveRemoved(ctx)
			return im.allowed(ctx) // with the place of what was saved
		}
		if err := im.round(ctx, file.ID, done, total, progress); err != nil {
			return err
		}
		if stop, err := im.hopeless(lately); stop {
			return err
		}
		wait, undecided, err := im.untilNext(ctx, file.ID)
		if err != nil || !undecided {
			return err
		}
		if err := im.Pause(ctx, wait, im.wakePost); err != nil {
			return err
		}
	}
}

func (im *Importer) round(ctx context.Context, file int64, done, total int, progress func(done, total int)) error {
	var settled func()
	if progress != nil {
		var mu sync.Mutex
		settled = func() {
			mu.Lock()
			defer mu.Unlock()
			done = min(done+1, total)
			progress(done, total)
		}
	}
	if err := im.post(ctx, file, settled); err != nil {
		return err
	}
	return im.reconcile(ctx, file)
}

// progress counts the decided orders of a file.
func (im *Importer) progress(ctx context.Context, file int64) (done, total int, err error) {
	for link, err := range im.Journal.Links(ctx, file) {
		if err != nil {
			return 0, 0, fmt.Errorf("read the orders of the file: %w", err)
		}
		if total++; link.Settled() || !link.Order.Undecided() {
			done++
		}
	}
	return done, total, nil
}

// hopeless reports whether Import should stop, as nothing was decided lately, and
// the supplier's error where that is the reason. Without one, lookups fail or another
// process holds the orders: they show as pending or unknown.
func (im *Importer) hopeless(lately time.Time) (stop bool, why error) {
	now := im.Config.Now()
	why, blocked := im.gate.state()
	if blocked {
		return true, im.Trouble(why, "trouble.stopped")
	}
	patience := im.Config.GiveUp
	switch {
	case why == nil:
		patience += 2 * im.Config.Patience
	case supplier.KindOf(why) == supplier.KindThrottled:
		patience = im.Config.Throttle
	}
	pause, _ := im.gate.wait(now)
	if now.Add(max(pause, 0)).Sub(lately) < patience {
		return false, nil
	}
	if why != nil {
		if seconds := int64(now.Sub(lately).Round(time.Second) / time.Second); seconds > 0 {
			return true, im.Trouble(why, "trouble.gave_up", seconds)
		}
		why = im.Trouble(why, "trouble.stopped")
	}
	return true, why
}

// untilNext is how long there is nothing to do for a file, and whether there will be
// anything: an order that waits for a person is not waited for.
func (im *Importer) untilNext(ctx context.Context, file int64) (time.Duration, bool, error) {
	const longest = time.Second // others may work on the same orders
	now := im.Config.Now()
	wait, undecided := longest, false
	for link, err := range im.Journal.Links(ctx, file) {
		if err != nil {
			return 0, false, fmt.Errorf("read the orders of the file: %w", err)
		}
		order := link.Order
		if link.Settled() || !order.Undecided() || im.waitsForPerson(order) || order.AwaitsBundle() {
			continue
		}
		undecided = true
		if order.State != state.Sending {
			wait = min(wait, order.NotBefore.Sub(now))
		}
	}
	if pause, _ := im.gate.wait(now); pause > 0 {
		wait = max(wait, min(pause, longest))
	}
	return max(wait, 10*time.Millisecond), undecided, nil
}

// waitsForPerson: the supplier did not know the order for long enough, and it may not be repeated.
func (im *Importer) waitsForPerson(order state.Order) bool {
	return order.State == state.Unknown && order.Misses >= state.MissesNeeded &&
		order.NotBefore.Sub(order.ChangedAt) >= state.PersonWait
}

// Refresh brings a report up to what is known now, and the result file with it.
func (im *Importer) Refresh(ctx context.Context, report *result.FileReport) (*result.FileReport, error) {
	if report.Refused {
		return report, nil
	}
	return im.refresh(ctx, report.ID)
}

func (im *Importer) refresh(ctx context.Context, id int64) (*result.FileReport, error) {
	files, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, ID: id})
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("find the file in the journal: %w", errors.Join(err, errNoFile(files)))
	}
	file := files[0]
	read, err := im.ReadRows(ctx, file)
	if err != nil {
		return nil, err
	}
	file, publishErr := im.publish(ctx, file, read)
	if errors.Is(publishErr, state.ErrStale) {
		publishErr = nil // another process publishes the same
	}
	now, err := result.ReadStanding(ctx, im.Desk, id, read)
	if err != nil {
		return nil, errors.Join(publishErr, fmt.Errorf("read the orders of %s: %w", told.OneLine(file.Name), err))
	}
	return result.NewFileReport(im.Desk, file, read, now.Rows), publishErr
}

func errNoFile(files []state.File) error {
	if len(files) == 0 {
		return errors.New("it is not there")
	}
	return nil
}

// Wait follows the orders of some reports until each has its waybill or never will,
// and returns the reports as they are then. It ends early with the error of ctx, and
// then too returns what is known.
func (im *Importer) Wait(ctx context.Context, reports []*result.FileReport) ([]*result.FileReport, error) {
	current := append([]*result.FileReport(nil), reports...)
	for {
		complete := true
		for i, report := range current {
			fresh, err := im.Refresh(context.WithoutCancel(ctx), report)
			if err != nil {
				return current, err
			}
			current[i] = fresh
			complete = complete && (fresh.Refused || fresh.Complete())
		}
		if complete {
			return current, nil
		}
		if err := im.Pause(ctx, im.waitStep(), nil); err != nil {
			return current, err
		}
		if err := im.waitRound(ctx, current); err != nil {
			return current, err
		}
	}
}

// waitRound does for these files what Run would do meanwhile. That the supplier is
// out of reach for a time is no reason to stop waiting.
func (im *Importer) waitRound(ctx context.Context, reports []*result.FileReport) error {
	for _, report := range reports {
		if report.Refused {
			continue
		}
		if err := im.post(ctx, report.ID, nil); err != nil {
			return err
		}
		if err := im.reconcile(ctx, report.ID); err != nil {
			return err
		}
	}
	if err := im.Follow(ctx); err != nil && (ctx.Err() != nil || supplier.KindOf(err) == supplier.KindUnauthorized) {
		return err
	}
	return nil
}

// waitStep asks more often than Run does: somebody sits and waits.
func (im *Importer) waitStep() time.Duration { return min(im.Config.Follow, 2*time.Second) }
