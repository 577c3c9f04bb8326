package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func loadProducts(t *testing.T, products string) (*config.Config, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "shop.yaml")
	require.NoError(t, os.WriteFile(file, []byte("supplier: {"+products+"}\n"), 0o644))
	return config.Load(file)
}

func TestProductsOfListsAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"products: {}":                                  "0 places",
		"products: {file: a, url: 'https://a'}":         "2 places",
		"products: {url: 'ftp://a/key'}":                "not an address",
		"products: {file: a, format: pdf}":              "format: \"pdf\"",
		"products: {file: a, price: our}":               "price: \"our\"",
		"products: {file: a, fields: {prise: b}}":       "\"prise\"",
		"products: {file: a, words: {b: gone}}":         "\"gone\"",
		"products: {file: a, auth: bearer}":             "goes with url:",
		"products: {url: 'https://a', auth: key}":       "auth: \"key\"",
		"products: {url: 'https://a', auth: header}":    "auth: \"header\"",
		"products: {url: 'https://a', auth: basic}":     "has no token",
		"products: {file: a, lists: [{file: b}]}":       "beside lists",
		"products: {lists: [{file: b}, {price: drop}]}": "lists[1]: 0 places",
	} {
		_, err := loadProducts(t, text)
		require.ErrorContains(t, err, want, text)
		require.Equal(t, failure.Config, failure.KindOf(err), text)
		require.NotEmpty(t, failure.Hint(err), text)
		require.NotContains(t, err.Error(), "ftp://", "an address may hold a key")
	}
}

func TestListSources(t *testing.T) {
	none := func(string) (string, bool) { return "", false }
	c, err := loadProducts(t, "products: {lists: [{url: 'https://a/x?key=1', mapping: mydrop, currency: USD, auth: 'header:X-Key', token_env: KEY}, {file: b.csv, mapping: drop-opt-rrp}]}")
	require.NoError(t, err)
	_, err = c.ListSources(none)
	require.ErrorContains(t, err, "the environment has no KEY")
	sources, err := c.ListSources(func(name string) (string, bool) { return "t0ken", name == "KEY" })
	require.NoError(t, err)
	require.Len(t, sources, 2)
	require.Equal(t, "t0ken", sources[0].Auth.Token.Reveal())
	require.Equal(t, "X-Key", sources[0].Auth.Field)
	require.Equal(t, form.DropPrice, sources[0].Hints.Price, "the mapping says whose the price is")
	require.Equal(t, "USD", sources[0].Hints.Currency, "and the config what it does not")
	require.Equal(t, map[form.Role]string{form.DropPrice: "Дроп", form.RRP: "РРЦ"}, sources[1].Hints.Fields)
	require.Equal(t, "supplier.products.lists[1]", sources[1].Hints.Key)
	require.Equal(t, c.Path("b.csv"), sources[1].File)
	require.NotContains(t, c.Account(), "key", "an account is shown, and a key is not")

	require.False(t, c.HasAPI())
	require.ErrorContains(t, c.RequireAPI(), "no API")
	require.Equal(t, failure.Config, failure.KindOf(c.PostingAllowed()))
	c, err = loadProducts(t, "base_url: 'https://api.example', products: {file: a}")
	require.NoError(t, err)
	require.NoError(t, c.RequireAPI())
	require.True(t, c.HasLists())
	c, err = loadProducts(t, "token_env: T")
	require.NoError(t, err)
	require.NoError(t, c.RequireAPI(), "the embedded sandbox is a service")
}

func TestAnAbsentServiceSaysWhy(t *testing.T) {
	c, err := loadProducts(t, "products: {file: a}")
	require.NoError(t, err)
	absent := supplier.Absent{Why: c.RequireAPI}
	_, err = absent.EncodeOrder(supplier.NewOrder{})
	require.ErrorContains(t, err, "no API")
	_, err = absent.CreateOrder(t.Context(), nil, "")
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(err), "an order is certainly not sent")
	for _, err := range absent.Orders(t.Context(), supplier.OrderQuery{}) {
		require.ErrorContains(t, err, "no API")
	}
	for _, err := range absent.Shipments(t.Context(), supplier.ShipmentQuery{}) {
		require.ErrorContains(t, err, "no API")
	}
	require.Equal(t, supplier.IdempotencyNone, absent.Idempotency().Kind)
}
