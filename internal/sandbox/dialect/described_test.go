package dialect

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write openapi.zip again")

// TestPacked: what is built in are the files of openapi/, byte for byte.
func TestPacked(t *testing.T) {
	names, err := filepath.Glob("openapi/*.json")
	require.NoError(t, err)
	want := map[string][]byte{}
	var out bytes.Buffer
	packed := zip.NewWriter(&out)
	packed.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		want[strings.TrimSuffix(filepath.Base(name), ".json")] = data
		w, err := packed.CreateHeader(&zip.FileHeader{Name: filepath.ToSlash(name), Method: zip.Deflate})
		require.NoError(t, err)
		_, err = w.Write(data)
		require.NoError(t, err)
	}
	require.NoError(t, packed.Close())
	if *update {
		require.NoError(t, os.WriteFile("openapi.zip", out.Bytes(), 0o644))
		return
	}
	require.Equal(t, want, documentsByName(), "go test -run Packed -update . writes it")
}
