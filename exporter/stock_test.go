package exporter

import (
	"bytes"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// fewerThanMinStock is a product that is in stock, in a feed whose min_stock is greater.
const fewerThanMinStock = "in stock, but fewer than min_stock"

// stocked is a product of each state, and one of which there are fewer than min_stock, with
// the quantities by which they are found in a feed.
func stocked() (products []supplier.Product, quantities map[string]string, minStock int64) {
	quantities = map[string]string{fewerThanMinStock: "58769"}
	for i, state := range []string{supplier.InStock, supplier.OutOfStock, supplier.OnOrder, supplier.Discontinued, "preorder"} {
		quantities[state] = fmt.Sprint(98761 + i)
	}
	for state, quantity := range quantities {
		p := targetCases()[0]
		p.ID, p.SKU, p.GroupID = "id-"+quantity[4:], "S-"+quantity[4:], ""
		p.Name = "Товар " + quantity[4:]
		p.Names, p.Descriptions = supplier.Texts{UK: p.Name, RU: p.Name}, supplier.Texts{UK: p.Description, RU: p.Description}
		p.Images = []string{"https://img.example/t.jpg"}
		if p.Availability = state; state == fewerThanMinStock {
			p.Availability = supplier.InStock
		}
		n, _ := strconv.ParseInt(quantity, 10, 64)
		p.Quantity = supplier.Some(n)
		products = append(products, p)
	}
	return products, quantities, 60_000
}

// TestNotForSaleHasNoQuantity: whatever lies at the supplier, a shop that goes by the
// quantity alone must not sell what is sold out, discontinued, on order or fewer than
// min_stock. Only a private table of everything shows the supplier's own figure.
func TestNotForSaleHasNoQuantity(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	generic := map[string]bool{"csv": true, "xlsx": true, "yml": true}
	products, figures, minStock := stocked()
	shown := 0 // templates that show a quantity at all
	for _, info := range feedTemplates(t) {
		for _, private := range []bool{false, true} {
			f := targetFeed(t, info.Name)
			f.Private, f.MinStock = private, minStock
			data, _ := export(t, products, f)
			if info.Format == "xlsx" {
				data = []byte(dumpBook(t, data))
			}
			quantities := map[string]string{}
			for state, figure := range figures {
				if bytes.Contains(data, []byte(figure)) {
					quantities[state] = figure
				}
			}
			if quantities[supplier.InStock] != "" {
				shown++
			}
			for state, quantity := range quantities {
				if state != supplier.InStock && (!private || !generic[info.Name]) {
					require.Empty(t, quantity, "%s, private %v: %s", info.Name, private, state)
				}
			}
			if generic[info.Name] && private {
				require.Equal(t, figures[supplier.OutOfStock], quantities[supplier.OutOfStock], "%s: the supplier's own figure", info.Name)
				require.Empty(t, quantities[fewerThanMinStock], "%s: what min_stock counts as none is none for partners too", info.Name)
			}
		}
	}
	require.GreaterOrEqual(t, shown, 20, "most targets show quantities, or the test sees none")
}
