package supplier

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestIDSet(t *testing.T) {
	var s IDSet
	for i := range 5000 {
		require.True(t, s.Add(strconv.Itoa(i)))
	}
	for i := range 5000 {
		require.False(t, s.Add(strconv.Itoa(i)))
	}
	require.Equal(t, 5000, s.count)
	require.Len(t, s.table, 8192)
}
