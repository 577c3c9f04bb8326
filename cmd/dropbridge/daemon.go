package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/web"
)

// daemon is what `run` and `demo` keep going.
type daemon struct {
	app      *app
	config   *config.Config
	ordering *ordering
	listener net.Listener
	started  time.Time
	keys     map[string]web.Keys // of the feeds that partners may have, by name
	fed      chan struct{}       // closed when the feeds were built, or could not be, for the first time

	closer *books.Closer

	mu      sync.Mutex
	feeds   []*scheduledFeed // by name
	answers drift.Watch
}

// scheduledFeed is a feed of the config with what is known of its last build.
type scheduledFeed struct {
	feed    reading.Feed
	every   time.Duration
	next    time.Time
	built   time.Time // of the last published file, zero before the first
	running bool
	report  exporter.Report
	err     error
}

// newDaemon opens everything that the daemon needs, so that what is wrong is said at once.
func (a *app) newDaemon(ctx context.Context, c *config.Config, listen string) (*daemon, error) {
	d := &daemon{app: a, config: c, started: time.Now(), fed: make(chan struct{})}
	if err := d.openKeys(); err != nil {
		return nil, err
	}
	for _, name := range c.FeedNames() {
		feed, err := c.Feed(name)
		if err != nil {
			return nil, err
		}
		scheduled := &scheduledFeed{feed: feed, every: c.Feeds[name].Every, next: d.started}
		if info, err := os.Stat(feed.Out); err == nil {
			scheduled.built = info.ModTime() // the last good file goes on being served
		}
		d.feeds = append(d.feeds, scheduled)
	}
	if len(d.feeds) > 0 {
		if err := reading.Check(d.allFeeds()); err != nil {
			return nil, err
		}
	}
	var err error
	if d.ordering, err = a.openOrdering(ctx, c); err != nil {
		return nil, err
	}
	d.closer = a.books().NewCloser(c, bookConnection(d.ordering.conn))
	if d.listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", listen); err != nil {
		return nil, &exitError{code: exitFailed, err: errors.Join(fmt.Errorf("listen on %s: %w", listen, err), d.ordering.close()),
			hint: "name a free address in http.listen, such as 127.0.0.1:8081"}
	}
	return d, nil
}

// openKeys takes the keys of the config. They count until the daemon ends.
func (d *daemon) openKeys() error {
	keys, err := d.config.FeedKeys(d.app.lookupEnv)
	d.keys = map[string]web.Keys{}
	for name, of := range keys {
		var texts []string
		for _, key := range of {
			texts = append(texts, key.Reveal())
		}
		d.keys[name] = web.NewKeys(texts...)
	}
	return err
}

func (d *daemon) allFeeds() []reading.Feed {
	var feeds []reading.Feed
	for _, s := range d.feeds {
		feeds = append(feeds, s.feed)
	}
	return feeds
}

func (d *daemon) url() string { return "http://" + d.listener.Addr().String() + "/" }

// publishFeeds builds the feeds when they are due; those due together share one
// pass over the supplier's product list.
func (d *daemon) publishFeeds(ctx context.Context) error {
	fed := sync.OnceFunc(func() { close(d.fed) })
	for {
		due, wait := d.dueFeeds(time.Now())
		if len(due) > 0 {
			d.buildDue(ctx, due)
			continue
		}
		fed()
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// idle is how long the scheduler sleeps when no feed is configured.
const idle = time.Hour

// dueFeeds marks and returns the feeds to build now, or says how long to wait.
func (d *daemon) dueFeeds(now time.Time) ([]*scheduledFeed, time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var due []*scheduledFeed
	wait := idle
	for _, s := range d.feeds {
		if left := s.next.Sub(now); left > 0 {
			wait = min(wait, left)
			continue
		}
		s.running = true
		due = append(due, s)
	}
	return due, wait
}

// renewed compiles the feeds that are due anew: templates, maps and lists of SKUs are
// the user's files and may have changed. What is wrong with one now keeps it from being
// built.
func (d *daemon) renewed(due []*scheduledFeed) (feeds []reading.Feed, of []*scheduledFeed, wrong []error) {
	for _, s := range due {
		feed, err := d.config.Feed(s.feed.Name)
		if err == nil {
			err = reading.Check([]reading.Feed{feed})
		}
		if wrong = append(wrong, err); err == nil {
			feeds, of = append(feeds, feed), append(of, s)
		}
	}
	return feeds, of, wrong
}

// retryAfter is how soon a feed that could not be built is tried again.
const retryAfter = time.Minute

func (d *daemon) buildDue(ctx context.Context, due []*scheduledFeed) {
	feeds, of, wrong := d.renewed(due)
	for n, s := range due {
		if wrong[n] != nil {
			d.note(ctx, s, exporter.Report{Err: wrong[n]})
		}
	}
	if len(feeds) == 0 {
		return
	}
	for n, report := range d.app.build(ctx, d.app.products(d.config, d.ordering.conn), feeds, nil) {
		d.note(ctx, of[n], report)
	}
}

// note keeps what became of a feed, and says when it is due again.
func (d *daemon) note(ctx context.Context, s *scheduledFeed, report exporter.Report) {
	now := time.Now()
	log := d.app.logger()
	d.mu.Lock()
	defer d.mu.Unlock()
	s.running, s.err = false, report.Err
	s.next = now.Add(s.every)
	if s.err == nil {
		s.report, s.built = report, now
		log.Info("feed published", "feed", s.feed.Name, "file", s.feed.Out, "offers", report.Offers,
			"left_out", len(report.Skipped), "warnings", len(report.Warnings))
		return
	}
	if _, refused := errors.AsType[*exporter.GuardError](s.err); !refused { // a guard's refusal waits for a person or for better data
		s.next = now.Add(min(s.every, retryAfter))
	}
	if ctx.Err() == nil {
		log.Error("feed not published, the last good file stays", "feed", s.feed.Name, "error", withHint(s.err))
	}
}
