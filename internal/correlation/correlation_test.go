package correlation

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLinesCarryTheID: with what was added to the logger before, and none where there is no id.
func TestLinesCarryTheID(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(Handler{slog.NewJSONHandler(&out, nil)}).With("part", "inbox")
	log.InfoContext(With(t.Context(), Attempt(12, 345, 2)), "order")
	require.Contains(t, out.String(), `"part":"inbox","request_id":"f12-o345-2"`)
	require.True(t, strings.HasPrefix(Attempt(12, 345, 2), File(12)+"-"))
	out.Reset()
	log.InfoContext(t.Context(), "order")
	require.NotContains(t, out.String(), "request_id")
	log.WithGroup("of").InfoContext(With(t.Context(), "a"), "order")
	require.Contains(t, out.String(), `"of":{"request_id":"a"}`)
}

func TestFit(t *testing.T) {
	for _, id := range []string{"a", "f12-o345-1", "0af7651916cd43dd8448eb211c80319c", "A_b.c:d", strings.Repeat("x", 64), New()} {
		require.True(t, Fit(id), id)
	}
	for _, id := range []string{"", "a b", "a\nb", "a=b", "ї", strings.Repeat("x", 65)} {
		require.False(t, Fit(id), id)
	}
	require.NotEqual(t, New(), New())
}
