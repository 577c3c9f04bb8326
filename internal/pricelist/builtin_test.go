package pricelist_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/templates"
)

// TestBuiltinMappingsReadTheirSamples: each has a small list of its form.
func TestBuiltinMappingsReadTheirSamples(t *testing.T) {
	both := []string{"ZR-01 Чайник скляний 310.50 450.00 in_stock", "ZR-02 Килимок для йоги 120.00 199.90 out_of_stock"}
	drop := []string{"ZR-01 Чайник скляний 310.50  in_stock", "ZR-02 Килимок для йоги 120.00  out_of_stock"}
	sizes := []string{"ZR-01-0,8 л Чайник скляний 310.50 450.00 in_stock", "ZR-01-1,2 л Чайник скляний 310.50 450.00 out_of_stock", both[1]}
	want := map[string][]string{"json-sizes": sizes, "yml-price-drop": both, "yml-price-opt": both, "yml-vendorprice": both, "yml-prices": both, "drop-opt-rrp": both, "mydrop": drop, "toysi": drop, "salesdrive": drop}
	set := templates.Open("")
	names, err := set.Names(templates.List)
	require.NoError(t, err)
	require.Len(t, names, len(want))
	for _, name := range names {
		data, file, err := set.Read(templates.List, name)
		require.NoError(t, err)
		mapping, err := form.Compile(file, data)
		require.NoError(t, err)
		samples, err := filepath.Glob("../../samples/lists/" + name + ".*")
		require.NoError(t, err)
		require.Len(t, samples, 1, name)
		if name == "salesdrive" { // its price is what the config says
			_, _, err := read(t, catalogueOf(t.TempDir(), pricelist.Source{File: samples[0], Hints: mapping.Hints("")}))
			require.Equal(t, listfile.PriceMeaningUnknown, code(t, err))
			mapping.Price = "drop"
		}
		lines, named, err := read(t, catalogueOf(t.TempDir(), pricelist.Source{File: samples[0], Format: mapping.Format, Hints: mapping.Hints("")}))
		require.NoError(t, err, name)
		require.Empty(t, named, name)
		require.Equal(t, want[name], lines, name)
	}
}

// TestUsualFormsNeedNoMapping: all of them but the one whose price nobody told are read alike
// without their mappings.
func TestUsualFormsNeedNoMapping(t *testing.T) {
	for _, name := range []string{"yml-price-drop.xml", "yml-price-opt.xml", "yml-vendorprice.xml", "yml-prices.xml", "drop-opt-rrp.csv"} {
		lines, named, err := read(t, catalogueOf(t.TempDir(), pricelist.Source{File: "../../samples/lists/" + name}))
		require.NoError(t, err, name)
		require.Empty(t, named, name)
		require.Equal(t, []string{"ZR-01 Чайник скляний 310.50 450.00 in_stock", "ZR-02 Килимок для йоги 120.00 199.90 out_of_stock"}, lines, name)
	}
}
