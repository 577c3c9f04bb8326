package page

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestProcessesAreShown with what each holds and waits for.
func TestProcessesAreShown(t *testing.T) {
	f := frame{Language: wording.English, Snapshot: standing.Snapshot{Now: noon(), Processes: []standing.Process{
		{Name: "a1", Started: noon().Add(-time.Hour), Seen: noon().Add(-3 * time.Second), Sending: 2, Waits: map[string]string{"post": "away"}},
		{Name: "b2", Fenced: true, Started: noon(), Seen: noon()}}}}
	list := f.processes()
	require.Len(t, list, 2)
	require.Equal(t, "orders being sent: 2", list[0].Holds)
	require.Equal(t, []string{"post: away"}, list[0].RolesWaiting())
	require.Empty(t, list[1].Holds)
	require.NotEmpty(t, list[0].Beat.Ago)
}
