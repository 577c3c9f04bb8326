package spreadsheet

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDefuse(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "a", "5": "5", "'=1": "'=1", "Чайник = 1": "Чайник = 1",
		"=1+1": "'=1+1", "+380": "'+380", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1",
	} {
		require.Equal(t, want, Defuse(text))
	}
}
