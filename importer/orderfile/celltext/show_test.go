package celltext

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestShowIsSafeAndShort(t *testing.T) {
	require.Equal(t, `"a b c"`, Show("a\x1bb\nc"))
	require.Equal(t, `"a b"`, Show("a\u202eb"))
	require.Equal(t, `"`+strings.Repeat("я", 40)+`…"`, Show(strings.Repeat("я", 1000)))
}
