package mirror

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/carry"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Feeds are the feeds of a config, and the copies of the product lists that they are built from,
// with a bucket behind them. The files of a feed lie under feeds/ and its name. Its methods
// may be called concurrently; they wait for each other.
type Feeds struct {
	mu     sync.Mutex
	bucket *bucket.Bucket
	lists  []*Set // the copies of the suppliers' product lists
	sets   map[string]*Set
}

// NewFeeds has the copies of each supplier's product list at some paths in one folder, which lie
// under state/catalog/ and the name of that folder.
func NewFeeds(b *bucket.Bucket, lists ...[]string) *Feeds {
	f := &Feeds{bucket: b, sets: map[string]*Set{}}
	for _, copies := range lists {
		f.lists = append(f.lists, New(b, "state/catalog/"+filepath.Base(filepath.Dir(copies[0]))+"/", durable.Access{Mode: 0o600}, copies...))
	}
	return f
}

func (f *Feeds) set(feed *reading.Feed) *Set {
	set := f.sets[feed.Name]
	if set == nil {
		access := durable.Access{}
		if feed.Private {
			access = durable.OwnerAndGroup()
		}
		set = New(f.bucket, "feeds/"+feed.Name+"/", access, exporter.Shared(feed.Out, feed.Gzip)...)
		f.sets[feed.Name] = set
	}
	return set
}

// Build fetches what is newer of some feeds, has those built that could be fetched, and brings
// what was published. What keeps one feed from it is the error of its report alone.
func (f *Feeds) Build(ctx context.Context, feeds []reading.Feed, build func([]reading.Feed) []exporter.Report) []exporter.Report {
	f.mu.Lock()
	defer f.mu.Unlock()
	reports := make([]exporter.Report, len(feeds))
	if err := f.requireHere(ctx); err != nil {
		for n := range feeds {
			reports[n] = exporter.Report{Feed: feeds[n].Name, Err: err}
		}
		return reports
	}
	var ready []reading.Feed
	var at []int // of the ready ones, their places among all
	for n := range feeds {
		if err := f.set(&feeds[n]).Fetch(ctx); err != nil {
			reports[n] = exporter.Report{Feed: feeds[n].Name, Err: err}
			continue
		}
		ready, at = append(ready, feeds[n]), append(at, n)
	}
	if len(ready) == 0 {
		return reports
	}
	var fetched []*Set
	for _, list := range f.lists {
		if list.Fetch(ctx) == nil { // without it the whole list is read, as where there is no copy
			fetched = append(fetched, list)
		}
	}
	for n, report := range build(ready) {
		reports[at[n]] = f.bring(ctx, &ready[n], report)
	}
	for _, list := range fetched {
		_ = list.Bring(ctx) // the newest copy is as good: the next build brings one
	}
	return reports
}

// bring also brings what a guard's refusal leaves beside the feed.
func (f *Feeds) bring(ctx context.Context, feed *reading.Feed, report exporter.Report) exporter.Report {
	if _, refused := errors.AsType[*exporter.GuardError](report.Err); !report.Published && !refused {
		return report
	}
	report.Err = errors.Join(report.Err, f.set(feed).Bring(ctx))
	return report
}

// Refresh fetches what other processes have published, unless a build is under way.
func (f *Feeds) Refresh(ctx context.Context, feeds []reading.Feed) error {
	if !f.mu.TryLock() {
		return nil
	}
	defer f.mu.Unlock()
	var errs []error
	for n := range feeds {
		errs = append(errs, f.set(&feeds[n]).Fetch(ctx))
	}
	return errors.Join(errs...)
}

// requireHere refuses to build where the files have moved to another place.
func (f *Feeds) requireHere(ctx context.Context) error {
	sign, err := carry.ReadSign(ctx, f.bucket)
	if err != nil || !sign.Left {
		return nil // a bucket that is away is said of each feed that it keeps from being built
	}
	to := any(sign.To)
	if sign.To == "" {
		to = wording.NewMessage("place.folders")
	}
	return refusal.New(failure.Config, wording.NewMessage("files_moved", to), wording.NewMessage("files_moved.hint", sign.To))
}
