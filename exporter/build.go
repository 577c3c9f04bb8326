package exporter

import (
	"context"
	"io"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/turnstile"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Pages is the supplier's product list as pages; supplier.ProductPages is one.
type Pages interface {
	// Fetch gets the next page, numbered from 0 in the list's order, and io.EOF after the
	// last one. Many may call it at once.
	Fetch(ctx context.Context) (*supplier.RawPage, error)
	// Decode reads a page into memory that it may use again. Many may call it at once.
	Decode(raw *supplier.RawPage, into *supplier.ProductPage) error
	// Admit drops the products that an earlier page had. It is called in the list's order.
	Admit(page *supplier.ProductPage) error
	// Result is complete once Fetch has ended; before that, its Total may be known. It may
	// be asked while others fetch and decode, and is not while Admit runs.
	Result() supplier.ListResult
}

// Options are how a build works. The zero value is fine but for Now.
type Options struct {
	Workers  int                     // pages at work at once, 0: one a processor
	Now      func() time.Time        // the clock, for the feed's date and the seconds of the report
	Location *time.Location          // where the feed's date is read, nil: UTC
	Progress func(done, total int64) // told of products, in order, never by two at once; total is 0 while unknown

	// Unreadable is which part of the list may be left out because it cannot be read; absent:
	// 1 %. One product always may, but where it is 0 %.
	Unreadable history.Share

	sheet encode.SheetLimits // of workbooks; tests have small ones
}

// maxWorkers bounds the pages that are alive at once, and with them the memory.
const maxWorkers = 64

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Workers = min(o.Workers, maxWorkers)
	if o.Location == nil {
		o.Location = time.UTC
	}
	return o
}

// EmptyError is a list of which no product came into a feed. An empty feed would make a
// marketplace delete everything, so the last good one stays.
type EmptyError struct {
	Feed        string
	Products    int64  // in the list
	NotSelected int64  // of them, those that the feed's filter does not want
	Report      string // the file that names why
	First       bool   // there is no feed yet that could stay
}

func (e *EmptyError) Error() string { return e.What().String() }

// Hint is the mend.
func (e *EmptyError) Hint() string { return e.Way().String() }

// What is the error for people.
func (e *EmptyError) What() wording.Message {
	switch {
	case e.Products == 0:
		return wording.NewMessage("empty_feed.list", e.Feed)
	case e.NotSelected == e.Products:
		return wording.NewMessage("empty_feed.filter", e.Feed, e.Products)
	case e.NotSelected > 0:
		return wording.NewMessage("empty_feed.rest", e.Feed, e.Products, e.Products-e.NotSelected)
	}
	return wording.NewMessage("empty_feed.all", e.Feed, e.Products)
}

// Way is the mend for people.
func (e *EmptyError) Way() wording.Message {
	if e.First {
		return wording.NewMessage("empty_feed.way_first", e.Report)
	}
	return wording.NewMessage("empty_feed.way", e.Report)
}

// Say is the error and the mend in a language.
func (e *EmptyError) Say(l wording.Language) (what, way string) { return e.What().In(l), e.Way().In(l) }

// Failure is that of what else went wrong in the build: the list may be right.
func (e *EmptyError) Failure() failure.Kind { return failure.Unknown }

// Build reads the list once and makes a file of each feed. Nothing takes its place before
// the whole list was read and proved complete, and before each file is finished and safe on
// the disk or has failed alone: an error that ends the build until then leaves every old
// feed as it is.
//
// After that each feed is published by itself. One that its guard refuses, that holds no
// offers or whose file cannot be finished keeps its last good one, and the others are published
// all the same; the error joins what each was kept back for. A file takes its place by one
// rename, its compressed copy and what lies beside it follow, each by a rename of its own:
// what ends the program in between leaves each file whole, the older one or the newer.
//
// The reports are one a feed, in their order. They say how far each came: Published, and
// Err for what kept this feed alone back.
//
// The errors are a *ConfigError for a feed that cannot be, an *EmptyError for one that
// would be empty, a *GuardError for one that lost too much, a *supplier.Error of kind
// incomplete for a list that could not be read to its end, one of kind protocol for a list
// of which more cannot be read than Options.Unreadable allows, and those of Pages and of
// the file system.
func Build(ctx context.Context, pages Pages, feeds []Feed, opts Options) ([]Report, error) {
	if err := Check(feeds); err != nil {
		return nil, err
	}
	opts = opts.withDefaults()
	b := newBuild(pages, opts)
	defer b.abort()
	for _, f := range feeds {
		open, err := openFeed(f, &opts)
		if err != nil {
			return nil, err
		}
		b.feeds = append(b.feeds, open)
	}
	err := b.run(ctx)
	if err == nil {
		err = b.publish(ctx)
	}
	return b.reports(), err
}

// build is one pass over the list.
type build struct {
	pages    Pages
	opts     Options
	start    time.Time
	feeds    []*feed
	watched  bool // somebody keeps what is shown of products, and with it their pages
	admitted *turnstile.Turnstile
	placed   *turnstile.Turnstile
	written  *turnstile.Turnstile
	odd      oddities // guarded by admitted
	products int64    // guarded by written
}

func newBuild(pages Pages, opts Options) *build {
	return &build{pages: pages, opts: opts, start: opts.Now(), admitted: turnstile.New(), placed: turnstile.New(), written: turnstile.New(),
		odd: oddities{allowed: opts.Unreadable}}
}

func (b *build) abort() {
	for _, f := range b.feeds {
		f.abort()
	}
}

// run reads and encodes the whole list.
func (b *build) run(ctx context.Context) error {
	group, inner := errgroup.WithContext(ctx)
	for range b.opts.Workers {
		group.Go(func() error { return b.newWorker().run(inner) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, f := range b.feeds {
		if err := f.drain(ctx); err != nil {
			return err
		}
	}
	return nil
}

// worker takes whole pages, one after another.
type worker struct {
	*build
	page     supplier.ProductPage
	arrivals arrivals // the page as it came
	jobs     []*job   // one a feed
	total    int64    // products that the supplier announced, as of this page
}

func (b *build) newWorker() *worker {
	w := &worker{build: b}
	for _, f := range b.feeds {
		w.jobs = append(w.jobs, newJob(f))
	}
	return w
}

func (w *worker) run(ctx context.Context) error {
	for {
		raw, err := w.pages.Fetch(ctx)
		if err == io.EOF { // as it is: a connection that was cut wraps one too
			return nil
		}
		if err != nil {
			return err
		}
		if err := w.take(ctx, raw); err != nil {
			return err
		}
	}
}

// take brings one page from its raw bytes into every feed. What takes time is done by
// all workers at once; what has an order is done page by page in between.
func (w *worker) take(ctx context.Context, raw *supplier.RawPage) error {
	w.page.Repeated = w.page.Repeated[:0]
	if err := w.pages.Decode(raw, &w.page); err != nil {
		return err
	}
	if err := w.admitted.Pass(ctx, raw.Index, w.admit); err != nil {
		return err
	}
	remarks := tidy(w.page.Products)
	for _, j := range w.jobs {
		j.prepare(w.page.Products, w.page.Proved, remarks)
	}
	if err := w.placed.Pass(ctx, raw.Index, w.place); err != nil {
		return err
	}
	for _, j := range w.jobs {
		j.encode()
	}
	if err := w.written.Pass(ctx, raw.Index, w.write); err != nil {
		return err
	}
	if !w.watched {
		raw.Release()
	}
	return nil
}

// admit drops, in the list's order, what an earlier page had.
func (w *worker) admit() error {
	w.arrivals.note(&w.page)
	if err := w.pages.Admit(&w.page); err != nil {
		return err
	}
	w.arrivals.settle(&w.page)
	w.total = w.pages.Result().Total.Value
	return w.odd.note(&w.page, w.arrivals.listed, w.total)
}

// place settles, in the list's order, which offers come into which feed and where.
func (w *worker) place() error {
	for _, j := range w.jobs {
		if err := j.choose(&w.arrivals, w.page.Twice); err != nil {
			return err
		}
	}
	return nil
}

// write puts the page's bytes into the files, in the list's order.
func (w *worker) write() error {
	for _, j := range w.jobs {
		if err := j.write(w.arrivals.listed); err != nil {
			return err
		}
	}
	w.products += int64(len(w.page.Products) + len(w.page.Unreadable) + len(w.page.Outdone))
	if w.opts.Progress != nil {
		w.opts.Progress(w.products, w.total)
	}
	return nil
}
