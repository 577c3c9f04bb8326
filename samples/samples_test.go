package samples

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/packed"
)

var update = flag.Bool("update", false, "write catalog.zip again")

// TestPacked: what is built in is catalog.json, byte for byte.
func TestPacked(t *testing.T) {
	archive, files, err := packed.Pack("catalog.json")
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile("catalog.zip", archive, 0o644))
		return
	}
	built, err := Catalog()
	require.NoError(t, err)
	require.Equal(t, files[0].Data, built, "go test -run Packed -update . writes it")
}
