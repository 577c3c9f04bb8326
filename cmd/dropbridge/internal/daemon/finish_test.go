package daemon

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/reading"
)

// TestAReloadLetsBuildsFinish of feeds of which nothing was changed, and the next daemon goes on from
// there; one whose feed was changed is broken off.
func TestAReloadLetsBuildsFinish(t *testing.T) {
	t.Parallel()
	const text = "feeds: {shop: {template: yml, out: shop.yml, every: 1h}}\n"
	for name, of := range map[string]struct {
		now      string
		finished bool
	}{
		"another part was changed": {text + "http: {listen: \"127.0.0.1:0\"}\n", true},
		"the feed was changed":     {"feeds: {shop: {template: yml, out: shop.yml, every: 2h}}\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, _, _, err := opened(t, "127.0.0.1:0", text)
			require.NoError(t, err)
			begun, finish, broken := make(chan struct{}), make(chan struct{}), make(chan bool, 1)
			d.Build = func(ctx context.Context, feeds []reading.Feed) []exporter.Report {
				close(begun)
				select {
				case <-finish:
					broken <- false
					return []exporter.Report{{Offers: 7}}
				case <-ctx.Done():
					broken <- true
					return []exporter.Report{{Err: ctx.Err()}}
				}
			}
			ended := make(chan error, 1)
			go func() { ended <- d.Run(t.Context()) }()
			<-begun
			require.NoError(t, os.WriteFile(d.Config.File, []byte(of.now), 0o600))
			d.renew()
			if of.finished {
				select {
				case err := <-ended:
					t.Fatalf("it has not waited: %v", err)
				case <-time.After(200 * time.Millisecond):
				}
				close(finish)
			}
			require.ErrorIs(t, <-ended, ErrRenewed)
			require.Equal(t, !of.finished, <-broken)

			next := &Daemon{Program: Program{Config: d.Config, Logger: d.Logger}, started: time.Now()}
			require.NoError(t, next.openFeeds(d))
			require.Equal(t, of.finished, next.feeds[0].report.Offers == 7)
			require.Equal(t, of.finished, next.feeds[0].next.After(time.Now()), "what was broken off is due at once")
			require.False(t, next.feeds[0].running)
			require.False(t, errors.Is(next.feeds[0].err, context.Canceled))
		})
	}
}
