package importer_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

func TestRunWaitsForAWriter(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		path := r.write("inbox/slow.csv", heading)
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		defer file.Close()
		for _, number := range []string{"1", "2", "3", "4", "5", "6"} {
			wait(2 * time.Second)
			require.Zero(t, r.shop.allPosts(), "a file that still grows is not read")
			_, err = file.WriteString(row(number))
			require.NoError(t, err)
		}
		wait(10 * time.Second)
		require.Len(t, r.shop.count(), 6)
	})
}

// TestRunTakesBackAFileThatGoesOn: a writer that paused for longer than the settle time
// writes on into the archive. Its rows are posted all the same, and none twice.
func TestRunTakesBackAFileThatGoesOn(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		path := r.write("inbox/slow.csv", heading+row("1")+row("2"))
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		defer file.Close()
		wait(time.Minute)
		require.Equal(t, []string{"slow.csv"}, r.names("archive"))
		require.Equal(t, []string{"1", "2"}, r.shop.externals())

		_, err = file.WriteString(row("3") + row("4"))
		require.NoError(t, err)
		wait(time.Minute)
		require.Equal(t, []string{"1", "2", "3", "4"}, r.shop.externals())
		require.Len(t, r.shop.count(), 4)
		require.Equal(t, []string{"slow.csv"}, r.names("archive"))
		require.Empty(t, r.names("inbox"))
		require.Len(t, r.names("results"), 2)
	})
}

func TestRunGivesACutFileMoreTime(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		path := r.write("inbox/cut.csv", heading+row("1")+"2;Петренко")
		wait(10 * time.Second)
		require.FileExists(t, path, "it may go on")
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = file.WriteString(strings.TrimPrefix(row("2"), "2;Петренко"))
		require.NoError(t, err)
		require.NoError(t, file.Close())
		wait(10 * time.Second)
		require.Equal(t, []string{"1", "2"}, r.shop.externals())

		r.write("inbox/cut2.csv", heading+row("3")+"4;Петренко")
		wait(time.Minute)
		require.Equal(t, []string{"cut2.csv", "cut2.csv.reason.txt"}, r.names("failed"))
		require.Len(t, r.shop.count(), 2)
	})
}

func TestRunMovesUnreadableFilesAside(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		for range 2 {
			r.write("inbox/bad.csv", "one,two,three\n1,2,3\n")
			wait(15 * time.Second)
		}
		require.Equal(t, []string{"bad (2).csv", "bad (2).csv.reason.txt", "bad.csv", "bad.csv.reason.txt"}, r.names("failed"))
		reason, err := os.ReadFile(r.path("failed/bad.csv.reason.txt"))
		require.NoError(t, err)
		require.Contains(t, string(reason), "headings_unknown")
		require.Empty(t, r.names("inbox"))
		require.Empty(t, r.names("results"))
	})
}

func TestRunIgnoresWhatIsNoOrderFile(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		names := []string{".hidden.csv", "~$orders.xlsx", ".~lock.orders.csv#", "a.csv.tmp", "a.csv.part", "a.csv.crdownload", "Thumbs.db", "desktop.ini"}
		for _, name := range names {
			r.write("inbox/"+name, orders("1"))
		}
		slices.Sort(names)
		wait(time.Minute)
		require.Zero(t, r.shop.allPosts())
		require.Equal(t, names, r.names("inbox"))
		require.Empty(t, r.problems())
	})
}

func TestRunTakesAFileOnceThoughItCannotMoveIt(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		require.NoError(t, os.Remove(r.path("archive")))
		r.write("archive", "") // a file where the folder should be
		path := r.write("inbox/orders.csv", orders("1"))
		wait(time.Minute)
		require.Equal(t, map[string]int{"1": 1}, r.shop.posts)
		require.FileExists(t, path)
		require.Contains(t, r.problems(), "it was dealt with and is not posted again")
		require.Equal(t, "accepted", cellsOf(t, r.reportOf("orders.csv").Result)["1"][0])
		require.Equal(t, 1, r.reportOf("orders.csv").Drops)

		require.NoError(t, os.Remove(r.path("archive")))
		require.NoError(t, os.Mkdir(r.path("archive"), 0o755))
		wait(2 * time.Minute)
		require.NoFileExists(t, path)
		require.Equal(t, []string{"orders.csv"}, r.names("archive"))
		require.Empty(t, r.problems())
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

func TestRunTakesTheNextFileOfTheSameName(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		for _, number := range []string{"1", "2", "1"} {
			r.write("inbox/orders.csv", orders(number))
			wait(20 * time.Second)
		}
		require.Equal(t, map[string]int{"1": 1, "2": 1}, r.shop.posts)
		require.Equal(t, []string{"orders (2).csv", "orders (3).csv", "orders.csv"}, r.names("archive"))
	})
}

func TestRunTakesAFileThatReplacedOneBeingPosted(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.shop.always = notSent
		r.write("inbox/orders.csv", orders("1"))
		wait(20 * time.Second)
		require.Equal(t, "pending", cellsOf(t, r.reportOf("orders.csv").Result)["1"][0])
		r.write("inbox/new.csv", orders("2"))
		require.NoError(t, os.Rename(r.path("inbox/new.csv"), r.path("inbox/orders.csv")))
		wait(20 * time.Second)
		r.shop.mu.Lock()
		r.shop.always = none
		r.shop.mu.Unlock()
		wait(3 * time.Minute)
		require.Equal(t, map[string]int{"1": 1, "2": 1}, r.shop.count())
		first := r.fileWith(orders("1"))
		require.Equal(t, state.PlacedCopied, first.Placed)
		copied := "orders." + first.SHA256[:8] + ".csv"
		require.Equal(t, []string{copied, "orders.csv"}, r.names("archive"))
		require.Equal(t, orders("1"), r.read("archive/"+copied))
		require.Equal(t, orders("2"), r.read("archive/orders.csv"))
		status, err := r.im.Status(t.Context())
		require.NoError(t, err)
		for _, file := range status.Files {
			require.Equal(t, file.Placed == state.PlacedCopied, strings.Contains(file.Note, "was replaced or taken away"), file.Placed)
		}
		require.Empty(t, r.names("inbox"))
	})
}

func TestRunTakesNamesThatAreNotUTF8(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.write("inbox/\xef\xf0\xe8\xe2\xb3\xf2.csv", orders("1"))
		r.write("inbox/-rf \u202ecsv.exe\x1b[31m.csv", orders("2"))
		wait(20 * time.Second)
		require.Equal(t, []string{"1", "2"}, r.shop.externals())
		require.Empty(t, r.names("inbox"))
		for _, name := range append(r.names("archive"), r.names("results")...) {
			require.NotContains(t, "-.", name[:1])
			require.NotContains(t, name, "\x1b")
			require.NotContains(t, name, "\u202e")
			require.True(t, strings.ToValidUTF8(name, "") == name)
		}
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

func TestRunWithEventsIsQuick(t *testing.T) {
	r := newRig(t, func(c *desk.Config) {
		c.Now, c.After = time.Now, time.After
		c.Settle, c.Scan = 20*time.Millisecond, time.Hour // only an event makes a scan
	})
	r.shop.now = time.Now
	stop := r.run()
	defer stop()
	require.Eventually(t, func() bool {
		path := r.path("inbox/orders.csv")
		if _, err := os.Stat(path); err != nil && r.shop.allPosts() == 0 {
			_ = os.WriteFile(filepath.Clean(path), []byte(orders("1")), 0o644)
		}
		return r.shop.allPosts() == 1
	}, 10*time.Second, 50*time.Millisecond)
}

func TestRunTakesAFileThatComesBackFromTheArchive(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.write("inbox/orders.csv", orders("1"))
		wait(20 * time.Second)
		require.NoError(t, os.Rename(r.path("archive/orders.csv"), r.path("inbox/orders.csv")))
		wait(20 * time.Second)
		require.Equal(t, []string{"orders.csv"}, r.names("archive"))
		require.Equal(t, "duplicate", cellsOf(t, r.reportOf("orders.csv").Result)["1"][0])
		require.Equal(t, 1, r.shop.allPosts())
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

// fileWith is what the journal has of a file with this content.
func (r *rig) fileWith(text string) state.File {
	r.t.Helper()
	sum := sha256.Sum256([]byte(text))
	files, err := r.journal.Files(r.t.Context(), state.FileQuery{Account: "acme", SHA256: hex.EncodeToString(sum[:])})
	require.NoError(r.t, err)
	require.Len(r.t, files, 1)
	return files[0]
}

func (r *rig) read(name string) string {
	r.t.Helper()
	data, err := os.ReadFile(r.path(name))
	require.NoError(r.t, err)
	return string(data)
}

// TestRunArchivesEachContentOfAFixedName: an export that is written anew under its name, in
// place, while the supplier is slow, and a file that somebody takes away.
func TestRunArchivesEachContentOfAFixedName(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.shop.always = notSent
		var want []string
		for n := range 4 {
			want = append(want, orders(fmt.Sprint(n+1)))
			r.write("inbox/orders.csv", want[n])
			wait(time.Minute)
		}
		r.write("inbox/taken.csv", orders("9"))
		wait(20 * time.Second)
		require.NoError(t, os.Remove(r.path("inbox/taken.csv")))
		require.Empty(t, r.names("archive"))
		r.shop.mu.Lock()
		r.shop.always = none
		r.shop.mu.Unlock()
		wait(5 * time.Minute)
		require.Equal(t, map[string]int{"1": 1, "2": 1, "3": 1, "4": 1, "9": 1}, r.shop.count())
		var got []string
		for _, name := range r.names("archive") {
			got = append(got, r.read("archive/"+name))
		}
		require.ElementsMatch(t, append(want, orders("9")), got)
		require.Equal(t, want[3], r.read("archive/orders.csv"))
		require.Empty(t, r.names("inbox"))
		require.Empty(t, r.problems())
	})
}
