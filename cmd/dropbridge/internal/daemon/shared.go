package daemon

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/reading"
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
