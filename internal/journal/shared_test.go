package journal_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
	"github.com/dropbridge/dropbridge/internal/journal/share"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// addProcess makes a process that nobody has fenced.
func addProcess(t *testing.T, db *sql.DB, name string) {
	t.Helper()
	_, err := db.ExecContext(t.Context(), "INSERT INTO processes (name, host, version, roles, started_at, seen_at) VALUES ($1, 'a', 'v', '', 1, 1)", name)
	require.NoError(t, err)
}

// TestFencedProcessWritesNothing: not one of the writes is taken, whatever it is of.
func TestFencedProcessWritesNothing(t *testing.T) {
	t.Parallel()
	where := rig.SharedPostgres(t).NewDatabase(t)
	db, err := sql.Open("pgx", where)
	require.NoError(t, err)
	defer db.Close()
	j := open(t, where)
	addProcess(t, db, "one")
	j.Share("one", nil)
	file := journaltest.Record(t, j, journaltest.File("a.csv"), journaltest.Draft("1001", "a", 2))
	orders, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme"})
	require.NoError(t, err)
	require.Len(t, orders, 1)

	_, err = db.ExecContext(t.Context(), "UPDATE processes SET fenced_at = 1 WHERE name = 'one'")
	require.NoError(t, err)
	for name, write := range map[string]func(context.Context) error{
		"Swap":     func(ctx context.Context) error { _, err := j.Swap(ctx, orders[0]); return err },
		"SwapBody": func(ctx context.Context) error { _, err := j.SwapBody(ctx, orders[0]); return err },
		"SwapFile": func(ctx context.Context) error { _, err := j.SwapFile(ctx, file); return err },
		"SetNote":  func(ctx context.Context) error { return j.SetNote(ctx, "acme", "n", "t") },
		"Act":      func(ctx context.Context) error { return j.Act(ctx, state.Action{Account: "acme"}) },
		"Record": func(ctx context.Context) error {
			_, err := j.Record(ctx, journaltest.File("b.csv"), 0, nil)
			return err
		},
		"Decide": func(ctx context.Context) error { _, err := j.Decide(ctx, state.Ruling{Order: orders[0]}); return err },
	} {
		require.ErrorIs(t, write(t.Context()), state.ErrFenced, name)
	}
	other := open(t, where)
	addProcess(t, db, "two")
	other.Share("two", nil)
	_, err = other.Swap(t.Context(), orders[0])
	require.NoError(t, err, "nothing of the fenced one was written, and the other one may")
}

// TestFenceWaitsForAWrite: what had begun before the fence is written or is not, and nobody
// reads in between.
func TestFenceWaitsForAWrite(t *testing.T) {
	t.Parallel()
	where := rig.SharedPostgres(t).NewDatabase(t)
	db, err := sql.Open("pgx", where)
	require.NoError(t, err)
	defer db.Close()
	j := open(t, where)
	addProcess(t, db, "one")
	var fenced int64
	j.Share("one", func(ctx context.Context, _ pgx.Tx, _ share.Made) error {
		_, err := db.ExecContext(ctx, "UPDATE processes SET seen_at = 2 WHERE name = 'one'") // that it lives it may say
		require.NoError(t, err)
		result, err := db.ExecContext(ctx, "UPDATE processes SET fenced_at = 1 WHERE name IN (SELECT name FROM processes WHERE name = 'one' FOR UPDATE SKIP LOCKED)")
		require.NoError(t, err)
		fenced, err = result.RowsAffected()
		return err
	})
	journaltest.Record(t, j, journaltest.File("a.csv"), journaltest.Draft("1001", "a", 2))
	require.Zero(t, fenced)
}

// TestWorkIsAnnounced in the transaction that makes it, and is undone with it.
func TestWorkIsAnnounced(t *testing.T) {
	t.Parallel()
	where := rig.SharedPostgres(t).NewDatabase(t)
	db, err := sql.Open("pgx", where)
	require.NoError(t, err)
	defer db.Close()
	_, err = db.ExecContext(t.Context(), "CREATE TABLE told (account TEXT, files BIGINT[])")
	require.NoError(t, err)
	j := open(t, where)
	addProcess(t, db, "one")
	var refuse error
	var made []share.Made
	j.Share("one", func(ctx context.Context, tx pgx.Tx, m share.Made) error {
		made = append(made, m)
		_, err := tx.Exec(ctx, "INSERT INTO told (files) VALUES ($1)", m.Files)
		return errors.Join(err, refuse)
	})
	file := journaltest.Record(t, j, journaltest.File("a.csv"), journaltest.Draft("1001", "a", 2))
	require.Equal(t, []share.Made{{Ready: []share.Addressee{{Account: "acme"}}, Files: []int64{file.ID}}}, made)

	order := func() state.Order {
		found, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme", Number: "1001"})
		require.NoError(t, err)
		return found[0]
	}
	made = nil
	sending := order()
	sending.State = state.Sending
	_, err = j.Swap(t.Context(), sending)
	require.NoError(t, err)
	require.Empty(t, made, "that it is being sent is in no result")
	done := order()
	done.State = state.Accepted
	refuse = errors.New("no")
	_, err = j.Swap(t.Context(), done)
	require.ErrorIs(t, err, refuse)
	require.Equal(t, state.Sending, order().State, "neither is there")
	refuse, made = nil, nil
	_, err = j.Swap(t.Context(), done)
	require.NoError(t, err)
	require.Equal(t, []share.Made{{Files: []int64{file.ID}}}, made)
	again := order()
	again.State = state.Ready
	made = nil
	_, err = j.Swap(t.Context(), again)
	require.NoError(t, err)
	require.Equal(t, []share.Made{{Ready: []share.Addressee{{Account: "acme"}}, Files: []int64{file.ID}}}, made)
	require.NoError(t, j.SetNote(t.Context(), "acme", "n", "t"))
	require.Len(t, made, 1, "a note makes no work")
	var told int
	require.NoError(t, db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM told").Scan(&told))
	require.Equal(t, 3, told)
}

// TestNewerTables: a program goes on beside a newer one that says that it may.
func TestNewerTables(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) { testNewer(t, "sqlite", filepath.Join(t.TempDir(), "journal.db")) })
	t.Run("postgres", func(t *testing.T) { testNewer(t, "pgx", rig.SharedPostgres(t).NewDatabase(t)) })
}

func testNewer(t *testing.T, driver, where string) {
	require.NoError(t, open(t, where).Close())
	db, err := sql.Open(driver, where)
	require.NoError(t, err)
	defer db.Close()
	for _, c := range []struct {
		oldest int
		opens  bool
	}{{0, false}, {1, true}, {8, true}, {9999, false}} {
		_, err = db.ExecContext(t.Context(), "DELETE FROM schema_version WHERE version = 9999")
		require.NoError(t, err)
		_, err = db.ExecContext(t.Context(), "INSERT INTO schema_version (version, oldest_beside) VALUES (9999, $1)", c.oldest)
		require.NoError(t, err)
		j, err := journal.Open(t.Context(), where)
		if !c.opens {
			require.ErrorContains(t, err, "newer version", "%d", c.oldest)
			continue
		}
		require.NoError(t, err, "%d", c.oldest)
		journaltest.Record(t, j, journaltest.File("a.csv"), journaltest.Draft("1001", "a", 2))
		require.NoError(t, j.Close())
	}
}
