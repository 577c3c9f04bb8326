//go:build unix

package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/bucket/buckettest"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/sandbox"
)

// movingShop is a shop whose journal and files move, with a supplier that remembers each post.
type movingShop struct {
	*testing.T
	random   *rand.Rand
	dir      string // the folder of its config, where it works now
	env      []string
	supplier *sandbox.Server
	witness  *rig.Witness
	wire     *rig.Proxy
	bucket   *bucket.Bucket
	server   string   // the database on PostgreSQL
	numbers  []string // of orders that are to be posted
	files    int
	process  *rig.Process
}

func newMovingShop(t *testing.T, seed uint64) *movingShop {
	s := &movingShop{T: t, random: rand.New(rand.NewPCG(seed, 2)), dir: t.TempDir(), server: rig.SharedPostgres(t).NewDatabase(t)}
	var err error
	s.supplier, err = sandbox.New(sandbox.Options{Tokens: []string{"token"}, Catalog: pricedCatalog(30, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), AcceptAnySKU: true, Speed: 20_000, Seed: 1, Now: time.Now})
	require.NoError(t, err)
	t.Cleanup(func() { s.supplier.Close() })
	s.witness = &rig.Witness{Supplier: s.supplier, Orders: "/api/orders"}
	web := httptest.NewServer(s.witness)
	t.Cleanup(web.Close)
	s.wire = rig.StartProxy(t, strings.TrimPrefix(web.URL, "http://"))
	store := rig.StartStore(t)
	store.MakeBucket(t, "shop")
	giveKey(t, store)
	s.env = []string{"DROPBRIDGE_TOKEN=token"}
	s.bucket, err = bucket.Open(t.Context(), s.address(store), bucket.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { s.bucket.Close() })
	s.write("dropbridge.yaml", fmt.Sprintf(`language: en
supplier: {base_url: "http://%s", idempotency: external_id, full_read: 0}
inbox:
  settle: 50ms
  scan: 100ms
  follow: 500ms
  waybills: {template: csv, out: out/waybills.csv}
feeds:
  shop: {template: csv, out: feeds/shop.csv, private: true, gzip: true}
`, s.wire.Address))
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "inbox"), 0o755))
	return s
}

func (s *movingShop) address(store *rig.Store) string {
	return "s3://shop/of/mine?endpoint=" + store.URL + "&region=" + store.Region
}

func (s *movingShop) write(name, text string) {
	s.Helper()
	require.NoError(s, os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644))
}

// file is a file of so many new orders.
func (s *movingShop) file(orders int) (name, text string) {
	var out strings.Builder
	out.WriteString("order_id,name,phone,city,branch,sku,quantity,price\n")
	for range orders {
		number := fmt.Sprintf("M-%d", len(s.numbers)+1)
		s.numbers = append(s.numbers, number)
		fmt.Fprintf(&out, "%s,Ткач Ірина,0670000301,Київ,1,KB-1,1,450.00\n", number)
	}
	s.files++
	return fmt.Sprintf("orders%d.csv", s.files), out.String()
}

// drop puts a file into the inbox of the folders.
func (s *movingShop) drop(name, text string) {
	s.Helper()
	s.write(name, text)
	require.NoError(s, os.Rename(filepath.Join(s.dir, name), filepath.Join(s.dir, "inbox", name)))
}

func (s *movingShop) run() {
	s.Helper()
	s.process = rig.StartProcess(s.T, rig.Machine{Program: "dropbridge", Args: []string{"run", "--listen", "127.0.0.1:0"}, Dir: s.dir, Env: s.env})
}

// command runs the program to its end and gives what it wrote.
func (s *movingShop) command(args ...string) string {
	s.Helper()
	c := exec.CommandContext(s.Context(), "dropbridge", args...)
	c.Dir, c.Env = s.dir, append(os.Environ(), s.env...)
	out, err := c.CombinedOutput()
	require.NoError(s, err, "%v: %s", args, out)
	return string(out)
}

// killed runs the program again and again, and kills it after a while that grows until it comes
// to its end. It gives how often that was.
func (s *movingShop) killed(args ...string) (kills int) {
	s.Helper()
	for patience := 60 * time.Millisecond; ; patience += patience / 2 {
		ctx, cancel := context.WithTimeout(s.Context(), patience/2+time.Duration(s.random.Int64N(int64(patience))))
		c := exec.CommandContext(ctx, "dropbridge", args...)
		c.Dir, c.Env = s.dir, append(os.Environ(), s.env...)
		out, err := c.CombinedOutput()
		late := ctx.Err() != nil
		cancel()
		if err == nil || c.ProcessState.Success() { // it may have come to its end when its time was over
			return kills
		}
		failed, ok := errors.AsType[*exec.ExitError](err)
		require.True(s, ok && failed.ExitCode() == -1 && late, "%v: %v: %s", args, err, out)
		kills++
	}
}

// counts are what the journal at an address says of orders.
func (s *movingShop) counts(where string) map[state.State]int {
	s.Helper()
	if !journal.OnServer(where) {
		where = filepath.Join(s.dir, where)
	}
	j, err := journal.Open(s.Context(), where)
	require.NoError(s, err)
	defer j.Close()
	counts, err := j.Counts(s.Context(), "")
	require.NoError(s, err)
	return counts
}

func (s *movingShop) eventually(what string, happened func() bool) {
	s.Helper()
	for end := time.Now().Add(patience); !happened(); time.Sleep(20 * time.Millisecond) {
		require.True(s, s.process == nil || s.process.Lives(), "%s: a process has ended by itself", what)
		require.True(s, time.Now().Before(end), what)
	}
}

// settle waits until all orders are accepted.
func (s *movingShop) settle(where string) {
	s.Helper()
	s.eventually("all orders are at the supplier", func() bool { return s.supplier.Stats().OrdersStored >= len(s.numbers) })
	s.eventually("all orders are accepted", func() bool { return s.counts(where)[state.Accepted] == len(s.numbers) })
}

func (s *movingShop) keys(prefix string) (out []string) {
	s.Helper()
	for at, err := range s.bucket.List(s.Context(), prefix, true) {
		require.NoError(s, err)
		if !strings.HasPrefix(filepath.Base(at.Key), ".") {
			out = append(out, at.Key)
		}
	}
	return out
}

func (s *movingShop) names(dir string) (out []string) {
	entries, err := os.ReadDir(filepath.Join(s.dir, dir))
	require.NoError(s, err)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			out = append(out, e.Name())
		}
	}
	return out
}

func (s *movingShop) read(name string) string {
	s.Helper()
	text, err := os.ReadFile(filepath.Join(s.dir, name))
	require.NoError(s, err)
	return string(text)
}

// requireOnce: each order was made once.
func (s *movingShop) requireOnce() {
	s.Helper()
	require.Equal(s, len(s.numbers), s.supplier.Stats().OrdersStored)
	require.Zero(s, s.supplier.Stats().DoubledExternalIDs)
	for id, posts := range s.witness.Posts() {
		made := 0
		for _, post := range posts {
			if post.Status == 201 {
				made++
			}
		}
		require.Equal(s, 1, made, id)
	}
}

// inAllStates makes orders of all kinds: accepted, refused in the file, unknown, ready, on their
// way in the inbox; files that could not be read, and the feed.
func (s *movingShop) inAllStates() {
	s.Helper()
	s.command("export")
	s.drop(s.file(6))
	s.drop("bad.csv", "one,two\n1,2\n")
	s.drop("part.csv", "order_id,name,phone,city,branch,sku,quantity,price\nP-1,Ткач Ірина,0670000301,Київ,1,KB-1,none,450.00\n")
	s.run()
	s.eventually("the first orders are posted and shown", func() bool {
		return s.supplier.Stats().OrdersStored == len(s.numbers) && len(s.names("archive")) == 2 && len(s.names("failed")) == 2
	})
	s.eventually("there is a waybill file", func() bool { _, err := os.Stat(filepath.Join(s.dir, "out/waybills.csv")); return err == nil })
	s.witness.LoseAnswers(3)
	s.drop(s.file(8))
	s.eventually("answers were lost", func() bool { return s.supplier.Stats().OrdersStored > 8 })
	s.process.Kill()
	s.process = nil
	s.witness.LoseAnswers(0)
	// Of an order that met a dead wire it is not known whether it exists. Of one that is told to come back it is: it waits.
	require.NoError(s, s.supplier.SetFaults([]sandbox.Fault{{Kind: "throttle", Scope: "*", RetryAfter: new(1)}}))
	s.drop(s.file(5))
	s.run()
	s.eventually("some wait", func() bool { return s.counts("state/journal.db")[state.Ready] >= 5 })
	s.wire.Refuse(true)
	s.wire.Cut()
	require.NoError(s, s.supplier.SetFaults(nil))
}

// TestShopMovesWithItsFiles: a shop with orders in all states moves from SQLite and folders to
// PostgreSQL and a bucket, goes on on another machine, and moves back to folders there. The
// program that moves it is killed again and again, while the shop works.
func TestShopMovesWithItsFiles(t *testing.T) {
	t.Parallel()
	for seed := range uint64(long.Or(1, 20)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { moveThereAndBack(t, seed) })
	}
}

func moveThereAndBack(t *testing.T, seed uint64) {
	t.Parallel()
	s := newMovingShop(t, seed)
	s.inAllStates()
	feed := s.read("feeds/shop.csv")
	old := s.dir
	address := "s3://shop/of/mine?" + strings.SplitN(s.bucket.Place(), "?", 2)[1] + "&region=us-east-1"

	dry := s.command("migrate", "--files", address, "--to", s.server, "--dry-run")
	require.Contains(t, dry, "nothing was written")
	require.Empty(t, s.keys("inbox/"))
	kills := s.killed("migrate", "--files", address, "--write-config")
	s.eventually("the process says that the files have moved", func() bool { return strings.Contains(s.process.Log(), "files have moved to s3://shop/of/mine") })
	s.wire.Heal()
	s.process.End()
	s.process = nil
	waiting := s.keys("inbox/")
	lateName, late := s.file(2)
	s.drop(lateName, late) // into the old inbox: nobody takes it there
	kills += s.killed("migrate", "--to", s.server, "--write-config")
	t.Logf("killed %d times on the way there", kills)
	again := s.command("migrate", "--files", address)
	require.Contains(t, again, "moved already")
	s.requireNoPaths(old)
	require.Equal(t, waiting, s.keys("inbox/"))

	require.Contains(t, again, lateName+": nobody has taken it yet")
	require.Contains(t, s.names("inbox"), lateName)
	s.another(old)
	s.run()
	_, err := s.bucket.Create(t.Context(), "inbox/"+lateName, strings.NewReader(late))
	require.NoError(t, err)
	s.settle(s.server)
	s.eventually("all results are there", func() bool { return len(s.keys("archive/")) == s.files+1 && len(s.keys("results/")) >= s.files })
	s.eventually("each result says so", func() bool { return s.acceptedIn(s.bucketTexts("results/")) == len(s.numbers) })
	require.NotContains(t, s.command("status"), "private copy")
	require.Zero(t, s.process.End())
	s.process = nil
	s.command("export")
	require.Equal(t, feed, s.read("feeds/shop.csv"), "the next build makes the same")
	require.Equal(t, feed, buckettest.Text(t, s.bucket, "feeds/shop/shop.csv"))
	s.requireOnce()

	name, text := s.file(4)
	_, err = s.bucket.Create(t.Context(), "inbox/"+name, strings.NewReader(text))
	require.NoError(t, err)
	kills = s.killed("migrate", "--files", ".", "--to", "state/journal.db", "--write-config")
	t.Logf("killed %d times on the way back", kills)
	require.Equal(t, []string{name}, s.names("inbox"))
	s.drop(s.file(3))
	s.run()
	s.settle("state/journal.db")
	s.eventually("all results are there", func() bool {
		return len(s.names("archive")) == s.files+1 && s.acceptedIn(s.folderTexts("results")) == len(s.numbers)
	})
	require.NotContains(t, s.command("status"), "private copy")
	require.Len(t, s.names("failed"), 2)
	require.Zero(t, s.process.End())
	s.process = nil
	s.command("export")
	require.Equal(t, feed, s.read("feeds/shop.csv"))
	require.NotEmpty(t, s.read("out/waybills.csv"))
	s.requireOnce()
}

// another goes on on another machine, which has the config and nothing else.
func (s *movingShop) another(old string) {
	s.Helper()
	config := s.read("dropbridge.yaml")
	s.dir = s.TempDir()
	s.write("dropbridge.yaml", config)
	require.NotEqual(s, old, s.dir)
}

// requireNoPaths: no column of the journal has a path of the folders that were left.
func (s *movingShop) requireNoPaths(old string) {
	s.Helper()
	db, err := sql.Open("pgx", s.server)
	require.NoError(s, err)
	defer db.Close()
	rows, err := db.QueryContext(s.Context(), "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'text' AND table_name <> '"+journal.MoveTable+"'")
	require.NoError(s, err)
	defer rows.Close()
	var columns [][2]string
	for rows.Next() {
		var c [2]string
		require.NoError(s, rows.Scan(&c[0], &c[1]))
		columns = append(columns, c)
	}
	require.NoError(s, rows.Err())
	require.Greater(s, len(columns), 50)
	for _, c := range columns {
		var n int
		require.NoError(s, db.QueryRowContext(s.Context(), fmt.Sprintf(`SELECT COUNT(*) FROM %q WHERE %q LIKE '%%state/spool%%' OR %[2]q LIKE '%%results/%%' AND NOT %[2]q LIKE 'files:%%' OR %[2]q LIKE $1`, c[0], c[1]), "%"+old+"%").Scan(&n))
		require.Zero(s, n, "%s.%s", c[0], c[1])
	}
}

func (s *movingShop) bucketTexts(prefix string) (out []string) {
	s.Helper()
	for _, key := range s.keys(prefix) {
		out = append(out, buckettest.Text(s.T, s.bucket, key))
	}
	return out
}

func (s *movingShop) folderTexts(dir string) (out []string) {
	s.Helper()
	for _, name := range s.names(dir) {
		out = append(out, s.read(filepath.Join(dir, name)))
	}
	return out
}

// acceptedIn is how many rows of results say that their order was accepted.
func (s *movingShop) acceptedIn(texts []string) (rows int) {
	for text := range slices.Values(texts) {
		rows += strings.Count(text, ",accepted,")
	}
	return rows
}
