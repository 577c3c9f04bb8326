package ordertemplate

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/templates"
)

// TestRowsThatAreNotLookedAt: in no row are more headings known than cells.MostHeadings says, also
// where they stand in two rows, so that the row of headings is the one that knows most of all rows.
func TestRowsThatAreNotLookedAt(t *testing.T) {
	racing.Skip(t)
	texts := []string{"Номер замовлення", "ПІБ", "Телефон", "Артикул", "Кількість", "Ціна", "Phone (Shipping)", "Lineitem sku", "Сума", "Статус (оплати)", "Чайник", "450,00", ""}
	random := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"generic", "1c", Automatic} {
		p, err := Load(templates.Open(""), name)
		require.NoError(t, err)
		for range 30 {
			var rows []cells.Row
			for number := range 4 {
				row := cells.Row{Number: number + 1, Width: 9}
				for column := range row.Width {
					cell := cells.Cell{Column: column, Text: texts[random.IntN(len(texts))], Kind: cells.Text}
					if random.IntN(5) == 0 {
						cell.Kind = cells.Number
					}
					if cell.Text != "" {
						row.Cells = append(row.Cells, cell)
					}
				}
				rows = append(rows, row)
			}
			most := -1
			var best HeadingRow
			for i := range rows {
				h := p.choose(rows, i)
				known := len(h.Template.known(&h.Row))
				require.LessOrEqual(t, known, cells.MostHeadings(rows, i), "%s: %v", name, rows)
				if known > most {
					best, most = h, known
				}
			}
			found := p.HeadingRow(rows)
			require.Equal(t, most, found.Known)
			require.Equal(t, best.Row, found.Row)
			require.Same(t, best.Template, found.Template)
			require.Len(t, p.KnownIn(rows), most)
		}
	}
}
