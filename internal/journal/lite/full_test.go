package lite

import (
	"errors"
	"fmt"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFull: a database that may not grow says what one on a full disk does.
func TestFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	require.NoError(t, Make(path))
	db, err := Open(path, "_txlock=immediate")
	require.NoError(t, err)
	defer db.Close()
	db.SetMaxOpenConns(1) // that is told
	for _, statement := range []string{"CREATE TABLE a (b BLOB)", "PRAGMA max_page_count = 2"} {
		_, err = db.ExecContext(t.Context(), statement)
		require.NoError(t, err)
	}
	_, err = db.ExecContext(t.Context(), "INSERT INTO a VALUES (zeroblob(100000))")
	require.True(t, Full(fmt.Errorf("copy: %w", err)), "%v", err)
	_, err = db.ExecContext(t.Context(), "INSERT INTO none VALUES (1)")
	require.Error(t, err)
	require.False(t, Full(err))
	require.True(t, Full(fmt.Errorf("write: %w", syscall.ENOSPC)))
	require.False(t, Full(errors.New("database or disk is full")))
}
