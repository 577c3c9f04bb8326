package sandbox

import (
	"context"
	"database/sql"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/trade"
	"github.com/stretchr/testify/require"
)

func TestDataOutlivesTheProcess(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "дані з пробілом #1?")
	if runtime.GOOS == "windows" { // which knows no "?" in names
		dir = filepath.Join(t.TempDir(), "дані #1")
	}
	f := newFixture(t, Options{DataDir: dir})
	f.order(t, "1", nil)
	token, err := f.server.IssueToken(t.Context(), "CRM")
	require.NoError(t, err)
	require.NoError(t, f.server.Close())

	f.open(t, Options{DataDir: dir, Catalog: &catalog.Catalog{}})
	require.FileExists(t, filepath.Join(dir, "sandbox.db"))
	p := f.list(t, "/api/products")
	require.Equal(t, 10, p.Meta.Total, "the catalogue in the folder is kept")
	require.EqualValues(t, 48, p.Data[0]["quantity"], "stock stays down")
	require.Equal(t, http.StatusOK, f.post(orderBody(t, "1", nil), nil).status, "the order is known")
	require.Equal(t, http.StatusOK, f.send(http.MethodGet, "/api/orders", token, nil, nil).status)
	f.order(t, "2", nil)
}

// Two processes share a folder: each sees at once what the other does.
func TestTwoServersOnOneFolder(t *testing.T) {
	dir := t.TempDir()
	a := newFixture(t, Options{DataDir: dir})
	b := &fixture{clock: a.clock}
	b.open(t, Options{DataDir: dir})
	require.Equal(t, []string{"p09"}, searchIDs(t, b, "availability", "out_of_stock"))
	a.order(t, "1", item("A-03", 1))
	require.Equal(t, []string{"p03", "p09"}, searchIDs(t, b, "availability", "out_of_stock"))
	require.Equal(t, http.StatusOK, b.post(orderBody(t, "1", item("A-03", 1)), nil).status)
	token, err := b.server.IssueToken(t.Context(), "CRM")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, a.send(http.MethodGet, "/api/orders", token, nil, nil).status)
	a.clock.pass(12 * 24 * time.Hour)
	checkLedger(t, b)
	require.Equal(t, column(a.list(t, "/api/finance/ledger").Data, "id"), column(b.list(t, "/api/finance/ledger").Data, "id"))
}

func TestClosedServer(t *testing.T) {
	f := newFixture(t, Options{})
	require.NoError(t, f.server.Close())
	require.NoError(t, f.server.Close(), "closing twice is fine")
	rec := httptest.NewRecorder()
	f.server.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/api/orders", nil))
	require.Equal(t, http.StatusServiceUnavailable, rec.Code)
}

func TestRevokedTokenGivenAgain(t *testing.T) {
	f := newFixture(t, Options{DataDir: t.TempDir()})
	require.NoError(t, f.server.revokeToken(t.Context(), 1, 1))
	require.Equal(t, http.StatusUnauthorized, f.get("/api/orders").status)
	require.NoError(t, f.server.allow(t.Context(), "flag", testToken, 2))
	require.Equal(t, http.StatusOK, f.get("/api/orders").status)
}

// Every product of a generated catalogue is shown as the contract wants it.
func TestGeneratedCatalogue(t *testing.T) {
	f := newFixture(t, Options{Catalog: catalog.Generate(600, 1, newFakeClock().now())})
	ids, _ := follow(t, f, "/api/products?per_page=200")
	require.Len(t, ids, 600)
	found, _ := follow(t, f, "/api/products/search?per_page=200&sort=-drop_price")
	require.Len(t, found, 600)
	require.ElementsMatch(t, ids, found)
	f.order(t, "1", item("KB-01", 1))
}

func TestCatalogueOfAForeignCurrency(t *testing.T) {
	c := testCatalog()
	c.Products = c.Products[9:]
	f := newFixture(t, Options{Catalog: c})
	f.order(t, "1", item("A-10", 1))
	require.Equal(t, "EUR", f.list(t, "/api/finance/ledger").Data[0]["currency"])
}

// An order that waited for another process has the time at which it was made,
// so that nobody who reads on from what was seen misses it.
func TestOrderHasTheTimeOfItsTurn(t *testing.T) {
	f := newFixture(t, Options{DataDir: t.TempDir()})
	posted := make(chan reply, 1)
	err := f.server.house.Store.Update(t.Context(), func(context.Context, *sql.Tx) error {
		go func() { posted <- f.post(orderBody(t, "1", nil), nil) }()
		require.Eventually(t, func() bool { return f.server.house.Store.Write.Stats().WaitCount > 0 }, patience, time.Millisecond)
		f.clock.pass(time.Hour)
		return nil
	})
	require.NoError(t, err)
	a := <-posted
	require.Equal(t, http.StatusCreated, a.status)
	var o map[string]any
	a.into(t, &o)
	require.Equal(t, "2026-10-05T10:00:00Z", o["created_at"])
}

// What one answer of the ledger tells fits together, whatever is booked meanwhile.
func TestSnapshot(t *testing.T) {
	f := newFixture(t, Options{DataDir: t.TempDir()})
	count := func(ctx context.Context, q trade.Querier) (n int) {
		require.NoError(t, q.QueryRowContext(ctx, `SELECT count(*) FROM ledger`).Scan(&n))
		return n
	}
	require.NoError(t, f.server.house.Store.Snapshot(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		require.Equal(t, 0, count(ctx, tx))
		f.order(t, "1", nil)
		require.Equal(t, 0, count(ctx, tx))
		return nil
	}))
	require.Equal(t, 1, count(t.Context(), f.server.house.Store.Read))
}
