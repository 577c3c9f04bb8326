package importer

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/posting"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/pulse"
)

// Loops are the parts of the work that RunOnly keeps going. The others are done elsewhere, or
// by who calls PostRound, FollowRound and ShowRound.
type Loops struct {
	Intake    bool // watching the inbox
	Posting   bool // posting what is ready, and looking up what is unknown
	Following bool // asking what became of orders
	Showing   bool // bringing results up to date
}

// silent is how long a loop may be silent: each file, request and order is a sign of it, and so is
// that it waits. None of them takes that long by itself.
const silent = 30 * time.Minute

// Run watches the inbox, posts what comes, and follows it until every order is final.
// It returns nil when ctx ends, after what was under way has been seen through.
// Trouble with the supplier, a folder or the disk does not end it: it is said by
// Status and in the log, and tried again.
func (im *Importer) Run(ctx context.Context) error {
	return im.RunOnly(ctx, Loops{Intake: true, Posting: true, Following: true, Showing: true})
}

// RunOnly is Run for some of the loops; with none it waits for the end of ctx.
func (im *Importer) RunOnly(ctx context.Context, loops Loops) error {
	if !loops.Intake {
		return im.runLoops(ctx, loops)
	}
	if im.Config.Inbox == "" || im.Config.Archive == "" || im.Config.Failed == "" {
		return errors.New("watch the inbox: the folders inbox, archive and failed must be set")
	}
	return im.runLoops(ctx, loops)
}

func (im *Importer) runLoops(ctx context.Context, loops Loops) error {
	im.Trust.SayAloud()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { <-ctx.Done(); return ctx.Err() })
	if loops.Intake {
		group.Go(func() error { return im.runIntake(ctx) })
	}
	for _, p := range im.postings {
		if loops.Posting {
			group.Go(func() error { return im.runPosting(ctx, p) })
		}
		if loops.Following {
			group.Go(func() error { return im.runFollowing(ctx, p) })
		}
	}
	if loops.Showing {
		group.Go(func() error { return im.runShowing(ctx) })
	}
	if err := group.Wait(); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return im.endRun(context.WithoutCancel(ctx), loops.Intake)
}

// endRun shows what the last attempts found out, where that is ours to do, and takes back what
// this process has said of itself.
func (im *Importer) endRun(ctx context.Context, shows bool) (err error) {
	if im.Held() != nil {
		return nil // others do, and have
	}
	if shows {
		err = im.showAll(ctx)
		_ = im.KeepWaybills(ctx)
	}
	return errors.Join(err, im.Journal.SetNote(ctx, im.Config.Account, overview.NoteProblems+im.owner.Name, ""),
		im.Journal.SetNote(ctx, im.Config.Account, overview.NoteWatch+im.owner.Name, ""))
}

// runIntake scans the inbox. Events only make a scan come sooner.
func (im *Importer) runIntake(ctx context.Context) error {
	ctx, end := pulse.Begin(ctx, "intake", silent)
	defer end()
	hints := im.wakeScan
	watcher, stop := im.watch(hints)
	defer stop()
	box := newInbox(im)
	if err := im.Journal.SetNote(ctx, im.Config.Account, overview.NoteWatch+im.owner.Name, "1"); err != nil {
		im.Log.Error("cannot note that the inbox is watched", "err", err)
	}
	defer func() { im.Problems.Set(im.Config.Now(), told.ProblemLock, box.hold.release(im.Config.Inbox)) }()
	defer box.intakes.wait() // the inbox is ours until then
	for {
		next, began := im.Config.Scan, im.Config.Now()
		if im.allowed(ctx) == nil {
			im.watchFolders(watcher)
			var err error
			if next, err = box.scan(ctx); err != nil {
				return err
			}
		}
		if rest := scanRest(im.Config.Now().Sub(began), im.Config.Scan); rest > 0 {
			if err := im.Pause(ctx, rest, nil); err != nil {
				return err
			}
		}
		if err := im.Pause(ctx, next, hints); err != nil {
			return err
		}
	}
}

// scanRest is how long no event makes a scan come sooner after one that took so long: each file
// that is moved out of the inbox is an event too, and with thousands in it they would be listed
// again and again while they are taken. A fifth of the time at most goes into scans.
func scanRest(took, scan time.Duration) time.Duration {
	const share = 4
	return min(share*max(took, 0), scan)
}

// watch turns file events into hints until stop is called. Where the system gives
// none the scans have to do.
func (im *Importer) watch(hints chan<- struct{}) (watcher *fsnotify.Watcher, stop func()) {
	if im.Config.Poll {
		return nil, func() {}
	}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		im.Log.Warn("no file events: the inbox is listed only every "+im.Config.Scan.String(), "err", err)
		return nil, func() {}
	}
	var forwarding sync.WaitGroup
	forwarding.Go(func() { forward(watcher, hints) })
	return watcher, func() {
		watcher.Close()
		forwarding.Wait()
	}
}

func forward(watcher *fsnotify.Watcher, hints chan<- struct{}) {
	for {
		select {
		case _, open := <-watcher.Events:
			if !open {
				return
			}
		case _, open := <-watcher.Errors: // an overflow is a reason to scan as well
			if !open {
				return
			}
		}
		desk.Wake(hints)
	}
}

// watchFolders watches again before each scan: a folder that was replaced loses its
// watch without a word.
func (im *Importer) watchFolders(watcher *fsnotify.Watcher) {
	if watcher == nil {
		return
	}
	_ = watcher.Add(im.Config.Inbox) // the scan says what is wrong with a folder
	for source := range im.Config.Sources {
		_ = watcher.Add(filepath.Join(im.Config.Inbox, source))
	}
}

// runPosting posts what is ready whenever something became ready, and looks unknown orders up.
func (im *Importer) runPosting(ctx context.Context, p *posting.Posting) error {
	ctx, end := pulse.Begin(ctx, "posting", silent)
	defer end()
	for {
		if err := im.postRound(ctx, p); err != nil {
			return err
		}
		if err := p.Rest(ctx); err != nil {
			return err
		}
	}
}

// PostRound posts what is ready for the supplier of an id and looks his unknown orders up, once;
// for one whom the config has no more it does nothing. Its error is the end of ctx: all else is a
// problem until a later round mends it.
func (im *Importer) PostRound(ctx context.Context, supplier string) error {
	ctx, end := pulse.Begin(ctx, "posting", silent)
	defer end()
	if p := im.postingTo(supplier); p != nil {
		return im.postRound(ctx, p)
	}
	return nil
}

func (im *Importer) postRound(ctx context.Context, p *posting.Posting) error {
	err := p.Round(ctx)
	im.SaveRemoved(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	p.Problems.Set(im.Config.Now(), told.ProblemPosting, im.Broken(err))
	return im.ShareProblems(ctx)
}

func (im *Importer) runFollowing(ctx context.Context, p *posting.Posting) error {
	ctx, end := pulse.Begin(ctx, "following", silent)
	defer end()
	for {
		if err := p.Follow(ctx); ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
		_ = im.KeepWaybills(ctx) // what fails is a problem until it is mended
		if err := im.Pause(ctx, im.Config.Follow, im.wakeFollow); err != nil {
			return err
		}
	}
}

// FollowRound asks once what became of the orders of the supplier of an id; of one whom the config
// has no more it asks nothing. Its error is the end of ctx.
func (im *Importer) FollowRound(ctx context.Context, supplier string) error {
	ctx, end := pulse.Begin(ctx, "following", silent)
	defer end()
	p := im.postingTo(supplier)
	if p == nil {
		return nil
	}
	if err := p.Follow(ctx); ctx.Err() != nil {
		return errors.Join(ctx.Err(), err)
	}
	return im.ShareProblems(ctx)
}

// ShowRound brings the results of a file up to date, or with 0 those of all files that are not
// closed. Its error is the end of ctx.
func (im *Importer) ShowRound(ctx context.Context, file int64) error {
	ctx, end := pulse.Begin(ctx, "showing", silent)
	defer end()
	err := im.showOne(ctx, file)
	if file == 0 {
		_ = im.KeepWaybills(ctx) // what fails is a problem until it is mended
		if err == nil {
			err = im.tidySometimes(ctx)
		}
	}
	return im.journalTrouble(ctx, told.ProblemResults, err)
}

func (im *Importer) showOne(ctx context.Context, file int64) error {
	if file == 0 {
		return im.showAll(ctx)
	}
	files, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, ID: file})
	if err != nil {
		return fmt.Errorf("read the file whose orders changed: %w", err)
	}
	return im.show(ctx, files)
}

// runShowing brings the results up to date: those of changed orders at once, and all
// of them now and then, as other processes change orders too.
func (im *Importer) runShowing(ctx context.Context) error {
	ctx, end := pulse.Begin(ctx, "showing", silent)
	defer end()
	const calm = time.Second // results of large files are not rewritten for each order
	var lastAll time.Time
	for {
		var err error
		now := im.Config.Now()
		if now.Sub(lastAll) >= im.Config.Follow {
			lastAll = now
			err = im.showAll(ctx)
		} else {
			err = im.showChanged(ctx)
		}
		if err == nil {
			err = im.tidySometimes(ctx)
		}
		if err := im.journalTrouble(ctx, told.ProblemResults, err); err != nil {
			return err
		}
		if err := im.Pause(ctx, im.Config.Scan, im.wakeShow); err != nil {
			return err
		}
		if err := im.Pause(ctx, min(calm, im.Config.Scan), nil); err != nil {
			return err
		}
	}
}

// journalTrouble keeps a loop alive: its error is said, and mended by a later round.
func (im *Importer) journalTrouble(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	im.Problems.Set(im.Config.Now(), what, im.Broken(err))
	return im.ShareProblems(ctx)
}

// Resume finishes what a crash or an earlier Import left behind, as far as that is
// possible at once: interrupted attempts are looked up, ready orders posted, results
// written, originals moved.
func (im *Importer) Resume(ctx context.Context) error {
	if err := im.Reconcile(ctx); err != nil {
		return err
	}
	if err := im.post(ctx, 0, nil); err != nil {
		return err
	}
	if err := im.showAll(ctx); err != nil {
		return err
	}
	_, err := im.tidy(ctx)
	return err
}
