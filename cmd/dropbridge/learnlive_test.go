package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
)

// learned runs learn against a dialect's service and gives the file that it wrote.
func learned(t *testing.T, name string, flags ...string) (shop *sampleShop, file, report string) {
	t.Helper()
	shop = dialectShop(t, name, time.Now().UTC().Add(2*time.Hour).Truncate(time.Hour))
	dir := t.TempDir()
	file = filepath.Join(dir, "proposed.yaml")
	config := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(config, []byte(`supplier: {base_url: "`+shop.url+`"}`+"\n"), 0o644))
	var out, errs bytes.Buffer
	env := func(key string) (string, bool) { return "sample-token", key == "DROPBRIDGE_TOKEN" }
	code := run(t.Context(), append([]string{"--config", config, "learn", "--url", shop.url, "--out", file}, flags...), env, nil, &out, &errs)
	require.Contains(t, []int{exitDone, exitPartial}, code, "%s%s", out.String(), errs.String())
	return shop, file, out.String()
}

// TestLearnLive: a proposal made from the service alone is put to use as it is, and the
// feed has the prices and the stock of the contract.
func TestLearnLive(t *testing.T) {
	racing.Skip(t) // one goroutine reads, guesses and writes; TestScripts learns, too
	t.Parallel()
	for name, flags := range map[string][]string{
		"offers": {"--products", "/v1/products", "--orders", "/v1/orders"},
		"bare":   {"--products", "/products", "--orders", "/orders", "--auth", "header:X-API-KEY"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop, file, _ := learned(t, name, flags...)
			got := exportedBy(t, shop, file)
			want := exportedBy(t, dialectShop(t, "", time.Now().UTC().Add(2*time.Hour).Truncate(time.Hour)), "default")
			require.Len(t, got, len(want))
			for sku, row := range want {
				require.Contains(t, got, sku)
				for _, column := range []string{"id", "drop_price", "rrp", "quantity"} {
					if name == "bare" && column == "quantity" {
						continue // a list of its own, which learn was not shown
					}
					value := got[sku][column]
					if _, own, ok := strings.Cut(value, "-"); ok && column == "id" && name == "offers" {
						value = own // learn puts the product's id before a variant's, as both may count from 1
					}
					require.Equal(t, row[column], value, "%s of %s", column, sku)
				}
			}
		})
	}
}

// exportedBy are the rows of the csv feed by SKU.
func exportedBy(t *testing.T, shop *sampleShop, mapping string) map[string]map[string]string {
	t.Helper()
	dir := t.TempDir()
	config := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(config, []byte(`
supplier: {base_url: "`+shop.url+`", mapping: "`+mapping+`"}
feeds:
  partner.csv: {template: csv, out: feeds/partner.csv, private: true}
`), 0o644))
	var out, errs bytes.Buffer
	env := func(key string) (string, bool) { return "sample-token", key == "DROPBRIDGE_TOKEN" }
	code := run(t.Context(), []string{"--config", config, "export"}, env, nil, &out, &errs)
	require.Contains(t, []int{exitDone, exitPartial}, code, "%s%s", out.String(), errs.String())
	all := rows(t, filepath.Join(dir, "feeds", "partner.csv"), 0)
	bySKU := map[string]map[string]string{}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, cell := range cells {
			row[all[0][i]] = cell
		}
		bySKU[row["sku"]] = row
	}
	return bySKU
}
