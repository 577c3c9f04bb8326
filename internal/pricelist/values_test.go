package pricelist_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
)

// table is a list of so many goods; every blank-th of them has no brand.
func table(goods, price, blank int) string {
	var b strings.Builder
	b.WriteString("Код;Назва;Дроп;Бренд\n")
	for i := range goods {
		brand := "Теко"
		if i%blank == 0 {
			brand = ""
		}
		fmt.Fprintf(&b, "k%d;Чай %d;%d;%s\n", i, i, price, brand)
	}
	return b.String()
}

// TestLookSeesValuesMove: a list of the same columns may say something else, and it does so
// until somebody takes it.
func TestLookSeesValuesMove(t *testing.T) {
	dir := t.TempDir()
	look := func(data string, accept bool) []pricelist.Move {
		lists, err := catalogueOf(dir, pricelist.Source{File: write(t, dir, "list.csv", data)}).Look(t.Context(), accept)
		require.NoError(t, err)
		require.Empty(t, lists[0].Changes)
		return lists[0].Moves
	}
	require.Empty(t, look(table(100, 40, 1000), false), "the first time nothing is known")
	for name, one := range map[string]struct {
		data string
		want []pricelist.Move
	}{
		"half the goods gone": {table(50, 40, 1000), []pricelist.Move{{Kind: pricelist.FewerRecords, Was: 100, Is: 50}}},
		"a hundred times":     {table(100, 4000, 1000), []pricelist.Move{{Path: "Дроп", Role: form.DropPrice, Kind: pricelist.OtherSize, Was: 40, Is: 3840}}},
		"a hundredth":         {table(100, 4, 1000), []pricelist.Move{{Path: "Дроп", Role: form.DropPrice, Kind: pricelist.OtherSize, Was: 40, Is: 4}}},
		"every second brand":  {table(100, 40, 2), []pricelist.Move{{Path: "Бренд", Role: form.Brand, Kind: pricelist.FewerFilled, Was: 99, Is: 50}}},
		"all of it":           {table(30, 90, 2), []pricelist.Move{{Kind: pricelist.FewerRecords, Was: 100, Is: 30}, {Path: "Дроп", Role: form.DropPrice, Kind: pricelist.OtherSize, Was: 40, Is: 88}, {Path: "Бренд", Role: form.Brand, Kind: pricelist.FewerFilled, Was: 99, Is: 50}}},
	} {
		require.Equal(t, one.want, look(one.data, false), name)
		require.Equal(t, one.want, look(one.data, false), "%s: it is not forgotten", name)
	}
	require.Empty(t, look(table(80, 70, 8), false), "usual changes")
	require.Empty(t, look(table(60, 70, 8), false), "from what was usual last")
	require.NotEmpty(t, look(table(40, 70, 8), false))
	require.NotEmpty(t, look(table(40, 70, 8), true))
	require.Empty(t, look(table(40, 70, 8), false), "it was taken")
}
