package daemon

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/importer/state"
)

// TestRetentionIsKeptOnceADay: at night, and by what was changed last.
func TestRetentionIsKeptOnceADay(t *testing.T) {
	t.Parallel()
	n, j, _ := newsRig(t, "1001", "1002")
	orders, err := j.Orders(t.Context(), state.OrderQuery{Account: "a"})
	require.NoError(t, err)
	for i, changed := range []time.Time{time.Now().Add(-48 * time.Hour), time.Now()} {
		o := orders[i]
		o.State, o.RemoteID, o.RemoteStatus, o.ChangedAt = state.Accepted, "ord_"+o.ExternalID, "completed", changed
		_, err = j.Swap(t.Context(), o)
		require.NoError(t, err)
	}
	remembered := func() (numbers []string) {
		for o, err := range j.EachOrder(t.Context(), state.OrderQuery{Remembered: true}) {
			require.NoError(t, err)
			numbers = append(numbers, o.ExternalID)
		}
		return numbers
	}
	ages := forget.Ages{People: 24 * time.Hour}
	require.NoError(t, forget.Daily(t.Context(), n.Orders.Desk, ages, time.Date(2026, 10, 2, 2, 59, 0, 0, time.Local)))
	require.Len(t, remembered(), 2, "it is too early")
	require.NoError(t, forget.Daily(t.Context(), n.Orders.Desk, ages, time.Date(2026, 10, 2, 3, 0, 0, 0, time.Local)))
	require.Equal(t, []string{"1002"}, remembered())
	acts, err := j.Actions(t.Context(), state.ActionQuery{Account: "a"})
	require.NoError(t, err)
	require.Equal(t, state.ActedPurged, acts[0].Kind, "the page tells of it")
	ages.People = time.Nanosecond
	require.NoError(t, forget.Daily(t.Context(), n.Orders.Desk, ages, time.Date(2026, 10, 2, 23, 0, 0, 0, time.Local)))
	require.Len(t, remembered(), 1, "it was done that day")
	require.NoError(t, forget.Daily(t.Context(), n.Orders.Desk, ages, time.Date(2026, 10, 3, 3, 0, 0, 0, time.Local)))
	require.Empty(t, remembered())
}
