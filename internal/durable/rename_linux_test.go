package durable

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whoever watches a folder never sees a file that is moved within it under two names.
func TestAMoveNeverShowsTwoNames(t *testing.T) {
	dir := t.TempDir()
	var over, twice atomic.Bool
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for !over.Load() {
			if info, err := os.Lstat(filepath.Join(dir, "a.csv")); err == nil && info.Sys().(*syscall.Stat_t).Nlink > 1 {
				twice.Store(true)
			}
		}
	}()
	for range 300 {
		part := filepath.Join(dir, ".part")
		require.NoError(t, os.WriteFile(part, []byte("x"), 0o644))
		to, err := Move(part, dir, "a.csv")
		require.NoError(t, err)
		require.NoError(t, os.Remove(to))
	}
	over.Store(true)
	<-ended
	require.False(t, twice.Load())
}
