package encode

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPositions(t *testing.T) {
	require.Equal(t, position{0, 10}, position{0, 2}.plus(8, 10))
	require.Equal(t, position{1, 2}, position{0, 2}.plus(9, 10))
	require.Equal(t, position{3, 3}, position{0, 2}.plus(28, 10))
	require.Equal(t, position{0, 2}, position{0, 2}.plus(0, 10))
}
