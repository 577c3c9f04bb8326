package journal

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNoTableForWords: a write of SQLite builds no table of the words that a column is compared
// with, but for the CHECK of an order's states. Conditions of indexes, triggers and columns that
// had such lists made ten of them for each order that changed.
func TestNoTableForWords(t *testing.T) {
	t.Parallel()
	j, err := Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	for _, write := range []struct {
		text      string
		arguments int
	}{{swapOrder, 21}, {insertOrder, 15}} {
		require.Equal(t, 1, tablesMade(t, j, write.text, write.arguments), write.text)
	}
}

// tablesMade is how many tables a statement makes for itself, its triggers left out.
func tablesMade(t *testing.T, j *Journal, text string, arguments int) (tables int) {
	t.Helper()
	rows, err := j.read.QueryContext(t.Context(), "EXPLAIN "+text, make([]any, arguments)...)
	require.NoError(t, err)
	defer rows.Close()
	before := -1
	for rows.Next() {
		var at int
		var opcode string
		var ignored any
		require.NoError(t, rows.Scan(&at, &opcode, &ignored, &ignored, &ignored, &ignored, &ignored, &ignored))
		if at < before {
			break // the program of a trigger begins
		}
		if before = at; opcode == "OpenEphemeral" {
			tables++
		}
	}
	require.Positive(t, before)
	return tables
}
