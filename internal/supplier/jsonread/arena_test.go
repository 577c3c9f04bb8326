package jsonread

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestArena: texts stay as they are while others are unescaped behind them, and what a page
// needed is one piece for the next.
func TestArena(t *testing.T) {
	var texts Arena
	document := `["` + strings.Repeat(`\u0456`, 9000) + `","a\nb","\ud800","` + strings.Repeat(`ґ\t`, 9000) + "\",\"c\\t\xff\"]"
	want := []string{strings.Repeat("і", 9000), "a\nb", "\uFFFD", strings.Repeat("ґ\t", 9000), "c\t\uFFFD"}
	read := func() (got []string) {
		s := NewScannerIn(document, &texts)
		require.NoError(t, Texts(func(list *[]string) *[]string { return list }, false)(s, &got))
		return got
	}
	for range 3 {
		require.Equal(t, want, read())
		texts.Reset()
	}
	var list []string
	reader := Texts(func(list *[]string) *[]string { return list }, false)
	allocated := testing.AllocsPerRun(10, func() {
		texts.Reset()
		if err := reader(&Scanner{data: document, texts: &texts}, &list); err != nil {
			t.Fatal(err)
		}
	})
	require.LessOrEqual(t, allocated, 1.0, "the scanner alone")
}
