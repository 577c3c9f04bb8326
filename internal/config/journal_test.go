package config

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// TestWithJournal: the journal's address is the only thing of the text that changes.
func TestWithJournal(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"an empty file": {"", "journal: \"postgres://u:p@h/d\"\n"},
		"none yet":      {"# mine\nlanguage: uk", "# mine\nlanguage: uk\njournal: \"postgres://u:p@h/d\"\n"},
		"plain":         {"journal: state/a b.db # where\nlanguage: uk\n", "journal: \"postgres://u:p@h/d\" # where\nlanguage: uk\n"},
		"in quotes":     {"language: uk\njournal:   'it''s # here.db'   # where\n", "language: uk\njournal:   \"postgres://u:p@h/d\"   # where\n"},
		"double quotes": {"journal: \"a\\\"b.db\"", "journal: \"postgres://u:p@h/d\""},
		"in braces":     {"{language: uk, journal: a.db, templates: x}\n", "{language: uk, journal: \"postgres://u:p@h/d\", templates: x}\n"},
		"another key":   {"notify: {}\n# journal: old\njournal: a.db\n", "notify: {}\n# journal: old\njournal: \"postgres://u:p@h/d\"\n"},
	} {
		got, err := WithJournal("dropbridge.yaml", c.text, "postgres://u:p@h/d")
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
	for name, text := range map[string]string{
		"on two lines": "journal: a\n  b.db\n",
		"no yaml":      "journal: [\n",
		"a mistake":    "none: 1\n",
	} {
		_, err := WithJournal("dropbridge.yaml", text, "state/b.db")
		require.Error(t, err, name)
		require.Equal(t, failure.Config, failure.KindOf(err), name)
		require.Contains(t, failure.Hint(err), "journal: state/b.db", name)
	}
}
