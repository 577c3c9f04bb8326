package resultfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
)

// TestMergedRowsOfRejected: rows that merged areas join stay together in the file of
// rejected rows, however the areas overlap, and whatever they cover below the last row.
func TestMergedRowsOfRejected(t *testing.T) {
	r := &Source{HeadingRow: 1, Sheet: cells.Sheet{Last: 12, Merges: []cells.Merge{{FirstRow: 2, LastRow: 4, FirstColumn: 0, LastColumn: 0}, {FirstRow: 4, LastRow: 5, FirstColumn: 1, LastColumn: 1}, {FirstRow: 7, LastRow: 8, FirstColumn: 0, LastColumn: 0}, {FirstRow: 10, LastRow: 1 << 20, FirstColumn: 3, LastColumn: 3}, {FirstRow: 1, LastRow: 2, FirstColumn: 5, LastColumn: 5}, {FirstRow: 9, LastRow: 9, FirstColumn: 0, LastColumn: 1}}}}
	for _, c := range []struct{ rows, want []int }{
		{[]int{3}, []int{2, 3, 4, 5}},
		{[]int{5, 6}, []int{2, 3, 4, 5, 6}},
		{[]int{6, 9}, []int{6, 9}},
		{[]int{8, 9, 12}, []int{7, 8, 9, 10, 11, 12}},
		{[]int{6, 13}, []int{6, 13}},
		{nil, nil},
	} {
		require.Equal(t, c.want, r.withMerged(c.rows), c.rows)
	}
}
