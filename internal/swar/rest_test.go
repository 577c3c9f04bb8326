package swar

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRest: each byte of the end of a text stands in its place, with letters behind it, whatever
// stands before.
func TestRest(t *testing.T) {
	const text = "\x01б\xffzя\x80,\"\n7кінець"
	for length := range len(text) + 1 {
		s := text[:length]
		for i := max(0, length-7); i <= length; i++ {
			want := uint64(Lows * 'a')
			for k := i; k < length; k++ {
				shift := 8 * (k - i)
				want = want&^(0xFF<<shift) | uint64(s[k])<<shift
			}
			require.Equal(t, want, Rest(s, i), "%q from %d on", s, i)
		}
	}
}
