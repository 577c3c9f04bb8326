package strictyaml

import (
	"testing"

	"github.com/stretchr/testify/require"
)

type sample struct {
	Supplier struct {
		BaseURL string `yaml:"base_url"`
		Pages   int    `yaml:"pages"`
	} `yaml:"supplier"`
	Feeds map[string]struct {
		Template string `yaml:"template"`
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
		"wrong type":    {"supplier:\n  pages: many\n", `c.yaml:2:10: `, ""},
		"repeated key":  {"feeds: {}\nfeeds: {}\n", `c.yaml:2:1: `, ""},
		"broken syntax": {"supplier: [\n", `c.yaml:1:`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var s sample
			err := Decode("c.yaml", []byte(c.data), &s)
			var e *Error
			require.ErrorAs(t, err, &e)
			require.Contains(t, e.Error(), c.message)
			require.NotContains(t, e.Error(), "\n")
			require.Equal(t, c.hint, e.Hint)
		})
	}
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
