package wording

import (
	"encoding/json"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestTexts: programs read English, whatever people read.
func TestTexts(t *testing.T) {
	said := struct{ Message Text }{Text(NewMessage("kind.hold"))}
	require.Equal(t, "холд", said.Message.In(Ukrainian))
	data, err := json.Marshal(said)
	require.NoError(t, err)
	require.JSONEq(t, `{"Message":"hold"}`, string(data))
	require.NoError(t, json.Unmarshal(data, &said))
	require.Equal(t, "hold", said.Message.In(Ukrainian))
}

// TestClone: what is kept has texts of its own.
func TestClone(t *testing.T) {
	given := "of a page"
	m := NewMessage("statement.and_more", List{NewMessage("kind.hold"), Literal(given)}, NewMessage("statement.apart.less", given), given, 3)
	own := m.Clone()
	require.Equal(t, m, own)
	for _, text := range []any{own.Values[0].(List)[1].Values[0], own.Values[1].(Message).Values[0], own.Values[2]} {
		require.NotSame(t, unsafe.StringData(given), unsafe.StringData(text.(string)))
	}
	require.Equal(t, Message{Key: "kind.hold"}, Message{Key: "kind.hold"}.Clone())
}
