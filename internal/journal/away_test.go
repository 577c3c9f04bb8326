package journal_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// TestAServerThatIsAway is told from every other error: its own words name its address.
func TestAServerThatIsAway(t *testing.T) {
	file, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	require.NoError(t, err)
	require.NoError(t, file.Close())
	_, err = file.Notes(t.Context(), "shop")
	require.Error(t, err)
	require.False(t, file.Away(err), "a file has no address")

	server := rig.SharedPostgres(t)
	address := server.NewDatabase(t)
	j, err := journal.Open(t.Context(), address)
	require.NoError(t, err)
	defer j.Close()
	require.False(t, j.Away(errors.New("another")))
	require.False(t, j.Away(state.ErrStale))
	require.False(t, j.Away(nil))

	other, err := sql.Open("pgx", server.Address("postgres"))
	require.NoError(t, err)
	defer other.Close()
	name := address[strings.LastIndex(address, "/")+1 : strings.Index(address, "?")]
	for _, command := range []string{"ALTER DATABASE " + name + " ALLOW_CONNECTIONS false", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name + "'"} {
		_, err = other.ExecContext(t.Context(), command)
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool {
		_, err = j.Notes(t.Context(), "shop")
		return err != nil && strings.Contains(err.Error(), name)
	}, 10*time.Second, 10*time.Millisecond, "it names the database: %v", err)
	require.True(t, j.Away(err), "%v", err)
}
