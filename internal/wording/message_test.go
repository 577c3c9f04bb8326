package wording

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
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

// briefer are the beginnings of keys whose Ukrainian says less than the English: it stands
// in a workbook beside columns that say the rest.
var briefer = []string{"sales.wrong."}

// wholeCatalogue reads every file, and holds what the index of keys finds to that.
func wholeCatalogue(t *testing.T) map[string]*sentence {
	t.Helper()
	files, err := fs.Glob(catalogueFiles, "catalogue/*.yaml")
	require.NoError(t, err)
	all := map[string]*sentence{}
	for _, name := range files {
		data, err := catalogueFiles.ReadFile(name)
		require.NoError(t, err)
		var part map[string]*sentence
		require.NoError(t, yaml.UnmarshalWithOptions(data, &part, yaml.Strict()), name)
		for key, s := range part {
			require.NotContains(t, all, key, "%s: it stands twice", name)
			all[key] = s
			found, known := find(key)
			require.True(t, known, "%s: the index lacks %s", name, key)
			require.Equal(t, s, found)
		}
	}
	require.Len(t, catalogue(), len(all), "the index has keys that are none")
	return all
}

func TestCatalogueIsWhole(t *testing.T) {
	for key, s := range wholeCatalogue(t) {
		require.NotEmpty(t, s.UK.other, "%s has no Ukrainian", key)
		require.NotEmpty(t, s.EN.other, "%s has no English", key)
		if slices.ContainsFunc(briefer, func(begin string) bool { return strings.HasPrefix(key, begin) }) {
			require.Subset(t, verbs(s.EN.other), verbs(s.UK.other), "%s takes values in Ukrainian that it has not in English", key)
		} else {
			require.Equal(t, verbs(s.EN.other), verbs(s.UK.other), "%s takes other values in the two languages", key)
		}
		requireForms(t, key, s, s.UK, "one", "few", "many")
		requireForms(t, key, s, s.EN, "one")
		require.True(t, s.Counts == 0 || s.UK.by != nil || s.EN.by != nil, "%s counts and has but one form", key)
	}
}

// requireForms holds the forms of a sentence to what the language has: all of it, unless
// only single numbers are said apart. Each takes the same values, but for the number.
func requireForms(t *testing.T, key string, s *sentence, f forms, cardinal ...string) {
	t.Helper()
	number := fmt.Sprintf("%dd", max(s.Counts, 1))
	named := 0
	for name, text := range f.by {
		if !strings.HasPrefix(name, "=") {
			require.Contains(t, cardinal, name, "%s: no number is it in this language", key)
			named++
		}
		require.NotEmpty(t, text, "%s: %s", key, name)
		require.Equal(t, slices.DeleteFunc(verbs(f.other), func(v string) bool { return v == number }),
			slices.DeleteFunc(verbs(text), func(v string) bool { return v == number }), "%s: %s takes other values", key, name)
	}
	require.Contains(t, []int{0, len(cardinal)}, named, "%s lacks a form", key)
}

// program is what the program's own code mentions of the catalogue.
type program struct {
	said      map[string]bool // keys that are said, or how they begin
	topics    map[string]bool // that values are looked up under
	mentioned map[string]bool // quoted words
}

func readProgram(t *testing.T) program {
	t.Helper()
	p := program{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	finds := []struct {
		in map[string]bool
		by *regexp.Regexp
	}{
		{p.said, regexp.MustCompile(`(?s)(?:NewMessage|faultf|detailf|\.Say)\(\s*"([a-z0-9_.]+)"`)},
		{p.said, regexp.MustCompile(`\b(?:t|say|speaks)\("([a-z0-9_]+\.[a-z0-9_.]+)"`)},
		{p.said, regexp.MustCompile(`"(remark\.[a-z0-9_.]+)"`)},
		{p.topics, regexp.MustCompile(`(?:\.Word\(|\bcode\{)"([a-z_.]+)",`)},
		{p.mentioned, regexp.MustCompile(`"([a-z0-9_.]+)"`)},
	}
	require.NoError(t, filepath.WalkDir("../..", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		for _, find := range finds {
			for _, m := range find.by.FindAllSubmatch(data, -1) {
				find.in[string(m[1])] = true
			}
		}
		return err
	}))
	return p
}

// TestCatalogueIsUsed: every sentence is said somewhere, and every sentence that is said is there.
func TestCatalogueIsUsed(t *testing.T) {
	racing.Skip(t)
	p := readProgram(t)
	for key := range p.said {
		_, known := catalogue()[key]
		require.True(t, known || strings.HasSuffix(key, "_") || strings.HasSuffix(key, "."), "the catalogue lacks %s", key)
	}
	for topic := range p.topics {
		require.NotEmpty(t, Codes(topic), "the catalogue has no words under %s", topic)
	}
	for key := range catalogue() {
		require.True(t, p.says(key), "nobody says %s", key)
	}
}

// says reports whether the program says a key: as a whole, as a value under a topic, or
// made of the beginning of a key and a word: "inspect.weight_" + weight.
func (p program) says(key string) bool {
	if at := strings.LastIndex(key, "."); at > 0 && p.topics[key[:at]] {
		return p.mentioned[key[at+1:]]
	}
	code, variant, _ := strings.Cut(key, ".")
	if p.mentioned[key] || p.mentioned[code] && (p.mentioned["."+variant] || p.mentioned["."]) || p.mentioned[code+"."] {
		return true
	}
	for at := range key {
		if at > 0 && key[at-1] == '_' && p.mentioned[key[:at]] {
			return true
		}
	}
	return false
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
	require.Equal(t, "a, … of …", format("%s, %d of %q", []any{"a"}))
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
