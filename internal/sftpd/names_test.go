package sftpd_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/rig"
)

// TestNamesOfFiles: whatever a file is called, it lies in the inbox under that name, or nowhere.
func TestNamesOfFiles(t *testing.T) {
	s := newShop(t)
	c, _ := s.connect(t)
	want := []string{}
	for name, fate := range rig.FileNames() {
		err := put(c, "/inbox/"+name, name)
		switch fate {
		case rig.Good:
			require.NoError(t, err, "%q", name)
			want = append(want, name)
		case rig.Bad:
			require.Error(t, err, "%q", name)
		case rig.Ignored: // one that gets its name later waits for it elsewhere
			if err == nil {
				require.NoError(t, c.Remove("/inbox/"+name), "%q", name)
			}
		}
	}
	require.ElementsMatch(t, want, lying(t, s.Desk.Config.Inbox, "keycrm"))
	require.Equal(t, []string{"keycrm"}, lying(t, s.Desk.Config.Inbox))
	require.NotContains(t, lying(t, filepath.Dir(s.Desk.Config.Inbox)), "x.csv")
	require.Empty(t, lying(t, s.parts))
}
