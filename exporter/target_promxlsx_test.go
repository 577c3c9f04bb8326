package exporter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestPromWorkbookPrices: Prom takes Знижка off Ціна, and tiers only where each is below
// the price.
func TestPromWorkbookPrices(t *testing.T) {
	racing.Skip(t)
	products := []supplier.Product{bookProduct("below", nil), bookProduct("none", func(p *supplier.Product) { p.Tiers = nil }),
		bookProduct("above", func(p *supplier.Product) {
			p.Tiers = []supplier.Tier{{MinQuantity: 5, Price: p.RRP}, {MinQuantity: 10, Price: money.Must("400")}}
		})}
	f := targetFeed(t, "prom-xlsx")
	data, _ := export(t, products, f)
	rows := keyed(bookRows(t, data, "Export Products Sheet"), "Код_товару")
	for _, sku := range []string{"BELOW", "NONE"} {
		price, err := money.Must(rows[sku]["Ціна"]).Sub(money.Must(rows[sku]["Знижка"]))
		require.NoError(t, err)
		require.Equal(t, "799.00", price.String(), "what is paid")
	}
	require.Equal(t, []string{"u", "559.00;520.16", "10;50"}, []string{rows["BELOW"]["Тип_товару"], rows["BELOW"]["Оптова_ціна"], rows["BELOW"]["Мінімальне_замовлення_опт"]})
	require.Equal(t, []string{"r", "", ""}, []string{rows["NONE"]["Тип_товару"], rows["NONE"]["Оптова_ціна"], rows["NONE"]["Мінімальне_замовлення_опт"]})

	f.Price, f.Private = pricing.Rule{}, true
	data, _ = export(t, products, f)
	rows = keyed(bookRows(t, data, "Export Products Sheet"), "Код_товару")
	require.Equal(t, []string{"799.00", "", "r", "", ""}, []string{rows["ABOVE"]["Ціна"], rows["ABOVE"]["Знижка"], rows["ABOVE"]["Тип_товару"], rows["ABOVE"]["Оптова_ціна"], rows["ABOVE"]["Мінімальне_замовлення_опт"]})
	require.Equal(t, "430.00;400.125", rows["BELOW"]["Оптова_ціна"])
}

func TestPromWorkbookCells(t *testing.T) {
	variant := func(id, colour string) supplier.Product {
		return bookProduct(id, func(p *supplier.Product) { p.GroupID, p.Attributes[0].Value = "g-1", colour })
	}
	data, report := export(t, []supplier.Product{
		variant("v1", "синій"), bookProduct("single", nil), variant("v2", "червоний"), variant("v3", "синій"),
		bookProduct("sku with more than 25 letters", nil),
		bookProduct("links", func(p *supplier.Product) {
			p.Descriptions = supplier.Texts{UK: "<p>Дивіться\r\nhttps://other.example/x <b>тут</b></p><script>x</script>"}
		}),
		bookProduct("queries", func(p *supplier.Product) {
			p.Attributes = []supplier.Attribute{{Name: "Пошукові запити", Value: "чайник, " + strings.Repeat("дуже ", 80)}}
		}),
		bookProduct("commas", func(p *supplier.Product) {
			p.Images = []string{"https://img.example/a,b.jpg", "https://img.example/c.jpg"}
		}),
		bookProduct("homeless", func(p *supplier.Product) { p.Category = supplier.Category{} }),
	}, targetFeed(t, "prom-xlsx"))
	sheet := rowsOf(t, data, "Export Products Sheet")
	require.Equal(t, strings.Split(promHeadings, " "), sheet[0][:30])
	require.Len(t, sheet[0], 30+3*40)
	rows := keyed(bookRows(t, data, "Export Products Sheet"), "Код_товару")
	require.Contains(t, strings.Join(lines(report.Warnings), "\n"), `SKU WITH MORE THAN 25 LETTERS: value_dropped: Код_товару "SKU WITH MORE THAN 25 LETTERS" is left out`)
	require.NotContains(t, rows, "SKU WITH MORE THAN 25 LETTERS", "a cut code would come back with orders")
	require.Contains(t, rows, "", "the product itself is there")
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "V3"), "nothing tells it from V1")
	require.Equal(t, []string{"V1", "V2"}, []string{sheet[len(sheet)-2][0], sheet[len(sheet)-1][0]}, "variants stand together")
	require.Equal(t, "g-1", rows["V2"]["ID_групи_різновидів"])
	require.Equal(t, "<p>Дивіться  <b>тут</b></p>", rows["LINKS"]["Опис_укр"])
	require.LessOrEqual(t, len([]rune(rows["QUERIES"]["Пошукові_запити_укр"])), 255)
	require.True(t, strings.HasPrefix(rows["QUERIES"]["Пошукові_запити_укр"], "чайник, дуже"))
	require.Equal(t, "https://img.example/a%2Cb.jpg, https://img.example/c.jpg", rows["COMMAS"]["Посилання_зображення"])
	groups := keyed(bookRows(t, data, "Export Groups Sheet"), "Номер_групи")
	require.Equal(t, "Без категорії", rows["HOMELESS"]["Назва_групи"])
	require.Equal(t, "Без категорії", groups[rows["HOMELESS"]["Номер_групи"]]["Назва_групи"])
	require.Equal(t, "Кухня", groups[groups["12"]["Номер_батьківської_групи"]]["Назва_групи"])
}
