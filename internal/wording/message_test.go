package wording

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// verbs are the values that a format takes, by their place.
func verbs(format string) []string {
	next, out := 1, []string{}
	for _, m := range regexp.MustCompile(`%(?:\[(\d)\])?([sdqv%])`).FindAllStringSubmatch(format, -1) {
		switch {
		case m[2] == "%":
		case m[1] != "":
			out = append(out, m[1]+m[2])
		default:
			out = append(out, string(rune('0'+next))+m[2])
			next++
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestCatalogueIsWhole(t *testing.T) {
	all := map[string]sentence{}
	require.NoError(t, readCatalogue(all))
	for key, s := range all {
		require.NotEmpty(t, s.UK, "%s has no Ukrainian", key)
		require.NotEmpty(t, s.EN, "%s has no English", key)
		require.Equal(t, verbs(s.EN), verbs(s.UK), "%s takes other values in the two languages", key)
	}
}

// TestCatalogueIsUsed: every sentence is said somewhere, and every sentence that is said is there.
func TestCatalogueIsUsed(t *testing.T) {
	said := map[string]bool{}
	call := regexp.MustCompile(`(?s)(?:NewMessage|faultf|detailf)\(\s*"([a-z0-9_.]+)"`)
	quoted := regexp.MustCompile(`"([a-z0-9_.]+)"`)
	mentioned := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		for _, m := range call.FindAllSubmatch(data, -1) {
			said[string(m[1])] = true
		}
		for _, m := range quoted.FindAllSubmatch(data, -1) {
			mentioned[string(m[1])] = true
		}
		return err
	})
	require.NoError(t, err)
	for key := range said {
		_, known := catalogue()[key]
		require.True(t, known || strings.HasSuffix(key, "_") || strings.HasSuffix(key, "."), "the catalogue lacks %s", key)
	}
	for key := range catalogue() {
		code, variant, _ := strings.Cut(key, ".")
		made := false // of the beginning of a key and a word: "inspect.weight_" + weight
		for at := range key {
			made = made || at > 0 && key[at-1] != '.' && (key[at-1] == '_') && mentioned[key[:at]]
		}
		made = made || mentioned[code+"."]
		require.True(t, mentioned[key] || mentioned[code] && (mentioned["."+variant] || mentioned["."]) || made, "nobody says %s", key)
	}
}

// A journal may hold messages of a version whose sentences had other values.
func TestFormat(t *testing.T) {
	for _, c := range []struct{ want, sentence string }{
		{"5 % off", "5 % off"}, {"a and b", "%s and %s"}, {"b before a", "%[2]s before %[1]s"},
		{"a, b and …", "%s, %s and %s"}, {"… before a", "%[3]s before %[1]s"}, {"a, 10% of it", "%s, 10%% of it"},
	} {
		require.Equal(t, c.want, format(c.sentence, []any{"a", "b"}))
	}
	require.Equal(t, "… and …", format("%s and %s", nil))
}

func TestMessagesAreKept(t *testing.T) {
	inner := Literal(`{"say": it's foreign`)
	for _, m := range []Message{{}, Literal("Немає в наявності"), inner, NewMessage("no.such.key", "a", int64(7), inner),
		NewMessage("no.such.key", NewMessage("no.other", "x"))} {
		again := Kept(m.Keep())
		require.Equal(t, m.In(Ukrainian), again.In(Ukrainian))
		require.Equal(t, m.Keep(), again.Keep())
		data, err := json.Marshal(m)
		require.NoError(t, err)
		var read Message
		require.NoError(t, json.Unmarshal(data, &read))
		require.Equal(t, m, read)
	}
	require.Equal(t, "", Message{}.Keep())
	require.Equal(t, "an old text", Kept("an old text").In(English))
	require.Equal(t, "no.such.key a 7", NewMessage("no.such.key", "a", 7).In(English), "a newer program's message is said as well as can be")
	data, err := json.Marshal(NewMessage("k", "v"))
	require.NoError(t, err)
	require.JSONEq(t, `{"say":"k","with":["v"]}`, string(data))
}
