package daemon

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/reload"
	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/internal/correlation"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pulse"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/schedule"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// scheduledFeed is a feed of the config with what is known of its last build.
type scheduledFeed struct {
	feed    reading.Feed
	when    schedule.Schedule
	next    time.Time
	putOff  bool      // next would be earlier but for the quiet hours
	built   time.Time // of the last published file, zero before the first
	told    time.Time // of the last build that is known, whatever became of it
	running bool
	accept  bool // the next build is published whatever the guard says
	again   bool // a person asked for it while it was built
	asked   bool // a person asked for it, and it was not begun yet
	report  exporter.Report
	skipped []standing.Skipped // of the report
	warned  []wording.Text     // likewise, in whole lines
	stored  *stored            // what lies on the disk from before; nil once it is built, or where nothing does
	err     error

	worst []standing.WorstChange // of the changes for which the guard refused the last build
}

// stored is the published file as an earlier process left it.
type stored struct {
	bytes, offers int64 // offers are 0 where nobody remembers how many there are
}

// openFeeds compiles the feeds of the config. The last good file of each goes on being served.
func (d *Daemon) openFeeds(before *Daemon) error {
	d.openBuilds()
	d.text, d.sources = d.settingsNow()
	d.groups = map[string]*feedGroup{}
	var all []reading.Feed
	for _, name := range d.Config.FeedNames() {
		feed, err := d.Config.Feed(name)
		if err != nil {
			return err
		}
		when, err := d.Config.FeedSchedule(name)
		if err != nil {
			return err
		}
		scheduled := &scheduledFeed{feed: feed, when: when}
		if info, err := os.Stat(feed.Out); err == nil {
			scheduled.built, scheduled.stored = info.ModTime(), &stored{bytes: info.Size()}
			scheduled.stored.offers, _ = history.Offers(feed.Out)
		}
		if !scheduled.goOn(d, before) {
			scheduled.begin(d.started)
		}
		d.feeds, all = append(d.feeds, scheduled), append(all, feed)
		if d.groupOf(scheduled) == nil {
			d.groups[groupName(scheduled)] = &feedGroup{due: make(chan struct{}, 1)}
		}
	}
	if len(all) == 0 {
		return nil
	}
	return reading.Check(all)
}

// settingsNow are the text of the config, and the sum of what else the settings are read from but for
// secrets.
func (d *Daemon) settingsNow() (text []byte, others reload.Sum) {
	files, _ := d.Config.ReadFrom()
	text, _ = os.ReadFile(d.Config.File) // what is not there says nothing
	return text, reload.SumOf(slices.DeleteFunc(files, func(file string) bool { return file == d.Config.File }))
}

// goOn takes over what the daemon before knew of the feed, where nothing was changed that it is made of but
// secrets: it is due when it was, and one whose build was broken off at once.
func (s *scheduledFeed) goOn(d, before *Daemon) bool {
	if before == nil || before.sources != d.sources || !reload.FeedAlike(before.text, d.text, s.feed.Name) {
		return false
	}
	before.mu.Lock()
	defer before.mu.Unlock()
	at := slices.IndexFunc(before.feeds, func(other *scheduledFeed) bool { return other.feed.Name == s.feed.Name })
	if at < 0 {
		return false
	}
	feed := s.feed
	*s = *before.feeds[at]
	s.feed, s.running = feed, false
	return true
}

// begin says when the feed is built for the first time of this process: at once, or, where an
// expression says when and the file is there, when it says so next. What it said while no process ran
// is made up for.
func (s *scheduledFeed) begin(now time.Time) {
	due := now
	if s.when.Interval() == 0 && !s.built.IsZero() {
		if next := s.when.Next(s.built); next.After(now) {
			due = next
		}
	}
	s.dueAt(s.when.NotBefore(due, func(time.Duration) time.Duration { return 0 }))
}

// dueAt notes when the feed is due.
func (s *scheduledFeed) dueAt(at schedule.Moment) { s.next, s.putOff = at.At, at.PutOff }

// reckon says when the feed is due after a build. One that failed and waits for nobody is tried again
// soon, but for the quiet hours.
func (s *scheduledFeed) reckon(now time.Time, soon bool) {
	due := s.when.Due(now, rand.N)
	if soon {
		if retry := s.when.NotBefore(now.Add(retryAfter), func(time.Duration) time.Duration { return 0 }); retry.At.Before(due.At) {
			due = retry
		}
	}
	s.dueAt(due)
}

// feedGroup is the feeds of one supplier, or those of several suppliers together: they share what is
// read. Groups are built side by side, so that a supplier who is slow keeps nobody else's feed waiting.
type feedGroup struct {
	due  chan struct{} // a person asked for one of them
	busy sync.Mutex    // held while some of them are built
}

// wake has it looked at once what is due.
func (g *feedGroup) wake() {
	select {
	case g.due <- struct{}{}:
	default:
	}
}

// groupName is whose products a feed is made of, "" where it is more than one supplier, or the only one.
func groupName(s *scheduledFeed) string {
	if s.feed.Union != nil {
		return ""
	}
	return s.feed.Supplier
}

// groupOf is the group of a feed.
func (d *Daemon) groupOf(s *scheduledFeed) *feedGroup { return d.groups[groupName(s)] }

// buildsAtOnce is how many groups of feeds are built at a time: each takes memory.
const buildsAtOnce = 4

// publishFeeds builds the feeds when they are due; those of a group that are due together share one
// pass over the supplier's product list.
func (d *Daemon) publishFeeds(ctx context.Context) error {
	var all errgroup.Group
	var first sync.WaitGroup // until each group was built once
	first.Add(len(d.groups))
	all.Go(func() error {
		first.Wait()
		d.isFed()
		return nil
	})
	for name := range d.groups {
		all.Go(func() error { return d.publishGroup(ctx, name, sync.OnceFunc(first.Done)) })
	}
	return all.Wait()
}

// publishGroup builds the feeds of a group when they are due, and tells when none is for the first
// time.
func (d *Daemon) publishGroup(ctx context.Context, name string, idly func()) error {
	defer idly()
	for {
		wait := d.buildGroup(ctx, name)
		if ctx.Err() != nil { // what was broken off is due at once, for whoever goes on
			return ctx.Err()
		}
		if wait == 0 {
			continue
		}
		idly()
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-d.groups[name].due:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// buildGroup builds the feeds of a group that are due, and gives 0, or says how long to wait.
func (d *Daemon) buildGroup(ctx context.Context, name string) time.Duration {
	group := d.groups[name]
	group.busy.Lock()
	defer group.busy.Unlock()
	if wait := d.untilDue(name, time.Now()); wait > 0 {
		return wait
	}
	select {
	case d.slots <- struct{}{}:
	case <-ctx.Done():
		return 0 // whoever asked ends by ctx
	}
	defer func() { <-d.slots }()
	release, ours := d.takeTurn(name)
	if !ours {
		return turnAgain
	}
	defer release()
	d.learnBuilds(ctx) // those of a process that had its turn before
	if due := d.dueFeeds(name, time.Now()); len(due) > 0 {
		d.buildDue(ctx, due)
	}
	return 0
}

// turnAgain is how soon a process tries to have its turn that another one has.
const turnAgain = time.Second

// takeTurn lets one process of this folder at a time build the feeds of a group, until release is called:
// the next one then learns that they were built. Where processes share a journal on a server that does it,
// and where no file can be locked nobody is kept from building.
func (d *Daemon) takeTurn(group string) (release func(), ours bool) {
	if d.Sharing != nil {
		return func() {}, true
	}
	free, ours, err := durable.Claim(filepath.Join(filepath.Dir(d.Config.Builds()), "builds."+url.PathEscape(group)+".lock"))
	if err != nil {
		d.Logger.Warn("another process on this folder might build the same feeds: they cannot be locked", "error", err)
		return func() {}, true
	}
	return func() { _ = free() }, ours
}

// longestFinish is how long a reload waits for builds that go on.
const longestFinish = time.Minute

// finishBuilds waits until no build goes on any more, where the settings as they are now say the same of
// each feed that is built: else, and where it takes long, it is broken off and begins anew.
func (d *Daemon) finishBuilds(ctx context.Context) {
	text, others := d.settingsNow()
	d.mu.Lock()
	changed := others != d.sources || slices.ContainsFunc(d.feeds, func(s *scheduledFeed) bool {
		return s.running && !reload.FeedAlike(d.text, text, s.feed.Name)
	})
	d.mu.Unlock()
	if changed {
		return
	}
	timer := time.NewTimer(longestFinish)
	defer timer.Stop()
	for range buildsAtOnce { // who has all slots has nobody build
		select {
		case d.slots <- struct{}{}:
		case <-timer.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// idle is how long the scheduler sleeps when no feed is configured.
const idle = time.Hour

// untilDue is how long to wait until a feed of a group is due, at most 0 where one is.
func (d *Daemon) untilDue(group string, now time.Time) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	wait := idle
	for _, s := range d.feeds {
		if groupName(s) == group {
			wait = min(wait, s.next.Sub(now))
		}
	}
	return wait
}

// dueFeeds marks and returns the feeds of a group to build now.
func (d *Daemon) dueFeeds(group string, now time.Time) (due []*scheduledFeed) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.feeds {
		if groupName(s) == group && !s.next.After(now) {
			s.running, s.asked = true, false
			due = append(due, s)
		}
	}
	return due
}

// renewed compiles the feeds that are due anew: templates, maps and lists of SKUs are
// the user's files and may have changed. What is wrong with one now keeps it from being
// built.
func (d *Daemon) renewed(due []*scheduledFeed) (feeds []reading.Feed, of []*scheduledFeed, wrong []error) {
	for _, s := range due {
		feed, err := d.Config.Feed(s.feed.Name)
		if err == nil {
			err = reading.Check([]reading.Feed{feed})
		}
		feed.Accept = d.accepted(s)
		if wrong = append(wrong, err); err == nil {
			feeds, of = append(feeds, feed), append(of, s)
		}
	}
	return feeds, of, wrong
}

// accepted takes the leave that a person gave for one build.
func (d *Daemon) accepted(s *scheduledFeed) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	accept := s.accept
	s.accept = false
	return accept
}

// longestBuild is how long a build may go on from one request to the next, and without any.
const longestBuild = 2 * time.Hour

// retryAfter is how soon a feed that could not be built is tried again.
const retryAfter = time.Minute

func (d *Daemon) buildDue(ctx context.Context, due []*scheduledFeed) {
	feeds, of, wrong := d.renewed(due)
	for n, s := range due {
		if wrong[n] != nil {
			d.note(ctx, s, exporter.Report{Err: wrong[n]})
			d.remember(ctx, s, exporter.Report{Err: wrong[n]})
		}
	}
	if len(feeds) == 0 {
		return
	}
	begun := time.Now()
	ctx, end := pulse.Begin(ctx, "feeds", longestBuild)
	defer end()
	ctx = correlation.With(ctx, correlation.New())
	for n, report := range d.Build(ctx, feeds) {
		d.Meter.Build(of[n].feed.Name, outcomeOf(report), time.Since(begun))
		d.note(ctx, of[n], report)
		d.remember(ctx, of[n], report)
	}
	d.shareBuilds(ctx, due)
}

// note keeps what became of a feed, and says when it is due again.
func (d *Daemon) note(ctx context.Context, s *scheduledFeed, report exporter.Report) {
	now := time.Now()
	log := d.Logger
	d.mu.Lock()
	defer d.mu.Unlock()
	if s.running = false; report.Err != nil && ctx.Err() != nil { // broken off: whoever goes on builds it at once
		s.dueAt(schedule.Moment{At: now})
		return
	}
	s.err, s.told = report.Err, now
	_, refused := errors.AsType[*exporter.GuardError](s.err) // which waits for a person or for better data
	s.reckon(now, s.err != nil && !refused)
	if s.again {
		s.dueAt(schedule.Moment{At: now})
		s.again = false
	}
	if s.err == nil {
		s.report, s.built, s.stored, s.skipped, s.warned = report, now, nil, nil, []wording.Text{}
		for _, skip := range report.Skipped {
			s.skipped = append(s.skipped, standing.Skipped{SKU: skip.SKU, Code: string(skip.Code), Message: skip.Message})
		}
		for _, w := range report.Warnings {
			s.warned = append(s.warned, wording.Text(w.Line()))
		}
		s.report.Warnings = nil
		log.InfoContext(ctx, "feed published", "feed", s.feed.Name, "file", s.feed.Out, "offers", report.Offers,
			"left_out", len(report.Skipped), "warnings", len(report.Warnings))
		return
	}
	log.ErrorContext(ctx, "feed not published, the last good file stays", "feed", s.feed.Name, "error", d.withHint(s.err))
}

// withHint puts the mend behind the error, for where there is one line for both.
func (d *Daemon) withHint(err error) error {
	return failure.WithHint(err, d.Hint(err))
}

// mostWorst is how many changes are shown of a feed that its guard refused.
const mostWorst = 10

// remember keeps what became of a build, and of one that the guard refused why. A build that
// ended because the program does is none.
func (d *Daemon) remember(ctx context.Context, s *scheduledFeed, report exporter.Report) {
	if ctx.Err() != nil {
		return
	}
	one := buildOf(report, time.Now())
	var worst []standing.WorstChange
	if one.Refused {
		list, err := exporter.RefusedChanges(s.feed.Out, mostWorst)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // a supplier's list that fell is refused before there are any
			d.Logger.Warn("the changes of a refused feed are not shown", "feed", s.feed.Name, "error", err)
		}
		for _, c := range list {
			worst = append(worst, standing.WorstChange{Kind: c.Change, SKU: oneline.Unbroken(c.SKU), Name: oneline.Unbroken(c.Name), OldPrice: c.OldPrice, NewPrice: c.NewPrice})
		}
	}
	d.mu.Lock()
	s.worst = worst
	d.mu.Unlock()
	if err := d.builds.add(s.feed.Name, one); err != nil {
		d.Logger.Warn("a build is not remembered", "error", err)
	}
}

// openBuilds has the builds of before at hand; without them the feeds go on as well.
func (d *Daemon) openBuilds() {
	var err error
	if d.builds, err = openBuildLog(d.Config.Builds()); err != nil {
		d.Logger.Warn("what became of earlier builds is not shown: the file begins anew with the next build", "error", err)
	}
}

func noFeed(name string) error {
	return refusal.New(failure.Unknown, wording.NewMessage("feed_unknown", oneline.Unbroken(name)), wording.Message{})
}
