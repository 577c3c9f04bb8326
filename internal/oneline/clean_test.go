package oneline

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestClean(t *testing.T) {
	require.Equal(t, "a b c", Clean(" a\n\tb\u00a0\u200b\u202ec\x1b", 10))
	require.Equal(t, "абв…", Clean("абвгд", 3))
	require.Equal(t, "аб в…", Clean("аб в г д", 3), "a space and what follows it count as two")
	require.Equal(t, "", Clean("\x00\x01", 3))
}

func TestSpaced(t *testing.T) {
	require.Equal(t, "a b [31m c�", Spaced("a\r\n\tb \x1b[31m\u202ec\xff", 500))
	require.Equal(t, "абв…", Spaced("абвгд", 3))
	require.Equal(t, "", Spaced("\x00 \u2028", 3))
}

func TestUnbroken(t *testing.T) {
	require.Equal(t, "a [31mb  c\u202ed e", Unbroken("\na\r\n\x1b[31mb  c\u202ed\u2028\u0085e\x7f"))
}

func TestJoined(t *testing.T) {
	require.Equal(t, "a: b; c; d\u202e", Joined("a: b\nc\nd\u202e"))
	require.Equal(t, "unknown command Did you mean this? x", Joined("unknown command\n\nDid you mean this?\n\tx\n"))
	require.Equal(t, "a", Joined("a"))
}

func TestQuoted(t *testing.T) {
	require.Equal(t, `"a", "b\"c"`, Quoted([]string{"a", `b"c`}))
	require.Equal(t, "", Quoted(nil))
}

func TestFew(t *testing.T) {
	require.Equal(t, "", Few(nil, 2))
	require.Equal(t, "a, b", Few([]string{"a", "b"}, 2))
	require.Equal(t, "a, b, …", Few([]string{"a", "b", "c"}, 2))
}
