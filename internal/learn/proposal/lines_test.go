package proposal

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLinesOfAMapping(t *testing.T) {
	root := &node{}
	root.add("name", scalar("acme"), "")
	fields := root.add("fields", "", "")
	fields.add("id", scalar("id"), "sure")
	fields.add("sku", scalar("a b"), "less sure")
	fields.missing("rrp", "PATH", "write its place")
	fields.remark("nothing else")
	var b strings.Builder
	root.write(&b, 0)
	require.Equal(t, "name: acme\nfields:\n  id: id     # sure\n  sku: \"a b\" # less sure\n  # missing: rrp: PATH # write its place\n  # nothing else\n", b.String())
}

// TestScalarsAreTexts: what YAML would take for something else is quoted.
func TestScalarsAreTexts(t *testing.T) {
	for text, want := range map[string]string{
		"name": "name", "goods.price": "goods.price", "ціна": "ціна", ".": ".", "^id": "^id", "$key": "$key",
		"no": `"no"`, "True": `"True"`, "5": `"5"`, "a b": `"a b"`, "a#b": `"a#b"`, "": `""`, "items[].sku": `"items[].sku"`, "<b>": `"<b>"`,
	} {
		require.Equal(t, want, scalar(text), text)
	}
	require.Equal(t, `{at: price, map: {"1": new}}`, flow("at", "price", "map", flow(quoted("1"), "new")))
}
