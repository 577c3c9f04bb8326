package mirror

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/internal/carry"
)

// all are the sets of some feeds and those of the product lists.
func (f *Feeds) all(feeds []reading.Feed) []*Set {
	out := slices.Clone(f.lists)
	for n := range feeds {
		out = append(out, f.set(&feeds[n]))
	}
	return out
}

// Places are the files of feeds and product lists as they can be carried to another place.
func (f *Feeds) Places(feeds []reading.Feed) (out []carry.Place) {
	for _, s := range f.all(feeds) {
		var names []string
		for _, file := range s.files {
			names = append(names, filepath.Base(file))
		}
		out = append(out, carry.Place{Dir: filepath.Dir(s.files[0]), Prefix: strings.TrimSuffix(s.prefix, "/"), Set: true, Access: s.access,
			Takes: func(name string) bool { return slices.Contains(names, name) }})
	}
	return out
}

// Settle has the newest of all at hand, and brings what was published here and not brought.
func (f *Feeds) Settle(ctx context.Context, feeds []reading.Feed) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var errs []error
	for _, s := range f.all(feeds) {
		err := s.Fetch(ctx)
		if err == nil {
			err = s.Bring(ctx)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Know remembers what the bucket has as what was brought from here, without touching a file: what
// lies here otherwise is newer, and the next build brings it.
func (f *Feeds) Know(ctx context.Context, feeds []reading.Feed) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range f.all(feeds) {
		seen, err := s.look(ctx)
		if err != nil {
			return err
		}
		s.seen = seen
		if len(seen) == 0 {
			continue
		}
		if err := s.remember(); err != nil {
			return err
		}
	}
	return nil
}
