package learn

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/learn/proposal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

var update = flag.Bool("update", false, "write the golden files anew")

// proposals keeps what was proposed for the files of a folder, by its name: several tests look
// at the same, and none changes it.
var proposals sync.Map

// proposedFor is what is learned from a service's files.
func proposedFor(t *testing.T, name string, sources ...string) *proposal.Proposal {
	t.Helper()
	if kept, ok := proposals.Load(name); ok {
		return kept.(*proposal.Proposal)
	}
	p, err := Propose(t.Context(), Options{Sources: sources, Name: name})
	require.NoError(t, err)
	proposals.Store(name, p)
	return p
}

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
			p := proposedFor(t, filepath.Base(folder), sources...)
			var report strings.Builder
			require.NoError(t, p.WriteReport(&report, wording.English))
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
