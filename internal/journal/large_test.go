package journal

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/long"
)

// ordersPerFile is how many orders each file of a large journal has.
const ordersPerFile = 200

// largeNow is when the large journals are looked at. An order came each half a minute before.
var largeNow = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// FillLarge puts so many orders of sources into a journal: of a thousand nine hundred and
// ninety are accepted, a few wait for a person, and one in ten has a parcel on its way.
func FillLarge(tb testing.TB, j *Journal, orders int) {
	tb.Helper()
	series := map[dialect]string{
		sqlite:   "WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < %d) ",
		postgres: "WITH series(n) AS (SELECT * FROM generate_series(1, %d)) ",
	}[j.dialect]
	minutes := fmt.Sprintf("(%d - (%d - n) * 30000000000)", largeNow.UnixNano(), orders)
	state := `CASE WHEN n % 1000 < 990 THEN 'accepted' WHEN n % 1000 < 995 THEN 'rejected' WHEN n % 1000 < 997 THEN 'unknown' WHEN n % 1000 < 999 THEN 'conflict' ELSE 'ready' END`
	content := `'{"external_id":"KC-' || n || '","recipient":{"name":"Surname' || (n % 5000) || ' Name' || (n % 50) || '","phone":"+38067' || (1000000 + n) || '","delivery":{"carrier":"'
		|| CASE WHEN n % 20 = 0 THEN 'ukrposhta' ELSE 'nova_poshta' END || '","type":"branch","city":"City ' || (n % 300) || '","branch_number":"12"}},"items":[{"sku":"SKU-' || (n % 3000)
		|| '","quantity":2,"price":"450.00"}],"payment":{"method":"cod","cod_amount":"900.00"},"comment":null}'`
	blob := map[dialect]string{sqlite: "CAST(%s AS BLOB)", postgres: "convert_to(%s, 'UTF8')"}[j.dialect]
	parcels := `CASE WHEN n % 10 = 0 THEN '[{"id":"p' || n || '","waybill":"' || (20450000000000 + n) || '","state":"in_transit","at":"2026-11-01T00:00:00Z","carrier":"nova_poshta","shipped_at":"2026-11-01T00:00:00Z"}]' ELSE '[]' END`
	term := func(of string) string { return "SELECT " + of + ", n FROM series" }
	statements := []string{
		fmt.Sprintf(series, orders/ordersPerFile) + `INSERT INTO files (version, account, source, sha256, name, spool, result, origin, mark, placed, state, digest, counts, reason, drops, created_at, changed_at, dropped_at)
			SELECT 1, 'acme', 'source' || (n % 5), 'sha' || n, 'orders' || n || '.csv', '', '', '', '', 'archive', 'settled', '', '{"accepted":198,"rejected":2}', '', 1, at, at, at FROM (SELECT n, ` +
			strings.ReplaceAll(minutes, "n)", fmt.Sprintf("n * %d)", ordersPerFile)) + ` AS at FROM series) AS timed`,
		fmt.Sprintf(series, orders) + `INSERT INTO orders (version, account, source, external_id, file_id, hash, content, body, idem_key, round, state, attempts, doubtful, owner,
			lease_until, sent_at, not_before, misses, first_miss, code, message, remote_id, remote_status, remote_at, waybills, parcels, created_at, changed_at, late_from)
			SELECT 1, 'acme', 'source' || (((n - 1) / 200 + 1) % 5), 'KC-' || n, (n - 1) / 200 + 1, 'h', ` + fmt.Sprintf(blob, content) + ", " + fmt.Sprintf(blob, content) + `, '', 0, ` + state + `, 1, 0, '',
			0, 0, 0, 0, 0, CASE WHEN n % 1000 = 999 THEN 'unreachable' ELSE '' END, '', 'ord_' || n, CASE WHEN n % 10 = 0 THEN 'shipped' ELSE 'completed' END, 0, '[]', ` + parcels + `, ` +
			minutes + ", " + minutes + `, CASE WHEN n % 10 = 0 THEN ` + minutes + ` + 864000000000000 ELSE 0 END FROM series`,
		"INSERT INTO links (file_id, order_id, position, file_rows, item_rows, relation, code, message) SELECT file_id, id, id, '[2]', '[]', 'own', '', '' FROM orders",
		fmt.Sprintf(series, orders) + "INSERT INTO terms SELECT * FROM (" + strings.Join([]string{term("'kc-' || n"), term("CAST(n AS TEXT)"), term("'67' || (1000000 + n)"), term("'surname' || (n % 5000)"),
			term("'name' || (n % 50)"), term("'sku-' || (n % 3000)"), term("'ord_' || n"), term("CASE WHEN n % 20 = 0 THEN '=ukrposhta' ELSE '=nova_poshta' END"),
			"SELECT CAST(20450000000000 + n AS TEXT), n FROM series WHERE n % 10 = 0"}, " UNION ALL ") + ") AS found ORDER BY 1, 2",
		"INSERT INTO waybills SELECT id, CAST(20450000000000 + id AS TEXT), created_at FROM orders WHERE id % 10 = 0",
		"UPDATE indexing SET below = 0",
	}
	require.NoError(tb, j.do(tb.Context(), orders*20, func(ctx context.Context, tx *sql.Tx) error {
		for _, statement := range statements {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("%.300s: %w", statement, err)
			}
		}
		return nil
	}))
	if j.dialect == postgres {
		_, err := j.write.ExecContext(tb.Context(), "VACUUM ANALYZE")
		require.NoError(tb, err)
	}
}

// board is what the page asks.
func board(tb testing.TB, j *Journal) *overview.Board {
	tb.Helper()
	dir := tb.TempDir()
	d, err := desk.New(desk.Config{Account: "acme", Results: dir, Spool: dir, Now: func() time.Time { return largeNow }}, nil, j)
	require.NoError(tb, err)
	return overview.NewBoard(d, &folder.Owner{})
}

// Asked is what the page, posting and following ask of a large journal, by name.
func Asked(tb testing.TB, j *Journal) map[string]func(context.Context) error {
	tb.Helper()
	b := board(tb, j)
	search := func(q state.SearchQuery) func(context.Context) error {
		return func(ctx context.Context) error {
			_, _, _, err := b.Search(ctx, q)
			return err
		}
	}
	orders := func(q state.OrderQuery) func(context.Context) error {
		q.Account, q.Suppliers = "acme", []string{""}
		return func(ctx context.Context) error {
			_, err := b.Journal.Orders(ctx, q)
			return err
		}
	}
	return map[string]func(context.Context) error{
		"next batch":     orders(state.OrderQuery{States: []state.State{state.Ready}, Due: largeNow, Limit: 200}),
		"to look up":     orders(state.OrderQuery{States: []state.State{state.Unknown}, Due: largeNow, Limit: 50}),
		"on their way":   orders(state.OrderQuery{States: []state.State{state.Sending}, Bare: true, Limit: 200}),
		"to follow":      orders(state.OrderQuery{Open: true, Bare: true, Limit: 200}),
		"followed on":    orders(state.OrderQuery{Open: true, Bare: true, After: 1000, Limit: 200}),
		"news of orders": orders(state.OrderQuery{RemoteIDs: []string{"ord_7", "ord_70", "ord_700"}}),
		"status": func(ctx context.Context) error {
			_, err := b.Status(ctx)
			return err
		},
		"figures": func(ctx context.Context) error {
			_, err := b.Journal.Figures(ctx, "acme", largeNow.Add(-24*time.Hour), largeNow)
			return err
		},
		"actions": func(ctx context.Context) error {
			_, err := b.Journal.Actions(ctx, state.ActionQuery{Account: "acme", Limit: 20})
			return err
		},
		"newest":              search(state.SearchQuery{}),
		"source":              search(state.SearchQuery{Sources: []string{"source3"}}),
		"rare state":          search(state.SearchQuery{States: []state.State{state.Unknown}}),
		"day":                 search(state.SearchQuery{From: largeNow.Add(-48 * time.Hour), To: largeNow.Add(-24 * time.Hour)}),
		"number":              search(state.SearchQuery{Text: "kc-1234"}),
		"phone":               search(state.SearchQuery{Text: "067 100 12 34"}),
		"waybill":             search(state.SearchQuery{Text: "2045 0000 0010 00"}),
		"name":                search(state.SearchQuery{Text: "name7"}),
		"short":               search(state.SearchQuery{Text: "s"}),
		"two words":           search(state.SearchQuery{Text: "surname17 name17"}),
		"words far apart":     search(state.SearchQuery{Text: "name7 sku-57"}),
		"common and rare":     search(state.SearchQuery{Text: "name7", States: []state.State{state.Unknown}}),
		"carrier":             search(state.SearchQuery{Carrier: "ukrposhta"}),
		"carrier of a source": search(state.SearchQuery{Carrier: "ukrposhta", Sources: []string{"source1"}}),
		"late":                search(state.SearchQuery{LateAt: largeNow}),
	}
}

// BenchmarkLarge asks what the page asks of many orders: 1,000,000 with -long.
func BenchmarkLarge(b *testing.B) {
	j, err := Open(b.Context(), filepath.Join(b.TempDir(), "journal.db"))
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, j.Close()) })
	FillLarge(b, j, long.Or(200_000, 1_000_000))
	for name, ask := range Asked(b, j) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, ask(b.Context()))
			}
		})
	}
}

// RequireQuick asks what the page asks of a large journal. The limit is ten times what it takes
// at 1,000,000 orders on two quiet cores, and less than it takes to look at each order. Nothing is asked
// again that was quick once, but with -long, which tells how quick.
func RequireQuick(t *testing.T, j *Journal) {
	t.Helper()
	const limit = 100 * time.Millisecond
	for name, ask := range Asked(t, j) {
		best := time.Hour
		for try := 0; try < 10 && (try < long.Or(1, 10) || best >= limit); try++ {
			began := time.Now()
			require.NoError(t, ask(t.Context()), name)
			best = min(best, time.Since(began))
		}
		t.Logf("%-20s %v", name, best)
		require.Less(t, best, limit, name)
	}
}

// LargeOrders is how many orders a large journal has: 1,000,000 with -long.
func LargeOrders() int { return long.Or(20_000, 1_000_000) }

// listening keeps what is asked of a database.
type listening struct {
	reader
	mu     sync.Mutex
	heard  []string
	values [][]any
}

func (l *listening) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	l.hear(query, args)
	return l.reader.QueryContext(ctx, query, args...)
}

func (l *listening) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	l.hear(query, args)
	return l.reader.QueryRowContext(ctx, query, args...)
}

func (l *listening) hear(query string, args []any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard, l.values = append(l.heard, query), append(l.values, args)
}

// TestNothingScans: no query of the page goes through all orders, links, files or terms.
func TestNothingScans(t *testing.T) {
	t.Parallel()
	j, err := Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	FillLarge(t, j, 2000)
	l := &listening{reader: j.read}
	j.read = l
	for name, ask := range Asked(t, j) {
		require.NoError(t, ask(t.Context()), name)
	}
	for i, query := range l.heard {
		requireFewRows(t, sqlite, l.reader, query, l.values[i]...)
	}
	require.Greater(t, len(l.heard), 30)
}
