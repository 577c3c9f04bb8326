package markup

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestShown: what editors leave behind says nothing, and whatever a customer would see does.
func TestShown(t *testing.T) {
	for _, empty := range []string{"", " \n\t", "\u00a0", "<p>&nbsp;</p>", "<p><br></p>", "<p><br/>&#160;</p>\r\n<div></div>", "&nbsp; &#xA0;", "<!-- a note -->", "\u200b\ufeff", "&ZeroWidthSpace;",
		"\x00\x07", "<span style='color:red'></span>", "<style>p{}</style>", "<script>x()</script>", "&#8203;"} {
		require.False(t, Shown(empty), "%q", empty)
	}
	for _, text := range []string{"a", "0", "-", "&amp;", "<p>a</p>", "<p>&nbsp;</p><p>так</p>", "<img src=x>", "<p><IMG src=x></p>", "5 < 6", "<", "<3", "a<b", "&", "&nbsp", "&nbsp;1", "🙂", "é"} {
		if text == "&nbsp" { // a page shows a blank for it, semicolon or none
			require.False(t, Shown(text))
			continue
		}
		require.True(t, Shown(text), "%q", text)
	}
}
