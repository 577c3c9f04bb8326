package strictyaml

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

type nested struct {
	Every  *time.Duration `yaml:"every"`
	Inline inline         `yaml:",inline"`
}

type inline struct {
	Count int `yaml:"count"`
}

type sample struct {
	Supplier struct {
		BaseURL string        `yaml:"base_url"`
		Pages   int           `yaml:"pages"`
		Every   time.Duration `yaml:"every"`
		Strict  bool          `yaml:"strict"`
		Names   []string      `yaml:"names"`
	} `yaml:"supplier"`
	Feeds map[string]struct {
		Template string  `yaml:"template"`
		Nested   *nested `yaml:"nested"`
	} `yaml:"feeds"`
}

func TestDecode(t *testing.T) {
	var s sample
	require.NoError(t, Decode("c.yaml", []byte("supplier:\n  base_url: x\nfeeds:\n  a: {template: csv}\n"), &s))
	require.Equal(t, "x", s.Supplier.BaseURL)
	require.Equal(t, "csv", s.Feeds["a"].Template)
	require.NoError(t, Decode("c.yaml", []byte(" \n"), &s))
	require.NoError(t, Decode("c.yaml", []byte("# only a comment\n"), &s))
	require.Equal(t, "x", s.Supplier.BaseURL)
}

func TestMistakesAreLocated(t *testing.T) {
	for name, c := range map[string]struct{ data, message, hint string }{
		"unknown key":   {"supplier:\n  bass_url: x\n", `c.yaml:2:3: unknown key "bass_url"`, `did you mean "base_url"?`},
		"far key":       {"completely_other: 1\n", `c.yaml:1:1: unknown key "completely_other"`, ""},
		"in a map":      {"feeds:\n  a: {templat: csv}\n", `c.yaml:2:7: unknown key "templat"`, `did you mean "template"?`},
		"no number":     {"supplier:\n  pages: many\n", `c.yaml:2:10: "many" is no whole number: want one such as 3`, ""},
		"part of one":   {"supplier:\n  pages: 3.5\n", `c.yaml:2:10: "3.5" is no whole number`, ""},
		"inline":        {"feeds: {a: {nested: {count: 3.5}}}\n", `c.yaml:1:29: "3.5" is no whole number`, ""},
		"huge":          {"supplier:\n  pages: 99999999999999999999\n", `c.yaml:2:10: `, ""},
		"no time":       {"feeds:\n  a:\n    nested:\n      every: never\n", `c.yaml:4:14: "never" is no length of time: want one such as 30s, 5m or 24h`, ""},
		"no unit":       {"supplier: {every: 30}\n", `c.yaml:1:19: "30" is no length of time`, ""},
		"no bool":       {"supplier: {strict: 3}\n", `c.yaml:1:20: "3" does not fit here: want true or false`, ""},
		"no list":       {"supplier: {names: 3}\n", `c.yaml:1:19: want a list here, not a number`, ""},
		"no keys":       {"supplier: 3\n", `c.yaml:1:11: want keys with values here, not a number`, ""},
		"list for text": {"supplier: {base_url: [a]}\n", `c.yaml:1:22: `, ""},
		"elsewhere":     {"feeds: {a: {base_url: x}}\n", `c.yaml:1:13: the key "base_url" does not belong here`, "it is known elsewhere in this file: look at the indentation"},
		"a tag":         {"supplier: {names: !!str x}\n", `c.yaml:1:19: tags such as !!str are not understood here`, ""},
		"a tag below":   {"supplier: !a {names: [&x !b c]}\n", `c.yaml:1:11: tags such as !a`, ""},
		"a second one":  {"feeds: {}\n---\nfeeds: {}\n", `c.yaml:3:`, ""},
		"repeated key":  {"feeds: {}\nfeeds: {}\n", `c.yaml:2:1: `, ""},
		"a tab":         {"supplier:\n\tpages: 3\n", `c.yaml:2:1: found character`, "that is a tab: indent with spaces"},
		"broken syntax": {"supplier: [\n", `c.yaml:1:`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var s sample
			err := Decode("c.yaml", []byte(c.data), &s)
			var e *Error
			require.ErrorAs(t, err, &e)
			require.Contains(t, e.Error(), c.message)
			require.NotContains(t, e.Error(), "\n")
			require.Equal(t, c.hint, e.Hint())
		})
	}
}

// TestInUkrainian: what is wrong and the way out are said in the reader's language, with what the
// file says as it is, also behind a mask.
func TestInUkrainian(t *testing.T) {
	for data, want := range map[string][2]string{
		"supplier:\n  bass_url: x\n":  {`c.yaml:2:3: невідомий ключ "bass_url"`, `можливо, ви мали на увазі "base_url"?`},
		"supplier:\n  pages: many\n":  {`c.yaml:2:10: "many" – не ціле число: має бути щось на зразок 3`, ""},
		"supplier: {names: 3}\n":      {`c.yaml:1:19: тут має бути список, а не число`, ""},
		"feeds: {a: {base_url: x}}\n": {`c.yaml:1:13: ключ "base_url" стоїть не на своєму місці`, "у цьому файлі він має інше місце: погляньте на відступи"},
	} {
		var s sample
		err := Decode("c.yaml", []byte(data), &s)
		what, way := failure.Said(err, wording.Ukrainian)
		require.Contains(t, what, want[0])
		require.Equal(t, want[1], way)
		what, _ = failure.Said(err, wording.English)
		require.Equal(t, err.Error(), what)
	}
	var s sample
	e, ok := errors.AsType[*Error](Decode("c.yaml", []byte("supplier: {pages: secret}"), &s))
	require.True(t, ok)
	e = e.Masked(func(text string) string { return strings.ReplaceAll(text, "secret", "***") })
	require.Equal(t, `c.yaml:1:19: "***" is no whole number: want one such as 3`, e.Error())
	what, _ := e.Say(wording.Ukrainian)
	require.Equal(t, `c.yaml:1:19: "***" – не ціле число: має бути щось на зразок 3`, what)
}

func TestTimes(t *testing.T) {
	for text, want := range map[string]time.Duration{"0": 0, "0s": 0, "1h30m": 90 * time.Minute, `"5m"`: 5 * time.Minute, "'5m'": 5 * time.Minute, "": 0} {
		var s sample
		require.NoError(t, Decode("c.yaml", []byte("supplier: {every: "+text+"}"), &s), text)
		require.Equal(t, want, s.Supplier.Every, text)
	}
	var s sample
	require.NoError(t, Decode("c.yaml", []byte("feeds: {a: {nested: {every: 0}}, b: {nested: {}}}"), &s))
	require.Zero(t, *s.Feeds["a"].Nested.Every)
	require.Nil(t, s.Feeds["b"].Nested.Every)
}

func TestHeadPassesOverOtherKeys(t *testing.T) {
	var s sample
	require.NoError(t, Head("c.yaml", []byte("others: {a: 1}\nsupplier: {base_url: x}\n"), &s))
	require.Equal(t, "x", s.Supplier.BaseURL)
	require.EqualError(t, Head("c.yaml", []byte("others: !a {}\n"), &s), "c.yaml:1:9: tags such as !a are not understood here: leave it out")
}

func TestNearest(t *testing.T) {
	require.Equal(t, "settle", Nearest("setle", []string{"every", "settle"}))
	require.Equal(t, "", Nearest("zzzzzz", []string{"every", "settle"}))
	require.Equal(t, "телефон", Nearest("телифон", []string{"місто", "телефон"}))
}

func FuzzDecode(f *testing.F) {
	f.Add("supplier: {base_url: x}")
	f.Add("a: &a [*a]")
	f.Fuzz(func(t *testing.T, data string) {
		var s sample
		_ = Decode("c.yaml", []byte(data), &s)
	})
}
