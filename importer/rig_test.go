package importer_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// clock is a time that passes only when somebody waits for it.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	fired := make(chan time.Time, 1)
	fired <- c.now
	return fired
}

// rig is an importer with its folders, its journal and a shop.
type rig struct {
	t       *testing.T
	dir     string
	clock   *clock
	shop    *shop
	service desk.Supplier // instead of the shop
	several []desk.Port   // instead of it, too
	journal *journal.Journal
	im      *importer.Importer
	ports   *ports // of im
	adjust  func(*desk.Config)
	at      string // the journal; "": state/journal.db
}

func newRig(t *testing.T, adjust ...func(*desk.Config)) *rig {
	t.Helper()
	r := &rig{t: t, dir: t.TempDir(), clock: newClock(), adjust: func(c *desk.Config) {
		for _, change := range adjust {
			change(c)
		}
	}}
	r.shop = newShop(r.clock.Now)
	layJournal(t, r.path("state/journal.db"))
	r.start()
	t.Cleanup(func() { r.stop() })
	return r
}

// emptyJournal is the file of a journal that has all its tables and nothing in them, as the
// program makes it. To make the tables anew for each test takes longer than most tests.
var emptyJournal = sync.OnceValues(func() (data []byte, err error) {
	dir, err := os.MkdirTemp("", "journal")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "journal.db")
	j, err := journal.Open(context.Background(), path)
	if err == nil {
		err = j.Close()
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// layJournal puts an empty journal where there is none yet.
func layJournal(t *testing.T, path string) {
	t.Helper()
	data, err := emptyJournal()
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, data, 0o600))
}

// anyFile has the template of a file chosen among the built-in ones, as the program does by itself.
// Tests whose files have the columns of heading alone read them by the template for these: that
// takes a tenth of the time.
func anyFile(c *desk.Config) { c.Default.Profile = nil }

func (r *rig) config() desk.Config {
	profile, err := plainProfile()
	require.NoError(r.t, err)
	c := desk.Config{Account: "acme", Default: desk.Source{Profile: profile}, Language: wording.English, Inbox: r.path("inbox"), Results: r.path("results"), Archive: r.path("archive"),
		Failed: r.path("failed"), Spool: r.path("state/spool"), Concurrency: 4, Now: r.clock.Now, After: r.clock.After}
	r.adjust(&c)
	return c
}

func (r *rig) path(name string) string { return filepath.Join(r.dir, filepath.FromSlash(name)) }

func (r *rig) start() {
	r.t.Helper()
	var err error
	r.journal, err = journal.Open(r.t.Context(), r.path(cmp.Or(r.at, "state/journal.db")))
	require.NoError(r.t, err)
	r.ports = newPorts()
	service := desk.Supplier(r.shop)
	if r.service != nil {
		service = r.service
	}
	suppliers := []desk.Port{{Supplier: service}}
	if r.several != nil {
		suppliers = r.several
	}
	r.im, err = r.ports.openSeveral(r.config(), suppliers, r.journal)
	require.NoError(r.t, err)
}

func (r *rig) stop() {
	require.NoError(r.t, r.im.Close())
	require.NoError(r.t, r.journal.Close())
}

// crash ends the importer as the death of its process does, and starts another.
func (r *rig) crash() {
	r.t.Helper()
	require.NoError(r.t, r.im.Die())
	require.NoError(r.t, r.journal.Close())
	r.start()
}

// write puts a file where it is not watched.
func (r *rig) write(name, text string) string {
	r.t.Helper()
	path := r.path(name)
	require.NoError(r.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(r.t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func (r *rig) importFile(path string) *result.FileReport {
	r.t.Helper()
	report, err := r.im.Import(r.t.Context(), "", path, nil)
	require.NoError(r.t, err)
	return report
}

// settle lets time pass and resumes until nothing is left to do.
func (r *rig) settle() {
	r.t.Helper()
	r.settleFor(20)
}

// settleFor is settle for so many rounds at most.
func (r *rig) settleFor(rounds int) {
	r.t.Helper()
	for range rounds {
		require.NoError(r.t, r.im.Resume(r.t.Context()))
		counts, err := r.journal.Counts(r.t.Context(), "acme")
		require.NoError(r.t, err)
		if counts[state.Ready]+counts[state.Sending]+counts[state.Unknown] == 0 {
			return
		}
		r.clock.After(10 * time.Second)
	}
}

func (r *rig) order(external string) state.Order {
	r.t.Helper()
	orders, err := r.journal.Orders(r.t.Context(), state.OrderQuery{Key: &state.OrderKey{Account: "acme", ExternalID: external}})
	require.NoError(r.t, err)
	require.Len(r.t, orders, 1)
	return orders[0]
}

const heading = "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна\n"

// row is one order of one piece.
func row(number string) string { return rowOf(number, "KB-01", 1) }

func rowOf(number, sku string, quantity int) string {
	return fmt.Sprintf("%s;Петренко Іван;+380670000101;Київ;Відділення №12;%s;%d;450,00\n", number, sku, quantity)
}

func orders(numbers ...string) string {
	var b strings.Builder
	b.WriteString(heading)
	for _, number := range numbers {
		b.WriteString(row(number))
	}
	return b.String()
}

// cellsOf reads a result file: the five last columns by the order's number.
func cellsOf(t *testing.T, path string) map[string][]string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	reader := csv.NewReader(bytes.NewReader(data))
	reader.Comma = ';'
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	require.NoError(t, err)
	first := len(rows[0]) - 5
	require.Equal(t, []string{"dropbridge_status", "order_id", "order_status", "waybill_number", "error"}, rows[0][first:])
	out := map[string][]string{}
	for _, row := range rows[1:] {
		out[row[0]] = row[first:]
	}
	return out
}

// statuses are the rows' statuses in the order of the file.
func statuses(report *result.FileReport) string {
	var out []string
	for _, row := range report.Rows {
		out = append(out, string(row.Status))
	}
	return strings.Join(out, " ")
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
