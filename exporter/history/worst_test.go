package history_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/history"
)

// TestWorstChanges: prices that moved furthest come first, down as much as up, and offers that
// are gone have their half.
func TestWorstChanges(t *testing.T) {
	worst := func(most int, rows ...string) (found []string) {
		list, err := history.WorstChanges(strings.NewReader(history.ChangesHeading+strings.Join(rows, "\r\n")), most)
		require.NoError(t, err)
		for _, c := range list {
			found = append(found, fmt.Sprintf("%s %s %s→%s", c.Change, c.SKU, c.OldPrice, c.NewPrice))
		}
		return found
	}
	rows := []string{"new,1,A,n,,5.00,,1,in_stock", "repriced,2,B,n,100.00,90.00,1,1,in_stock", "repriced,3,C,n,100.00,10.00,1,1,in_stock", `repriced,4,D,"n, m",1.00,300.00,1,1,in_stock`,
		"repriced,5,E,n,7.00,,1,1,in_stock", "gone,6,F,n,1.00,,1,,", "gone,7,G,n,2.00,,1,,", "gone,8,H,n,3.00,,1,,", "sold_out,9,I,n,1.00,1.00,1,0,out_of_stock"}
	require.Equal(t, []string{"repriced E 7.00→", "repriced D 1.00→300.00", "gone F 1.00→", "gone G 2.00→"}, worst(4, rows...))
	require.Equal(t, []string{"repriced E 7.00→", "repriced D 1.00→300.00", "repriced C 100.00→10.00", "repriced B 100.00→90.00"}, worst(4, rows[:5]...))
	require.Equal(t, []string{"gone F 1.00→", "gone G 2.00→", "gone H 3.00→"}, worst(4, rows[5:]...))
	require.Empty(t, worst(4))
	_, err := history.WorstChanges(strings.NewReader("change\r\n"), 4)
	require.Error(t, err)
	_, err = history.WorstChanges(strings.NewReader(history.ChangesHeading+"gone,1\r\n"), 4)
	require.Error(t, err)
}
