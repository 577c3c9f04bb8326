package function

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNextField(t *testing.T) {
	for source, want := range map[string][3]string{
		"a {sku} b": {"a ", "sku", " b"}, "{ sku }{id}": {"", "sku", "{id}"}, "plain": {"plain", "", ""}, "{{x}}": {"{x}", "", ""},
		`{join({"a": 1}, "}")}!`: {"", `join({"a": 1}, "}")`, "!"}, "{`}`}": {"", "`}`", ""}, `{'\'}'}`: {"", `'\'}'`, ""},
	} {
		text, name, behind, wrong := NextField(source)
		require.Equal(t, want, [3]string{text, name, behind}, source)
		require.Empty(t, wrong)
	}
	for _, source := range []string{"{a", "a}", "{}", "{ }", `{"}`} {
		_, _, _, wrong := NextField(source)
		require.NotEmpty(t, wrong, source)
	}
}
