package celltext

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// FuzzIsClean: of a text that is clean at a glance nothing would be taken off.
func FuzzIsClean(f *testing.F) {
	for _, text := range []string{"", "а", "Відділення №5", " a", "a ", "a\u00A0", "\u0085a", "a\u061C", "\u200Ba", "a\uFEFF", "\u1680a", "ї\u3000", "a\u180Eb", "\t", "\x00", "a\x7F", "é", "\xC2", "\xD0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if isClean(text) {
			require.False(t, strings.ContainsFunc(text, IsZeroWidth))
			require.Equal(t, text, strings.TrimSpace(text))
		}
	})
}

// TestEveryBlankIsSeen: no blank, and nothing of no width, is clean at a glance, alone or at either
// end; letters of Europe are.
func TestEveryBlankIsSeen(t *testing.T) {
	for r := range rune(unicode.MaxRune + 1) {
		if unicode.IsSpace(r) || IsZeroWidth(r) {
			for _, text := range []string{string(r), "ж" + string(r), string(r) + "ж"} {
				require.False(t, isClean(text), "%U", r)
			}
		}
	}
	for _, text := range []string{"Коваль Олена", "+380670000001", "Київ", "100,50", "Відділення №5", "5 €", "Łódź", "Привіт, ґанок і під'їзд"} {
		require.True(t, isClean(text), text)
	}
}
