package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
)

// TestPlacesThatAreOurs: no feed and no book lies over a file that the config names for
// something else, or in a folder that has its own meaning, by whatever name.
func TestPlacesThatAreOurs(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, folder := range []string{"state/deep", "results", "feeds"} {
		require.NoError(t, os.MkdirAll(at(folder), 0o755))
	}
	for _, name := range []string{"token", "mine.csv", "map.csv", "partner.keys"} {
		require.NoError(t, os.WriteFile(at(name), []byte("category,code\n1,2\n"), 0o600))
	}
	write := func(out string) string {
		file := at("shop.yaml")
		require.NoError(t, os.WriteFile(file, []byte("supplier: {token_file: token}\njournal: books.db\ninbox: {waybills: {template: csv, out: back.csv}}\nfeeds:\n"+
			"  a: {template: csv, out: '"+out+"', category_map: map.csv, key_file: partner.keys}\n"), 0o600))
		return file
	}
	write("a.csv")
	for link, to := range map[string]string{"link.csv": "shop.yaml", "sideways": "state", "odd": "results"} {
		require.NoError(t, os.Symlink(to, at(link)))
	}
	require.NoError(t, os.Link(at("shop.yaml"), at("hard.csv")))
	for out, want := range map[string]string{
		"shop.yaml": "is the config", "feeds/../shop.yaml": "is the config", "link.csv": "is the config", "hard.csv": "is the config",
		"token": "is the file of the token", "books.db": "is the journal", "map.csv": "is the category_map of feeds.a", "partner.keys": "is the file of keys of feeds.a",
		"state/a.csv": "lies in the folder state, which has another purpose", "state/deep/er/a.csv": "lies in the folder state", "sideways/deep/a.csv": "lies in the folder state",
		"inbox/a.csv": "lies in the folder inbox", "results/a.csv": "lies in the folder results", "odd/new/a.csv": "lies in the folder results",
		"archive/a.csv": "lies in the folder archive", "failed/2026/a.csv": "lies in the folder failed",
	} {
		c, err := config.Load(write("a.csv"))
		require.NoError(t, err)
		requireMistake(t, want, c.CheckBookOut("--out", at(out)), "--out: ")
		_, err = c.Chosen(nil, config.Feed{Template: "csv", Out: at(out)}, true)
		requireMistake(t, want, err, "--out: ")
		c, err = config.Load(write(out))
		require.NoError(t, err)
		_, err = c.Feed("a")
		requireMistake(t, want, err, at("shop.yaml")+": feeds.a.out: ")
	}
	c, err := config.Load(write("feeds/a.csv"))
	require.NoError(t, err)
	_, err = c.Feed("a")
	require.NoError(t, err)
	for _, out := range []string{"feeds/a.csv", "feeds/a.csv.report.csv", "feeds/a.csv.gz", "feeds/.a.csv.published"} {
		requireMistake(t, "is a file of feeds.a", c.CheckBookOut("--out", at(out)), "--out: ")
	}
	for _, out := range []string{"october.xlsx", "feeds/october.csv", "statement/october.csv", "inboxes/october.csv"} {
		require.NoError(t, c.CheckBookOut("--out", at(out)), out)
	}
	requireMistake(t, "is the file of inbox.waybills", c.CheckBookOut("--out", at("back.csv")), "--out: ")
}

func requireMistake(t *testing.T, want string, err error, place string) {
	t.Helper()
	require.ErrorContains(t, err, place)
	require.ErrorContains(t, err, want)
	require.Equal(t, failure.Config, failure.KindOf(err))
	require.NotEmpty(t, failure.Hint(err))
}

// TestNamesOfAnotherFormat are refused; those that nobody knows are the owner's matter.
func TestNamesOfAnotherFormat(t *testing.T) {
	c, err := loaded(t, "{}\n", map[string]string{"tabs.yaml": "name: tabs\nkind: feed\nformat: csv\ncsv: {delimiter: tab}\ncolumns: [{heading: id, value: id}]\n"})
	require.NoError(t, err)
	tabs := c.Path("tabs.yaml")
	for _, ok := range [][2]string{
		{"csv", "a.csv"}, {"csv", "a.CSV"}, {"csv", "a.txt"}, {"csv", "a"}, {"csv", "a.v2"}, {"yml", "a.xml"}, {"hotline", "a.yml"}, {"xlsx", "a.xlsx"},
		{"google-tsv", "a.tsv"}, {"google-tsv", "a.csv"}, {"csv", "a.tsv"}, {tabs, "a.tsv"}, {tabs, "a.csv"},
	} {
		_, err := c.Chosen(nil, config.Feed{Template: ok[0], Out: c.Path(ok[1])}, true)
		require.NoError(t, err, ok)
	}
	for _, wrong := range [][3]string{{"csv", "a.yml", "csv"}, {"yml", "a.csv", "yml"}, {"xlsx", "a.CSV", "xlsx"}, {"hotline", "a.xlsx", "xml"}} {
		_, err := c.Chosen(nil, config.Feed{Template: wrong[0], Out: c.Path(wrong[1])}, true)
		requireMistake(t, "template "+wrong[0]+" writes "+wrong[2], err, "--out: the name ")
		require.Equal(t, "call it "+c.Path("a."+wrong[2]), failure.Hint(err))
	}
}
