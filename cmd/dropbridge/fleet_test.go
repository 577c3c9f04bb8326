//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/fleet"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/rig"
)

const (
	// takenOver is the time within which others have all that a dead process was at.
	takenOver = time.Minute
	// backlog is how many orders may wait before no more files come.
	backlog = 400
)

// fault is something that goes wrong, or that comes in meanwhile.
type fault struct {
	kind string
	do   func()
}

// lasting is a fault that lasts for a part of a time, by the seed.
func (f *machines) lasting(kind string, most time.Duration, begin func() (end func())) fault {
	return fault{kind, func() {
		end, d := begin(), time.Duration(f.random.Int64N(int64(most)))
		f.during.Go(func() {
			time.Sleep(d)
			end()
		})
	}}
}

// some is one of several things, by the seed.
func some[T any](f *machines, list []T) T { return list[f.random.IntN(len(list))] }

// wire is one of the wires of one machine to its database, its store and its suppliers.
func (f *machines) wire() *rig.Proxy {
	m := some(f, f.list)
	return some(f, []*rig.Proxy{m.database, m.store, m.suppliers["alpha"], m.suppliers["beta"]})
}

// faultsLasting are all that happens to the machines, faults as long as a time at most.
func (f *machines) faultsLasting(most, away time.Duration) []fault {
	file := fault{"files", func() {
		if f.orders-f.accepted() < backlog {
			f.drop(fleetOrders, f.suppliers[:2]...)
		}
	}}
	posted := func() *rig.Witness { return some(f, f.suppliers[:2]).witness }
	return []fault{file, file, file, file,
		f.lasting("killed", away, func() func() {
			m := some(f, f.list[1:]) // the first one lives all the time
			m.down.Store(true)
			m.Kill()
			return func() {
				m.Restart()
				m.down.Store(false)
			}
		}),
		f.lasting("stopped", away, func() func() { return some(f, f.list).Stop() }),
		{"a wire cut", func() { f.wire().Cut() }},
		{"an answer lost on a wire", func() { f.wire().Lose(1) }},
		f.lasting("a wire away", most, func() func() {
			w := f.wire()
			w.Refuse(true)
			w.Cut()
			return func() { w.Refuse(false) }
		}),
		f.lasting("a wire dead", most, func() func() {
			m := some(f, f.list)
			w := some(f, []*rig.Proxy{m.database, m.store})
			w.Pause(true)
			return func() { w.Pause(false) }
		}),
		// Requests that were held up would come in a heap, whatever their pace was.
		f.lasting("a supplier dumb", most, func() func() {
			w := some(f, f.list).suppliers[some(f, f.suppliers[:2]).name]
			w.Mute(true)
			return func() { w.Mute(false) }
		}),
		f.lasting("the database away", away, func() func() {
			for _, m := range f.list {
				m.database.Refuse(true)
				m.database.Cut()
			}
			return func() {
				for _, m := range f.list {
					m.database.Refuse(false)
				}
			}
		}),
		f.lasting("the database slow", most, func() func() {
			w := some(f, f.list).database
			w.Delay(20 * time.Millisecond)
			return func() { w.Delay(0) }
		}),
		{"the store busy", func() { f.faults.Busy(3) }},
		{"a put's answer lost", func() { f.faults.LosePuts(1) }},
		f.lasting("the store slow", most, func() func() {
			f.faults.Slow(200 * time.Millisecond)
			return func() { f.faults.Slow(0) }
		}),
		f.lasting("the store's lists old", most, func() func() {
			f.faults.Lag(time.Second)
			return func() { f.faults.Lag(0) }
		}),
		{"a supplier's answer lost", func() { posted().LoseAnswers(1) }},
		{"a post lost", func() { posted().LosePosts(1) }},
		{"a supplier busy", func() { posted().Busy(3) }},
		f.lasting("a supplier slow", most, func() func() {
			w := posted()
			w.Slow(300 * time.Millisecond)
			return func() { w.Slow(0) }
		}),
	}
}

// suffer lets faults happen for a while, each as often as the others, while files keep coming,
// and ends them all.
func (f *machines) suffer(s span) {
	f.Helper()
	ctx, cancel := context.WithTimeout(f.Context(), s.round)
	defer cancel()
	var things []func()
	for _, one := range f.faultsLasting(s.most, s.away) {
		things = append(things, func() {
			f.happened[one.kind]++
			one.do()
			f.supervise()
		})
	}
	rig.Happen(ctx, f.random, s.apart, things...)
	f.during.Wait()
	f.faults.Heal()
	for _, s := range f.suppliers {
		s.witness.Heal()
	}
	for _, m := range f.list {
		m.database.Heal()
		m.store.Heal()
		for _, wire := range m.suppliers {
			wire.Heal()
		}
	}
}

// theStore is where feeds are read from beside the machines.
const theStore = "the store"

// readers count the feeds that were read whole, by where.
type readers struct {
	sync.WaitGroup
	seen map[string]*atomic.Int64
	stop context.CancelFunc
}

// watch reads the feeds again and again, from each machine and from the store: what is there is
// always whole.
func (f *machines) watch(every time.Duration) *readers {
	f.Helper()
	ctx, cancel := context.WithCancel(f.Context())
	w := &readers{seen: map[string]*atomic.Int64{}, stop: cancel}
	begin := func(where string, read func(feed string) ([]byte, error)) {
		count := &atomic.Int64{}
		w.seen[where] = count
		w.Go(func() {
			for ctx.Err() == nil {
				for _, feed := range []string{"both/both.csv", "one/one.xml"} {
					data, err := read(feed)
					if err != nil {
						continue
					}
					if err := f.whole(feed, data); err != nil {
						f.Errorf("%s of %s is not whole: %v", feed, where, err)
						return
					}
					count.Add(1)
				}
				select {
				case <-ctx.Done():
				case <-time.After(every):
				}
			}
		})
	}
	for n, m := range f.list {
		begin(fmt.Sprint("machine ", n), func(feed string) ([]byte, error) {
			status, data, err := m.ask("/feeds/" + filepath.Base(feed))
			if err == nil && status != http.StatusOK {
				err = errors.New(http.StatusText(status))
			}
			return data, err
		})
	}
	begin(theStore, func(feed string) ([]byte, error) { return f.get(ctx, "feeds/"+feed) })
	return w
}

// end ends the reading. The store has had each feed, and so has a machine at least: those that
// built none fetch what others have published every half minute.
func (w *readers) end(t testing.TB) {
	t.Helper()
	w.stop()
	w.Wait()
	machines := int64(0)
	for where, seen := range w.seen {
		if where != theStore {
			machines += seen.Load()
		}
	}
	require.Positive(t, min(machines, w.seen[theStore].Load()))
}

// whole reads a feed to its end.
func (f *machines) whole(feed string, data []byte) error {
	if strings.HasSuffix(feed, ".csv") {
		rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		if want := len(f.suppliers)*fleetProducts + 1; err == nil && len(rows) != want {
			err = fmt.Errorf("it has %d rows, and %d are all", len(rows), want)
		}
		return err
	}
	offers := 0
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && offers == fleetProducts {
			return nil
		}
		if err != nil {
			return fmt.Errorf("it has %d offers, and %d are all: %w", offers, fleetProducts, err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "offer" {
			offers++
		}
	}
}

// lost is how a process is lost.
type lost int

const (
	killed lost = iota
	stopped
)

// trial loses one process in the middle of posting, the elected one where it is asked for, and
// gives the time within which others had all that it was at. With wait unset the test has its
// lease be over.
func (f *machines) trial(how lost, elected, wait bool) (took time.Duration) {
	f.Helper()
	gamma := f.suppliers[2]
	before, release := gamma.witness.Posts(), gamma.witness.Hold()
	defer release()
	f.drop(2, gamma)
	f.eventually("both orders are at the supplier", func() bool { return len(gamma.witness.Posts()) == len(before)+2 })
	names, name := f.names(), ""
	asked := "SELECT owner FROM orders WHERE state = 'sending' AND supplier = 'gamma' LIMIT 1"
	if elected {
		asked = "SELECT leader_id FROM river_leader"
	}
	f.eventually("it is known who is to be lost", func() bool {
		names, name = f.names(), f.text(asked) // who was silent for too long has another name
		return names[name] != nil
	})
	m := names[name]
	if m == f.list[0] {
		how = stopped // it lives all the time, so that it shows what is never given back
	}
	var goOn func()
	m.down.Store(true)
	if how == killed {
		m.Kill()
	} else {
		goOn = m.Stop()
	}
	began := time.Now()
	if !wait {
		delete(names, name)
		f.overdue(names)
		began = began.Add(-fleet.Lease)
	}
	since := f.text("SELECT now()::TEXT")
	for f.number("SELECT COUNT(*) FROM processes WHERE name = $1 AND fenced_at = 0", name)+
		f.number("SELECT COUNT(*) FROM orders WHERE state = 'sending' AND owner = $1", name)+
		f.number("SELECT COUNT(*) FROM river_job WHERE state = 'running' AND attempted_by[array_length(attempted_by, 1)] = $1", name) > 0 ||
		f.number("SELECT COUNT(*) FROM river_job AS j, river_leader AS l WHERE l.leader_id <> $1 AND j.kind = 'follow' AND j.created_at > l.elected_at AND j.created_at > $2::TIMESTAMPTZ", name, since) == 0 {
		require.Less(f, time.Since(began), takenOver, "what %s was at is not taken over: %s", name, f.text(`SELECT concat_ws(' ', (SELECT fenced_at FROM processes WHERE name = $1),
			(SELECT COUNT(*) FROM orders WHERE state = 'sending' AND owner = $1), (SELECT COUNT(*) FROM river_job WHERE state = 'running' AND attempted_by[array_length(attempted_by, 1)] = $1),
			(SELECT leader_id FROM river_leader), (SELECT MAX(created_at) FROM river_job WHERE kind = 'follow'), now())`, name))
		time.Sleep(50 * time.Millisecond)
	}
	took = time.Since(began)
	release()
	if how == killed {
		return took
	}
	goOn()
	f.eventually("it begins anew", func() bool { return strings.Contains(m.Life(), "begins anew") })
	m.down.Store(false)
	return took
}

// names are the machines by the names of their processes that live.
func (f *machines) names() map[string]*machine {
	f.Helper()
	names := map[string]*machine{}
	f.eventually("each process has a name", func() bool {
		for _, m := range f.list {
			if name := m.name(); !m.down.Load() && name != "" {
				names[name] = m
			}
		}
		return len(names) >= f.living()
	})
	return names
}

// overdue has the leases of all but some processes be over.
func (f *machines) overdue(living map[string]*machine) {
	f.Helper()
	names := slices.Collect(maps.Keys(living))
	f.exec("UPDATE processes SET seen_at = seen_at - $1::BIGINT WHERE name <> ALL($2)", (2 * fleet.Lease).Nanoseconds(), names)
	f.exec("UPDATE river_leader SET expires_at = now() - interval '1 s' WHERE leader_id <> ALL($1)", names)
}

// living is how many machines have a process that is to live.
func (f *machines) living() (n int) {
	for _, m := range f.list {
		if !m.down.Load() {
			n++
		}
	}
	return n
}

func (f *machines) text(query string, args ...any) (text string) {
	f.Helper()
	_ = f.db.QueryRowContext(f.Context(), query, args...).Scan(&text)
	return text
}

func (f *machines) number(query string, args ...any) (n int) {
	f.Helper()
	require.NoError(f, f.db.QueryRowContext(f.Context(), query, args...).Scan(&n))
	return n
}

func (f *machines) exec(query string, args ...any) {
	f.Helper()
	_, err := f.db.ExecContext(f.Context(), query, args...)
	require.NoError(f, err)
}

// ready: while something is away the process says so and names it, and no more when it is back.
func (f *machines) ready() {
	f.Helper()
	m := f.list[0]
	healthy := func() bool { status, _, _ := m.ask("/healthz"); return status == http.StatusOK }
	f.eventually("nothing is away", healthy)
	for _, away := range []map[string]*rig.Proxy{{"the journal": m.database}, {"s3://shop": m.store, "alpha": m.suppliers["alpha"]}} {
		for _, wire := range away {
			wire.Refuse(true)
			wire.Cut()
		}
		for what := range away {
			f.eventually("that it is away is not said: "+what, func() bool {
				status, body, _ := m.ask("/healthz")
				return status == http.StatusServiceUnavailable && bytes.Contains(body, []byte(what))
			})
		}
		for _, wire := range away {
			wire.Refuse(false)
		}
		f.eventually("nothing is away", healthy)
	}
}

// span is how long and how often a fleet suffers.
type span struct {
	all   time.Duration // of the whole test; no second round begins after it
	round time.Duration // of faults, before all is looked at
	apart time.Duration // two faults, at most
	most  time.Duration // that one lasts
	away  time.Duration // that a process is killed or stopped, at most
	read  time.Duration // between two looks at the feeds
	wait  bool          // until leases are over, instead of having them be over
}

// TestFleet: three machines are killed and stopped while the database, the store and the
// suppliers fail. Each order is at its supplier exactly once and each result says so, no feed was
// ever partial, no limit exceeded, and what a lost process was at others had within a minute.
func TestFleet(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	s := span{round: 5 * time.Second, apart: 300 * time.Millisecond, most: time.Second, away: 500 * time.Millisecond, read: 100 * time.Millisecond}
	if minutes := long.Or(0, 30); minutes > 0 {
		s = span{all: time.Duration(minutes) * time.Minute, round: 90 * time.Second, apart: 2 * time.Second, most: 15 * time.Second, away: fleet.Lease + fleet.Lease/2, read: 500 * time.Millisecond, wait: true}
	}
	seed := long.Seed(1)
	t.Logf("seed %d", seed)
	f := newMachines(t, seed, 3)
	f.useStore()
	for range 3 {
		f.start(f.machine())
	}
	f.answer()
	readers := f.watch(s.read)
	f.drop(fleetOrders, f.suppliers[:2]...)
	f.settle()
	figures := f.begin(seed)
	for round := 0; ; round++ {
		f.suffer(s)
		if !s.wait {
			f.overdue(f.names())
		}
		f.settle()
		for n, how := range []lost{stopped, killed} {
			figures.takeOver(f.trial(how, (round+n)%2 == 0, s.wait))
			f.settle()
		}
		f.requireLimits()
		if figures.since() >= s.all {
			break
		}
		f.revive()
		f.Log(figures.round(round))
	}
	f.ready()
	f.requireIdle()
	readers.end(f.TB)
	long.Report(f, figures.last(readers))
	for _, m := range f.list {
		if !m.down.Load() {
			require.Zero(t, m.End())
		}
	}
	f.requireOnce()
	f.requireLimits()
}

// revive starts the processes again that trials have killed.
func (f *machines) revive() {
	for _, m := range f.list {
		if m.down.Load() {
			m.Start()
			m.down.Store(false)
		}
	}
}

// requireIdle: nothing waits in any queue, but what came just now.
func (f *machines) requireIdle() {
	f.Helper()
	f.eventually("the queues are empty", func() bool {
		return f.number("SELECT COUNT(*) FROM river_job WHERE state IN ('available', 'pending', 'retryable', 'running', 'scheduled') AND created_at < now() - interval '10 s'") == 0
	})
	require.Zero(f, f.number("SELECT COUNT(*) FROM orders WHERE state IN ('ready', 'sending', 'unknown')"))
}

// figures are what a fleet has shown.
type figures struct {
	*machines
	seed  uint64
	began time.Time
	taken []time.Duration
	first []rig.Usage // by machine
}

// begin begins to count.
func (f *machines) begin(seed uint64) *figures {
	out := &figures{machines: f, seed: seed, began: time.Now()}
	for _, m := range f.list {
		out.first = append(out.first, m.Usage())
	}
	return out
}

func (g *figures) since() time.Duration { return time.Since(g.began) }

func (g *figures) takeOver(took time.Duration) { g.taken = append(g.taken, took) }

// round says in a line how far it is.
func (g *figures) round(n int) string {
	return fmt.Sprintf("%v: round %d, %d orders, takeovers %v, %v", g.since().Round(time.Second), n, g.orders, g.taken, g.usage())
}

// last says everything.
func (g *figures) last(r *readers) string {
	text := &strings.Builder{}
	fmt.Fprintf(text, "seed %d, %v: %d orders in %d files\n", g.seed, g.since().Round(time.Second), g.orders, g.files)
	fmt.Fprintf(text, "takeovers, the longest %v: %v\n", slices.Max(g.taken).Round(time.Millisecond), g.taken)
	for _, s := range g.suppliers {
		fmt.Fprintf(text, "%s: %d requests, limits %v:", s.name, s.witness.Requests(), s.limits)
		for _, limit := range s.limits {
			fmt.Fprintf(text, " %d within %v at most", s.witness.Most(limit.Window, g.stalls), limit.Window)
		}
		fmt.Fprintf(text, "; answers lost %d, posts lost %d, refused %d\n", s.witness.Struck("answer"), s.witness.Struck("post"), s.witness.Struck("busy"))
	}
	for _, kind := range slices.Sorted(maps.Keys(g.happened)) {
		fmt.Fprintf(text, "%s: %d\n", kind, g.happened[kind])
	}
	for _, where := range slices.Sorted(maps.Keys(r.seen)) {
		fmt.Fprintf(text, "feeds read whole from %s: %d\n", where, r.seen[where].Load())
	}
	fmt.Fprintf(text, "at the start: %v\nat the end: %v", usages(g.first), g.usage())
	return text.String()
}

// usage is what the processes have of their machines.
func (g *figures) usage() string {
	var now []rig.Usage
	for _, m := range g.list {
		now = append(now, m.Usage())
	}
	return usages(now)
}

func usages(list []rig.Usage) string {
	var text []string
	for n, u := range list {
		text = append(text, fmt.Sprintf("machine %d %d MB, %d descriptors", n, u.Memory>>20, u.Descriptors))
	}
	return strings.Join(text, "; ")
}

// TestFleetMoves: a shop moves from its file to PostgreSQL and back while orders come in and are
// posted. The process that has the old journal posts no more, and says where the new one is.
func TestFleetMoves(t *testing.T) {
	t.Parallel()
	f := newMachines(t, 3, 1)
	m, supplier := f.machine(), f.suppliers[0]
	m.journal = "state/journal.db"
	server := strings.Replace(f.database, fmt.Sprintf("127.0.0.1:%d", f.server.Port), m.database.Address, 1)
	first := func() {
		f.eventually("the first of a file's orders is at the supplier", func() bool { return supplier.server.Stats().OrdersStored > f.orders-fleetOrders })
	}
	f.start(m)
	f.answer()
	for _, to := range []string{server, "state/journal.db"} {
		f.drop(fleetOrders, supplier)
		first()
		f.drop(fleetOrders, supplier)
		move := exec.CommandContext(t.Context(), "dropbridge", "migrate", "--to", to, "--write-config")
		move.Dir = m.dir
		out, err := move.CombinedOutput()
		require.NoError(t, err, "%s", out)
		f.drop(fleetOrders, supplier)
		f.eventually("the old one says that it posts no more", func() bool { return strings.Contains(m.Life(), "the journal has moved to") })
		require.Zero(t, m.End())
		m.journal = to
		m.Start()
		f.answer()
		f.settle()
		if to == server {
			f.helped()
		}
	}
	require.Zero(t, m.End())
	f.requireOnce()
}

// helped has another process share a part of the work for a while.
func (f *machines) helped() {
	f.Helper()
	helper := f.machine()
	f.start(helper, "--roles", "post,follow")
	f.eventually("it says what it does", func() bool { return strings.Contains(helper.Life(), "roles post,follow") })
	f.drop(fleetOrders, f.suppliers[0])
	f.settle()
	require.Equal(f, 1, f.number("SELECT COUNT(*) FROM processes WHERE roles = 'post follow' AND fenced_at = 0"))
	require.Zero(f, helper.End())
	helper.down.Store(true)
}
