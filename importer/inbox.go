package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// inbox is what the scans remember of the files that lie there.
type inbox struct {
	im   *Importer
	hold hold

	mu      sync.Mutex
	seen    map[string]sighting // by path
	intakes intakes
}

// sighting is a file as it was found. The times are ours: copying tools keep a
// file's own time, so that an old one says nothing about its being finished.
type sighting struct {
	mark  string
	since time.Time // unchanged since
	quiet time.Duration
	done  bool // nothing more to do with it while it looks so
}

func newInbox(im *Importer) *inbox {
	return &inbox{im: im, seen: map[string]sighting{}, intakes: newIntakes()}
}

// scan lists the inbox and the folders of its sources, has the files taken that are
// finished, and says how soon the next file may be. It waits for none of them.
func (in *inbox) scan(ctx context.Context) (next time.Duration, err error) {
	config := in.im.Config
	next = config.Scan
	err = in.hold.take(ctx, in.im)
	in.im.Problems.Set(config.Now(), told.ProblemLock, err)
	if err != nil {
		return config.Scan, nil
	}
	in.im.takeBack()
	present, odd := map[string]bool{}, map[string]bool{}
	for _, source := range append([]string{""}, slices.Sorted(maps.Keys(config.Sources))...) {
		wait, err := in.scanFolder(ctx, source, present, odd)
		if err != nil {
			return config.Scan, err
		}
		next = min(next, wait)
	}
	in.mu.Lock()
	maps.DeleteFunc(in.seen, func(path string, _ sighting) bool { return !present[path] })
	in.mu.Unlock()
	in.im.Problems.KeepOnly(told.ProblemEntry, odd)
	in.sayFailures(present)
	in.saySlow()
	return next, nil
}

func (in *inbox) scanFolder(ctx context.Context, source string, present, odd map[string]bool) (time.Duration, error) {
	config := in.im.Config
	dir := filepath.Join(config.Inbox, source)
	entries, err := config.Disk.List(dir)
	if source != "" && errors.Is(err, fs.ErrNotExist) {
		return config.Scan, nil
	}
	in.im.Problems.Set(config.Now(), told.ProblemInbox+" "+source, in.im.Trouble(err, "trouble.inbox"))
	if err != nil {
		return config.Scan, nil // the others may do; the problem is said
	}
	next := config.Scan
	owners := config.TakenFrom(dir)
	for _, entry := range entries {
		if folder.Ignored(entry.Name()) || config.IsDone(entry.Name()) {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		if entry.IsDir() {
			in.folder(source, entry.Name(), odd)
			continue
		}
		info, err := config.Disk.Look(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		present[path] = true
		if err == nil {
			err = folder.Admit(info)
		}
		if err == nil {
			err = owners.Admit(info)
		}
		if err != nil {
			in.odd(path, odd, err)
			continue
		}
		if config.DoneSuffix != "" && in.im.Missing(path+config.DoneSuffix) {
			in.waitForDone(path, odd, info)
			continue
		}
		wait, err := in.sight(ctx, path, source, info)
		if err != nil {
			return next, err
		}
		next = min(next, wait)
	}
	return next, nil
}

// folder says of a folder that is no source that its files are not read.
func (in *inbox) folder(source, name string, odd map[string]bool) {
	if _, known := in.im.Config.Sources[name]; known && source == "" {
		return
	}
	path := filepath.Join(in.im.Config.Inbox, source, name)
	in.odd(path, odd, wording.NewMessage("trouble.folder"))
}

func (in *inbox) odd(path string, odd map[string]bool, why error) {
	name := told.ProblemEntry + told.OneLine(path)
	odd[name] = true
	in.im.Problems.Set(in.im.Config.Now(), name, in.im.Trouble(why, "trouble.not_taken", told.OneLine(path)))
}

// sight looks at one file and has it taken once it has been quiet for long enough. The
// returned time is when to look again.
func (in *inbox) sight(ctx context.Context, path, source string, info fs.FileInfo) (time.Duration, error) {
	if in.intakes.has(path) {
		return in.im.Config.Scan, nil
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	config, now := in.im.Config, in.im.Config.Now()
	at, known := in.seen[path]
	if looks := folder.Mark(info); !known || at.mark != looks {
		at = sighting{mark: looks, since: now, quiet: in.im.settle()}
		in.seen[path] = at
	}
	if at.done {
		return config.Scan, nil
	}
	if rest := at.quiet - now.Sub(at.since); rest > 0 {
		return rest, nil
	}
	in.intakes.add(&intake{path: path, source: source, at: at, large: info.Size() > largeIntake}, func() { in.work(ctx) })
	return config.Scan, ctx.Err()
}

// take copies a file, reads the copy, and records it, unless the journal knows this
// very file, in this very place, already: then it was recorded before a restart, or by
// another process, or could not be moved.
func (in *inbox) take(ctx context.Context, t *intake) error {
	im, path, source, at := in.im, t.path, t.source, &t.at
	im.intake.RLock()
	defer im.intake.RUnlock()
	copied, err := im.Config.Disk.CopyInto(im.Config.Spool, path, true)
	if err != nil {
		return err
	}
	defer os.Remove(copied.Path) // where it was not kept
	if copied.Mark != at.mark {
		return folder.ErrMoving
	}
	dropped := drop{copied: copied, source: source, name: filepath.Base(path), origin: path}
	if at.done, dropped.earlier, err = im.recorded(ctx, dropped); err != nil || at.done {
		return err
	}
	report, err := im.Read(ctx, copied.Path, dropped.name, source)
	if err != nil {
		return err
	}
	if at.quiet == im.settle() && im.Config.Disk.Grows() && unfinished(report) {
		at.quiet = patientSettle * im.Config.Settle
		return nil
	}
	if err := in.intakes.turn(ctx, t, im.Config.After); err != nil {
		return err
	}
	if info, err := im.Config.Disk.Look(path); err != nil || folder.Mark(info) != copied.Mark {
		return folder.ErrMoving // it was replaced, or another process archived it
	}
	if _, err := im.record(ctx, dropped, report); errors.Is(err, state.ErrStale) {
		return folder.ErrMoving // another process recorded it just now
	} else if err != nil {
		return err
	}
	at.done = true
	im.wake()
	desk.Wake(im.wakeShow)
	return nil
}

// recorded reports whether the journal has this very file and still means to move it.
// One that was moved away and lies here again was dropped anew. drops says how often
// this file was dropped before.
func (im *Importer) recorded(ctx context.Context, d drop) (lies bool, drops int, err error) {
	known, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, SHA256: d.copied.SHA})
	if err != nil {
		return false, 0, fmt.Errorf("look the file up in the journal: %w", err)
	}
	at := slices.IndexFunc(known, func(f state.File) bool { return f.Source == d.source && f.Name == d.name })
	if at < 0 {
		return false, 0, nil
	}
	if lies = known[at].Lies(d.origin, d.copied.Mark); lies && im.Missing(known[at].Spool) {
		_, err = im.Keep(d.copied, d.source, d.name) // it was lost, and the result needs it
	}
	return lies, known[at].Drops, err
}

// settle is how long a file must be unchanged before it is taken. Where none can grow it is
// taken as it is found: an object of a bucket appears whole, by one put, or not at all.
func (im *Importer) settle() time.Duration {
	if !im.Config.Disk.Grows() {
		return 0
	}
	return im.Config.Settle
}

// patientSettle: how many times longer a file must be quiet that looks cut off, as a
// slow writer may be at work.
const patientSettle = 5

// unfinished reports whether a file looks as if its end is still to come.
func unfinished(report *orderfile.Report) bool {
	problem, bad := desk.Refused(report)
	return bad && slices.Contains([]string{orderfile.FileEmpty, orderfile.FileTruncated, orderfile.QuoteUnterminated,
		orderfile.FileNULFilled, orderfile.NoRows}, problem.Code)
}
