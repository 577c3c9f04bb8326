package daemon

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// refreshEvery is how often it is looked whether another process has published a feed.
const refreshEvery = 30 * time.Second

// refreshFeeds fetches the feeds that other processes have published, so that what is served
// is the newest. What keeps it from that is said once, and tried again.
func (d *Daemon) refreshFeeds(ctx context.Context) error {
	if d.Shared == nil || len(d.feeds) == 0 {
		return nil
	}
	for said := false; ; {
		err := d.Shared.Refresh(ctx, d.feedsAsTheyAre())
		if err != nil && !said && ctx.Err() == nil {
			d.Logger.Warn("feeds of other processes cannot be fetched", "err", err, "hint", d.Hint(err))
		}
		said = err != nil
		d.noteStored()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(refreshEvery):
		}
	}
}

// fetchResult has a result at hand, as it is now for all machines. Where that fails what lies
// here is served.
func (d *Daemon) fetchResult(name string) {
	if err := d.Orders.Config.Disk.Fetch(filepath.Join(d.Orders.Config.Results, name)); err != nil {
		d.Logger.Warn("a result is served as it lies here", "err", err)
	}
}

func (d *Daemon) feedsAsTheyAre() (feeds []reading.Feed) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.feeds {
		feeds = append(feeds, s.feed)
	}
	return feeds
}

// noteStored notes of feeds that lie there and that this process has not built what they are.
func (d *Daemon) noteStored() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.feeds {
		info, err := os.Stat(s.feed.Out)
		if err != nil || s.running || !info.ModTime().After(s.built) {
			continue
		}
		s.built, s.stored = info.ModTime(), &stored{bytes: info.Size()}
		s.stored.offers, _ = history.Offers(s.feed.Out)
	}
}

// inbox is how many files wait and how many failed: counted now in folders, and as they were
// counted last where a bucket is behind these, which may take its time.
func (d *Daemon) inbox() standing.Inbox {
	lying := standing.Inbox{Dir: d.Config.Path(d.Config.Inbox.Dir)}
	if d.Config.Files == "" {
		_ = d.countLying(&lying) // a missing folder is a problem that the importer tells
		return lying
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	lying.Waiting, lying.Failed = d.lying.Waiting, d.lying.Failed
	return lying
}

// watchLying counts what lies in the bucket behind the folders, as often as it is looked for
// newer feeds. While the bucket is away the last count stands; that it is away the importer tells.
func (d *Daemon) watchLying(ctx context.Context) error {
	if d.Config.Files == "" {
		return nil
	}
	for {
		var lying standing.Inbox
		if err := d.countLying(&lying); err == nil {
			d.mu.Lock()
			d.lying = lying
			d.mu.Unlock()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(refreshEvery):
		}
	}
}

// countLying counts as far as folders can be listed; its error is of one that cannot.
func (d *Daemon) countLying(lying *standing.Inbox) (err error) {
	var failed error
	lying.Waiting, err = d.countFiles(d.Config.Path(d.Config.Inbox.Dir))
	lying.Failed, failed = d.countFailed()
	return errors.Join(err, failed)
}

// countFiles counts the files that wait in the inbox and in its sources' folders.
func (d *Daemon) countFiles(dir string) (n int, err error) {
	entries, err := d.list(dir)
	for _, entry := range entries {
		switch {
		case folder.Ignored(entry.Name()):
		case entry.IsDir():
			of, below := d.countFiles(filepath.Join(dir, entry.Name()))
			n, err = n+of, errors.Join(err, below)
		default:
			n++
		}
	}
	return n, err
}

// countFailed counts the files that could not be read; each has its reason beside it.
func (d *Daemon) countFailed() (n int, err error) {
	entries, err := d.list(d.Config.Path(d.Config.Inbox.Failed))
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), result.ReasonSuffix) {
			n++
		}
	}
	return n, err
}

// list is what lies in a folder, nothing where there is none.
func (d *Daemon) list(dir string) ([]fs.DirEntry, error) {
	entries, err := d.Orders.Config.Disk.List(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return entries, err
}
