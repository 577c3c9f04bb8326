package durable

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUnfinished(t *testing.T) {
	for _, name := range []string{"a.tmp", "a.temp", "a.csv.part", "a.partial", "a.xlsx.crdownload", "a.download", "a.csv.filepart", "a.opdownload",
		"a.aria2", ".a.csv.swp", "a.crswap", "a.csv~", "A.TMP", TempPrefix + "00.tmp"} {
		require.True(t, Unfinished(name), name)
	}
	for _, name := range []string{"", "a.csv", "tmp", "part.csv", "download", "a.tmp.csv", "~a.csv", "a.parts", "прайс.xlsx"} {
		require.False(t, Unfinished(name), name)
	}
}
