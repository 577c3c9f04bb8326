package foreign_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/foreign"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestHint: each kind of error has its own sentence, in every language, however deep it is wrapped.
func TestHint(t *testing.T) {
	t.Parallel()
	_, absent := os.ReadFile(filepath.Join(t.TempDir(), "a"))
	for want, err := range map[string]error{
		"hint.database":   &pgconn.ConnectError{},
		"hint.permission": &fs.PathError{Op: "open", Path: "a", Err: syscall.EACCES},
		"hint.disk_full":  &fs.PathError{Op: "write", Path: "a", Err: syscall.ENOSPC},
		"hint.no_file":    absent,
	} {
		hint := foreign.Hint(errors.Join(errors.New("b"), fmt.Errorf("in: %w", err)))
		require.Equal(t, want, hint.Key)
		require.NotEqual(t, hint.In(wording.English), hint.In(wording.Ukrainian))
	}
	for _, other := range []syscall.Errno{syscall.ENOTDIR, syscall.EISDIR} {
		err := fmt.Errorf("in: %w", &fs.PathError{Op: "read", Path: "a/b", Err: other})
		require.Equal(t, "hint.no_file", foreign.Misplaced(err).Key, other)
		require.True(t, foreign.Hint(err).IsZero())
	}
	require.True(t, foreign.Hint(errors.New("odd")).IsZero())
	require.True(t, foreign.Hint(nil).IsZero())
	require.True(t, foreign.Misplaced(fs.ErrNotExist).IsZero())
}
