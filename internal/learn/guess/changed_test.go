package guess

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What is read of a time is written back as it stood.
func TestTimesAreWrittenAsTheyStood(t *testing.T) {
	for text, notation := range map[string]string{
		"2026-11-04T08:00:00Z":       "rfc3339",
		"2026-11-04 08:00:00":        "YYYY-MM-DD HH:mm:ss",
		"2026-11-04 08:00:00.000000": "YYYY-MM-DD HH:mm:ss.SSSSSS",
		"04.11.2026 08:00":           "DD.MM.YYYY HH:mm",
		"1793779200":                 "epoch",
		"1793779200000":              "epoch_ms",
	} {
		at, got, ok := parseTime(text)
		require.True(t, ok, text)
		require.Equal(t, notation, got)
		require.Equal(t, time.Date(2026, 11, 4, 8, 0, 0, 0, time.UTC), at.UTC(), text)
		require.Equal(t, text, Changed{notation: got}.Write(at))
	}
	_, _, ok := parseTime("later")
	require.False(t, ok)
}
