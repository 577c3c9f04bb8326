package importer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// elsewhere is an importer on another machine with the same journal and folders, whose
// clock goes wrong by so much. Only the lease says whether the first one lives.
func (r *rig) elsewhere(wrong time.Duration) *importer.Importer {
	r.t.Helper()
	config := r.config()
	config.Spool, config.Owner = r.path("elsewhere"), "elsewhere"
	config.Now = func() time.Time { return r.clock.Now().Add(wrong) }
	other, err := importer.New(config, r.shop, r.journal)
	require.NoError(r.t, err)
	r.t.Cleanup(func() { require.NoError(r.t, other.Close()) })
	return other
}

func TestClocksThatDifferTakeNoOrderAway(t *testing.T) {
	for _, wrong := range []time.Duration{-5 * time.Minute, 0, 5 * time.Minute} {
		r := newRig(t)
		other := r.elsewhere(wrong)
		r.ports.atPoints(func(point string) error {
			if point == "posted" { // the answer took as long as it may
				r.clock.After(time.Minute)
				require.NoError(t, other.Resume(t.Context()))
				require.Equal(t, state.Sending, r.order("1001").State, "with a clock that is wrong by %v", wrong)
			}
			return nil
		})
		require.Equal(t, "accepted", statuses(r.importFile(r.write("a.csv", orders("1001")))))
		require.Equal(t, 1, r.shop.postsOf("1001"))
	}
}

// An importer that is paused for longer than its lease finds the order taken.
func TestPausedImporter(t *testing.T) {
	for _, c := range []struct {
		name, point, promise string
		lag                  int
		posts                int
		row                  string
		code                 string
	}{
		{name: "before it sent, may be repeated", point: "sending", promise: "external_id", posts: 1, row: "accepted"},
		{name: "before it sent, may not be repeated", point: "sending", promise: "none", posts: 0, row: "unknown", code: "outcome_unknown"},
		{name: "after the answer", point: "posted", promise: "none", posts: 1, row: "accepted"},
		{name: "after the answer, seen late", point: "posted", promise: "none", lag: 9, posts: 1, row: "accepted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t)
			r.shop.promise, r.shop.lag = supplier.Idempotency{Kind: c.promise}, c.lag
			other := r.elsewhere(0)
			r.ports.atPoints(func(point string) error {
				if point == c.point {
					r.ports.atPoints(func(string) error { return nil })
					r.clock.After(time.Hour)
					for range 4 {
						require.NoError(t, other.Resume(t.Context()))
						r.clock.After(10 * time.Second)
					}
				}
				return nil
			})
			report := r.importFile(r.write("a.csv", orders("1001")))
			require.Equal(t, c.posts, r.shop.postsOf("1001"))
			require.Equal(t, c.row, statuses(report))
			if c.code != "" {
				require.Equal(t, c.code, report.Rows[0].Error.Code)
			}
		})
	}
}

// A person was sure that the order is not there, and it comes all the same.
func TestLateAnswerAfterAPersonsWord(t *testing.T) {
	r := newRig(t)
	r.shop.promise, r.shop.lag = supplier.Idempotency{Kind: "none"}, 99
	other := r.elsewhere(0)
	r.ports.atPoints(func(point string) error {
		if point != "posted" {
			return nil
		}
		r.ports.atPoints(func(string) error { return nil })
		r.clock.After(time.Hour)
		require.NoError(t, other.Reconcile(t.Context()))
		require.NoError(t, other.Resolve(t.Context(), "", "1001", ""))
		require.NoError(t, other.Resume(t.Context()))
		require.Equal(t, "ord_2", r.order("1001").RemoteID)
		return nil
	})
	report := r.importFile(r.write("a.csv", orders("1001")))
	require.Equal(t, "accepted", statuses(report))
	require.Equal(t, "posted_twice", report.Rows[0].Error.Code)
	require.Contains(t, report.Rows[0].Error.Message, "as ord_2 and as ord_1")
}

// Two processes with one journal and one inbox, as on two machines whose clocks differ.
func TestTwoProcessesShareTheInbox(t *testing.T) {
	t.Parallel()
	const files, each = 8, 6
	s := newScene(t, crashRow{promise: supplier.Idempotency{Kind: "none"}})
	first, second := s.plan(), s.plan()
	second.Spool, second.Ahead = "elsewhere", 5*time.Minute
	a, b := startChild(t, first), startChild(t, second)
	for n := range files {
		text := heading
		for range each {
			number := fmt.Sprint(1000 + len(s.want))
			s.want = append(s.want, number)
			text += row(number)
		}
		s.files++
		dropWhole(t, s.dir, fmt.Sprintf("orders%d.csv", n+1), text)
	}
	j := openJournal(t, s.dir)
	require.Eventually(t, func() bool { return calm(j, files) }, patience, 20*time.Millisecond)
	a.stop()
	b.stop()
	for _, number := range s.want {
		require.Equal(t, 1, s.shop.postsOf(number), number)
	}
	s.row.decides = true
	s.check()
}

// A process that is stopped in the middle, and goes on when another one has dealt with
// its order, sends it no more.
func TestStoppedProcess(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be stopped here")
	}
	for _, promise := range []string{"external_id", "none"} {
		t.Run(promise, func(t *testing.T) {
			t.Parallel()
			stopAndGoOn(t, promise)
		})
	}
}

func stopAndGoOn(t *testing.T, promise string) {
	s := newScene(t, crashRow{promise: supplier.Idempotency{Kind: promise}})
	clock := filepath.Join(s.dir, "clock")
	first := s.plan()
	first.Point, first.Nth, first.Pause, first.Clock = "sending", 1, true, clock
	dropWhole(t, s.dir, "a.csv", orders("1001"))
	a := startChild(t, first)
	j := openJournal(t, s.dir)
	in := func(number string, s state.State) func() bool {
		return func() bool {
			found, err := j.Orders(t.Context(), state.OrderQuery{Key: &state.OrderKey{Account: "acme", ExternalID: number}})
			return err == nil && len(found) == 1 && found[0].State == s
		}
	}
	require.Eventually(t, in("1001", state.Sending), patience, 10*time.Millisecond)

	second := s.plan()
	second.Spool, second.Ahead = "elsewhere", time.Hour
	b := startChild(t, second)
	require.Eventually(t, func() bool { return calm(j, 1) }, patience, 10*time.Millisecond)
	b.stop()
	posts := s.shop.postsOf("1001")

	require.NoError(t, os.WriteFile(clock, []byte("1h"), 0o644)) // so long it was stopped
	dropWhole(t, s.dir, "b.csv", orders("1002"))
	require.Eventually(t, func() bool { // it may only be about to stop
		return a.Process.Signal(syscall.SIGCONT) == nil && in("1002", state.Accepted)()
	}, patience, 10*time.Millisecond)
	a.stop()
	require.Equal(t, posts, s.shop.postsOf("1001"), "its order was dealt with meanwhile")
	require.Equal(t, map[string]int{"external_id": 1, "none": 0}[promise], posts)
}
