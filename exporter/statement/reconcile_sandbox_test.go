package statement

import (
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/templates"
)

// TestTheSandboxReconciles: months of orders that were delivered, returned, cancelled and
// are under way fit with their ledger, for several seeds.
func TestTheSandboxReconciles(t *testing.T) {
	now := time.Date(2026, 12, 2, 9, 0, 0, 0, time.UTC)
	for seed := range int64(2) {
		inner, err := sandbox.New(sandbox.Options{Tokens: []string{"token"}, History: 160, Seed: seed,
			Now: func() time.Time { return now }, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
		require.NoError(t, err)
		web := httptest.NewServer(inner)
		t.Cleanup(func() { web.Close(); require.NoError(t, inner.Close()) })
		client := clientAt(t, web.URL)
		for _, month := range []string{"2026-09", "2026-10", "2026-11"} {
			period, err := Month(month, kyiv(t))
			require.NoError(t, err)
			waybills, orders := 0, 0
			s, err := Read(t.Context(), client, Options{Period: period, Now: now, Orders: true}, Sink{Entry: func(l *Line) error {
				if l.Entry.OrderID != "" {
					orders++
				}
				if l.Waybills != "" {
					waybills++
				}
				return nil
			}})
			require.NoError(t, err)
			require.Empty(t, failed(s), "seed %d, %s", seed, month)
			require.Empty(t, s.Differences, "seed %d, %s", seed, month)
			require.Greater(t, s.Entries, int64(100))
			require.Greater(t, waybills, orders*9/10, "all but those of cancelled orders")
			require.NotEmpty(t, s.Holds)
			for _, h := range s.Holds {
				require.NotEmpty(t, h.OrderStatus)
			}
		}
	}
}

func clientAt(t *testing.T, address string) *client.Client {
	t.Helper()
	data, file, err := templates.Open("").Read(templates.Supplier, "default")
	require.NoError(t, err)
	mapping, err := mapping.Compile(file, data)
	require.NoError(t, err)
	client, err := client.New(client.Options{BaseURL: address, Token: supplier.NewSecret("token"), Mapping: mapping})
	require.NoError(t, err)
	return client
}

// TestExportedTwice: the same closed month gives the same figures, or the statement says
// which entries came late, changed or went.
func TestExportedTwice(t *testing.T) {
	l := scene(t, "", "e1 correction 10 3\ne2 correction 20 5\ne3 correction 30 7\ne4 correction 40 40")
	server := ledgertest.New(t, l)
	folder := t.TempDir()
	days := 0
	export := func() *Statement {
		days++
		s := readScene(t, server.Client(t), func(o *Options) { o.Memory, o.Now = folder, o.Now.AddDate(0, 0, days) })
		require.NoError(t, s.Remember(true))
		return s
	}
	first, second := export(), export()
	require.Equal(t, first.Closing, second.Closing)
	require.True(t, checkOf(t, second, "history_unchanged").OK)

	server.Add(ledgertest.Entry{ID: "e99", Kind: kindAccrual, Operation: "correction", Kopecks: 7, PostedAt: day(t, "6")})
	server.Change("e3", 3100)
	server.Drop("e1")
	third := export()
	require.False(t, checkOf(t, third, "history_unchanged").OK)
	var moved []string
	for _, d := range third.Moved() {
		_, what, _ := strings.Cut(d.Message.String(), "): ")
		moved = append(moved, strings.TrimSpace(d.Code+" "+d.EntryID+" "+d.Expected.String()+" "+d.Found.String()+" "+what))
	}
	require.Equal(t, []string{"entry_late e99 0.00 0.07", "entry_gone e1 10.00 0.00", "entry_changed e3 30.00 31.00 amount was 30.00, is 31.00"}, moved)
	require.True(t, checkOf(t, export(), "history_unchanged").OK, "the last export is what counts")
}
