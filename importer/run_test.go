package importer_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// running runs an importer in a bubble whose time passes only while everybody waits.
// do is called once it runs; after it Run is made to end.
func running(t *testing.T, do func(t *testing.T, r *rig), adjust ...func(*desk.Config)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, append([]func(*desk.Config){func(c *desk.Config) {
			c.Now, c.After, c.Poll = time.Now, time.After, true
			c.Sources = map[string]desk.Source{"keycrm": {Prefix: "KC-"}}
		}}, adjust...)...)
		r.shop.now = time.Now
		stop := r.run()
		defer stop()
		do(t, r)
	})
}

// run starts Run and returns what ends it.
func (r *rig) run() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.im.Run(ctx) }()
	return func() {
		r.t.Helper()
		cancel()
		require.NoError(r.t, <-ended)
	}
}

func wait(d time.Duration) {
	time.Sleep(d) // in the bubble: no time passes
	synctest.Wait()
}

func (r *rig) names(dir string) []string {
	r.t.Helper()
	entries, err := os.ReadDir(r.path(dir))
	require.NoError(r.t, err)
	out := []string{}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".dropbridge.") {
			out = append(out, e.Name())
		}
	}
	return out
}

func (r *rig) problems() string {
	r.t.Helper()
	status, err := r.im.Status(r.t.Context())
	require.NoError(r.t, err)
	var out []string
	for _, p := range status.Problems {
		out = append(out, p.Name+": "+p.Text)
	}
	return strings.Join(out, "\n")
}

func TestRunTakesPostsShowsAndArchives(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.write("inbox/orders.csv", orders("1001", "1002"))
		r.write("inbox/keycrm/orders.csv", orders("7"))
		wait(15 * time.Second)
		require.Equal(t, []string{"1001", "1002", "KC-7"}, r.shop.externals())
		require.Equal(t, []string{"orders (2).csv", "orders.csv"}, r.names("archive"))
		require.Equal(t, []string{"keycrm"}, r.names("inbox"))
		require.Empty(t, r.names("inbox/keycrm"))
		require.Len(t, r.names("results"), 2)
		require.Empty(t, r.problems())

		r.shop.change("1001", func(o *supplier.Order) {
			o.Status, o.UpdatedAt, o.WaybillNumber = "shipped", time.Now(), "20450000000001"
		})
		wait(2 * time.Minute)
		shown := cellsOf(t, r.reportOf("orders.csv").Result)["1001"]
		require.Equal(t, []string{"shipped", "20450000000001"}, shown[2:4])
	})
}

func TestRunSurvivesALostInbox(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		require.NoError(t, os.RemoveAll(r.path("inbox")))
		wait(10 * time.Second)
		require.Contains(t, r.problems(), "cannot list the inbox")
		r.write("inbox/orders.csv", orders("1"))
		wait(20 * time.Second)
		require.Equal(t, map[string]int{"1": 1}, r.shop.posts)
		require.Empty(t, r.problems())
	})
}

func TestRunSaysThatTheSpoolCannotBeWritten(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		require.NoError(t, os.Rename(r.path("state/spool"), r.path("state/away")))
		path := r.write("inbox/orders.csv", orders("1"))
		wait(20 * time.Second)
		require.FileExists(t, path)
		require.Contains(t, r.problems(), "it stays in the inbox")
		require.Zero(t, r.shop.allPosts())
		require.NoError(t, os.Rename(r.path("state/away"), r.path("state/spool")))
		wait(20 * time.Second)
		require.Equal(t, map[string]int{"1": 1}, r.shop.posts)
		require.Empty(t, r.problems())
	})
}

func TestRunGoesOnAfterTokenAndOutage(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.shop.always = unauthorized
		r.write("inbox/orders.csv", orders("1", "2"))
		wait(time.Minute)
		require.Contains(t, r.problems(), "the supplier refuses the token")
		require.LessOrEqual(t, r.shop.allPosts(), 8, "a refused token is not hammered")
		r.shop.mu.Lock()
		r.shop.always = none
		r.shop.mu.Unlock()
		wait(3 * time.Minute)
		require.Equal(t, map[string]int{"1": 1, "2": 1}, r.shop.count())
		require.Empty(t, r.problems())
	})
}

// Two importers that share inbox, journal and spool post each order once.
func TestTwoImportersOnOneInbox(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		config := r.config()
		config.Owner = "second"
		second, err := importer.New(config, r.shop, r.journal)
		require.NoError(t, err)
		defer second.Close()
		twin := &rig{t: t, im: second}
		stop := twin.run()
		defer stop()
		for n := range 5 {
			r.write("inbox/a"+string(rune('0'+n))+".csv", orders("1", "2", string(rune('a'+n))))
			wait(time.Second)
		}
		wait(2 * time.Minute)
		for external, posts := range r.shop.posts {
			require.Equal(t, 1, posts, external)
		}
		require.Len(t, r.shop.posts, 7)
		require.Empty(t, r.names("inbox"))
		require.Len(t, r.names("archive"), 5)
	})
}

func TestRunNeedsItsFolders(t *testing.T) {
	r := newRig(t, func(c *desk.Config) { c.Archive = "" })
	require.ErrorContains(t, r.im.Run(t.Context()), "archive")
}

// TestRunWaitsForApproval: while orders may not be posted the inbox stays as it is, what is
// ready waits, and all goes on by itself once they may.
func TestRunWaitsForApproval(t *testing.T) {
	var forbidden atomic.Pointer[error]
	why := errors.New("the requests are not approved")
	forbidden.Store(&why)
	running(t, func(t *testing.T, r *rig) {
		r.write("inbox/orders.csv", orders("1001"))
		wait(2 * time.Minute)
		require.Equal(t, []string{"orders.csv"}, r.names("inbox"))
		require.Zero(t, r.shop.allPosts())
		require.Equal(t, "approval: the requests are not approved", r.problems())
		status, err := r.im.Status(t.Context())
		require.NoError(t, err)
		require.True(t, status.Problems[0].Minor)
		require.Empty(t, status.Files)
		_, err = r.im.Import(t.Context(), "", r.path("inbox/orders.csv"), nil)
		require.ErrorIs(t, err, why)

		forbidden.Store(nil)
		wait(15 * time.Second)
		require.Equal(t, []string{"1001"}, r.shop.externals())
		require.Equal(t, []string{"orders.csv"}, r.names("archive"))
		require.Empty(t, r.problems())

		forbidden.Store(&why)
		r.write("inbox/more.csv", orders("1002"))
		wait(time.Minute)
		require.Equal(t, []string{"1001"}, r.shop.externals())
	}, func(c *desk.Config) {
		c.Allowed = func() error {
			if err := forbidden.Load(); err != nil {
				return *err
			}
			return nil
		}
	})
}

// TestAStopInTheMiddleBurnsNoOrder: a stop that only the client knows of leaves the orders
// as they are, and says why.
func TestAStopInTheMiddleBurnsNoOrder(t *testing.T) {
	r := newRig(t)
	r.shop.always = postingStopped
	_, err := r.im.Import(t.Context(), "", r.write("orders.csv", orders("1001", "1002")), nil)
	require.ErrorIs(t, err, supplier.ErrPostingStopped)
	require.Equal(t, state.Ready, r.order("1001").State)
	require.Equal(t, "supplier: posting stopped: create order: orders are not posted: not approved", r.problems())
}
