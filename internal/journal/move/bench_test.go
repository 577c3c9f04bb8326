package move_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/journal/move"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// BenchmarkMove moves 20,000 orders with all that belongs to them into an empty database.
func BenchmarkMove(b *testing.B) {
	server := rig.StartPostgres(b)
	from := filepath.Join(b.TempDir(), "journal.db")
	j := open(b, from)
	fill(b, j, 20_000)
	require.NoError(b, j.Close())
	for b.Loop() {
		to := server.NewDatabase(b)
		_, err := move.Run(b.Context(), options(from, to))
		require.NoError(b, err)
		from = to
	}
}
