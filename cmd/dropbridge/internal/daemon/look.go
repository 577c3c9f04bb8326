package daemon

import (
	"context"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/errand"
	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/internal/web/page"
)

const (
	longestLook  = 5 * time.Minute
	lookPatience = 2 * time.Second  // how long a request waits for a look
	lookKept     = 10 * time.Minute // how long what was seen is shown again
	failureKept  = 30 * time.Second // likewise, where the list could not be read
)

// seen is what a look has found.
type seen struct {
	shown   []exporter.Shown
	missing []string
}

// Why implements page.Shop. The list is read once for all who ask for the same product, and
// for a time what was seen is told again.
func (s shop) Why(ctx context.Context, feed, sku string) (page.Look, error) {
	if !slices.ContainsFunc(s.feeds, func(f *scheduledFeed) bool { return f.feed.Name == feed }) {
		return page.Look{}, noFeed(feed)
	}
	one, err := s.lookAt(feed, sku)
	if err != nil {
		return page.Look{}, err
	}
	patience := time.NewTimer(lookPatience)
	defer patience.Stop()
	select {
	case <-one.Over():
	case <-patience.C:
	case <-ctx.Done():
	}
	state, _ := s.looks.Find(one.Name)
	if state.Running() {
		return page.Look{Reading: state}, nil
	}
	found := one.Found
	return page.Look{Shown: found.shown, Missing: len(found.missing) > 0}, state.Err
}

// lookAt is the look at a product: the last one where it is fresh, or one that begins now.
func (s shop) lookAt(feed, sku string) (*errand.Errand[*seen], error) {
	name := feed + "/" + sku
	state, one := s.looks.Find(name)
	kept := lookKept
	if state.Err != nil {
		kept = failureKept
	}
	if one != nil && (state.Running() || time.Since(state.Ended) < kept) {
		return one, nil
	}
	compiled, err := s.Config.Feed(feed)
	if err != nil {
		return nil, err
	}
	found := &seen{}
	one = &errand.Errand[*seen]{Errand: page.Errand{About: sku}, Name: name, Most: longestLook, Found: found, Do: func(ctx context.Context, _ func(int64)) (err error) {
		found.shown, found.missing, err = s.Show(ctx, compiled, []string{sku})
		return err
	}}
	if err := s.looks.Give(one); err != nil {
		if _, begun := s.looks.Find(name); begun != nil { // by somebody else just now
			return begun, nil
		}
		return nil, err
	}
	return one, nil
}
