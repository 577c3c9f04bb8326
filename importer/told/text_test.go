package told

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersAsTheyAreTyped(t *testing.T) {
	for number, want := range map[string]string{"1001": "1001", "KC-1001": "KC-1001", "№5": `'№5'`, "#1001": "'#1001'", "a b": "'a b'",
		"it's": `'it'\''s'`, "": "''", "Замовлення": "Замовлення", "$(x)": "'$(x)'", "`x`": "'`x`'"} {
		require.Equal(t, want, Typed(number))
	}
}

func TestOneLine(t *testing.T) {
	require.Equal(t, "a b [31m c�", OneLine("a\r\n\tb \x1b[31m\u202ec\xff"))
	require.Len(t, []rune(OneLine(strings.Repeat("я", 1000))), 501)
}
