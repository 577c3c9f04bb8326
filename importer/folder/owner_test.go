package folder

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOwnerIsDeadOnlyWhenItsLockIsFree(t *testing.T) {
	dir := t.TempDir()
	a, err := ClaimOwner(dir, "a")
	require.NoError(t, err)
	b, err := ClaimOwner(dir, "b")
	require.NoError(t, err)
	require.False(t, b.Dead("a"), "it lives")
	require.True(t, b.Lives("a"))
	require.False(t, b.Lives("b"), "that is me")
	require.False(t, b.Lives("elsewhere"), "nothing is known of it")
	require.False(t, b.Dead("b"), "that is me")
	require.False(t, b.Dead("elsewhere"), "nothing is known of it")
	require.False(t, b.Dead("../a"))
	require.NoError(t, a.file.Close())
	require.True(t, b.Dead("a"))
	require.False(t, b.Lives("a"))
	require.NoError(t, b.Sweep(map[string]bool{"a": true}))
	require.True(t, b.Dead("a"), "still named by an order")
	require.NoError(t, b.Sweep(nil))
	require.False(t, b.Dead("a"), "swept")
	require.NoError(t, b.Release())
}
