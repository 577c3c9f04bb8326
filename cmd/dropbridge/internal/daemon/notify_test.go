package daemon

import (
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/notify"
	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// newsRig is the daemon as a source of what is told, over a journal with one file of orders.
func newsRig(t *testing.T, numbers ...string) (news, *journal.Journal, state.File) {
	t.Helper()
	dir := t.TempDir()
	j, err := journal.Open(t.Context(), filepath.Join(dir, "journal.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	settings := desk.Config{Account: "a", Results: filepath.Join(dir, "results"), Spool: filepath.Join(dir, "spool"), Logger: slog.New(slog.DiscardHandler)}
	im, err := importer.New(settings, supplier.Absent{Why: func() error { return nil }}, j)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, im.Close()) })
	now := time.Now()
	file, err := j.Record(t.Context(), state.File{Account: "a", Source: "keycrm", SHA256: "00", Name: "orders.csv", State: state.FileOpen, Result: filepath.Join(settings.Results, "orders.result.csv"),
		CreatedAt: now, ChangedAt: now}, len(numbers), func(n int) (state.Draft, error) {
		key := state.OrderKey{Account: "a", Source: "keycrm", ExternalID: numbers[n]}
		return state.Draft{Order: state.Order{OrderKey: key, Hash: numbers[n], Content: []byte("{}"), Body: []byte("{}"), Key: numbers[n], State: state.Ready, CreatedAt: now, ChangedAt: now}, Rows: []int{n + 2}}, nil
	})
	require.NoError(t, err)
	c := &config.Config{HTTP: config.HTTP{URL: "https://shop.example/db/"}}
	return news{&Daemon{Program: Program{Config: c, Orders: im}}}, j, file
}

// TestCalledOffOrdersAreEvents: since a time, each under a key that stays the same.
func TestCalledOffOrdersAreEvents(t *testing.T) {
	t.Parallel()
	n, j, _ := newsRig(t, "1001", "1002", "1003")
	orders, err := j.Orders(t.Context(), state.OrderQuery{Account: "a"})
	require.NoError(t, err)
	for i, status := range []string{"shipped", "cancelled", "returned"} {
		o := orders[i]
		o.State, o.RemoteID, o.RemoteStatus, o.ChangedAt = state.Accepted, "ord_"+o.ExternalID, status, time.Now()
		_, err = j.Swap(t.Context(), o)
		require.NoError(t, err)
	}
	events, err := n.Happened(t.Context(), time.Now())
	require.NoError(t, err)
	require.Len(t, events, 2, "what was written just now is not missed")
	require.Equal(t, "1002", events[0].Order)
	require.Equal(t, notify.EventCancelled, events[1].Code)
	again, err := n.Happened(t.Context(), time.Now())
	require.NoError(t, err)
	require.Equal(t, events[0].Key, again[0].Key)
	require.NotEqual(t, events[0].Key, events[1].Key)
	later, err := n.Happened(t.Context(), time.Now().Add(time.Hour))
	require.NoError(t, err)
	require.Empty(t, later)
}

// TestAnsweredResults: a file is told once every row of it is answered, with what a program
// needs to fetch it.
func TestAnsweredResults(t *testing.T) {
	t.Parallel()
	n, j, file := newsRig(t, "1001")
	results, err := n.Completed(t.Context(), time.Now())
	require.NoError(t, err)
	require.Empty(t, results, "its order is not decided")
	require.NoError(t, os.WriteFile(file.Result, []byte("result"), 0o600))
	file.State, file.Counts, file.ChangedAt = state.FileSettled, state.Counts{Accepted: 1}, time.Now()
	file, err = j.SwapFile(t.Context(), file)
	require.NoError(t, err)
	results, err = n.Completed(t.Context(), time.Now())
	require.NoError(t, err)
	sum := sha256.Sum256([]byte("result"))
	require.Len(t, results, 1)
	key := results[0].Key
	require.Equal(t, letter.Result{Key: key, Name: "orders.csv", Source: "keycrm", Counts: map[string]int{"accepted": 1}, File: "orders.result.csv",
		SHA256: hex.EncodeToString(sum[:]), URL: "https://shop.example/db/results/orders.result.csv"}, results[0])
	require.NoError(t, os.Remove(file.Result))
	file.State, file.ChangedAt = state.FileFinal, time.Now()
	_, err = j.SwapFile(t.Context(), file)
	require.NoError(t, err)
	results, err = n.Completed(t.Context(), time.Now())
	require.NoError(t, err)
	require.Equal(t, key, results[0].Key)
	require.Empty(t, results[0].SHA256, "somebody has fetched it away")
}

// TestWhatMayBeForgottenIsNotTold: the memory keeps what was told for as long.
func TestWhatMayBeForgottenIsNotTold(t *testing.T) {
	t.Parallel()
	require.True(t, tooOld(time.Now().Add(-notify.Remembered)))
	require.True(t, tooOld(time.Now().Add(-notify.Remembered+24*time.Hour)))
	require.False(t, tooOld(time.Now().Add(-90*24*time.Hour)))
}
