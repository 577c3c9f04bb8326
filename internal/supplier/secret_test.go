package supplier

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASecretIsHiddenHoweverItIsWritten(t *testing.T) {
	s := NewSecret(`pa"ss/Wörd+<9>`)
	for _, form := range []string{`pa"ss/Wörd+<9>`, `pa\"ss/Wörd+<9>`, `pa\"ss\/Wörd+<9>`, `pa\"ss\/W\u00f6rd+<9>`, `pa\"ss/W\u00f6rd+<9>`,
		`pa&#34;ss/Wörd+&lt;9&gt;`, `pa%22ss%2FW%C3%B6rd%2B%3C9%3E`, `pa%22ss%2fW%c3%b6rd%2b%3c9%3e`} {
		require.Equal(t, "a [redacted] b", s.Hide("a "+form+" b"))
	}
}
