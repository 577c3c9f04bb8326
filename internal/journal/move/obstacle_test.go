package move_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
	"github.com/dropbridge/dropbridge/internal/journal/move"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// requireObstacle: a move is refused by name, and a dry run says the same.
func requireObstacle(t *testing.T, code, from, to string) {
	t.Helper()
	_, err := move.Run(t.Context(), options(from, to))
	o, ok := errors.AsType[*move.Obstacle](err)
	require.True(t, ok, "%s: %v", code, err)
	require.Equal(t, code, o.Code)
	require.NotContains(t, o.Error()+o.Hint(), "migrate.", "it has its sentences")
	dry := options(from, to)
	dry.DryRun = true
	r, err := move.Run(t.Context(), dry)
	require.NoError(t, err)
	require.Len(t, r.Obstacles, 1)
	require.Equal(t, code, r.Obstacles[0].Code)
}

// small makes a journal of one file in a new place and closes it.
func small(t *testing.T, dir, name string) string {
	t.Helper()
	where := filepath.Join(dir, name)
	j := open(t, where)
	journaltest.Record(t, j, journaltest.File(name), journaltest.Draft("1", "a", 2))
	require.NoError(t, j.Close())
	return where
}

// interrupted begins a move and ends it when the source has come to a stage.
func interrupted(t *testing.T, from, to string, at journal.Stage) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := options(from, to)
	o.Progress = func(p move.Progress) {
		if p.Stage == at {
			cancel()
		}
	}
	_, err := move.Run(ctx, o)
	require.ErrorIs(t, err, context.Canceled)
}

func execute(t *testing.T, where, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", where)
	require.NoError(t, err)
	defer db.Close()
	_, err = db.ExecContext(t.Context(), statement)
	require.NoError(t, err)
}

func TestObstacles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	one, other := small(t, dir, "one.db"), small(t, dir, "other.db")
	requireObstacle(t, "same_place", one, dir+"/./one.db")
	requireObstacle(t, "no_source", at("none.db"), at("new.db"))
	requireObstacle(t, "target_used", one, other)
	require.NoFileExists(t, at("new.db"))

	interrupted(t, one, at("two.db"), journal.Sealed)
	requireObstacle(t, "arriving", at("two.db"), at("new.db"))
	requireObstacle(t, "target_filled", other, at("two.db"))
	requireObstacle(t, "elsewhere", one, at("new.db"))
	_, err := journal.Open(t.Context(), at("two.db"))
	require.ErrorContains(t, err, "not all of it has arrived")
	_, err = journal.Open(t.Context(), one)
	require.ErrorContains(t, err, "has moved to")
	_, err = move.Run(t.Context(), options(one, at("two.db")))
	require.NoError(t, err)
	requireObstacle(t, "left", one, at("new.db"))

	_, err = move.Run(t.Context(), options(at("two.db"), at("three.db")))
	require.NoError(t, err)
	execute(t, at("three.db"), "UPDATE identity SET attempts = attempts - 1")
	requireObstacle(t, "target_knows_more", at("three.db"), at("two.db"))
	execute(t, at("three.db"), "UPDATE identity SET restored = 1")
	requireObstacle(t, "not_adopted", at("three.db"), at("four.db"))
	execute(t, other, "INSERT INTO schema_version (version) VALUES (9999)")
	requireObstacle(t, "newer", other, at("four.db"))
	execute(t, other, "UPDATE schema_version SET oldest_beside = 1 WHERE version = 9999")
	j, err := journal.Open(t.Context(), other)
	require.NoError(t, err, "this program may work with it")
	require.NoError(t, j.Close())
	requireObstacle(t, "newer", other, at("four.db")) // and does not know all that is to be moved
}

// TestTextsThatPostgresCannotKeep are found before anything is written.
func TestTextsThatPostgresCannotKeep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	where := small(t, dir, "journal.db")
	execute(t, where, "UPDATE files SET reason = CAST(x'61ff' AS TEXT)")
	server := rig.SharedPostgres(t)
	o := options(where, server.NewDatabase(t))
	o.DryRun = true
	r, err := move.Run(t.Context(), o)
	require.NoError(t, err)
	require.Len(t, r.Obstacles, 1)
	require.Equal(t, "unfit_text", r.Obstacles[0].Code)
	require.Contains(t, r.Obstacles[0].Error(), "reason of id 1 in the table files")
	o.DryRun = false
	_, err = move.Run(t.Context(), o)
	require.ErrorContains(t, err, "reason of id 1 in the table files")
}

// TestAbandonedMove: the journal works on as it was, and the one that was not complete can
// neither be worked with nor completed; it is filled again by another move.
func TestAbandonedMove(t *testing.T) {
	t.Parallel()
	for _, stage := range []journal.Stage{journal.Copying, journal.Draining, journal.Sealed} {
		dir := t.TempDir()
		one, two := small(t, dir, "one.db"), filepath.Join(dir, "two.db")
		interrupted(t, one, two, stage)
		require.NoError(t, move.Abandon(t.Context(), options(one, two), false))
		j := open(t, one)
		all, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme"})
		require.NoError(t, err)
		journaltest.Swap(t, j, all[0].Began("me", time.Unix(1, 0), time.Second))
		require.NoError(t, j.Close())
		require.ErrorContains(t, move.Abandon(t.Context(), options(one, two), false), "is not being moved")
		r, err := move.Run(t.Context(), options(one, two))
		require.NoError(t, err)
		require.EqualValues(t, 1, r.Orders["sending"])
		require.ErrorContains(t, move.Abandon(t.Context(), options(one, two), false), "has moved")
		require.NoError(t, os.Remove(two))
		require.NoError(t, move.Abandon(t.Context(), options(one, two), true))
		identity := journaltest.Identity(t, open(t, one))
		require.True(t, identity.Restored, "nobody knows what was posted with the one that is gone")
		require.Empty(t, identity.Moved)
	}
}

// TestAttemptsOnTheirWay are awaited as long as they may take, and no other begins.
func TestAttemptsOnTheirWay(t *testing.T) {
	t.Parallel()
	where := filepath.Join(t.TempDir(), "journal.db")
	j := open(t, where)
	journaltest.Record(t, j, journaltest.File("a.csv"), journaltest.Draft("1", "a", 2), journaltest.Draft("2", "b", 3))
	all, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme"})
	require.NoError(t, err)
	now := time.Now()
	sending := journaltest.Swap(t, j, all[0].Began("me", now, time.Minute))
	o := options(where, where+".new")
	o.Now = func() time.Time { return now }
	waited := 0
	o.After = func(time.Duration) <-chan time.Time {
		waited++
		require.NotEmpty(t, journaltest.Identity(t, j).Moved, "nobody begins another one")
		_, err := j.Swap(t.Context(), all[1].Began("me", now, time.Minute))
		require.ErrorContains(t, err, "the journal has moved")
		if waited == 3 { // the answer comes
			sending.State, sending.RemoteID = state.Accepted, "ord_1"
			journaltest.Swap(t, j, sending)
		}
		fired := make(chan time.Time, 1)
		fired <- now
		return fired
	}
	r, err := move.Run(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, 3, waited)
	require.Equal(t, map[string]int64{"accepted": 1, "ready": 1}, r.Orders)

	next := open(t, where+".new") // one that was killed has left an attempt: nobody is there to be awaited
	all, err = next.Orders(t.Context(), state.OrderQuery{Account: "acme", States: []state.State{state.Ready}})
	require.NoError(t, err)
	journaltest.Swap(t, next, all[0].Began("me", now, time.Minute))
	require.NoError(t, next.Close())
	idle := options(where+".new", where+".third")
	idle.Idle, idle.Now = true, o.Now
	idle.After = func(time.Duration) <-chan time.Time { t.Fatal("it waits"); return nil }
	r, err = move.Run(t.Context(), idle)
	require.NoError(t, err)
	require.Equal(t, map[string]int64{"accepted": 1, "sending": 1}, r.Orders)
}

// TestRenumberedOrders: two orders have changed their numbers, and one is gone, since they were
// copied the first time.
func TestRenumberedOrders(t *testing.T) {
	t.Parallel()
	where := filepath.Join(t.TempDir(), "journal.db")
	j := open(t, where)
	journaltest.Record(t, j, journaltest.File("a.csv"), journaltest.Draft("1", "a", 2), journaltest.Draft("2", "b", 3), journaltest.Draft("3", "c", 4))
	o, done := options(where, where+".new"), false
	o.Progress = func(p move.Progress) {
		if done || p.Table != "links" {
			return
		}
		done = true
		execute(t, where, "UPDATE orders SET external_id = 'x' WHERE external_id = '1'")
		execute(t, where, "UPDATE orders SET external_id = '1' WHERE external_id = '2'")
		execute(t, where, "UPDATE orders SET external_id = '2' WHERE external_id = 'x'")
		execute(t, where, "DELETE FROM links WHERE order_id = 3")
		execute(t, where, "DELETE FROM orders WHERE id = 3")
	}
	r, err := move.Run(t.Context(), o)
	require.NoError(t, err)
	require.True(t, done)
	require.EqualValues(t, 2, r.Orders["ready"])
	moved, err := open(t, where+".new").Orders(t.Context(), state.OrderQuery{Account: "acme"})
	require.NoError(t, err)
	require.Equal(t, []string{"2", "1"}, []string{moved[0].ExternalID, moved[1].ExternalID})
}
