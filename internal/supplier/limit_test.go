package supplier

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestParseLimit(t *testing.T) {
	for text, want := range map[string]Limit{"10/s": {10, time.Second}, " 10/m ": {10, time.Minute}, "100/h": {100, time.Hour}, "1000/d": {1000, 24 * time.Hour}} {
		got, err := ParseLimit(text)
		require.NoError(t, err)
		require.Equal(t, want, got)
		again, err := ParseLimit(got.String())
		require.NoError(t, err)
		require.Equal(t, want, again)
	}
	for _, text := range []string{"", "10", "10/", "10/w", "0/s", "-1/s", "1.5/s", "/s", "10/s/s", "99999999/s"} {
		_, err := ParseLimit(text)
		require.Error(t, err, text)
	}
}
