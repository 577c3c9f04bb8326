package money

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func FuzzParse(f *testing.F) {
	for _, text := range []string{"450.10", "-0.5", "1e3", "1 234,50", "99999999999999999999", "1e-400", ".5", "+1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse(text)
		if err != nil {
			require.ErrorIs(t, err, ErrAmount)
			require.False(t, m.IsSet())
			return
		}
		again, err := Parse(m.String())
		if err == nil { // padding to two decimals may need more digits than fit
			require.True(t, m.Equal(again), "%s became %s", text, m)
		}
	})
}
