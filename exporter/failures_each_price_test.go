package exporter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// A sale price that equals the price, or is above it, put everything on sale.
func TestFailureSales(t *testing.T) {
	racing.Skip(t)
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		fields := ask(t, info.Name).prices(t)
		f := plainFeed(t, info.Name)
		f.Price.OldPrice = pricing.OldPrice{From: "rrp"} // the price itself
		data, _ := export(t, []supplier.Product{uaProduct("x1", nil)}, f)
		shown := shownBy(t, info.Name, data)
		require.Empty(t, of(shown, fields.old))
		require.Empty(t, of(shown, fields.sale))

		f.Price.OldPrice = pricing.OldPrice{Markup: pricing.Markup{Percent: "10"}}
		data, _ = export(t, []supplier.Product{uaProduct("x1", nil)}, f)
		if shown = shownBy(t, info.Name, data); fields.sale != "" { // the sale is the lower one
			require.True(t, strings.HasPrefix(of(shown, fields.sale)[0], "799.00"))
			require.True(t, strings.HasPrefix(of(shown, fields.price)[0], "878.90"))
		}
	})
}

// Goods at 0.00 came into the feed; a price with a comma, with blanks between thousands or
// as 1.2e+06 was not understood; a whole amount crashed the writer.
func TestFailurePrices(t *testing.T) {
	racing.Skip(t)
	var products []supplier.Product
	for _, c := range [][2]string{{"zero", "0"}, {"zeros", "0.00"}, {"less", "-5"}, {"none", ""}, {"much", "1234567.5"}, {"whole", "1250"}} {
		products = append(products, uaProduct(c[0], func(p *supplier.Product) {
			if p.RRP = (money.Amount{}); c[1] != "" {
				p.RRP = money.Must(c[1])
			}
		}))
	}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		data, report := export(t, products, plainFeed(t, info.Name))
		require.Equal(t, []string{"ZERO: price_zero", "ZEROS: price_zero", "LESS: price_zero", "NONE: price_missing"}, codes(report.Skipped))
		var got []string
		for _, price := range of(shownBy(t, info.Name, data), ask(t, info.Name).prices(t).price) {
			got = append(got, strings.TrimSuffix(price, " UAH"))
		}
		require.Equal(t, []string{"1234567.50", "1250.00"}, got)
	})
}

// Wholesale prices that are not below the price made a target refuse the goods: its
// workbook has as few of them as its XML.
func TestFailureTiersAtThePrice(t *testing.T) {
	f := targetFeed(t, "prom-xlsx")
	f.Private, f.Price = true, pricing.Rule{Base: pricing.Drop}
	at := func(id string, tiers ...string) supplier.Product {
		return uaProduct(id, func(p *supplier.Product) {
			p.DropPrice, p.Tiers = money.Must("450.10"), nil
			for i, price := range tiers {
				p.Tiers = append(p.Tiers, supplier.Tier{MinQuantity: int64(5 * (i + 1)), Price: money.Must(price)})
			}
		})
	}
	data, _ := export(t, []supplier.Product{at("below", "430", "400"), at("above", "450.10", "400"), at("none")}, f)
	shown := shownBy(t, "xlsx", data)
	require.Equal(t, []string{"u", "r", "r"}, of(shown, "Тип_товару"))
	require.Equal(t, []string{"430.00;400.00"}, of(shown, "Оптова_ціна"))
	require.Equal(t, []string{"5;10"}, of(shown, "Мінімальне_замовлення_опт"))
}
