package journal_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// numbered gives drafts whose numbers rise.
func numbered(n int) (state.Draft, error) {
	return journaltest.Draft(fmt.Sprint(n), "a", n+2), nil
}

// TestWaysToTheServer: a file of many orders needs few ways to a server and back, new and dropped
// again.
func TestWaysToTheServer(t *testing.T) {
	t.Parallel()
	const orders = 2000
	server := rig.SharedPostgres(t)
	wire := rig.StartProxy(t, fmt.Sprintf("127.0.0.1:%d", server.Port))
	j := open(t, strings.Replace(server.NewDatabase(t), fmt.Sprint(":", server.Port), wire.Address[strings.LastIndex(wire.Address, ":"):], 1))
	for _, name := range []string{"new", "again"} {
		file := journaltest.File(name + ".csv")
		file.SHA256 = name
		before := wire.Turns()
		_, err := j.Record(t.Context(), file, orders, numbered)
		require.NoError(t, err)
		ways := wire.Turns() - before
		t.Logf("%s: %d ways for %d orders", name, ways, orders)
		require.Less(t, ways, orders/20)
	}
}

// TestLargeFileHoldsNobodyUp: while a server takes a large file, other writes of the process are
// committed.
func TestLargeFileHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	j := open(t, rig.SharedPostgres(t).NewDatabase(t))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	file, err := j.Record(ctx, journaltest.File("a.csv"), 1200, func(n int) (state.Draft, error) {
		if n == 1100 {
			journaltest.Record(t, j, journaltest.File("b.csv"), journaltest.Draft("b", "b", 2))
			require.NoError(t, j.SetNote(ctx, "acme", "beside", "a large file"))
		}
		return numbered(n)
	})
	require.NoError(t, err)
	counts, err := j.Counts(ctx, "acme")
	require.NoError(t, err)
	require.Equal(t, map[state.State]int{state.Ready: 1201}, counts)
	require.NoError(t, j.Present())
	require.Equal(t, journaltest.Identity(t, j).Attempts, j.Reached())
	require.NotZero(t, file.ID)
}
