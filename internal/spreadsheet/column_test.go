package spreadsheet

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestColumnNames(t *testing.T) {
	for index, name := range map[int]string{0: "A", 25: "Z", 26: "AA", 701: "ZZ", 702: "AAA", MaxColumns - 1: "XFD"} {
		require.Equal(t, name, ColumnName(index))
	}
}
