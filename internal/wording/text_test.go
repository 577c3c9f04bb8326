package wording

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTexts(t *testing.T) {
	hold := Say("холд", "hold")
	text := Say("%[2]s: записів: %[1]d (%[3]s)", "%d entries of %s (%s)", 3, hold, []Text{hold, Say("усе", "all")})
	require.Equal(t, "холд: записів: 3 (холд; усе)", text.In(Ukrainian))
	require.Equal(t, "3 entries of hold (hold; all)", text.In(English))
	require.Equal(t, "3 entries of hold (hold; all)", text.String())
	require.Equal(t, "100 %", Say("100 %", "100 per cent").In(Ukrainian), "a sentence without values is no format")
	require.Zero(t, Say("", ""))
	require.Equal(t, "", Text{}.In(Ukrainian)+Text{}.In(English))

	data, err := json.Marshal(struct{ Detail Text }{text})
	require.NoError(t, err)
	require.JSONEq(t, `{"Detail":"3 entries of hold (hold; all)"}`, string(data))
}
