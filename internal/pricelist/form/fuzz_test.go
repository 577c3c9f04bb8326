package form_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// FuzzProduct: whatever stands in a row, it is a product with a SKU, a price that is not below
// zero and a state that is known, or it is named with what is wrong.
func FuzzProduct(f *testing.F) {
	f.Add("a", "1 234,50", "є")
	f.Add("00123", "$5", ">10")
	f.Fuzz(func(t *testing.T, sku, price, stock string) {
		quoted := func(text string) string {
			text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "") // which no text has
			return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
		}
		found, wrong := products(t, "Код;Назва;Дроп;Наявність\nz;Назва;1;є\n"+quoted(sku)+";Чай;"+quoted(price)+";"+quoted(stock)+"\n", form.Hints{Currency: "UAH"})
		require.LessOrEqual(t, len(found)+len(wrong), 2)
		for _, p := range found {
			require.NotEmpty(t, p.SKU)
			require.GreaterOrEqual(t, p.DropPrice.Sign(), 0)
			require.Contains(t, supplier.Availabilities(), p.Availability)
		}
	})
}
