package wording

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFigures(t *testing.T) {
	for _, c := range []struct{ plain, uk, en string }{
		{"0.00", "0,00", "0.00"}, {"-1.50", "-1,50", "-1.50"}, {"999.99", "999,99", "999.99"}, {"1000", "1\u00a0000", "1,000"},
		{"-1234567.891", "-1\u00a0234\u00a0567,891", "-1,234,567.891"},
	} {
		require.Equal(t, c.uk, Ukrainian.Figures(c.plain))
		require.Equal(t, c.en, English.Figures(c.plain))
	}
}
