package durable

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestClaim: a lock is one holder's until he lets it go, and who wants to be alone waits for that.
func TestClaim(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "made", "lock")
	release, claimed, err := Claim(path)
	require.NoError(t, err)
	require.True(t, claimed)
	_, again, err := Claim(path)
	require.NoError(t, err)
	require.False(t, again)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, Alone(ctx, path, func() error { t.Error("it is not alone"); return nil }), context.Canceled)
	done := make(chan error, 1)
	go func() { done <- Alone(t.Context(), path, func() error { return context.DeadlineExceeded }) }()
	require.NoError(t, release())
	require.ErrorIs(t, <-done, context.DeadlineExceeded)
	_, claimed, err = Claim(path)
	require.NoError(t, err)
	require.True(t, claimed, "it is let go behind what failed")
}
