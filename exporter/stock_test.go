package exporter

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// fewerThanMinStock is a product that is in stock, in a feed whose min_stock is greater.
const fewerThanMinStock = "in stock, but fewer than min_stock"

// TestNotForSaleHasNoQuantity: whatever lies at the supplier, a shop that goes by the
// quantity alone must not sell what is sold out, discontinued, on order or fewer than
// min_stock. Only a private table of everything shows the supplier's own figure.
func TestNotForSaleHasNoQuantity(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	generic := map[string]bool{"csv": true, "xlsx": true, "yml": true}
	list, err := templates.Open("").List()
	require.NoError(t, err)
	shown := 0 // templates that show a quantity at all
	for _, info := range list {
		if info.Kind != templates.Feed {
			continue
		}
		for _, private := range []bool{false, true} {
			quantities := map[string]string{}
			for _, state := range []string{supplier.InStock, supplier.OutOfStock, supplier.OnOrder, supplier.Discontinued, "preorder", fewerThanMinStock} {
				p := targetCases()[0]
				p.Images, p.GroupID = []string{"https://img.example/t.jpg"}, ""
				p.Availability, p.Quantity = state, supplier.Some[int64](98765)
				f := targetFeed(t, info.Name)
				f.Private = private
				if state == fewerThanMinStock {
					p.Availability, f.MinStock = supplier.InStock, 98766
				}
				f.Out = filepath.Join(t.TempDir(), "feed")
				_, err := Build(t.Context(), listOf([]supplier.Product{p}, 1), []Feed{f}, testOptions())
				if _, refused := errors.AsType[*EmptyError](err); refused {
					continue // a target that takes only what can be sold
				}
				require.NoError(t, err)
				data, err := os.ReadFile(f.Out)
				require.NoError(t, err)
				if info.Format == "xlsx" {
					data = []byte(dumpBook(t, data))
				}
				quantities[state] = regexp.MustCompile(`98765`).FindString(string(data))
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
				require.Equal(t, "98765", quantities[supplier.OutOfStock], "%s: the supplier's own figure", info.Name)
				require.Empty(t, quantities[fewerThanMinStock], "%s: what min_stock counts as none is none for partners too", info.Name)
			}
		}
	}
	require.GreaterOrEqual(t, shown, 20, "most targets show quantities, or the test sees none")
}
