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
	for name, fate := range rig.FileNames() {
		s := newShop(t, nil)
		got := s.ask(t, http.MethodPut, "/inbox/keycrm/"+url.PathEscape(name), s.key, "order;sku\n1;KB-1\n")
		if fate == rig.Good {
			require.Equal(t, http.StatusCreated, got.code, "%q: %s", name, got.text)
			require.Equal(t, []string{name}, s.lying(t, "keycrm"))
			continue
		}
		require.Contains(t, []int{http.StatusBadRequest, http.StatusNotFound}, got.code, "%q", name)
		require.Empty(t, s.lying(t, "keycrm"), "%q", name)
		require.Empty(t, s.lying(t, ""), "%q", name)
	}
}
