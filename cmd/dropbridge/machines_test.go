//go:build unix

package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/sandbox"
)

// machines is several processes of the program that work for one shop, with a supplier, a database
// and wires between them that fail.
type machines struct {
	*testing.T
	dir       string
	random    *rand.Rand
	supplier  *sandbox.Server
	witness   *rig.Witness
	postgres  *rig.Proxy // the wire to the database
	wire      *rig.Proxy // the wire to the supplier
	database  string     // its address without the wire
	processes []*rig.Process
	config    string // but for its journal
	journal   string // its address as the config has it

	orders, files int
}

// fleetOrders is how many orders each file has.
const fleetOrders = 20

// skew is how far the clocks of two machines are apart: as much as one machine forgives.
const skew = time.Minute

func newMachines(t *testing.T, seed uint64) *machines {
	t.Helper()
	f := &machines{T: t, dir: t.TempDir(), random: rand.New(rand.NewPCG(seed, 1))}
	server := rig.StartPostgres(t)
	f.database = server.NewDatabase(t)
	address := fmt.Sprintf("127.0.0.1:%d", server.Port)
	f.postgres = rig.StartProxy(t, address)
	var err error
	f.supplier, err = sandbox.New(sandbox.Options{Tokens: []string{"fleet-token"}, Catalog: pricedCatalog(50, time.Now()), AcceptAnySKU: true, Speed: 1, Seed: 1, Now: time.Now})
	require.NoError(t, err)
	t.Cleanup(func() { f.supplier.Close() })
	f.witness = &rig.Witness{Supplier: f.supplier, Orders: "/api/orders"}
	web := httptest.NewServer(f.witness)
	t.Cleanup(web.Close)
	f.wire = rig.StartProxy(t, strings.TrimPrefix(web.URL, "http://"))
	f.config = fmt.Sprintf(`supplier: {base_url: "http://%s", idempotency: external_id}
inbox: {settle: 50ms, scan: 100ms, follow: 500ms}
feeds:
  shop: {template: csv, out: feeds/shop.csv, every: 1s, private: true}
`, f.wire.Address)
	f.journal = strings.Replace(f.database, address, f.postgres.Address, 1)
	require.NoError(t, os.Mkdir(filepath.Join(f.dir, "inbox"), 0o755))
	return f
}

// start starts so many processes with the journal.
func (f *machines) start(processes int) {
	f.Helper()
	config := f.config + "journal: " + f.journal + "\n"
	require.NoError(f, os.WriteFile(filepath.Join(f.dir, "dropbridge.yaml"), []byte(config), 0o600))
	for n := range processes {
		f.processes = append(f.processes, rig.StartProcess(f.T, rig.Machine{Program: "dropbridge", Args: []string{"run", "--listen", "127.0.0.1:0"},
			Dir: f.dir, Env: []string{"DROPBRIDGE_TOKEN=fleet-token"}, Ahead: time.Duration(n) * skew}))
	}
}

// drop puts a file of orders into the inbox.
func (f *machines) drop() {
	f.Helper()
	var text strings.Builder
	text.WriteString("order_id,name,phone,city,branch,sku,quantity,price\n")
	for range fleetOrders {
		f.orders++
		fmt.Fprintf(&text, "F-%d,Ткач Ірина,0670000301,Київ,1,KB-%d,1,450.00\n", f.orders, f.orders)
	}
	f.files++
	name := fmt.Sprintf("orders%d.csv", f.files)
	require.NoError(f, os.WriteFile(filepath.Join(f.dir, name), []byte(text.String()), 0o644))
	require.NoError(f, os.Rename(filepath.Join(f.dir, name), filepath.Join(f.dir, "inbox", name)))
}

// one is a process, by the seed.
func (f *machines) one() *rig.Process { return f.processes[f.random.IntN(len(f.processes))] }

// suffer lets faults happen for a while, while files keep coming.
func (f *machines) suffer(d time.Duration) {
	f.Helper()
	ctx, cancel := context.WithTimeout(f.Context(), d)
	defer cancel()
	rig.Happen(ctx, f.random, 400*time.Millisecond,
		f.drop, f.drop,
		func() { f.one().Restart() },
		func() { f.one().Freeze(300 * time.Millisecond) },
		f.postgres.Cut, func() { f.postgres.Lose(1) },
		f.wire.Cut, func() { f.witness.LoseAnswers(1) }, func() { f.witness.LosePosts(1) },
	)
	f.postgres.Heal()
	f.wire.Heal()
	f.witness.LoseAnswers(0)
	f.witness.LosePosts(0)
	for _, p := range f.processes {
		if !p.Lives() { // it began while the database was away, and whatever keeps it going starts it again
			p.Restart()
		}
	}
}

// settle waits until every order is accepted and every result says so.
func (f *machines) settle() {
	f.Helper()
	where := f.database
	if !journal.OnServer(f.journal) {
		where = filepath.Join(f.dir, f.journal)
	}
	j, err := journal.Open(f.Context(), where)
	require.NoError(f, err)
	defer j.Close()
	for end := time.Now().Add(patience); ; {
		counts, err := j.Counts(f.Context(), "")
		require.NoError(f, err)
		if counts[state.Accepted] == f.orders && f.accepted() == f.orders {
			return
		}
		f.requireLives()
		require.True(f, time.Now().Before(end), "%d results of %d, and these orders wait: %v", f.accepted(), f.orders, f.left(j))
		time.Sleep(50 * time.Millisecond)
	}
}

// requireLives: whatever failed around it, no process has ended by itself.
func (f *machines) requireLives() {
	f.Helper()
	for _, p := range f.processes {
		require.True(f, p.Lives(), "a process has ended by itself:\n%s", p.Log())
	}
}

// left says what was not accepted.
func (f *machines) left(j *journal.Journal) (out []string) {
	orders, _ := j.Orders(context.Background(), state.OrderQuery{})
	for _, o := range orders {
		if o.State != state.Accepted {
			out = append(out, fmt.Sprintf("%s %s %s", o.ExternalID, o.State, o.Code))
		}
	}
	return out
}

// accepted is how many rows of all results say that their order was accepted.
func (f *machines) accepted() (rows int) {
	results, _ := filepath.Glob(filepath.Join(f.dir, "results", "*.result.csv"))
	for _, name := range results {
		data, err := os.ReadFile(name)
		if err == nil {
			rows += strings.Count(string(data), ",accepted,")
		}
	}
	return rows
}

// watchFeed reads the feed again and again, until it is told to end: it is always whole. seen is
// how often it was there.
func (f *machines) watchFeed(ctx context.Context, seen *atomic.Int64) {
	for ctx.Err() == nil {
		file, err := os.Open(filepath.Join(f.dir, "feeds", "shop.csv"))
		if err == nil {
			reader := csv.NewReader(file)
			rows, err := reader.ReadAll()
			file.Close()
			if err != nil || len(rows) != 51 {
				f.Errorf("the feed is not whole: %d rows, %v", len(rows), err)
				return
			}
			seen.Add(1)
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// TestFleet: one process and three are killed and stopped while the database and the supplier
// fail. Each order is at the supplier exactly once, and no feed was ever partial.
func TestFleet(t *testing.T) {
	t.Parallel()
	for _, processes := range []int{1, 3} {
		t.Run(fmt.Sprint(processes), func(t *testing.T) {
			t.Parallel()
			f := newMachines(t, uint64(processes))
			f.start(processes)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var watching sync.WaitGroup
			var seen atomic.Int64
			watching.Go(func() { f.watchFeed(ctx, &seen) })
			f.drop()
			f.suffer(time.Duration(long.Or(5, 300)) * time.Second)
			began := time.Now()
			f.settle()
			t.Logf("%d orders, settled %v after the last fault", f.orders, time.Since(began).Round(time.Millisecond))
			if processes > 1 {
				f.takeOver()
			}
			t.Logf("%d requests came to the supplier within a second at most", f.witness.Most(time.Second))
			f.eventually("the feed is there", func() bool { return seen.Load() > 0 || t.Failed() })
			cancel()
			watching.Wait()
			for _, p := range f.processes {
				require.Zero(t, p.End())
			}
			f.requireOnce()
		})
	}
}

// takeOver kills the process that posts in the middle of a file, for good: the others finish it.
func (f *machines) takeOver() {
	f.Helper()
	f.drop()
	f.eventually("the first of a file's orders is at the supplier", func() bool { return f.supplier.Stats().OrdersStored > f.orders-fleetOrders })
	dead := f.processes[0]
	f.processes = f.processes[1:]
	dead.Kill()
	began := time.Now()
	f.settle()
	f.Logf("its work was taken over and done within %v", time.Since(began).Round(time.Millisecond))
}

// requireOnce: each order was made once, whatever was asked how often.
func (f *machines) requireOnce() {
	f.Helper()
	stats := f.supplier.Stats()
	require.Equal(f, f.orders, stats.OrdersStored)
	require.Zero(f, stats.DoubledExternalIDs)
	lost := 0
	for id, posts := range f.witness.Posts() {
		made := 0
		for _, post := range posts {
			if post.Status == 201 {
				made++
			}
			if post.Lost {
				lost++
			}
		}
		require.Equal(f, 1, made, id)
	}
	f.Logf("%d answers of the supplier were lost, and %d of the database", lost, f.postgres.Lost())
}

// TestFleetMoves: a shop moves from its file to PostgreSQL and back while orders come in and are
// posted. The process that has the old journal posts no more, and says where the new one is.
func TestFleetMoves(t *testing.T) {
	t.Parallel()
	f := newMachines(t, 3)
	server := f.journal
	f.journal = "state/journal.db"
	f.start(1)
	for _, to := range []string{server, "state/journal.db"} {
		f.drop()
		f.eventually("the first of a file's orders is at the supplier", func() bool { return f.supplier.Stats().OrdersStored > f.orders-fleetOrders })
		f.drop()
		move := exec.CommandContext(t.Context(), "dropbridge", "migrate", "--to", to, "--write-config")
		move.Dir = f.dir
		out, err := move.CombinedOutput()
		require.NoError(t, err, "%s", out)
		f.drop()
		f.eventually("the old one says that it posts no more", func() bool { return strings.Contains(f.processes[0].Log(), "the journal has moved to") })
		require.Zero(t, f.processes[0].End())
		f.processes, f.journal = nil, to
		f.start(1)
		f.settle()
	}
	require.Zero(t, f.processes[0].End())
	f.requireOnce()
}

// eventually waits for something.
func (f *machines) eventually(what string, happened func() bool) {
	f.Helper()
	for end := time.Now().Add(patience); !happened(); time.Sleep(10 * time.Millisecond) {
		f.requireLives()
		require.True(f, time.Now().Before(end), what)
	}
}
