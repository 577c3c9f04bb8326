package importer

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOwnerIsDeadOnlyWhenItsLockIsFree(t *testing.T) {
	dir := t.TempDir()
	a, err := claimOwner(dir, "a")
	require.NoError(t, err)
	b, err := claimOwner(dir, "b")
	require.NoError(t, err)
	require.False(t, b.dead("a"), "it lives")
	require.False(t, b.dead("b"), "that is me")
	require.False(t, b.dead("elsewhere"), "nothing is known of it")
	require.False(t, b.dead("../a"))
	require.NoError(t, a.file.Close())
	require.True(t, b.dead("a"))
	require.NoError(t, b.sweep(map[string]bool{"a": true}))
	require.True(t, b.dead("a"), "still named by an order")
	require.NoError(t, b.sweep(nil))
	require.False(t, b.dead("a"), "swept")
	require.NoError(t, b.release())
}
