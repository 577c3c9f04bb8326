package catalog_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
)

func noon() time.Time { return time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC) }

func TestGenerateIsDeterministicAndGrowsAtTheEnd(t *testing.T) {
	small, large := catalog.Generate(700, 7, noon()), catalog.Generate(2000, 7, noon())
	require.Equal(t, small, catalog.Generate(700, 7, noon()))
	require.Equal(t, small.Products, large.Products[:700])
	require.NotEqual(t, small.Products, catalog.Generate(700, 8, noon()).Products)
	for _, n := range []int{-1, 0, 3, 5, 6} {
		require.Len(t, catalog.Generate(n, 1, noon()).Products, max(n, 0))
	}
}

func TestGenerateBeginsWithTheStarters(t *testing.T) {
	for i, p := range catalog.Generate(5, 99, noon()).Products {
		require.Equal(t, fmt.Sprintf("KB-%02d", i+1), p.SKU)
		require.Equal(t, catalog.InStock, p.Availability)
		require.GreaterOrEqual(t, *p.Quantity, 500)
		require.NotNil(t, p.RRP)
	}
}

func TestGeneratedProductsKeepTheContract(t *testing.T) {
	c := catalog.Generate(5000, 1, noon())
	ids, skus := make(map[string]bool), make(map[string]bool)
	for _, p := range c.Products {
		require.False(t, ids[p.ID], "id %s twice", p.ID)
		require.False(t, skus[p.SKU], "sku %s twice", p.SKU)
		ids[p.ID], skus[p.SKU] = true, true
		requireContract(t, p)
	}
}

func requireContract(t *testing.T, p catalog.Product) {
	t.Helper()
	require.True(t, p.DropPrice.IsPos(), p.ID)
	require.Equal(t, "UAH", p.Currency)
	if p.RRP != nil {
		require.True(t, p.DropPrice.Less(*p.RRP), "%s: drop %s, rrp %s", p.ID, p.DropPrice, p.RRP)
	}
	price, quantity := p.DropPrice, 1
	for _, tier := range p.Tiers {
		require.Greater(t, tier.MinQuantity, quantity, p.ID)
		require.True(t, tier.Price.Less(price), p.ID)
		price, quantity = tier.Price, tier.MinQuantity
	}
	if p.Barcode != "" {
		require.True(t, validEAN13(p.Barcode), "%s: barcode %s", p.ID, p.Barcode)
	}
	require.GreaterOrEqual(t, p.MinOrder, 1)
	require.Len(t, p.Category.Path, 4)
	require.Equal(t, p.Category.Name, p.Category.Path[3])
	require.True(t, p.CreatedAt.Before(noon()))
	require.False(t, p.UpdatedAt.Before(p.CreatedAt))
	require.False(t, p.UpdatedAt.After(noon()))
	if p.Availability == catalog.OutOfStock && p.Quantity != nil {
		require.Zero(t, *p.Quantity)
	}
}

// validEAN13 checks the digit by its definition: with it, the weighted sum is a
// multiple of ten.
func validEAN13(code string) bool {
	sum := 0
	for i, r := range code {
		digit := int(r - '0')
		if digit < 0 || digit > 9 {
			return false
		}
		if i%2 == 1 {
			digit *= 3
		}
		sum += digit
	}
	return len(code) == 13 && sum%10 == 0
}

func TestGeneratedCatalogueHoldsTheHardCases(t *testing.T) {
	c := catalog.Generate(3000, 1, noon())
	found := make(map[string]int)
	created := make(map[time.Time]int)
	for _, p := range c.Products {
		created[p.CreatedAt]++
		count := func(what string, holds bool) {
			if holds {
				found[what]++
			}
		}
		count(p.Availability, true)
		count(fmt.Sprintf("%d tiers", len(p.Tiers)), true)
		count("no rrp", p.RRP == nil)
		count("no quantity", p.Quantity == nil)
		count("no barcode", p.Barcode == "")
		count("no brand", p.Brand == "")
		count("no picture", len(p.Images) == 0)
		count("12 pictures", len(p.Images) == 12)
		count("variant", p.GroupID != "")
		count("leading zero", strings.HasPrefix(p.SKU, "0"))
		count("all languages", len(p.Names) == 3)
		count("no other language", p.Names == nil)
		count("no sizes", p.WeightG == nil)
		count("unit", hasUnit(p.Attributes))
		count("repeated attribute", repeatsName(p.Attributes))
		for _, odd := range []string{"&nbsp;", "&quot;", "]]>", "₴", "👍", "\u00a0", "'", "’", "ʼ", "\r\n", "\t", "\u0301", "\u0007", "\u001f", "\"", "<ul>", "\ufeff", "\u200d"} {
			count("text with "+fmt.Sprintf("%q", odd), strings.Contains(p.Description+p.Name, odd))
		}
	}
	for _, what := range []string{catalog.InStock, catalog.OutOfStock, catalog.OnOrder, catalog.Discontinued, "0 tiers", "1 tiers", "2 tiers", "3 tiers",
		"no rrp", "no quantity", "no barcode", "no brand", "no picture", "12 pictures", "variant", "leading zero", "all languages", "no other language",
		"no sizes", "unit", "repeated attribute"} {
		require.Positive(t, found[what], what)
	}
	for what, n := range found {
		require.Positive(t, n, what)
	}
	require.Len(t, found, 12+9+18, "%v", found)
	require.Equal(t, 250, created[c.Products[0].CreatedAt], "many products share one instant")
}

func hasUnit(list []catalog.Attribute) bool {
	for _, a := range list {
		if a.Unit != "" {
			return true
		}
	}
	return false
}

func repeatsName(list []catalog.Attribute) bool {
	seen := make(map[string]bool)
	for _, a := range list {
		if seen[a.Name] {
			return true
		}
		seen[a.Name] = true
	}
	return false
}

func TestGeneratedTreeIsFourDeep(t *testing.T) {
	c := catalog.Generate(1, 1, noon())
	require.InDelta(t, 65, len(c.Categories), 10)
	depth := map[string]int{"": 0}
	deepest := 0
	for _, node := range c.Categories {
		above, known := depth[node.ParentID]
		require.True(t, known, "%s stands before its parent", node.ID)
		depth[node.ID] = above + 1
		deepest = max(deepest, above+1)
	}
	require.Equal(t, 4, deepest)
}

func TestVariantsDifferInTheirFirstAttribute(t *testing.T) {
	groups := make(map[string]map[string]bool)
	for _, p := range catalog.Generate(3000, 3, noon()).Products {
		if p.GroupID == "" {
			continue
		}
		if groups[p.GroupID] == nil {
			groups[p.GroupID] = make(map[string]bool)
		}
		value := p.Attributes[0].Value
		require.False(t, groups[p.GroupID][value], "group %s has %s twice", p.GroupID, value)
		groups[p.GroupID][value] = true
	}
	require.Greater(t, len(groups), 200)
}

func TestEveryGeneratedProductSurvivesJSON(t *testing.T) {
	for _, p := range catalog.Generate(1000, 5, noon()).Products {
		text, err := json.Marshal(p)
		require.NoError(t, err)
		var back catalog.Product
		require.NoError(t, json.Unmarshal(text, &back))
		require.Equal(t, p, back)
	}
}

func BenchmarkGenerate(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		catalog.Generate(10_000, 1, noon())
	}
}
