package oneline

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestClean(t *testing.T) {
	require.Equal(t, "a b c", Clean(" a\n\tb\u00a0\u200b\u202ec\x1b", 10))
	require.Equal(t, "абв…", Clean("абвгд", 3))
	require.Equal(t, "", Clean("\x00\x01", 3))
}
