package config_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
)

const (
	firstKey  = "FIRST-KEY_of-a-partner-1"
	secondKey = "SECOND-KEY_of-a-partner-2"
)

// loaded reads a config of that text, which lies alone in a folder with other files.
func loaded(t *testing.T, text string, files map[string]string) (*config.Config, error) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	file := filepath.Join(dir, "shop.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return config.Load(file)
}

func noEnvironment(string) (string, bool) { return "", false }

// TestKeysOfFeeds come from the config, a file and the environment, one or several.
func TestKeysOfFeeds(t *testing.T) {
	c, err := loaded(t, "feeds:\n"+
		"  a: {template: csv, out: a.csv, key: "+firstKey+"}\n"+
		"  b: {template: csv, out: b.csv, key: ["+secondKey+", 01234567890123456789], key_file: b.keys}\n"+
		"  c: {template: csv, out: c.csv, key_env: C_KEYS}\n"+
		"  d: {template: csv, out: d.csv, key: }\n",
		map[string]string{"b.keys": "# of Olena\nthird-key-of-a-partner\n\n fourth-key-of-a-partner # of Ivan\n"})
	require.NoError(t, err)
	keys, err := c.FeedKeys(func(name string) (string, bool) {
		require.Equal(t, "C_KEYS", name)
		return "fifth-key-of-a-partner sixth-key-of-a-partner\n", true
	})
	require.NoError(t, err)
	texts := map[string][]string{}
	for name, of := range keys {
		for _, key := range of {
			texts[name] = append(texts[name], key.Reveal())
		}
	}
	require.Equal(t, map[string][]string{
		"a": {firstKey}, "b": {secondKey, "01234567890123456789", "third-key-of-a-partner", "fourth-key-of-a-partner"},
		"c": {"fifth-key-of-a-partner", "sixth-key-of-a-partner"},
	}, texts)
	shown, err := json.Marshal(c.Feeds)
	require.NoError(t, err)
	require.NotContains(t, fmt.Sprintf("%v %+v %#v %s", c.Feeds, *c, c.Feeds, shown), firstKey)
}

// TestKeysThatAreRefused: each names its place and the way out with a fresh key, and shows
// none of those that stand there.
func TestKeysThatAreRefused(t *testing.T) {
	entry := func(name, more string) string {
		return "  " + name + ": {template: csv, out: " + name + ".csv, " + more + "}\n"
	}
	for _, c := range []struct{ name, text, file, want string }{
		{"short", entry("a", "key: nineteen-characters"), "", `shop.yaml:2:39: feeds.a.key: a key of 19 characters can be guessed: it needs at least 20`},
		{"empty", entry("a", `key: [""]`), "", `shop.yaml:2:40: feeds.a.key: a key of 0 characters`},
		{"other characters", entry("a", `key: ["`+firstKey+`", "with a blank and/slash"]`), "", `feeds.a.key: a key is made of A-Z, a-z, 0-9, - and _ alone`},
		{"other letters", entry("a", `key: "ключ-ключ-ключ-ключ-ключ"`), "", `is made of A-Z`},
		{"at two feeds", entry("a", "key: "+firstKey) + entry("b", "key: ["+secondKey+", "+firstKey+"]"), "", `shop.yaml:3:67: feeds.b.key: the same key stands at .*shop.yaml:2:39: feeds.a.key`},
		{"twice", entry("a", "key: ["+firstKey+", "+firstKey+"]"), "", `the same key stands at`},
		{"short in a file", entry("a", "key_file: keys"), "\nshort-one\n", `keys:2: feeds.a.key_file: a key of 9 characters`},
		{"in the config and a file", entry("a", "key: "+firstKey) + entry("b", "key_file: keys"), firstKey, `keys:1: feeds.b.key_file: the same key stands at .*feeds.a.key`},
		{"an empty file", entry("a", "key_file: keys"), "# none\n", `feeds.a.key_file: keys has no key`},
		{"no file", entry("a", "key_file: nowhere"), "", `feeds.a.key_file: .*nowhere`},
		{"no variable", entry("a", "key_env: NONE"), "", `feeds.a.key_env: the environment has no NONE`},
		{"keys with values", entry("a", "key: {of: "+firstKey+"}"), "", `shop.yaml:2:\d+: want a key, or a list of keys`},
		{"a forgotten bracket", entry("a", "key: "+firstKey+", "+secondKey), "", `shop.yaml:2:\d+: unknown key "\[redacted\]"`},
		{"keys for key", entry("a", "keys: ["+firstKey+"]"), "", `unknown key "keys"`},
		{"in another key's place", entry("a", "every: "+firstKey), "", `is no length of time`},
	} {
		t.Run(c.name, func(t *testing.T) {
			loaded, err := loaded(t, "feeds:\n"+c.text, map[string]string{"keys": c.file})
			if err == nil {
				_, err = loaded.FeedKeys(noEnvironment)
			}
			require.Error(t, err)
			require.Regexp(t, c.want, err.Error())
			require.Equal(t, failure.Config, failure.KindOf(err))
			for _, key := range []string{firstKey, secondKey, "nineteen", "short-one", "ключ"} {
				require.NotContains(t, err.Error()+failure.Hint(err), key)
			}
		})
	}
	_, err := loaded(t, "feeds:\n"+entry("a", "key: short"), nil)
	require.Regexp(t, `^take a fresh one, such as [A-Z2-7]{26}$`, failure.Hint(err))
}

// TestNewKeys are fit, and each is another.
func TestNewKeys(t *testing.T) {
	require.Regexp(t, regexp.MustCompile(`^[A-Z2-7]{26}$`), config.NewKey())
	require.NotEqual(t, config.NewKey(), config.NewKey())
}
