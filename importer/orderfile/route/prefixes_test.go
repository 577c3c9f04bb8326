package route

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPrefixes: what routes take off for a supplier, and where what begins so goes by all of them.
func TestPrefixes(t *testing.T) {
	one := &Route{Prefixes: map[string]string{"A-": "alpha", "B-": "beta", "B-X": "alpha"}, Strip: true}
	whole := &Route{Prefixes: map[string]string{"A-": "alpha", "": "beta"}}
	column := &Route{Column: "store", Words: map[string]string{"A-": "alpha"}}
	require.Equal(t, []string{"A-", "B-X"}, Routes{one, whole, column}.Prefixes("alpha"))
	require.Empty(t, Routes{whole, column}.Prefixes("alpha"), "the SKUs stay as they are")
	require.Empty(t, Routes(nil).Prefixes("alpha"))
	for beginning, want := range map[string]string{"A-": "alpha", "A-1": "alpha", "B-": "beta", "B-X": "", "C-": "", "": "", "A": ""} {
		require.Equal(t, want, Routes{one, column, whole}.To(beginning), beginning)
	}
	require.Equal(t, "alpha", Routes{one, column}.To("B-XY"))
	require.Equal(t, "beta", Routes{whole}.To("C-"))
}
