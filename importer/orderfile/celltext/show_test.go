package celltext

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestShowIsSafeAndShort(t *testing.T) {
	require.Equal(t, `"a b c"`, Show("a\x1bb\nc"))
	require.Equal(t, `"a b"`, Show("a\u202eb"))
	require.Equal(t, `"`+strings.Repeat("я", 40)+`…"`, Show(strings.Repeat("я", 1000)))
}

// TestCleanKeepsWhatIsSeen: what nobody sees goes, but for what makes several pictures one.
func TestCleanKeepsWhatIsSeen(t *testing.T) {
	for text, want := range map[string]string{
		"\u00a0KB\u200d-01\ufeff ": "KB-01",
		"\u202eабв\u202c":          "абв",
		"👨\u200d👩\u200d👧 сім'я":    "👨\u200d👩\u200d👧 сім'я",
		"❤\ufe0f\u200d🔥":           "❤\ufe0f\u200d🔥",
		"👩🏽\u200d🍳 кухар":          "👩🏽\u200d🍳 кухар",
		"👨\u200d":                  "👨",
		"\u200d👨\u200d\u200d👩":     "👨\u200d👩",
		"ко\u200dт":                "кот",
		"a\xff\u200b":              "a\ufffd",
	} {
		require.Equal(t, want, Clean(text), "%q", text)
	}
}

func TestFolded(t *testing.T) {
	require.Equal(t, "№докдата", Folded(" № док./Дата\n"))
	require.Equal(t, "", Folded(" -.\u00a0"))
}
