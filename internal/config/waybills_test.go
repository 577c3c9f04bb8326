package config

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

func TestParseDays(t *testing.T) {
	for text, want := range map[string]time.Duration{"": 0, "30d": 720 * time.Hour, "1d": 24 * time.Hour, "12h": 12 * time.Hour} {
		got, err := parseDays(strictyaml.Scalar{Text: text})
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"30", "d", "-1d", "0d", "1.5d", "30 days", "30m", "99999999d", "9999999999999d"} {
		_, err := parseDays(strictyaml.Scalar{Text: text})
		require.Error(t, err, text)
	}
}
