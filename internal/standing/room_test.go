package standing

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestDiskIsLow: by its share or by its bytes, whichever comes first.
func TestDiskIsLow(t *testing.T) {
	const gb = 1_000_000_000
	for name, c := range map[string]struct {
		free, total uint64
		low         bool
	}{
		"room enough":       {100 * gb, 1000 * gb, false},
		"just enough":       {50 * gb, 1000 * gb, false},
		"below 5 %":         {50*gb - 1, 1000 * gb, true},
		"500 MB of a small": {gb / 2, 4 * gb, false},
		"less than 500 MB":  {gb/2 - 1, 4 * gb, true},
		"nothing":           {0, gb, true},
		"not known":         {0, 0, false},
	} {
		list := Judge(Snapshot{Disks: []Disk{{Folder: "state", Free: c.free, Total: c.total}}}, wording.English)
		require.Equal(t, c.low, len(list) == 1, name)
		if c.low {
			require.Equal(t, CodeDisk, list[0].Code)
			require.Equal(t, Attention, list[0].Level, "what is published goes on")
			require.NotEmpty(t, list[0].Mend)
		}
	}
	list := Judge(Snapshot{Disks: []Disk{{Folder: "state", Free: 400_000_000, Total: 4 * gb}}}, wording.Ukrainian)
	require.Equal(t, "диск, на якому лежить state, майже повний: вільно 400 МБ з 4,0 ГБ", list[0].Text)
}

// TestChannelThatFails is said once it has failed for a while.
func TestChannelThatFails(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	s := Snapshot{Now: now, Channels: []Channel{{Name: "mail", Waiting: 2, Error: "connection refused", Since: now.Add(-9 * time.Minute)}}}
	require.Empty(t, Judge(s, wording.English))
	s.Channels[0].Since = now.Add(-10 * time.Minute)
	list := Judge(s, wording.English)
	require.Len(t, list, 1)
	require.Equal(t, "2 messages do not get out by mail: connection refused", list[0].Text)
	require.Contains(t, list[0].Mend, "dropbridge notify test mail")
}

// TestProblemsOfTheirOwnCode are told apart, the others are problems.
func TestProblemsOfTheirOwnCode(t *testing.T) {
	list := Judge(Snapshot{Problems: []Problem{{Name: "supplier", Code: "token_refused", Text: "no"}, {Name: "inbox", Text: "gone"}}}, wording.English)
	require.Equal(t, []string{"token_refused", CodeProblem}, []string{list[0].Code, list[1].Code})
	require.Equal(t, "inbox", list[1].About)
}

// TestJournalIsNotCopied: why, with the way that is known or the usual one; a server's journal never is.
func TestJournalIsNotCopied(t *testing.T) {
	since := time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC)
	require.Empty(t, Judge(Snapshot{Backup: &Backup{Folder: "nas"}}, wording.English), "the first one is not due yet")
	for want, b := range map[string]Backup{
		"see that the folder nas is there": {Error: "no space left"},
		"set the key":                      {Error: "the bucket refuses", Mend: "set the key"},
		"have pg_dump copy":                {OnServer: true},
	} {
		b.Folder, b.Since = "nas", since
		list := Judge(Snapshot{Backup: &b}, wording.English)
		require.Len(t, list, 1, want)
		require.Equal(t, Attention, list[0].Level, "orders and feeds go on")
		require.Equal(t, CodeBackup, list[0].Code)
		require.Equal(t, since, list[0].Since)
		require.Contains(t, list[0].Text, b.Error)
		require.Contains(t, list[0].Mend, want)
	}
}
