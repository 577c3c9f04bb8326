package journal

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// TestNoTableForWords: a write of SQLite builds no table of the words that a column is compared
// with. Conditions of indexes, triggers and columns that had such lists made ten of them for each
// order that changed, and the CHECK of its states one more.
func TestNoTableForWords(t *testing.T) {
	t.Parallel()
	j, err := Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	for _, write := range []struct {
		text      string
		arguments int
	}{{swapOrder, 21}, {sendOrder, 21}, {acceptOrder, 21}, {insertOrder, 15}} {
		require.Zero(t, tablesMade(t, j, write.text, write.arguments), write.text)
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

// TestStatesAreChecked: the CHECK of states, which was written anew, refuses what is none.
func TestStatesAreChecked(t *testing.T) {
	t.Parallel()
	j, err := Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	_, err = j.Record(t.Context(), benchFile, 1, benchDraft)
	require.NoError(t, err)
	for _, s := range []state.State{state.Ready, state.Sending, state.Accepted, state.Rejected, state.Unknown, state.Conflict} {
		_, err := j.write.ExecContext(t.Context(), "UPDATE orders SET state = $1", s)
		require.NoError(t, err, s)
	}
	_, err = j.write.ExecContext(t.Context(), "UPDATE orders SET state = 'sent'")
	require.ErrorContains(t, err, "CHECK constraint failed")
	var writable int
	require.NoError(t, j.write.QueryRowContext(t.Context(), "PRAGMA writable_schema").Scan(&writable))
	require.Zero(t, writable, "the text of the tables is not left open to writing")
}
