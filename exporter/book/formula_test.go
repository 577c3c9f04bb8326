package book

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSumsWhere: what SUMIFS would take for more than the word itself is compared as it is.
func TestSumsWhere(t *testing.T) {
	b := create(t, filepath.Join(t.TempDir(), "book.xlsx"))
	s := sheet(t, b, Layout{Name: "A", Columns: []Column{{Heading: "Вид"}, {Heading: "Сума", Kind: KindMoney}}})
	require.NoError(t, s.Append(Text("x"), Amount(hryvnias("1.00"))))
	for _, word := range []string{"бонус", "Bonus 2", strings.Repeat("w", 255)} {
		require.Equal(t, "SUMIFS('A'!$B$2:$B$2,'A'!$A$2:$A$2,C1)", SumWhere(s, 1, Where{Word: word, Cell: "C1"}), word)
		require.Equal(t, "COUNTIFS('A'!$A$2:$A$2,C1)", CountWhere(s, Where{Word: word, Cell: "C1"}), word)
	}
	for _, word := range []string{"", "a*", "a?", "a~", "<a", "a=", `"a"`, "01", "-1", ".5", strings.Repeat("w", 256)} {
		require.Equal(t, "SUMPRODUCT(1*('A'!$A$2:$A$2=C1),'A'!$B$2:$B$2)", SumWhere(s, 1, Where{Word: word, Cell: "C1"}), word)
		require.Equal(t, "SUMPRODUCT(1*('A'!$A$2:$A$2=C1))", CountWhere(s, Where{Word: word, Cell: "C1"}), word)
	}
	_, err := b.Close()
	require.NoError(t, err)
}
