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

func TestIDSetExpects(t *testing.T) {
	for expected, room := range map[int64]int{-1: 1 << 10, 0: 1 << 10, 700: 1 << 10, 800: 1 << 11, 100_000: 1 << 18, 1 << 19: 1 << 20, 1 << 60: 1 << 20} {
		var s IDSet
		s.Expect(expected)
		require.Len(t, s.table, room, expected)
		for i := range min(max(expected, 0), 100_000) {
			require.True(t, s.Add(strconv.FormatInt(i, 10)))
		}
		require.Len(t, s.table, room, "%d ids were moved", expected)
		s.Expect(1)
		require.False(t, expected > 0 && s.Add("0"), "what was in it before")
	}
}
