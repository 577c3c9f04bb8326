package move_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/fleet"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
	"github.com/dropbridge/dropbridge/internal/journal/move"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// ordersPerFile is how many orders each file of a journal has.
const ordersPerFile = 200

// states are those that orders of a journal are in, one after the other.
var states = []state.State{state.Ready, state.Sending, state.Accepted, state.Rejected, state.Unknown, state.Conflict}

func open(t testing.TB, where string) *journal.Journal {
	t.Helper()
	j, err := journal.Open(t.Context(), where)
	require.NoError(t, err)
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// fill makes a journal with so many orders in all states, clashes, decisions, notes and actions.
func fill(t testing.TB, j *journal.Journal, orders int) {
	t.Helper()
	for n := range orders / ordersPerFile {
		dropFile(t, j, n)
	}
	all, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme"})
	require.NoError(t, err)
	require.Len(t, all, orders)
	var group errgroup.Group
	group.SetLimit(64)
	for i, o := range all {
		group.Go(func() error {
			o.State, o.ChangedAt = states[i%len(states)], journaltest.Start.Add(time.Duration(i)*time.Second)
			if o.State == state.Accepted {
				o.RemoteID, o.RemoteStatus, o.Waybills = fmt.Sprintf("ord_%d", i), "shipped", []string{fmt.Sprintf("2045%010d", i)}
			}
			o.Tried = &state.Attempt{Kind: state.Posted, Began: journaltest.Start, Ended: o.ChangedAt, State: o.State, RequestID: fmt.Sprint("req_", i)}
			_, err := j.Swap(t.Context(), o)
			return err
		})
	}
	require.NoError(t, group.Wait())
	require.NoError(t, j.SetNote(t.Context(), "acme", "їжак", "нотатка ' \" \\"))
	require.NoError(t, j.Act(t.Context(), state.Action{Account: "acme", At: journaltest.Start, Person: "Олена", Kind: "retry"}))
	o := all[5]
	o.Version++
	o.State = state.Conflict
	made := journaltest.Draft("made by a person", "other").Order
	made.File = o.File
	_, err = j.Decide(t.Context(), state.Ruling{Order: o, Made: &made, Decision: state.Decision{Account: "acme", Order: o.ID, At: journaltest.Start, Kind: state.DecidedKeep, Number: o.ExternalID, Before: o}})
	require.NoError(t, err)
}

// dropFile records a file; the first of its orders meets one of the file before with other contents.
func dropFile(t testing.TB, j *journal.Journal, n int) {
	f := journaltest.File(fmt.Sprintf("замовлення%d.csv", n))
	f.SHA256 = fmt.Sprintf("sha%d", n)
	var drafts []state.Draft
	for i := range ordersPerFile {
		drafts = append(drafts, journaltest.Draft(fmt.Sprintf("Ж-%d", n*ordersPerFile+i), "content", i+2))
	}
	if n > 0 {
		drafts = append(drafts, journaltest.Draft(fmt.Sprintf("Ж-%d", (n-1)*ordersPerFile), "another content", 1))
	}
	_, err := j.Record(t.Context(), f, len(drafts), func(i int) (state.Draft, error) { return drafts[i], nil })
	require.NoError(t, err)
}

// passing are the tables that one database alone has, and that hold nothing but what processes
// do at the moment: whoever adds one to a database alone says here that nothing is lost with it.
var passing = []string{"permits", "processes", "river_client", "river_client_queue", "river_job", "river_leader", "river_migration", "river_notification", "river_queue"}

// requireSame: what was moved is the same on both sides, and the target is a journal that counts right.
func requireSame(t *testing.T, r *move.Report, orders int) {
	t.Helper()
	require.Equal(t, journal.Left, r.Stage)
	require.Subset(t, passing, r.Uncopied)
	names := map[string]int64{}
	for _, table := range r.Tables {
		require.NotNil(t, table.There, table.Name)
		require.Equal(t, move.Sum{Rows: table.Rows, SHA256: table.SHA256}, *table.There, table.Name)
		names[table.Name] = table.Rows
	}
	require.EqualValues(t, orders, names["orders"])
	for _, name := range []string{"files", "links", "attempts", "decisions", "actions", "notes", "terms", "waybills", "conflicts", "tallies", "identity", "indexing"} {
		require.NotZero(t, names[name], name)
	}
	require.Contains(t, names, "aliases")
}

// requireAll: every table of a journal was moved, whatever later versions have added.
func requireAll(t *testing.T, r *move.Report, db *sql.DB, tables string) {
	t.Helper()
	var moved []string
	for _, table := range r.Tables {
		moved = append(moved, table.Name)
	}
	moved = append(moved, r.Uncopied...)
	require.Subset(t, append(moved, "schema_version", journal.MoveTable), namesOf(t, db, tables))
	require.Subset(t, passing, r.Uncopied)
}

// namesOf are the names that a query lists.
func namesOf(t *testing.T, db *sql.DB, query string) (names []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var name string
		require.NoError(t, rows.Scan(&name))
		names = append(names, name)
	}
	require.NoError(t, rows.Err())
	return names
}

// The queries for the tables of a journal.
const (
	tablesOfSQLite   = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
	tablesOfPostgres = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
)

func sums(r *move.Report) map[string]string {
	out := map[string]string{}
	for _, t := range r.Tables {
		out[t.Name] = t.SHA256
	}
	return out
}

// startChild starts a child that moves, and says whether it ended its work.
func startChild(t *testing.T, p plan) bool {
	t.Helper()
	text, err := json.Marshal(p)
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), os.Args[0])
	command.Env = append(os.Environ(), childVariable+"="+string(text))
	out, err := command.CombinedOutput()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		require.Equal(t, -1, failed.ExitCode(), "it was to be killed: %s", out)
		return false
	}
	require.NoError(t, err)
	return true
}

// TestMovesThatAreKilled moves a journal from SQLite to PostgreSQL and back, by processes that
// are killed again and again, while somebody goes on working with it.
func TestMovesThatAreKilled(t *testing.T) {
	t.Parallel()
	server := rig.SharedPostgres(t)
	lite, pg := filepath.Join(t.TempDir(), "journal.db"), server.NewDatabase(t, "LOCALE_PROVIDER icu ICU_LOCALE 'uk' TEMPLATE template0")
	orders := long.Or(1_600, 20_000)
	j := open(t, lite)
	fill(t, j, orders)
	sayOfThemselves(t, j)
	id := journaltest.Identity(t, j)
	random := rand.New(rand.NewPCG(5, 1))

	kills := killedMove(t, random, j, plan{From: lite, To: pg})
	require.NotZero(t, kills)
	requireMoved(t, j)
	there := open(t, pg)
	require.Equal(t, id.ID, journaltest.Identity(t, there).ID)
	journaltest.RequireKept(t, there)
	requireQuiet(t, there)
	sayOfThemselves(t, there)
	r, err := move.Run(t.Context(), options(lite, pg))
	require.NoError(t, err, "it was completed: this says so once more")
	requireSame(t, r, orders+1)

	require.NotZero(t, killedMove(t, random, there, plan{From: pg, To: lite}))
	requireMoved(t, there)
	back := open(t, lite)
	journaltest.RequireKept(t, back)
	requireQuiet(t, back)
	require.Empty(t, journaltest.Identity(t, back).Moved)
	r, err = move.Run(t.Context(), options(pg, lite))
	require.NoError(t, err)
	requireSame(t, r, orders+1)

	again := server.NewDatabase(t)
	forth, err := move.Run(t.Context(), options(lite, again))
	require.NoError(t, err)
	requireSame(t, forth, orders+1)
	require.Equal(t, sums(r), sums(forth), "back and forth changes nothing")
	third := open(t, again)
	one, err := third.Record(t.Context(), journaltest.File("next.csv"), 1, func(int) (state.Draft, error) { return journaltest.Draft("next", "content", 2), nil })
	require.NoError(t, err)
	files, err := third.Files(t.Context(), state.FileQuery{Account: "acme"})
	require.NoError(t, err)
	require.Equal(t, one.ID, slices.MaxFunc(files, func(a, b state.File) int { return int(a.ID - b.ID) }).ID, "ids go on")
}

// sayOfThemselves notes what two importers say that run with a journal.
func sayOfThemselves(t *testing.T, j *journal.Journal) {
	t.Helper()
	require.NoError(t, j.SetNote(t.Context(), "acme", overview.NoteProblems+"one", `[{"name":"posting"}]`))
	require.NoError(t, j.SetNote(t.Context(), "acme", overview.NoteWatch+"two", "1"))
}

// requireQuiet: importers that never worked with this journal have said nothing in it, and all
// other notes are there.
func requireQuiet(t *testing.T, j *journal.Journal) {
	t.Helper()
	notes, err := j.Notes(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, map[string]string{"їжак": "нотатка ' \" \\"}, notes)
}

// killedMove lets children move that are killed at seeded moments, until one comes to the end.
// Between them somebody changes orders in all states, until the journal is sealed.
func killedMove(t *testing.T, random *rand.Rand, j *journal.Journal, p plan) (kills int) {
	t.Helper()
	for most := 3; ; most = most*3/2 + 1 {
		p.Nth = 1 + random.IntN(most)
		if startChild(t, p) {
			return kills
		}
		kills++
		all, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme", Limit: 500})
		require.NoError(t, err)
		for range 20 {
			o := all[random.IntN(len(all))]
			o.Misses = kills
			if _, err := j.Swap(t.Context(), o); err != nil && !errors.Is(err, state.ErrStale) {
				require.ErrorContains(t, err, "the journal has moved")
			}
		}
	}
}

// requireMoved: who has the old journal open still can neither write nor begin an attempt, and
// whoever opens it is told where it is.
func requireMoved(t *testing.T, j *journal.Journal) {
	t.Helper()
	require.NotEmpty(t, journaltest.Identity(t, j).Moved)
	require.ErrorContains(t, j.SetNote(t.Context(), "acme", "late", "1"), "the journal has moved")
	all, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme", States: []state.State{state.Ready}, Limit: 1})
	require.NoError(t, err)
	_, err = j.Swap(t.Context(), all[0].Began("late", time.Now(), time.Minute))
	require.ErrorContains(t, err, "the journal has moved")
	_, err = j.Record(t.Context(), journaltest.File("late.csv"), 0, nil)
	require.ErrorContains(t, err, "the journal has moved")
}

// TestSealHoldsOlderPrograms: whatever statement an older version has, no table takes it.
func TestSealHoldsOlderPrograms(t *testing.T) {
	t.Parallel()
	server := rig.SharedPostgres(t)
	lite := filepath.Join(t.TempDir(), "journal.db")
	first := open(t, lite)
	fill(t, first, ordersPerFile)
	require.NoError(t, first.Close())
	pg := server.NewDatabase(t)
	r, err := move.Run(t.Context(), options(lite, pg))
	require.NoError(t, err)
	db, err := sql.Open("sqlite", lite)
	require.NoError(t, err)
	requireAll(t, r, db, tablesOfSQLite)
	requireSealed(t, db, tablesOfSQLite)
	_, err = journal.Open(t.Context(), lite)
	require.ErrorContains(t, err, "the journal has moved to postgres://")

	member, takes := shared(t, pg)
	require.NoError(t, takes())
	dry := options(pg, filepath.Join(t.TempDir(), "new.db"))
	dry.DryRun = true
	r, err = move.Run(t.Context(), dry)
	require.NoError(t, err)
	require.Contains(t, r.Uncopied, "river_job")
	require.Subset(t, passing, r.Uncopied)
	r, err = move.Run(t.Context(), options(pg, lite))
	require.NoError(t, err)
	db, err = sql.Open("pgx", pg)
	require.NoError(t, err)
	requireAll(t, r, db, tablesOfPostgres)
	requireSealed(t, db, tablesOfPostgres)
	require.NoError(t, member.Round(t.Context()), "it lives, and finds out by itself")
	require.ErrorContains(t, takes(), "the journal has moved", "leave for requests is given by the new journal alone")
	require.NoError(t, member.Leave(t.Context()))

	_, err = move.Run(t.Context(), options(lite, pg))
	require.NoError(t, err)
	_, takes = shared(t, pg)
	require.NoError(t, takes())
}

// shared has a process join the others of a journal on PostgreSQL, with a job that waits, and a
// function that takes leave for a request.
func shared(t *testing.T, where string) (member *fleet.Member, takes func() error) {
	t.Helper()
	d, err := dispatch.New(t.Context(), dispatch.Options{Address: where, Account: "acme", Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(d.Close)
	require.NoError(t, d.Ask(t.Context(), dispatch.Task{Do: dispatch.PostOrders}))
	member, err = fleet.Join(t.Context(), fleet.Options{Address: where})
	require.NoError(t, err)
	t.Cleanup(func() { _ = member.Leave(context.Background()) })
	permits, err := fleet.NewPermits(where, "acme", []supplier.Limit{{Requests: 1000, Window: time.Second}}, func(context.Context, time.Duration) error { return nil })
	require.NoError(t, err)
	t.Cleanup(func() { _ = permits.Close() })
	return member, func() error { return permits.Take(t.Context()) }
}

func requireSealed(t *testing.T, db *sql.DB, tables string) {
	t.Helper()
	defer db.Close()
	names := namesOf(t, db, tables)
	require.Greater(t, len(names), 12)
	for _, name := range names {
		if name == journal.MoveTable || slices.Contains(passing, name) && name != "permits" {
			continue
		}
		_, err := db.ExecContext(t.Context(), "DELETE FROM "+name)
		var has bool
		require.NoError(t, db.QueryRowContext(t.Context(), "SELECT EXISTS (SELECT 1 FROM "+name+")").Scan(&has))
		if has {
			require.ErrorContains(t, err, "the journal has moved", name)
		}
	}
}

// TestMoveOverABadWire: the wire to PostgreSQL is cut and loses answers, those of commits, too,
// until the journal has come there and back. The command is given again each time.
func TestMoveOverABadWire(t *testing.T) {
	t.Parallel()
	server := rig.SharedPostgres(t)
	wire := rig.StartProxy(t, fmt.Sprintf("127.0.0.1:%d", server.Port))
	lite, pg := filepath.Join(t.TempDir(), "journal.db"), server.NewDatabase(t)
	bad := strings.Replace(pg, fmt.Sprint(":", server.Port), wire.Address[strings.LastIndex(wire.Address, ":"):], 1)
	j := open(t, lite)
	fill(t, j, 5*ordersPerFile)
	require.NoError(t, j.Close())
	random := rand.New(rand.NewPCG(11, 1))
	failed := 0
	for _, o := range []move.Options{options(lite, bad), options(bad, lite)} {
		o.Progress = func(move.Progress) {
			switch random.IntN(20) {
			case 0:
				wire.Cut()
			case 1:
				wire.Lose(1)
			}
		}
		r, err := move.Run(t.Context(), o)
		for ; err != nil; r, err = move.Run(t.Context(), o) {
			failed++
			_, obstructed := errors.AsType[*move.Obstacle](err)
			require.False(t, obstructed, "%v", err)
			require.Less(t, failed, 1000)
		}
		requireSame(t, r, 5*ordersPerFile+1)
	}
	require.NotZero(t, failed)
	require.NotZero(t, wire.Lost())
	journaltest.RequireKept(t, open(t, lite))
}
