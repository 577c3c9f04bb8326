package yamledit

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInsert: an entry comes where its keys lead, in the style that stands there, and taking it
// out again gives the text as it was.
func TestInsert(t *testing.T) {
	entry := Entry{Path: []string{"inbox", "states"}, Word: "new", Meaning: "post"}
	for name, row := range map[string]struct{ text, want string }{
		"no keys":         {"# shop\nlanguage: en\n", "# shop\nlanguage: en\ninbox:\n  states: {\"new\": post}\n"},
		"beside others":   {"inbox:\n  dir: in # here\n", "inbox:\n  states: {\"new\": post}\n  dir: in # here\n"},
		"in a block":      {"inbox:\n  states:\n    # words\n    old: skip\n", "inbox:\n  states:\n    \"new\": post\n    # words\n    old: skip\n"},
		"within brackets": {"inbox: {states: {old: skip}} # all\n", "inbox: {states: {\"new\": post, old: skip}} # all\n"},
	} {
		got, ok := entry.Insert(row.text)
		require.True(t, ok, name)
		require.Equal(t, row.want, got, name)
		require.Contains(t, entry.Removals(got), row.text, name)
		require.True(t, entry.Undone(got, got) == false && entry.Undone(got, row.text), name)
	}
}

// TestUnsafeTexts: what stands in the way is left alone.
func TestUnsafeTexts(t *testing.T) {
	entry := Entry{Path: []string{"inbox", "states"}, Word: "new", Meaning: "post"}
	for _, text := range []string{"inbox: *other\n", "inbox: text\n", "a: 1\n---\nb: 2\n", "inbox: [\n"} {
		_, ok := entry.Insert(text)
		require.False(t, ok, text)
		require.Empty(t, entry.Removals(text), text)
	}
}

// TestSetText: the value changes, and all that stands around it stays.
func TestSetText(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\n":                           "a: 1\njournal: \"new\"\n",
		"journal: old # here\nb: 2\n":      "journal: \"new\" # here\nb: 2\n",
		"{a: 1, journal: 'it''s', b: 2}\n": "{a: 1, journal: \"new\", b: 2}\n",
	} {
		got, ok := SetText(text, "journal", "new")
		require.True(t, ok, text)
		require.Equal(t, want, got)
	}
	_, ok := SetText("a: [\n", "journal", "new")
	require.False(t, ok)
}
