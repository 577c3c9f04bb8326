package told

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersAsTheyAreTyped(t *testing.T) {
	for number, want := range map[string]string{"1001": "1001", "KC-1001": "KC-1001", "№5": `'№5'`, "#1001": "'#1001'", "a b": "'a b'",
		"it's": `'it'\''s'`, "": "''", "Замовлення": "Замовлення", "$(x)": "'$(x)'", "`x`": "'`x`'"} {
		require.Equal(t, want, Typed(number))
	}
}
