package jsonread

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestQuoteNaN(t *testing.T) {
	for body, want := range map[string]string{
		`[{"a":NaN,"b":-Infinity},Infinity]`: `[{"a":"NaN","b":"-Infinity"},"Infinity"]`,
		`{"NaN":"NaN \" NaN","x":-1}`:        `{"NaN":"NaN \" NaN","x":-1}`,
		`{"a":"\\","b":NaN}`:                 `{"a":"\\","b":"NaN"}`,
		``:                                   ``, `"NaN`: `"NaN`, `NaN`: `"NaN"`,
	} {
		got, changed := QuoteNaN(body)
		require.Equal(t, want, got)
		require.Equal(t, want != body, changed)
	}
}
