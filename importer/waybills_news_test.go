package importer_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestFinalOrdersLeaveTheFileAfterSomeTime(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom.csv", func(f *waybill.File) { f.Since = 48 * time.Hour }))
	r.importFile(r.write("a.csv", orders("1001", "1002", "1003")))
	r.ship("1001", "20450000000001")
	r.ship("1002", "20450000000002")
	r.ship("1003", "20450000000003")
	r.follow()
	r.shop.change("1001", func(o *supplier.Order) { o.Status, o.UpdatedAt = "completed", r.clock.Now() })
	r.shop.change("1003", func(o *supplier.Order) { o.Status, o.UpdatedAt = "delivered", r.clock.Now() })
	r.follow()
	require.Len(t, r.rows("back/prom.csv"), 3, "they have arrived, and stay for a while")
	r.clock.After(47 * time.Hour)
	r.follow()
	require.Len(t, r.rows("back/prom.csv"), 3)
	r.clock.After(2 * time.Hour)
	r.follow()
	require.Equal(t, [][]string{{"1002", "20450000000002", "nova_poshta"}}, r.rows("back/prom.csv"), "an open one stays for ever")
	r.crash()
	r.keep()
	require.Len(t, r.rows("back/prom.csv"), 1)
}

func TestOnlyNewWaybills(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom-{time}.csv", func(f *waybill.File) { f.OnlyNew = true }))
	files := func() []string {
		found, err := filepath.Glob(r.path("back/*.csv"))
		require.NoError(t, err)
		return found
	}
	r.importFile(r.write("a.csv", orders("1001", "1002")))
	r.keep()
	require.Empty(t, files())
	r.ship("1001", "20450000000001")
	r.follow()
	require.Equal(t, []string{r.path("back/prom-20261001-090100.csv")}, files())
	require.Equal(t, [][]string{{"1001", "20450000000001", "nova_poshta"}}, r.rows("back/prom-20261001-090100.csv"))

	require.NoError(t, os.Remove(files()[0]), "the shop's import takes it away")
	r.follow()
	r.crash()
	r.keep()
	require.Empty(t, files(), "each waybill is given once")

	r.ship("1001", "20450000000001", "20450000000003")
	r.ship("1002", "20450000000002")
	r.follow()
	require.Len(t, files(), 1)
	given, err := filepath.Rel(r.dir, files()[0])
	require.NoError(t, err)
	require.Equal(t, [][]string{{"1001", "20450000000003", "nova_poshta"}, {"1002", "20450000000002", "nova_poshta"}}, r.rows(given))
}

func TestRunKeepsWaybillFiles(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.write("inbox/a.csv", orders("1001"))
		wait(time.Minute)
		require.Equal(t, map[string]int{"1001": 1}, r.shop.count())
		r.shop.change("1001", func(o *supplier.Order) {
			o.Status, o.Waybills, o.UpdatedAt = "shipped", []string{"20450000000001"}, time.Now()
		})
		wait(2 * time.Minute)
		data, err := os.ReadFile(r.path("back/prom.csv"))
		require.NoError(t, err)
		require.Contains(t, string(data), "1001,20450000000001,nova_poshta")
	}, withWaybills("prom", "back/prom.csv"))
}

// BenchmarkKeepWaybills: a round with 100,000 open orders in the file, where nothing
// changed and where one order did.
func BenchmarkKeepWaybills(b *testing.B) {
	const count = 100_000
	dir := b.TempDir()
	j, err := journal.Open(b.Context(), filepath.Join(dir, "journal.db"))
	require.NoError(b, err)
	defer j.Close()
	now := newClock()
	config := desk.Config{Account: "acme", Inbox: filepath.Join(dir, "inbox"), Results: filepath.Join(dir, "results"), Archive: filepath.Join(dir, "archive"),
		Failed: filepath.Join(dir, "failed"), Spool: filepath.Join(dir, "spool"), Now: now.Now}
	withWaybills("prom", "back/prom.csv")(&config)
	im, err := importer.New(config, newShop(now.Now), j)
	require.NoError(b, err)
	defer im.Close()
	file := state.File{Account: "acme", SHA256: "aa", Name: "a.csv", State: state.FileFinal, CreatedAt: now.Now(), ChangedAt: now.Now()}
	_, err = j.Record(b.Context(), file, count, func(n int) (state.Draft, error) {
		own := fmt.Sprintf("2045%010d", n)
		content, err := json.Marshal(newOrder(fmt.Sprint(n), "nova_poshta", &own))
		return state.Draft{Rows: []int{n + 2}, Order: state.Order{OrderKey: state.OrderKey{Account: "acme", ExternalID: fmt.Sprint(n)},
			Hash: own, Content: content, State: state.Accepted, CreatedAt: now.Now(), ChangedAt: now.Now()}}, err
	})
	require.NoError(b, err)
	began := time.Now()
	require.NoError(b, im.KeepWaybills(b.Context()))
	b.ReportMetric(time.Since(began).Seconds(), "s-first")
	now.After(10 * time.Minute)
	require.NoError(b, im.KeepWaybills(b.Context()))
	now.After(10 * time.Minute)
	order, err := j.Orders(b.Context(), state.OrderQuery{Limit: 1})
	require.NoError(b, err)
	one := order[0]
	b.Run("calm", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			require.NoError(b, im.KeepWaybills(b.Context()))
		}
	})
	b.Run("one changed", func(b *testing.B) {
		b.ReportAllocs()
		for n := 0; b.Loop(); n++ {
			one.Waybills, one.ChangedAt = []string{fmt.Sprintf("5900%010d", n)}, now.Now()
			one, err = j.Swap(b.Context(), one)
			require.NoError(b, err)
			now.After(time.Second)
			require.NoError(b, im.KeepWaybills(b.Context()))
		}
	})
}
