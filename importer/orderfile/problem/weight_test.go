package problem

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWeights(t *testing.T) {
	require.Equal(t, Error, WeightOf(PhoneInvalid))
	require.Equal(t, Error, WeightOf("not_a_code"))
	require.Equal(t, Warning, WeightOf(PhoneZeroRestored))
	require.Equal(t, Note, WeightOf(TotalRowSkipped))
	require.Equal(t, "warning", Warning.String())
	text, err := os.ReadFile("../testdata/cases/README.md")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) > 3 && strings.HasPrefix(cells[1], " `") {
			if weight := strings.TrimSpace(cells[2]); weight == "error" || weight == "warning" || weight == "note" {
				require.Equal(t, weight, WeightOf(strings.Trim(cells[1], " `")).String(), cells[1])
			}
		}
	}
}
