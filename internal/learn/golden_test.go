package learn

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGoldenProposals holds whole proposals: each folder of testdata/cases is one
// service, its files are the sources.
func TestGoldenProposals(t *testing.T) {
	folders, err := filepath.Glob("testdata/cases/*")
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for _, folder := range folders {
		if strings.HasSuffix(folder, ".golden") {
			continue
		}
		t.Run(filepath.Base(folder), func(t *testing.T) {
			sources, err := filepath.Glob(folder + "/*")
			require.NoError(t, err)
			p, err := Propose(context.Background(), Options{Sources: sources, Name: filepath.Base(folder)})
			require.NoError(t, err)
			var report strings.Builder
			require.NoError(t, p.WriteReport(&report))
			got := report.String() + "\n---\n" + p.Mapping
			if *update {
				require.NoError(t, os.WriteFile(folder+".golden", []byte(got), 0o644))
			}
			want, err := os.ReadFile(folder + ".golden")
			require.NoError(t, err)
			require.Equal(t, string(want), got)
		})
	}
}
