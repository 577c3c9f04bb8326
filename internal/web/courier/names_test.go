package courier_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/rig"
)

// TestNamesOfFiles: whatever a file is called, it lies in the inbox under that name, or nowhere.
func TestNamesOfFiles(t *testing.T) {
	s, want := newShop(t, nil), []string{}
	for name, fate := range rig.FileNames() {
		got := s.ask(t, http.MethodPut, "/inbox/keycrm/"+url.PathEscape(name), s.Key, name)
		if fate == rig.Good {
			require.Equal(t, http.StatusCreated, got.code, "%q: %s", name, got.text)
			want = append(want, name)
			continue
		}
		require.Contains(t, []int{http.StatusBadRequest, http.StatusNotFound}, got.code, "%q", name)
	}
	require.ElementsMatch(t, want, s.lying(t, "keycrm"))
	require.Empty(t, s.lying(t, ""))
}
