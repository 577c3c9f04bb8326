package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
)

// TestBuiltInCategoryMap: it is there for the templates that ask for one of its columns, behind
// the feed's own map, and not where the feed wants none.
func TestBuiltInCategoryMap(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "shop.yaml")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "map.csv"), []byte("category,code\n1,2\n"), 0o600))
	require.NoError(t, os.WriteFile(file, []byte("feeds:\n"+
		"  bare: {template: google, out: feeds/a.xml}\n"+
		"  own: {template: google, out: feeds/b.xml, category_map: map.csv}\n"+
		"  off: {template: google, out: feeds/c.xml, category_map: none}\n"+
		"  tsv: {template: google-tsv, out: feeds/d.tsv}\n"+
		"  meta: {template: meta, out: feeds/e.csv}\n"+
		"  pinterest: {template: pinterest, out: feeds/f.csv}\n"+
		"  tiktok: {template: tiktok, out: feeds/g.csv}\n"+
		"  prom: {template: prom, out: feeds/h.yml}\n"+
		"  lost: {template: google, out: feeds/i.xml, category_map: nowhere.csv}\n"+
		"  beside: {template: google, out: none, category_map: none}\n"), 0o600))
	c, err := config.Load(file)
	require.NoError(t, err)
	for name, want := range map[string]struct{ usual, own bool }{
		"bare": {true, false}, "own": {true, true}, "off": {false, false}, "tsv": {true, false}, "meta": {true, false},
		"pinterest": {true, false}, "tiktok": {true, false}, "prom": {false, false}, "beside": {false, false},
	} {
		feed, err := c.Feed(name)
		require.NoError(t, err, name)
		require.Equal(t, want.usual, feed.Usual != nil, name)
		require.Equal(t, want.own, feed.Feed.Categories != nil, name)
	}
	_, err = c.Feed("lost")
	require.ErrorContains(t, err, "feeds.lost.category_map: ")
}
