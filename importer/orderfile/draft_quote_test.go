package orderfile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// TestDraftOfOddHeadings: what stands in a heading is quoted so that the template is read
// with the very heading.
func TestDraftOfOddHeadings(t *testing.T) {
	racing.Skip(t)
	for _, odd := range []string{"a\u00adb", "\ue000x", "x\U0010fffd", "x\x7f", "x\x1b[31m", "# x", "{x}y", "[x] y", "x: y", "- x", "!!str x", "'x", `x\n`, "&x *y", "😀 x", "%x", "x\u0085y", "null", "~x", "1e5 x", "yes"} {
		path := writeTemp(t, "a.csv", []byte("Хто\t"+odd+"\tТелефон\tКод\tШтук\nА Б\t1\t0670000101\tK1\t2\n"))
		r := readWith(t, path, Options{Profile: automatic(t)})
		_, err := ordertemplate.Compile("draft.yaml", []byte(r.Draft()))
		require.NoError(t, err, "%q\n%s", odd, r.Draft())
		// As a person takes the # away.
		p, err := ordertemplate.Compile("draft.yaml", []byte(strings.NewReplacer("# unused:", "unused:", "#  - ", "  - ").Replace(r.Draft())))
		require.NoError(t, err, "%q\n%s", odd, r.Draft())
		require.True(t, p.Passes(odd), "%q\n%s", odd, r.Draft())
	}
}
