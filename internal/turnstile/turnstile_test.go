package turnstile

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// TestPagesPassInOrder however their workers come.
func TestPagesPassInOrder(t *testing.T) {
	turns := New()
	var passed []int
	var group errgroup.Group
	for page := 20; page >= 0; page-- {
		group.Go(func() error {
			return turns.Pass(t.Context(), page, func() error { passed = append(passed, page); return nil })
		})
	}
	require.NoError(t, group.Wait())
	for n, page := range passed {
		require.Equal(t, n, page)
	}
	require.Len(t, passed, 21)
}

// TestNobodyPassesAFailure: who waits behind it gives up with the context.
func TestNobodyPassesAFailure(t *testing.T) {
	turns := New()
	failed := errors.New("disk full")
	require.ErrorIs(t, turns.Pass(t.Context(), 0, func() error { return failed }), failed)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, turns.Pass(ctx, 1, func() error { return nil }), context.Canceled)
}
