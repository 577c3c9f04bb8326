package move_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
	"github.com/dropbridge/dropbridge/internal/journal/move"
	"github.com/dropbridge/dropbridge/internal/journal/paths"
	"github.com/dropbridge/dropbridge/internal/rig"
)

const shopBucket = "s3://shop"

// record records a file whose private copy lies at a path.
func record(t *testing.T, j *journal.Journal, name, spool string) (state.File, error) {
	t.Helper()
	f := journaltest.File(name)
	f.SHA256, f.Spool, f.Result, f.Origin, f.Mark, f.Placed = "sha of "+name, spool, "results/"+name, "inbox/"+name, "mark here", state.PlacedInbox
	draft := journaltest.Draft(name, "content", 2)
	return j.Record(t.Context(), f, 1, func(int) (state.Draft, error) { return draft, nil })
}

// filesOptions move files from the folders to a bucket, or back.
func filesOptions(where, from, to string) move.FilesOptions {
	return move.FilesOptions{Journal: where, From: from, To: to, Idle: true, Now: time.Now, After: time.After,
		Copy: func(context.Context, bool) error { return nil },
		Rename: func(f paths.File) paths.File {
			for _, path := range []*string{&f.Spool, &f.Result, &f.Origin} {
				if to == "" {
					*path = strings.TrimPrefix(*path, "files:")
				} else {
					*path = "files:" + *path
				}
			}
			f.Mark = "mark in " + to
			return f
		}}
}

// TestFilesMove: the paths of all files change at once, and who still works with the old place
// takes none there.
func TestFilesMove(t *testing.T) {
	t.Parallel()
	server := rig.SharedPostgres(t)
	for engine, where := range map[string]string{"sqlite": filepath.Join(t.TempDir(), "journal.db"), "postgres": server.NewDatabase(t)} {
		t.Run(engine, func(t *testing.T) {
			j := open(t, where)
			_, err := record(t, j, "a.csv", "state/spool/a\xff.copy")
			require.NoError(t, err)
			stages := []journal.Stage{}
			o := filesOptions(where, "", shopBucket)
			o.Progress = func(s journal.Stage) { stages = append(stages, s) }
			o.Copy = func(_ context.Context, last bool) error {
				if _, err := record(t, j, "b.csv", "state/spool/b.copy"); last {
					require.ErrorContains(t, err, "takes no write", "nobody takes a file while the last ones are copied")
					require.True(t, journaltest.Identity(t, j).Place.Moving)
				} else {
					require.NoError(t, err)
				}
				return nil
			}
			r, err := move.Files(t.Context(), o)
			require.NoError(t, err)
			require.EqualValues(t, 2, r.Renamed)
			require.Equal(t, []journal.Stage{journal.Copying, journal.Draining, journal.Sealed}, stages)
			require.Equal(t, state.Place{Known: true, Address: shopBucket}, journaltest.Identity(t, j).Place)
			files, err := j.Files(t.Context(), state.FileQuery{Names: []string{"a.csv"}})
			require.NoError(t, err)
			require.Equal(t, "files:state/spool/a\xff.copy", files[0].Spool)
			require.Equal(t, "files:results/a.csv", files[0].Result)
			require.Equal(t, "files:inbox/a.csv", files[0].Origin)
			require.Equal(t, "mark in "+shopBucket, files[0].Mark)

			_, err = record(t, j, "c.csv", "state/spool/c.copy")
			require.ErrorContains(t, err, "takes no write", "a folder has nothing to say here any more")
			_, err = record(t, j, "c.csv", "files:spool/c.copy")
			require.NoError(t, err)
			r, err = move.Files(t.Context(), o)
			require.NoError(t, err)
			require.True(t, r.Already)

			_, err = move.Files(t.Context(), filesOptions(where, shopBucket, ""))
			require.NoError(t, err)
			_, err = record(t, j, "d.csv", "files:spool/d.copy")
			require.ErrorContains(t, err, "takes no write")
			_, err = record(t, j, "d.csv", "state/spool/d.copy")
			require.NoError(t, err)
			journaltest.RequireKept(t, j)
		})
	}
}

// requireRefused: an error is an obstacle of that code.
func requireRefused(t *testing.T, code string, err error) {
	t.Helper()
	o, ok := errors.AsType[*move.Obstacle](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, code, o.Code)
	require.NotEmpty(t, o.Hint())
}

// TestFilesMoveGoesOn: wherever it breaks off, the same move goes on, another is refused, and it
// can be ended.
func TestFilesMoveGoesOn(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, last := range []bool{false, true} {
		where := filepath.Join(t.TempDir(), "journal.db")
		j := open(t, where)
		_, err := record(t, j, "a.csv", "state/spool/a.copy")
		require.NoError(t, err)
		o := filesOptions(where, "", shopBucket)
		o.Copy = func(_ context.Context, now bool) error {
			if now == last {
				return broken
			}
			return nil
		}
		_, err = move.Files(t.Context(), o)
		require.ErrorIs(t, err, broken)
		_, err = move.Files(t.Context(), filesOptions(where, "", "s3://other"))
		requireRefused(t, "files_elsewhere", err)
		requireObstacle(t, "files_move", where, filepath.Join(t.TempDir(), "other.db"))
		if last {
			require.NoError(t, move.AbandonFiles(t.Context(), o))
			_, err = record(t, j, "b.csv", "state/spool/b.copy")
			require.NoError(t, err)
			requireRefused(t, "no_files_move", move.AbandonFiles(t.Context(), o))
		}
		r, err := move.Files(t.Context(), filesOptions(where, "", shopBucket))
		require.NoError(t, err)
		require.False(t, r.Already)
		_, err = move.Files(t.Context(), filesOptions(where, "gs://third", "gs://fourth"))
		requireRefused(t, "files_not_here", err)
	}
	_, err := move.Files(t.Context(), filesOptions(filepath.Join(t.TempDir(), "none.db"), "", shopBucket))
	requireRefused(t, "no_source", err)
}

// TestFilesStayWhereTheyAre when their journal moves: there, too, nobody takes a file in the old place.
func TestFilesStayWhereTheyAre(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	where, other := filepath.Join(dir, "journal.db"), filepath.Join(dir, "other.db")
	j := open(t, where)
	_, err := record(t, j, "a.csv", "state/spool/a.copy")
	require.NoError(t, err)
	for _, to := range []string{other, where} {
		from := where
		if to == where {
			from = other
		}
		bucket := "s3://of/" + filepath.Base(to)
		at := ""
		if to == where {
			at = "s3://of/other.db"
		}
		_, err = move.Files(t.Context(), filesOptions(from, at, bucket))
		require.NoError(t, err)
		_, err = move.Run(t.Context(), options(from, to))
		require.NoError(t, err)
		there := open(t, to)
		require.Equal(t, bucket, journaltest.Identity(t, there).Place.Address)
		_, err = record(t, there, "b.csv", "state/spool/b.copy")
		require.ErrorContains(t, err, "takes no write")
	}
}

// noPaths are the columns of text of a journal that have no path of a file: whoever adds one
// says here, or in paths.Columns, what it is.
var noPaths = map[string][]string{
	"actions":    {"about", "account", "detail", "kind", "origin", "person", "source"}, // origin is where a person acted from
	"aliases":    {"account", "external_id", "hash", "source"},
	"attempts":   {"code", "kind", "message", "remote_id", "request_id", "state"},
	"conflicts":  {"account", "code", "source"},
	"decisions":  {"account", "before", "kind", "number", "person", "undone_by", "value"}, // before names files by their ids
	"file_place": {"address", "other", "stage"},
	"files":      {"account", "counts", "digest", "name", "placed", "reason", "sha256", "source", "state"},
	"identity":   {"adopted_by", "id"},
	"links":      {"code", "faults", "file_rows", "hash", "item_rows", "message", "relation"},
	"notes":      {"account", "name", "text"}, // that of waybill files has the path that the config has
	"orders": {"account", "code", "external_id", "faults", "hash", "idem_key", "message", "owner", "parcels", "remote_id",
		"remote_status", "source", "state", "supplier", "waybills"},
	"tallies":  {"account", "source", "what"},
	"terms":    {"term"},
	"waybills": {"number"},
}

// TestNoPathIsForgotten: of each column of text it is known whether it has a path.
func TestNoPathIsForgotten(t *testing.T) {
	t.Parallel()
	where := filepath.Join(t.TempDir(), "journal.db")
	open(t, where)
	db, err := sql.Open("sqlite", where)
	require.NoError(t, err)
	defer db.Close()
	got := namesOf(t, db, `SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_xinfo(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND c.type = 'TEXT' AND c.hidden < 2 ORDER BY 1`)
	var want []string
	for table, columns := range noPaths {
		for _, c := range columns {
			want = append(want, table+"."+c)
		}
	}
	for _, c := range paths.Columns {
		want = append(want, "files."+c)
	}
	slices.Sort(want)
	require.Equal(t, want, got)
}
