package durable_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/durable"
)

func TestSpace(t *testing.T) {
	free, total, err := durable.Space(t.TempDir())
	if errors.Is(err, errors.ErrUnsupported) {
		return
	}
	require.NoError(t, err)
	require.Positive(t, free)
	require.Greater(t, total, free)
	_, _, err = durable.Space(filepath.Join(t.TempDir(), "none"))
	require.Error(t, err)
}

// TestSameDisk: two folders of one, and, where the system has such a disk, another one.
func TestSameDisk(t *testing.T) {
	dir := t.TempDir()
	same, err := durable.SameDisk(dir, filepath.Dir(dir))
	require.NoError(t, err)
	require.True(t, same)
	if _, err := os.Stat("/proc/self"); err == nil {
		same, err = durable.SameDisk(dir, "/proc/self")
		require.NoError(t, err)
		require.False(t, same)
	}
	_, err = durable.SameDisk(dir, filepath.Join(dir, "none"))
	require.Error(t, err)
}
