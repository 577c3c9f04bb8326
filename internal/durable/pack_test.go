package durable_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// TestPack: what is packed comes out again, and what is cut off or damaged is an error.
func TestPack(t *testing.T) {
	dir := t.TempDir()
	plain, packed := filepath.Join(dir, "journal.db"), filepath.Join(dir, "journal.db.gz")
	content := bytes.Repeat([]byte("orders of a shop, "), 10_000)
	require.NoError(t, os.WriteFile(plain, content, 0o600))
	require.NoError(t, os.WriteFile(packed, []byte("longer than nothing"), 0o600))
	require.NoError(t, durable.Pack(plain, packed))
	require.True(t, durable.IsPacked(packed))
	require.False(t, durable.IsPacked(plain))
	require.True(t, durable.IsPackedName(packed))

	var out bytes.Buffer
	require.NoError(t, durable.Unpack(packed, &out))
	require.Equal(t, content, out.Bytes())
	data, err := os.ReadFile(packed)
	require.NoError(t, err)
	require.Less(t, len(data), len(content)/10)
	for name, broken := range map[string][]byte{"cut off": data[:len(data)-9], "no end": data[:len(data)-4], "damaged": append(bytes.Clone(data[:len(data)-6]), 1, 2, 3, 4, 5, 6), "plain": content, "empty": nil} {
		require.NoError(t, os.WriteFile(packed, broken, 0o600))
		require.Error(t, durable.Unpack(packed, &bytes.Buffer{}), name)
	}
	require.Error(t, durable.Pack(filepath.Join(dir, "none"), packed))
	require.Error(t, durable.Pack(plain, filepath.Join(dir, "none")), "the file to pack into is made by who asks")
}
