//go:build unix

package main

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"os/exec"
	"slices"
	"strings"
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
	s := span{round: 5 * time.Second, apart: 300 * time.Millisecond, most: time.Second, away: 500 * time.Millisecond, read: 600 * time.Millisecond}
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
	f.requireIdle()
	long.Report(f, figures.last(readers))
	f.end(f.list[1:])
	f.ready() // of whoever has all the work it is seen soonest
	readers.end(f.TB)
	f.end(f.list[:1])
	f.requireOnce()
	f.requireLimits()
}

// end ends those of some machines' processes that were not lost.
func (f *machines) end(some []*machine) {
	f.Helper()
	for _, m := range some {
		if !m.down.Load() {
			m.down.Store(true)
			require.Zero(f, m.End())
		}
	}
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
