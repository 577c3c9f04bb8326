package fleet_test

import (
	"context"
	"database/sql"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/fleet"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// clock is a process's own clock.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// place is a journal's database with its processes.
type place struct {
	t     *testing.T
	where string
	db    *sql.DB
	j     *journal.Journal
}

func newPlace(t *testing.T) *place {
	p := &place{t: t, where: rig.SharedPostgres(t).NewDatabase(t)}
	var err error
	p.db, err = sql.Open("pgx", p.where)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.db.Close()) })
	p.j = p.journal()
	return p
}

func (p *place) journal() *journal.Journal {
	j, err := journal.Open(p.t.Context(), p.where)
	require.NoError(p.t, err)
	p.t.Cleanup(func() { require.NoError(p.t, j.Close()) })
	return j
}

func (p *place) join(change func(*fleet.Options)) *fleet.Member {
	o := fleet.Options{Address: p.where, Process: fleet.Process{Version: "v1", Roles: []string{"post", "http"}}}
	if change != nil {
		change(&o)
	}
	m, err := fleet.Join(p.t.Context(), o)
	require.NoError(p.t, err)
	p.t.Cleanup(func() { _ = m.Leave(context.Background()) })
	return m
}

// silent lets the database have heard of a process that much earlier.
func (p *place) silent(m *fleet.Member, d time.Duration) {
	_, err := p.db.ExecContext(p.t.Context(), "UPDATE processes SET seen_at = seen_at - $1::BIGINT WHERE name = $2", d.Nanoseconds(), m.Name())
	require.NoError(p.t, err)
}

func TestFleet(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	for name, test := range map[string]func(*testing.T, *place){
		"fence": testFence, "own clock": testOwnClock, "in a transaction": testInTransaction, "leave": testLeave, "list": testList, "release": testRelease, "run": testRun,
	} {
		t.Run(name, func(t *testing.T) { test(t, p) })
	}
	t.Run("permits", func(t *testing.T) { testPermits(t, p) })
}

// testFence: the one that was silent for too long can write no more, whatever its clock says.
func testFence(t *testing.T, p *place) {
	ahead := &clock{now: time.Now().Add(5 * time.Minute)}
	behind := &clock{now: time.Now().Add(-5 * time.Minute)}
	a := p.join(func(o *fleet.Options) { o.Now = ahead.Now })
	b := p.join(func(o *fleet.Options) { o.Now = behind.Now })
	j := p.journal()
	j.Share(a.Name(), nil)
	p.silent(a, fleet.Lease-2*time.Second)
	require.NoError(t, b.Round(t.Context()))
	require.NoError(t, j.SetNote(t.Context(), "acme", "n", "1"), "not yet")
	p.silent(a, 3*time.Second)
	require.NoError(t, b.Round(t.Context()))
	require.ErrorIs(t, j.SetNote(t.Context(), "acme", "n", "2"), state.ErrFenced)
	fences, err := b.Fences(t.Context())
	require.NoError(t, err)
	require.True(t, fences[a.Name()])
	require.False(t, fences[b.Name()])
	require.NotContains(t, fences, "a stranger")

	require.NoError(t, a.Held(), "its own clock tells nothing yet")
	require.ErrorIs(t, a.Confirm(t.Context()), state.ErrFenced)
	require.ErrorIs(t, a.Held(), state.ErrFenced, "what the database has told stays")
	require.ErrorIs(t, a.Round(t.Context()), state.ErrFenced, "it does not come back to life")
}

// testOwnClock: a process that was stopped knows without the database that it may be fenced.
func testOwnClock(t *testing.T, p *place) {
	c := &clock{now: time.Now()}
	m := p.join(func(o *fleet.Options) { o.Now = c.Now })
	c.pass(fleet.Lease - 6*time.Second)
	require.NoError(t, m.Held())
	c.pass(2 * time.Second)
	require.ErrorIs(t, m.Held(), state.ErrFenced, "some time before anybody may fence it")
	require.ErrorIs(t, m.Confirm(t.Context()), state.ErrFenced)
	require.NoError(t, m.Round(t.Context()))
	require.NoError(t, m.Held(), "nobody has")
}

// testInTransaction: one that stands in the middle of a write is fenced when the database has
// ended that.
func testInTransaction(t *testing.T, p *place) {
	a, b := p.join(nil), p.join(nil)
	tx, err := p.db.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	var one int
	require.NoError(t, tx.QueryRowContext(t.Context(), "SELECT 1 FROM processes WHERE name = $1 FOR KEY SHARE", a.Name()).Scan(&one))
	p.silent(a, 2*fleet.Lease)
	require.NoError(t, b.Round(t.Context()))
	fences, err := b.Fences(t.Context())
	require.NoError(t, err)
	require.False(t, fences[a.Name()])
	require.NoError(t, tx.Rollback())
	require.NoError(t, b.Round(t.Context()))
	require.ErrorIs(t, a.Round(t.Context()), state.ErrFenced)
}

func testLeave(t *testing.T, p *place) {
	a, b := p.join(nil), p.join(nil)
	require.NoError(t, a.Leave(t.Context()))
	require.ErrorIs(t, a.Held(), state.ErrFenced)
	fences, err := b.Fences(t.Context())
	require.NoError(t, err)
	require.True(t, fences[a.Name()], "what it has begun is abandoned")
	list, err := b.List(t.Context())
	require.NoError(t, err)
	for _, seen := range list {
		require.NotEqual(t, a.Name(), seen.Name)
	}
	_, err = p.db.ExecContext(t.Context(), "UPDATE processes SET fenced_at = fenced_at - $1::BIGINT WHERE name = $2", (25 * time.Hour).Nanoseconds(), a.Name())
	require.NoError(t, err)
	journaltest.Record(t, p.j, journaltest.File("left.csv"), journaltest.Draft("left", "a", 2))
	orders, err := p.j.Orders(t.Context(), state.OrderQuery{Account: "acme", Number: "left"})
	require.NoError(t, err)
	orders[0].State, orders[0].Owner = state.Sending, a.Name()
	left, err := p.j.Swap(t.Context(), orders[0])
	require.NoError(t, err)
	require.NoError(t, b.Forget(t.Context()))
	fences, err = b.Fences(t.Context())
	require.NoError(t, err)
	require.Contains(t, fences, a.Name(), "an order names it")
	left.State = state.Unknown
	_, err = p.j.Swap(t.Context(), left)
	require.NoError(t, err)
	require.NoError(t, b.Forget(t.Context()))
	fences, err = b.Fences(t.Context())
	require.NoError(t, err)
	require.NotContains(t, fences, a.Name())
}

func testList(t *testing.T, p *place) {
	a := p.join(func(o *fleet.Options) {
		o.Waits = func() map[string]string { return map[string]string{"post": "the supplier"} }
	})
	b := p.join(nil)
	require.NoError(t, a.Round(t.Context()))
	p.silent(b, 2*fleet.Lease)
	require.NoError(t, a.Round(t.Context()))
	list, err := a.List(t.Context())
	require.NoError(t, err)
	by := map[string]fleet.Seen{}
	for _, seen := range list {
		by[seen.Name] = seen
	}
	require.Equal(t, map[string]string{"post": "the supplier"}, by[a.Name()].Waits)
	require.Equal(t, []string{"post", "http"}, by[a.Name()].Roles)
	require.Equal(t, "v1", by[a.Name()].Version)
	require.NotEmpty(t, by[a.Name()].Host)
	require.False(t, by[a.Name()].Fenced)
	require.Less(t, by[a.Name()].Silent, 10*time.Second)
	require.True(t, by[b.Name()].Fenced)
}

// testRelease: what the fenced one held elsewhere is free in the same transaction, or it is not
// fenced.
func testRelease(t *testing.T, p *place) {
	var released []string
	fail := true
	a := p.join(nil)
	b := p.join(func(o *fleet.Options) {
		o.Release = func(_ context.Context, _ *sql.Tx, fenced []string) error {
			released = fenced
			if fail {
				return context.Canceled
			}
			return nil
		}
	})
	p.silent(a, 2*fleet.Lease)
	require.Error(t, b.Round(t.Context()))
	require.NoError(t, a.Confirm(t.Context()))
	fail = false
	p.silent(a, 2*fleet.Lease)
	require.NoError(t, b.Round(t.Context()))
	require.Contains(t, released, a.Name())
	require.ErrorIs(t, a.Confirm(t.Context()), state.ErrFenced)
}

// testRun ends with the fence.
func testRun(t *testing.T, p *place) {
	ticks, rounds := make(chan time.Time), make(chan struct{})
	a := p.join(func(o *fleet.Options) {
		o.Tick = func() <-chan time.Time { rounds <- struct{}{}; return ticks }
	})
	b := p.join(nil)
	ended := make(chan error, 1)
	go func() { ended <- a.Run(t.Context()) }()
	<-rounds
	p.silent(a, 2*fleet.Lease)
	require.NoError(t, b.Round(t.Context()))
	ticks <- time.Time{}
	require.ErrorIs(t, <-ended, state.ErrFenced)
}
