package posting

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestSince(t *testing.T) {
	noon := time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)
	note := noon.Format(time.RFC3339Nano)
	require.Equal(t, noon.Add(-time.Minute), since(note, noon.Add(-time.Hour), time.Minute))
	require.Equal(t, noon.Add(time.Hour-time.Minute), since(note, noon.Add(time.Hour), time.Minute), "nothing was followed in between")
	require.Equal(t, noon.Add(-time.Minute), since("", noon, time.Minute))
	require.True(t, since("", time.Time{}, time.Minute).IsZero())
}
