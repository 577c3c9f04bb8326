package standing

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestUnready: of all processes only the one that is asked counts, and what waits for a person does not.
func TestUnready(t *testing.T) {
	require.Empty(t, Snapshot{Problems: []Problem{{Text: "the token is refused"}}, Processes: []Process{{Name: "other", Fenced: true, Waits: map[string]string{"post": "x"}}, {Own: true}}}.Unready())
	require.Equal(t, []Unready{{"journal_away", "the journal cannot be read: the log says why"}}, Snapshot{JournalAway: true}.Unready())
	require.Equal(t, []Unready{{"loop_stuck", "the loop posting has not gone on for 31m0s: start the process again, and where it happens once more, look what the log says before"}},
		Snapshot{Stuck: []Stuck{{Loop: "posting", Seconds: 31 * 60}}}.Unready())
	own := Process{Own: true, Fenced: true, Waits: map[string]string{"post": "the inbox is another machine's", "books": "a disk"}}
	require.Equal(t, []Unready{
		{"process_fenced", "others have taken over what this process did: it begins anew"},
		{"role_waits", "the role books: a disk"}, {"role_waits", "the role post: the inbox is another machine's"},
	}, Snapshot{Processes: []Process{own}}.Unready())
}
