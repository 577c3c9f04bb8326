package importer_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// crashRow is one kind of supplier. It keeps what it promises and nothing more: where
// it promises nothing, every request makes an order.
type crashRow struct {
	name    string
	promise supplier.Idempotency
	lag     int           // lookups that do not see a new order yet
	gap     time.Duration // that passes between a death and the restart
	decides bool          // every order can be decided without a person
	steps   bool          // it makes drafts, which are handed in
}

var crashTable = []crashRow{
	{name: "external id", promise: supplier.Idempotency{Kind: "external_id"}, decides: true},
	{name: "external id, seen late", promise: supplier.Idempotency{Kind: "external_id"}, lag: 2, decides: true},
	{name: "key", promise: supplier.Idempotency{Kind: "key"}, decides: true},
	{name: "key, seen late", promise: supplier.Idempotency{Kind: "key", Lifetime: 24 * time.Hour}, lag: 2, decides: true},
	{name: "key that expires", promise: supplier.Idempotency{Kind: "key", Lifetime: time.Hour}, gap: 2 * time.Hour},
	{name: "nothing", promise: supplier.Idempotency{Kind: "none"}},
	{name: "two steps", promise: supplier.Idempotency{Kind: "none"}, steps: true},
	{name: "two steps, external id, seen late", promise: supplier.Idempotency{Kind: "external_id"}, lag: 2, steps: true, decides: true},
	{name: "nothing, seen late", promise: supplier.Idempotency{Kind: "none"}, lag: 2},
}

// death is one that an importer dies.
type death struct {
	point   string
	process bool // it is a process that is killed, and not its like in the test's own
}

// TestCrashes kills an importer again and again, at every point by its name and at
// seeded random ones, while files keep coming and a part of the answers is cut off.
func TestCrashes(t *testing.T) {
	killed := map[string]bool{} // points, and whether a process was killed there
	for nth, row := range crashTable {
		for _, d := range row.deaths(nth) {
			killed[d.point] = killed[d.point] || d.process
		}
	}
	for point, really := range killed {
		require.True(t, really, point)
	}
	require.Subset(t, slices.Collect(maps.Keys(killed)), slices.Concat(pointsAfter, pointsOfDrafts))
	for nth, row := range crashTable {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, row)
			for _, d := range row.deaths(nth) {
				s.die(d)
			}
			random := rand.New(rand.NewPCG(1, 2))
			for range long.Or(2, 6) {
				s.dieAt("", 1+random.IntN(12))
			}
			s.finish()
			s.check()
		})
	}
}

// deaths are all points of the importer and all moments of a request, those of the nth row. To come
// to abandoned an importer needs one that died before it in the middle of an attempt. Of every nine
// one is a process, others in each row, and more of them with -long; most time goes into starting these.
// At what becomes of files, to which it is the same what the supplier promises, a third of the rows die.
func (row crashRow) deaths(nth int) (out []death) {
	points := []string{requestLost, requestStored, answerCut}
	for _, point := range pointsAfter {
		if point == "abandoned" {
			points = append(points, "sending")
		}
		points = append(points, point)
	}
	for n, point := range points {
		if !slices.Contains(pointsOfFiles, point) || (n+nth)%long.Or(3, 1) == 0 {
			out = append(out, death{point, (n+nth)%long.Or(9, 3) == 0})
		}
	}
	if row.steps {
		for n, point := range append([]string{handingLost, handingStored}, pointsOfDrafts...) {
			out = append(out, death{point, (n+nth)%2 == 0})
		}
	}
	return out
}

// scene is a shop, the folders of importers that die, and what was dropped.
type scene struct {
	*testing.T
	row     crashRow
	shop    *shop
	server  *httptest.Server
	callers callers
	dir     string
	want    []string // order numbers
	files   int
	deaths  int

	mu     sync.Mutex
	ahead  time.Duration // of all clocks
	moment string        // of a request, at which its sender is killed
	victim mortal
}

// mortal is an importer that can be killed.
type mortal interface {
	kill() // at once
	died() // waits for it
}

func newScene(t *testing.T, row crashRow) *scene {
	s := &scene{T: t, row: row, dir: t.TempDir()}
	s.shop = newShop(func() time.Time {
		s.mu.Lock()
		defer s.mu.Unlock()
		return time.Now().Add(s.ahead)
	})
	s.shop.promise, s.shop.lag, s.shop.steps = row.promise, row.lag, row.steps
	s.server = httptest.NewUnstartedServer(serve(s.shop, s.kill))
	s.server.Config.ConnState = s.callers.note
	s.server.Start()
	t.Cleanup(s.server.Close)
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "inbox"), 0o755))
	layJournal(t, filepath.Join(s.dir, "state", "journal.db"))
	return s
}

// kill kills the running child where its request has come to the chosen moment.
func (s *scene) kill(moment string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moment != moment || s.victim == nil {
		return false
	}
	s.moment = ""
	s.victim.kill()
	return true
}

// drop puts a file of three orders into the inbox. The answer about one is cut off.
func (s *scene) drop() {
	text := heading
	for n := range 3 {
		number := fmt.Sprint(1000 + len(s.want))
		if n == 1 {
			s.shop.mu.Lock()
			s.shop.script[number] = []fault{cutAnswer}
			s.shop.mu.Unlock()
		}
		s.want = append(s.want, number)
		text += row(number)
	}
	s.files++
	dropWhole(s.T, s.dir, fmt.Sprintf("orders%d.csv", s.files), text)
}

// dropWhole puts a file into the inbox in one step.
func dropWhole(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	require.NoError(t, os.Rename(path, filepath.Join(dir, "inbox", name)))
}

// die is dieAt the first time that the importer comes to the point.
func (s *scene) die(d death) {
	s.Helper()
	if d.process {
		s.dieAt(d.point, 1)
		return
	}
	s.kills(d.point, 1, func(p plan) mortal { return startInside(s.T, p) })
}

// dieAt drops a file, starts an importer and waits until it was killed.
func (s *scene) dieAt(point string, nth int) {
	s.Helper()
	s.kills(point, nth, func(p plan) mortal { return startChild(s.T, p) })
}

func (s *scene) kills(point string, nth int, start func(plan) mortal) {
	s.Helper()
	s.drop()
	p := s.plan()
	p.Point, p.Nth = point, nth
	s.mu.Lock()
	if slices.Contains([]string{requestLost, requestStored, answerCut, handingLost, handingStored}, point) {
		s.moment, p.Nth = point, 0
	}
	s.victim = start(p)
	victim := s.victim
	s.mu.Unlock()
	victim.died()
	s.deaths++
	s.mu.Lock()
	s.ahead += s.row.gap
	s.mu.Unlock()
}

func (s *scene) plan() plan {
	return plan{Dir: s.dir, Shop: s.server.URL, Spool: "spool", Promise: s.row.promise, Steps: s.row.steps, Ahead: s.ahead}
}

// finish lets a last importer do what is left.
func (s *scene) finish() {
	s.Helper()
	last := startInside(s.T, s.plan())
	if !assert.Eventually(s.T, func() bool { return calm(last.journal, s.files) }, patience, 20*time.Millisecond) {
		s.dump(last.journal)
		s.FailNow()
	}
	last.stop()
}

func openJournal(t *testing.T, dir string) *journal.Journal {
	t.Helper()
	j, err := journal.Open(t.Context(), filepath.Join(dir, "state", "journal.db"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// calm reports whether nothing is left to do but for a person: every file was taken
// and moved, and what is unknown was looked for long enough.
func calm(j *journal.Journal, files int) bool {
	taken, err := j.Files(context.Background(), state.FileQuery{Account: "acme"})
	if err != nil || len(taken) != files {
		return false
	}
	for _, f := range taken {
		if f.Placed == state.PlacedInbox || f.Placed == state.PlacedStuck || f.Counts.Pending > 0 {
			return false
		}
	}
	orders, err := j.Orders(context.Background(), state.OrderQuery{Account: "acme"})
	for _, o := range orders {
		waits := o.State == state.Unknown && o.NotBefore.Sub(o.ChangedAt) > time.Minute
		if o.State != state.Accepted && !waits {
			return false
		}
	}
	return err == nil
}

// check: nothing lost, nothing doubled, and unknown only what nobody can find out.
func (s *scene) check() {
	s.Helper()
	j := openJournal(s.T, s.dir)
	stored, unknown := s.shop.count(), 0
	shown := s.results(j)
	for _, number := range s.want {
		orders, err := j.Orders(s.Context(), state.OrderQuery{Key: &state.OrderKey{Account: "acme", ExternalID: number}})
		require.NoError(s, err)
		require.Len(s, orders, 1, "order %s is lost", number)
		o := orders[0]
		if o.State == state.Accepted {
			require.Equal(s, 1, stored[number], "order %s at the shop", number)
			require.Equal(s, []string{"accepted", o.RemoteID}, shown[number][:2], number)
			require.Equal(s, s.shop.idOf(number), o.RemoteID, number)
			continue
		}
		// It was to be sent once, who sent it died before an answer, and the shop does not
		// show it: both that it never left and that it is still on its way would look so.
		unknown++
		require.Equal(s, state.Unknown, o.State, number)
		require.Equal(s, 1, o.Attempts, "order %s was repeated blindly", number)
		require.Zero(s, stored[number], "order %s could be found", number)
		require.Equal(s, "unknown", shown[number][0], number)
		require.Contains(s, shown[number][4], "dropbridge resolve", number)
	}
	require.Len(s, shown, len(s.want))
	for _, o := range s.shop.orders {
		require.False(s, o.Draft, "order %s was made and never handed in", o.ExternalID)
	}
	if s.row.decides {
		require.Zero(s, unknown)
	} else {
		require.NotZero(s, unknown, "some died between the intent and the request")
		require.LessOrEqual(s, unknown, 2*s.deaths, "two workers may die with an importer")
	}
	s.checkFolders()
}

// results are the cells of all result files, by the number of the order.
func (s *scene) results(j *journal.Journal) map[string][]string {
	out := map[string][]string{}
	files, err := j.Files(s.Context(), state.FileQuery{Account: "acme"})
	require.NoError(s, err)
	for _, file := range files {
		for number, cells := range cellsOf(s.T, file.Result) {
			out[number] = cells
		}
	}
	return out
}

// checkFolders: every original is in the archive, once and as it was dropped.
func (s *scene) checkFolders() {
	left, err := os.ReadDir(filepath.Join(s.dir, "inbox"))
	require.NoError(s, err)
	for _, entry := range left {
		require.Equal(s, ".dropbridge.journal", entry.Name(), "the journal's id alone stays")
	}
	var archived, dropped []string
	entries, err := os.ReadDir(filepath.Join(s.dir, "archive"))
	require.NoError(s, err)
	for _, entry := range entries {
		archived = append(archived, entry.Name())
	}
	for n := range s.files {
		dropped = append(dropped, fmt.Sprintf("orders%d.csv", n+1))
	}
	require.ElementsMatch(s, dropped, archived)
}

// dump says what did not come to its end.
func (s *scene) dump(j *journal.Journal) {
	stored := s.shop.count()
	orders, _ := j.Orders(s.Context(), state.OrderQuery{Account: "acme"})
	for _, o := range orders {
		if o.State != state.Accepted {
			s.Logf("order %s: %s, %d attempts, %d misses, code %q, %d times at the shop", o.ExternalID, o.State, o.Attempts, o.Misses, o.Code,
				stored[o.ExternalID])
		}
	}
	files, _ := j.Files(s.Context(), state.FileQuery{Account: "acme"})
	for _, f := range files {
		s.Logf("file %s: %s, placed %q, counts %+v", f.Name, f.State, f.Placed, f.Counts)
	}
}
