package spreadsheet

import (
	"bytes"
	"strings"
	"testing"

	"github.com/klauspost/compress/flate"
	"github.com/stretchr/testify/require"
)

// TestCompressorsBeginAnew: what a compressor wrote before is not seen in what it writes next, and
// a level that there is none of is refused, not looked for among the idle.
func TestCompressorsBeginAnew(t *testing.T) {
	var c levels
	for level := 1; level <= flate.BestCompression; level++ {
		var packed []string
		for _, text := range []string{"alike", "other " + strings.Repeat("text ", 20_000), "alike"} {
			var out bytes.Buffer
			w, err := c.take(&out, level)
			require.NoError(t, err)
			_, err = w.Write([]byte(text))
			require.NoError(t, err)
			require.NoError(t, w.Close())
			c.give(w, level)
			packed = append(packed, out.String())
		}
		require.Equal(t, packed[0], packed[2])
	}
	for _, level := range []int{-7, flate.BestCompression + 1} {
		_, err := c.take(new(bytes.Buffer), level)
		require.Error(t, err)
		c.give(nil, level)
	}
}
