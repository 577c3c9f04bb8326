package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMappingsAreCompiledOnce: a mapping is compiled anew where its file has changed.
func TestMappingsAreCompiledOnce(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "own.yaml")
	write := func(name string) {
		text := "name: " + name + "\nkind: supplier\nformat: json\ndescription: d\nauth: {basic: true}\nanswer: {list: data}\npaging: {kind: none}\nproducts: {request: GET /p, fields: {id: id, sku: sku, name: name, currency: {value: UAH}, drop_price: price}}\n"
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	write("one")
	c, err := loadText(t, "supplier: {base_url: 'http://127.0.0.1', mapping: "+file+"}\n")
	require.NoError(t, err)
	first, err := c.Mapping()
	require.NoError(t, err)
	again, err := c.Mapping()
	require.NoError(t, err)
	require.Same(t, first, again)
	write("two")
	changed, err := c.Mapping()
	require.NoError(t, err)
	require.Equal(t, "two", changed.Name())
}
