package handover

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// port is a daily hand-over into a folder of the test.
func port(t *testing.T, daily bool) (*Handover, Folder) {
	t.Helper()
	folder := Folder{Dir: t.TempDir()}
	h, err := New(Options{Template: load(t, "generic-csv-1251"), Outlet: folder, Daily: daily, At: 16 * time.Hour, Now: func() time.Time { return day }})
	require.NoError(t, err)
	return h, folder
}

func encode(t *testing.T, h *Handover, numbers ...string) (bodies [][]byte) {
	t.Helper()
	for _, number := range numbers {
		one, err := h.EncodeOrder(order(number))
		require.NoError(t, err)
		bodies = append(bodies, one)
	}
	return bodies
}

// numbers are the order numbers in the files that the supplier sees.
func numbers(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		require.NoError(t, err)
		reader := csv.NewReader(charmap.Windows1251.NewDecoder().Reader(bytes.NewReader(data)))
		reader.Comma = ';'
		rows, err := reader.ReadAll()
		require.NoError(t, err)
		last := ""
		for _, row := range rows[1:] {
			if row[0] != last {
				out = append(out, row[0])
			}
			last = row[0]
		}
	}
	return out
}

func TestHandOver(t *testing.T) {
	t.Parallel()
	h, folder := port(t, true)
	bodies, err := h.Bundle(encode(t, h, "1", "2"))
	require.NoError(t, err)
	require.Empty(t, numbers(t, folder.Dir), "nothing leaves before the intent")
	_, found, err := h.FindOrder(t.Context(), bodies[0])
	require.NoError(t, err)
	require.False(t, found)
	created, err := h.CreateOrders(t.Context(), bodies)
	require.NoError(t, err)
	require.Equal(t, []string{"1", "2"}, numbers(t, folder.Dir))
	require.Equal(t, "2", created[1].Order.ID)
	require.Equal(t, supplier.HandedOver, created[1].Order.Status)
	require.Regexp(t, `^orders-2026-11-29-[0-9a-f]{8}\.csv$`, created[0].RequestID)
	at, found, err := h.FindOrder(t.Context(), bodies[1])
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, "2", at.ExternalID)
	require.Equal(t, []supplier.OrderItem{{SKU: "007", Quantity: 2, Price: at.Items[0].Price}, {SKU: "=MS", Quantity: 1}}, at.Items)
	_, err = h.CreateOrders(t.Context(), bodies)
	require.NoError(t, err, "the same bundle once more changes nothing")
	require.Equal(t, []string{"1", "2"}, numbers(t, folder.Dir))
}

// TestWithdraw: a bundle that never left can be sent in another one, and whoever was about to
// place it finds no part. One that the supplier took away cannot be told.
func TestWithdraw(t *testing.T) {
	t.Parallel()
	h, folder := port(t, false)
	late, err := h.Bundle(encode(t, h, "a/1"))
	require.NoError(t, err)
	require.True(t, h.Withdraw(late[0]))
	require.True(t, h.Withdraw(late[0]), "it stays withdrawn")
	_, err = h.CreateOrders(t.Context(), late)
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(err), "the writer that was held up")
	again, err := h.Bundle(late)
	require.NoError(t, err)
	_, err = h.CreateOrders(t.Context(), again)
	require.NoError(t, err)
	require.Equal(t, []string{"a/1"}, numbers(t, folder.Dir))
	require.False(t, h.Withdraw(again[0]), "it left")
	entries, err := filepath.Glob(filepath.Join(folder.Dir, "order-a_1-*.csv"))
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.NoError(t, os.Remove(entries[0]))
	require.False(t, h.Withdraw(again[0]), "he may have taken it")
	_, found, err := h.FindOrder(t.Context(), again[0])
	require.NoError(t, err)
	require.False(t, found)
}

// TestFolderGone: a share that is not mounted is no folder without the file.
func TestFolderGone(t *testing.T) {
	t.Parallel()
	h, folder := port(t, false)
	bodies, err := h.Bundle(encode(t, h, "1"))
	require.NoError(t, err)
	require.NoError(t, os.Rename(folder.Dir, folder.Dir+".away"))
	_, _, err = h.FindOrder(t.Context(), bodies[0])
	require.Error(t, err)
	_, err = h.CreateOrders(t.Context(), bodies)
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(err))
	_, err = h.Bundle(encode(t, h, "2"))
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(err))
	require.ErrorContains(t, err, "supplier.orders.folder")
	require.Error(t, folder.Check(t.Context()))
}

// TestFailedWriteLeavesNothing: what could not be written is not seen, and leaves no part.
func TestFailedWriteLeavesNothing(t *testing.T) {
	t.Parallel()
	folder := Folder{Dir: t.TempDir()}
	require.NoError(t, folder.Reserve("order-1.csv"))
	err := folder.Place(t.Context(), "order-1.csv", 1, func(w io.Writer) error {
		_, _ = io.WriteString(w, "half")
		return errors.New("disk full")
	})
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(err))
	entries, err := os.ReadDir(folder.Dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}

func TestOldPartsGo(t *testing.T) {
	t.Parallel()
	folder := Folder{Dir: t.TempDir()}
	require.NoError(t, folder.Reserve("order-old.csv"))
	require.True(t, folder.Withdraw("order-old.csv"))
	require.NoError(t, folder.Reserve("order-young.csv"))
	folder.parts().removeOld(time.Now().Add(partAge-time.Hour), partSuffix, voidSuffix)
	entries, err := os.ReadDir(folder.Dir)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	folder.parts().removeOld(time.Now().Add(partAge+time.Hour), partSuffix, voidSuffix)
	entries, err = os.ReadDir(folder.Dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}

func TestOpens(t *testing.T) {
	t.Parallel()
	daily, _ := port(t, true)
	for ready, want := range map[string]string{
		"2026-11-29T10:00:00+02:00": "2026-11-29T16:00:00+02:00", "2026-11-29T16:00:00+02:00": "2026-11-29T16:00:00+02:00",
		"2026-11-29T16:00:01+02:00": "2026-11-30T16:00:00+02:00", "2026-03-28T20:00:00+02:00": "2026-03-29T16:00:00+03:00", // summer time begins
		"2026-12-31T23:00:00+02:00": "2027-01-01T16:00:00+02:00",
	} {
		at, err := time.Parse(time.RFC3339, ready)
		require.NoError(t, err)
		require.Equal(t, want, daily.Opens(at).Format(time.RFC3339), ready)
	}
	each, _ := port(t, false)
	require.Equal(t, day, each.Opens(day))
	require.False(t, each.Together())
}

// TestUnnamed: orders that the journal does not know of a bundle do not leave.
func TestUnnamed(t *testing.T) {
	t.Parallel()
	h, folder := port(t, true)
	bodies := encode(t, h, "1")
	_, err := h.CreateOrders(t.Context(), bodies)
	require.ErrorIs(t, err, errUnnamed)
	_, err = h.CreateOrder(context.Background(), bodies[0], "")
	require.Error(t, err)
	require.Empty(t, numbers(t, folder.Dir))
	_, _, err = h.FindOrder(t.Context(), bodies[0])
	require.ErrorIs(t, err, supplier.ErrUnmapped)
	require.False(t, h.Withdraw(bodies[0]))
	require.Equal(t, supplier.IdempotencyNone, h.Idempotency().Kind)
	for _, err := range h.Orders(t.Context(), supplier.OrderQuery{ExternalIDs: []string{"1"}}) {
		require.ErrorIs(t, err, supplier.ErrUnmapped)
	}
}
