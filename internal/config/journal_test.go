package config

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// TestWithPlaces: the addresses are the only things of the text that change.
func TestWithPlaces(t *testing.T) {
	t.Parallel()
	address := "postgres://u:p@h/d"
	for name, c := range map[string]struct{ text, want string }{
		"an empty file": {"", "journal: \"postgres://u:p@h/d\"\n"},
		"none yet":      {"# mine\nlanguage: uk", "# mine\nlanguage: uk\njournal: \"postgres://u:p@h/d\"\n"},
		"plain":         {"journal: state/a b.db # where\nlanguage: uk\n", "journal: \"postgres://u:p@h/d\" # where\nlanguage: uk\n"},
		"in quotes":     {"language: uk\njournal:   'it''s # here.db'   # where\n", "language: uk\njournal:   \"postgres://u:p@h/d\"   # where\n"},
		"double quotes": {"journal: \"a\\\"b.db\"", "journal: \"postgres://u:p@h/d\""},
		"in braces":     {"{language: uk, journal: a.db, templates: x}\n", "{language: uk, journal: \"postgres://u:p@h/d\", templates: x}\n"},
		"another key":   {"notify: {}\n# journal: old\njournal: a.db\n", "notify: {}\n# journal: old\njournal: \"postgres://u:p@h/d\"\n"},
	} {
		got, err := WithPlaces("dropbridge.yaml", c.text, &address, nil)
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
	for name, text := range map[string]string{
		"on two lines": "journal: a\n  b.db\n",
		"no yaml":      "journal: [\n",
		"a mistake":    "none: 1\n",
	} {
		file := "state/b.db"
		_, err := WithPlaces("dropbridge.yaml", text, &file, nil)
		require.Error(t, err, name)
		require.Equal(t, failure.Config, failure.KindOf(err), name)
		require.Contains(t, failure.Hint(err), `journal: "state/b.db"`, name)
	}
	files, none := "s3://shop/a?region=x", ""
	got, err := WithPlaces("dropbridge.yaml", "journal: a.db # one\n# files: none\n", &address, &files)
	require.NoError(t, err)
	require.Equal(t, "journal: \"postgres://u:p@h/d\" # one\n# files: none\nfiles: \"s3://shop/a?region=x\"\n", got)
	got, err = WithPlaces("dropbridge.yaml", got, nil, &none)
	require.NoError(t, err)
	require.Equal(t, "journal: \"postgres://u:p@h/d\" # one\n# files: none\nfiles: \"\"\n", got)
}
