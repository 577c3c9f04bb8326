package orderfile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestItemRows: the row of each item is known, so that a refusal of one can be shown there.
func TestItemRows(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want [][]int
	}{
		"a row an item": {"Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна\n" +
			"1;Ткач Ірина;0670000301;Київ;1;KB-01;1;450,00\n1;Ткач Ірина;0670000301;Київ;1;KB-02;1;450,00\n2;Ткач Ірина;0670000301;Київ;1;KB-03;1;450,00\n",
			[][]int{{2, 3}, {4}}},
		"items in columns": {"Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул 1;Кількість 1;Ціна 1;Артикул 2;Кількість 2;Ціна 2\n" +
			"1;Ткач Ірина;0670000301;Київ;1;KB-01;1;450,00;KB-02;1;10,00\n", [][]int{{2, 2}}},
	} {
		path := filepath.Join(t.TempDir(), "a.csv")
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
		report, err := Read(t.Context(), path, "a.csv", Options{Carrier: "nova_poshta", PaymentMethod: "prepaid"})
		require.NoError(t, err)
		var got [][]int
		for _, order := range report.Orders {
			got = append(got, order.ItemRows)
			require.Len(t, order.ItemRows, len(order.Items))
		}
		require.Equal(t, c.want, got, name)
	}
}
