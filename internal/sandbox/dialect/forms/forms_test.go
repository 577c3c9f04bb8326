package forms

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAmountsHaveEitherMark(t *testing.T) {
	for decimal, want := range map[string]any{
		"12.50": "12.50", "450.10": "450,10", "1234.00": "1234.00", "12345.67": "12 345,67", "-2.00": "-2.00", "-12345.67": "-12345.67", "-1234.50": "-1 234,50",
		"0.4550": json.Number("0.4550"), "7": json.Number("7"),
	} {
		require.Equal(t, want, amount(decimal), decimal)
	}
	require.Nil(t, amount(nil))
	require.Equal(t, []any{"", "12.50"}, []any{column("-12.50", false), column("-12.50", true)})
	require.Equal(t, []any{"0,00", ""}, []any{column("0.00", false), column("0.00", true)})
}
