//go:build unix

package exporter

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
)

// TestPrivateFeedsAreNotForEverybody: neither the feed nor what lies beside it; a public
// one is as before.
func TestPrivateFeedsAreNotForEverybody(t *testing.T) {
	for _, private := range []bool{true, false} {
		for _, name := range []string{"csv", "xlsx", "yml"} {
			out := filepath.Join(t.TempDir(), "feed."+name)
			feed := Feed{Name: "shop", Template: builtin(t, name), Out: out, Private: private, Gzip: name != "xlsx", Price: pricing.Rule{}}
			for range 2 { // the second one has something to compare
				export(t, catalogue(3), feed)
			}
			entries, err := os.ReadDir(filepath.Dir(out))
			require.NoError(t, err)
			require.Greater(t, len(entries), 3)
			for _, entry := range entries {
				info, err := entry.Info()
				require.NoError(t, err)
				want := fs.FileMode(0o640)
				if !private || entry.Name() == ".feed."+name+".private" { // which is empty
					want = 0o644
				}
				require.Equal(t, want, info.Mode().Perm(), "%s of %s, private %t", entry.Name(), name, private)
			}
		}
	}
}
