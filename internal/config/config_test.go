package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
)

// TestMistakesAreTheConfigs: whatever is wrong with the file is a mistake in the config, and
// what is asked for beside it a wrong use.
func TestMistakesAreTheConfigs(t *testing.T) {
	dir := t.TempDir()
	load := func(text string) (*config.Config, error) {
		file := filepath.Join(dir, "shop.yaml")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		return config.Load(file)
	}
	for text, want := range map[string]string{
		"suplier: {}": "unknown key", "supplier: {base_url: shop}": "is not an address", "feeds: {a: {out: a.csv}}": "feeds.a.template is missing",
		"inbox: {carrier: pigeon}": "inbox.carrier: \"pigeon\" is not known", "filed: a": "unknown key", "-: a": "unknown key",
	} {
		_, err := load(text)
		require.ErrorContains(t, err, want)
		require.Equal(t, failure.Config, failure.KindOf(err), text)
	}
	_, err := config.Load(filepath.Join(dir, "none.yaml"))
	require.Equal(t, failure.Config, failure.KindOf(err))
	require.Contains(t, failure.Hint(err), "dropbridge init")

	c, err := load("feeds: {prom: {template: csv, out: a.csv}}\n")
	require.NoError(t, err)
	require.Equal(t, filepath.Join(dir, "a.csv"), c.Path(c.Feeds["prom"].Out))
	_, err = c.Chosen([]string{"porm"}, config.Feed{}, false)
	require.Equal(t, failure.Usage, failure.KindOf(err))
	require.Equal(t, `did you mean "prom"?`, failure.Hint(err))
	_, err = c.ReadOptions("keycrm")
	require.Equal(t, failure.Usage, failure.KindOf(err))
}
