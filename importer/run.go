package importer

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/posting"
	"github.com/dropbridge/dropbridge/importer/told"
)

// Run watches the inbox, posts what comes, and follows it until every order is final.
// It returns nil when ctx ends, after what was under way has been seen through.
// Trouble with the supplier, a folder or the disk does not end it: it is said by
// Status and in the log, and tried again.
func (im *Importer) Run(ctx context.Context) error {
	if im.Config.Inbox == "" || im.Config.Archive == "" || im.Config.Failed == "" {
		return errors.New("watch the inbox: the folders inbox, archive and failed must be set")
	}
	im.Trust.SayAloud()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return im.runIntake(ctx) })
	for _, p := range im.postings {
		group.Go(func() error { return im.runPosting(ctx, p) })
		group.Go(func() error { return im.runFollowing(ctx, p) })
	}
	group.Go(func() error { return im.runShowing(ctx) })
	if err := group.Wait(); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	err := im.showAll(ctx) // what the last attempts found out
	_ = im.KeepWaybills(ctx)
	return errors.Join(err, im.Journal.SetNote(ctx, im.Config.Account, overview.NoteProblems+im.owner.Name, ""),
		im.Journal.SetNote(ctx, im.Config.Account, noteWatch+im.owner.Name, ""))
}

// runIntake scans the inbox. Events only make a scan come sooner.
func (im *Importer) runIntake(ctx context.Context) error {
	hints := im.wakeScan
	watcher, stop := im.watch(hints)
	defer stop()
	box := newInbox(im)
	if err := im.Journal.SetNote(ctx, im.Config.Account, noteWatch+im.owner.Name, "1"); err != nil {
		im.Log.Error("cannot note that the inbox is watched", "err", err)
	}
	defer func() { im.Problems.Set(im.Config.Now(), told.ProblemLock, box.hold.release(im.Config.Inbox)) }()
	defer box.intakes.wait() // the inbox is ours until then
	for {
		next := im.Config.Scan
		if im.allowed(ctx) == nil {
			im.watchFolders(watcher)
			var err error
			if next, err = box.scan(ctx); err != nil {
				return err
			}
		}
		if err := im.Pause(ctx, next, hints); err != nil {
			return err
		}
	}
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
	for {
		err := p.Round(ctx)
		im.SaveRemoved(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p.Problems.Set(im.Config.Now(), told.ProblemPosting, im.Broken(err))
		if err := im.ShareProblems(ctx); err != nil {
			return err
		}
		if err := p.Rest(ctx); err != nil {
			return err
		}
	}
}

func (im *Importer) runFollowing(ctx context.Context, p *posting.Posting) error {
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

// runShowing brings the results up to date: those of changed orders at once, and all
// of them now and then, as other processes change orders too.
func (im *Importer) runShowing(ctx context.Context) error {
	const calm = time.Second // results of large files are not rewritten for each order
	var lastAll, lastTidy time.Time
	for {
		var err error
		now := im.Config.Now()
		if now.Sub(lastAll) >= im.Config.Follow {
			lastAll = now
			err = im.showAll(ctx)
		} else {
			err = im.showChanged(ctx)
		}
		if err == nil && now.Sub(lastTidy) >= tidyEvery {
			var done bool
			if done, err = im.tidy(ctx); done {
				lastTidy = now
			}
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
