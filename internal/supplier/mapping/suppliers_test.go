package mapping

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/templates"
)

// TestBuiltInMappingsCompile: each mapping that is handed out can be used.
func TestBuiltInMappingsCompile(t *testing.T) {
	files, err := filepath.Glob("../../../templates/suppliers/*.yaml")
	require.NoError(t, err)
	names, err := templates.Open("").Names(templates.Supplier)
	require.NoError(t, err)
	require.Len(t, files, len(names))
	require.Contains(t, names, "default")
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		m, err := Compile(filepath.Base(file), data)
		require.NoError(t, err)
		require.Equal(t, m.Name()+".yaml", filepath.Base(file))
		require.True(t, m.CreatesOrders(), "%s has no create_order: a list of goods alone is a list mapping, under templates/lists", file)
	}
}
