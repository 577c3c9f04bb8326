package importer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/importer/objects"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/move"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/racing"
	realrig "github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// purgePlan is what a child does that purges a person, where a shop has its files, and its bucket.
type purgePlan struct {
	Journal string
	Bucket  string // "" for none
	Person  string
	Report  string // the file that its report goes to
}

// purgeDisk tells of each step of a purge that outlasts a death.
type purgeDisk struct {
	desk.Disk
	ports *ports
}

func (d purgeDisk) Remove(path string) error {
	return d.ports.step("removed", func() error { return d.Disk.Remove(path) })
}

func (d purgeDisk) Journal(j state.Journal) state.Journal {
	return &purgeJournal{d.Disk.Journal(j), d.ports}
}

type purgeJournal struct {
	state.Journal
	ports *ports
}

func (j *purgeJournal) SwapFile(ctx context.Context, f state.File) (out state.File, err error) {
	err = j.ports.step("file swapped", func() error {
		out, err = j.Journal.SwapFile(ctx, f)
		return err
	})
	return out, err
}

func (j *purgeJournal) Forget(ctx context.Context, orders []state.Order, at time.Time) (n int, err error) {
	err = j.ports.step("forgotten", func() error {
		n, err = j.Journal.Forget(ctx, orders, at)
		return err
	})
	return n, err
}

func (j *purgeJournal) Scrub(ctx context.Context) error {
	return j.ports.step("scrubbed", func() error { return j.Journal.Scrub(ctx) })
}

func (j *purgeJournal) Act(ctx context.Context, a state.Action) error {
	return j.ports.step("acted", func() error { return j.Journal.Act(ctx, a) })
}

func (j *purgeJournal) SetNote(ctx context.Context, account, name, text string) error {
	return j.ports.step("note set", func() error { return j.Journal.SetNote(ctx, account, name, text) })
}

// purge is a process that purges.
func (p plan) purge() (err error) {
	ctx, ports := context.Background(), newPorts()
	j, err := journal.Open(ctx, p.Purge.Journal)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	ports.atPoints(p.fail(ports))
	at := func(name string) string { return filepath.Join(p.Dir, name) }
	c := desk.Config{Account: "acme", Language: wording.English, Inbox: at("inbox"), Results: at("results"), Archive: at("archive"), Failed: at("failed"), Spool: at("state/spool"), Now: p.now}
	c.Disk = desk.Durably{}
	if p.Purge.Bucket != "" {
		b, err := bucket.Open(ctx, p.Purge.Bucket, bucket.Options{})
		if err != nil {
			return err
		}
		defer b.Close()
		c.Disk = objects.New(b, c)
	}
	c.Disk = purgeDisk{c.Disk, ports}
	d, err := desk.New(c, nil, j)
	if err != nil {
		return err
	}
	who, _ := forget.ParsePerson(p.Purge.Person)
	report, err := forget.Run(ctx, d, forget.Options{Person: &who, Apply: true, By: "clerk", Deep: true})
	if err != nil {
		return err
	}
	text, err := json.Marshal(report)
	if err != nil {
		return err
	}
	return os.WriteFile(p.Purge.Report, text, 0o600)
}

// personalFiles are in the writings of the day, one of them beside another person's order.
func personalFiles(t *testing.T) map[string]string {
	t.Helper()
	narrow, err := charmap.Windows1251.NewEncoder().String(personal("1"))
	require.NoError(t, err)
	foreign, err := charmap.Windows1251.NewEncoder().String("Журавель Олена;0671112233\n") // the reason why it is not read has its headings
	require.NoError(t, err)
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(personal("2"))
	require.NoError(t, err)
	book := filepath.Join(t.TempDir(), "book.xlsx")
	writeWorkbook(t, book, personal("3"))
	packed, err := os.ReadFile(book)
	require.NoError(t, err)
	return map[string]string{"narrow.csv": narrow, "wide.csv": wide, "book.xlsx": string(packed), "bad.csv": foreign, "other.csv": orders("9")}
}

// laidOut is a copy of a shop that holds a person everywhere: all its orders are final.
func laidOut(t *testing.T, bucketed bool) (dir string) {
	t.Helper()
	dir, files := t.TempDir(), personalFiles(t)
	var cloud *bucket.Bucket
	running(t, func(t *testing.T, r *rig) {
		for name, text := range files {
			if bucketed {
				_, err := cloud.Put(t.Context(), "inbox/"+name, strings.NewReader(text))
				require.NoError(t, err)
			} else {
				r.write("inbox/"+name, text)
			}
		}
		wait(time.Minute)
		r.complete("1", "10", "2", "20", "3", "30", "9")
		wait(2 * time.Minute)
		require.NoError(t, os.CopyFS(dir, os.DirFS(r.dir)))
	}, func(c *desk.Config) {
		if !bucketed {
			return
		}
		if cloud == nil {
			at := filepath.Join(filepath.Dir(c.Results), "bucket")
			require.NoError(t, os.MkdirAll(at, 0o700))
			var err error
			cloud, err = bucket.Open(context.Background(), "file://"+at, bucket.Options{})
			require.NoError(t, err)
		}
		c.Disk = objects.New(cloud, *c)
	})
	return dir
}

// TestPurgeIsKilled at each step, in folders and an SQLite journal, and in a bucket and a journal in
// PostgreSQL: whoever purges once more ends it, says so, and nothing of the person is left, and all of
// the others.
func TestPurgeIsKilled(t *testing.T) {
	racing.Skip(t)
	t.Run("folders, SQLite", func(t *testing.T) {
		t.Parallel()
		from := laidOut(t, false)
		killAtEachStep(t, from, func(t *testing.T, dir string) (purgePlan, string) {
			return purgePlan{Journal: filepath.Join(dir, "state", "journal.db")}, "sqlite"
		})
	})
	t.Run("bucket, PostgreSQL", func(t *testing.T) {
		t.Parallel()
		from, server := laidOut(t, true), realrig.StartPostgres(t)
		template := server.NewDatabase(t)
		_, err := move.Run(t.Context(), move.Options{From: filepath.Join(from, "state", "journal.db"), To: template, Idle: true, Now: time.Now, After: time.After})
		require.NoError(t, err)
		require.NoError(t, os.Remove(filepath.Join(from, "state", "journal.db")))
		name := template[strings.LastIndex(template, "/")+1 : strings.Index(template, "?")]
		killAtEachStep(t, from, func(t *testing.T, dir string) (purgePlan, string) {
			return purgePlan{Journal: server.NewDatabase(t, "TEMPLATE", name), Bucket: "file://" + filepath.Join(dir, "bucket")}, "pgx"
		})
	})
}

// killAtEachStep kills a purge before its first step and after each, and purges again. Between the
// end of one and the beginning of the next nothing outlasts a death: before each it is killed with -long.
func killAtEachStep(t *testing.T, from string, prepare func(t *testing.T, dir string) (purgePlan, string)) {
	t.Helper()
	traces := realrig.NewTraces(t, "Журавель", "Олена", "671112233", "67 111 22 33")
	others := realrig.NewTraces(t, "Петренко")
	require.GreaterOrEqual(t, len(traces.InFolder(t, from)), 10, "it is everywhere")
	for nth := 1; ; nth += long.Or(min(nth, 2), 1) {
		dir, out := t.TempDir(), t.TempDir()
		require.NoError(t, os.CopyFS(dir, os.DirFS(from)))
		purge, driver := prepare(t, dir)
		purge.Person, purge.Report = "067 111-22-33", filepath.Join(out, "first.json")
		died := runToEnd(t, plan{Dir: dir, Purge: &purge, Nth: nth})
		purge.Report = filepath.Join(out, "second.json")
		require.NoError(t, plan{Dir: dir, Purge: &purge}.purge())
		about := fmt.Sprintf("killed at step %d", nth)
		require.Empty(t, traces.InFolder(t, dir), about)
		rows := realrig.Rows(t, driver, purge.Journal)
		require.Empty(t, traces.InRows(rows), about)
		require.Len(t, others.InRows(rows), 2*4, "the orders of another person stay, with what they are found by: %s", about)
		require.NotEmpty(t, others.InFolder(t, dir), about)
		checkPurged(t, purge, died, about)
		half, err := filepath.Glob(filepath.Join(dir, "*", durable.TempPrefix+"*"))
		require.NoError(t, err)
		require.Empty(t, half)
		if !died {
			require.Greater(t, nth, 20, "it has that many steps at least")
			return
		}
	}
}

// runToEnd runs a purging child; killed tells that it was.
func runToEnd(t *testing.T, p plan) (killed bool) {
	t.Helper()
	child := startChild(t, p)
	select {
	case <-child.ended:
	case <-time.After(patience):
		t.Fatal("the child does not end")
	}
	code := child.ProcessState.ExitCode()
	require.Contains(t, []int{-1, 0}, code)
	return code != 0
}

// checkPurged: what was done stands in the log of actions once at least, whole, and whoever came second
// knows what he ended.
func checkPurged(t *testing.T, purge purgePlan, died bool, about string) {
	t.Helper()
	var second forget.Report
	data, err := os.ReadFile(purge.Report)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &second))
	require.Empty(t, second.Kept, about)
	j, err := journal.Open(t.Context(), purge.Journal)
	require.NoError(t, err)
	defer j.Close()
	acts, err := j.Actions(t.Context(), state.ActionQuery{})
	require.NoError(t, err)
	require.NotEmpty(t, acts, about)
	for _, one := range acts {
		require.Equal(t, []string{"purged", "clerk", "3"}, []string{string(one.Kind), one.Person, one.About}, about)
		require.Equal(t, acts[0].Detail, one.Detail, about)
	}
	notes, err := j.Notes(t.Context(), "acme")
	require.NoError(t, err)
	for name := range notes {
		require.NotContains(t, name, "purging", about)
	}
	if second.Ended != nil {
		require.True(t, died)
		require.Equal(t, "clerk", second.Ended.By)
		require.Equal(t, 3, second.Ended.Orders)
	}
	if len(second.Orders) < 3 && died && second.Ended == nil {
		require.Empty(t, second.Files, "killed behind its end: %s", about)
	}
}
