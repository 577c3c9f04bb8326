package dialect

import (
	"flag"
	"os"
	"path"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/packed"
)

var update = flag.Bool("update", false, "write openapi.zip again")

// TestPacked: what is built in are the files of openapi/, byte for byte, and each is found by its
// dialect's name.
func TestPacked(t *testing.T) {
	archive, files, err := packed.Pack("openapi/*.json")
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile("openapi.zip", archive, 0o644))
		return
	}
	built, err := packed.Files(packedDocuments)
	require.NoError(t, err)
	require.Equal(t, files, built, "go test -run Packed -update . writes it")
	require.Len(t, documentsByName(), len(files))
	for _, name := range []string{"bare", "envelope", "offers"} {
		want, err := os.ReadFile(path.Join("openapi", name+".json"))
		require.NoError(t, err)
		require.Equal(t, want, documentsByName()[name])
	}
}
