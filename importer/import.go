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
	"github.com/dropbridge/dropbridge/importer/posting"
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
	report.Orders = nil // the journal has them
	stopped := im.postFile(ctx, file, progress)
	ctx = context.WithoutCancel(ctx)
	out, err := im.refresh(ctx, file.ID, report)
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
	if err := im.eachSupplier(func(p *posting.Posting) error { return p.FollowQuietly(ctx) }); err != nil { // they are told as they were known last
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
	for first := true; ; first = false {
		done, total, err := im.decidedOf(ctx, file.ID)
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
		if !first {
			if stop, err := im.await(ctx, file.ID, lately); stop || err != nil {
				return err
			}
		}
		if err := im.allowed(ctx); err != nil {
			im.SaveRemoved(ctx)
			return im.allowed(ctx) // with the place of what was saved
		}
		if err := im.round(ctx, file.ID, done, total, progress); err != nil {
			return err
		}
	}
}

// decidedOf counts the orders of a file, of which there may be very many, and those that are decided.
func (im *Importer) decidedOf(ctx context.Context, file int64) (done, total int, err error) {
	all, err := im.Journal.CountOrders(ctx, state.OrderQuery{Files: []int64{file}})
	if err != nil {
		return 0, 0, fmt.Errorf("count the orders of the file: %w", err)
	}
	left, err := im.Journal.CountOrders(ctx, state.OrderQuery{File: file, States: []state.State{state.Ready, state.Sending, state.Unknown}})
	if err != nil {
		return 0, 0, fmt.Errorf("count the orders of the file that are left: %w", err)
	}
	for _, n := range all {
		total += n
	}
	done = total
	for _, n := range left {
		done -= n
	}
	return done, total, nil
}

// await waits until there is something to do about a file again; it stops where there will be
// nothing, or no point in waiting, and then says why.
func (im *Importer) await(ctx context.Context, file int64, lately time.Time) (stop bool, err error) {
	left, err := im.outlook(ctx, file)
	if err != nil {
		return true, err
	}
	if stop, err := im.hopeless(left.of, lately); stop || len(left.of) == 0 {
		return true, err
	}
	return false, im.Pause(ctx, left.wait, im.wakePost)
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
	return im.once(ctx, file, settled)
}

// once posts the orders of a file that are ready, and looks the unknown ones up.
func (im *Importer) once(ctx context.Context, file int64, settled func()) error {
	return im.eachSupplier(func(p *posting.Posting) error {
		if err := p.Post(ctx, file, settled); err != nil {
			return err
		}
		return p.Reconcile(ctx, file)
	})
}

// hopeless reports whether Import should stop, as no supplier of those to whom something is left
// to post, or of all, decides anything, and why.
func (im *Importer) hopeless(of map[*posting.Posting]bool, lately time.Time) (stop bool, why error) {
	var all []error
	if len(of) == 0 {
		of = im.everyone()
	}
	for p := range of {
		stop, err := p.Hopeless(lately)
		if !stop {
			return false, nil
		}
		all = append(all, err)
	}
	if len(all) == 1 {
		return true, all[0]
	}
	return true, errors.Join(all...)
}

// outlook is what is left to do about a file.
type outlook struct {
	wait time.Duration             // until there is something to do
	of   map[*posting.Posting]bool // for which suppliers there will be: an order that waits for a person is not waited for
}

// outlook looks through the orders of a file that are not decided.
func (im *Importer) outlook(ctx context.Context, file int64) (outlook, error) {
	const longest = time.Second // others may work on the same orders
	now := im.Config.Now()
	out := outlook{wait: longest, of: map[*posting.Posting]bool{}}
	for link, err := range im.Journal.Links(ctx, file) {
		if err != nil {
			return out, fmt.Errorf("read the orders of the file: %w", err)
		}
		order := link.Order
		if link.Settled() || !order.Undecided() {
			continue
		}
		p := im.postingOf(order)
		if p == nil || im.waitsForPerson(order) || order.AwaitsBundle() {
			continue
		}
		out.of[p] = true
		if order.State != state.Sending {
			out.wait = min(out.wait, max(order.NotBefore.Sub(now), min(p.Waits(), longest)))
		}
	}
	out.wait = max(out.wait, 10*time.Millisecond)
	return out, nil
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
	return im.refresh(ctx, report.ID, nil)
}

// refresh is Refresh for a file's id. read is what its rows say, nil where the private copy is to be read.
func (im *Importer) refresh(ctx context.Context, id int64, read *orderfile.Report) (*result.FileReport, error) {
	files, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, ID: id})
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("find the file in the journal: %w", errors.Join(err, errNoFile(files)))
	}
	file := files[0]
	if read == nil {
		if read, err = im.ReadRows(ctx, file); err != nil {
			return nil, err
		}
	}
	var now result.Standing
	file, publishErr := im.publishShown(ctx, file, read, &now)
	if errors.Is(publishErr, state.ErrStale) {
		publishErr = nil // another process publishes the same
	}
	if now.Rows == nil {
		if now, err = result.ReadStanding(ctx, im.Desk, id, read); err != nil {
			return nil, errors.Join(publishErr, fmt.Errorf("read the orders of %s: %w", told.OneLine(file.Name), err))
		}
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
		if err := im.once(ctx, report.ID, nil); err != nil {
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
