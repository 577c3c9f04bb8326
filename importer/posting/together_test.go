package posting

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHowManyGoTogether: the file of a day is bounded, as its intents have to be durable in time.
func TestHowManyGoTogether(t *testing.T) {
	t.Parallel()
	for due, want := range map[int][2]int{1: {1, 1}, 2: {2, 1}, 20_000: {20_000, 1}, 20_001: {20_000, 1}} {
		require.Equal(t, want, [2]int{bundled(due, true), bundled(due, false)}, due)
	}
}
