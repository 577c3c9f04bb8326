package config_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
)

// TestSeveralSuppliers: each is a config of its own, and shares the rest.
func TestSeveralSuppliers(t *testing.T) {
	c, err := config.Read("shop/dropbridge.yaml", []byte(`
account: shop
suppliers:
  beta: {base_url: "https://b.example", mapping: own.yaml, token_file: key}
  al-pha: {base_url: "https://a.example/", first: true, account: cabinet 7, watch: 2h}
`))
	require.NoError(t, err)
	require.Equal(t, "shop", c.ShopAccount())
	require.Equal(t, "shop", c.Account(), "nobody in particular")
	each := c.Suppliers()
	require.Len(t, each, 2)
	first, second := each[0], each[1]
	require.Equal(t, []string{"al-pha", "", "cabinet 7", "shop", "DROPBRIDGE_TOKEN_AL_PHA", "default", filepath.Join("shop", "state", "approved-orders.json")},
		[]string{first.SupplierName(), first.SupplierID(), first.Account(), first.ShopAccount(), first.Supplier.TokenEnv, first.Supplier.Mapping, first.Approvals()})
	require.Equal(t, []string{"beta", "beta", "https://b.example", "shop", filepath.Join("shop", "own.yaml"), filepath.Join("shop", "state", "suppliers", "beta", "supplier-profile.json")},
		[]string{second.SupplierName(), second.SupplierID(), second.Account(), second.ShopAccount(), second.Supplier.Mapping, second.Answers()})
	require.NotEqual(t, first.Catalog(), second.Catalog())
	require.False(t, second.Several())

	again, err := c.Of("beta")
	require.NoError(t, err)
	require.Equal(t, second, again)
	_, err = c.Of("gamma")
	require.ErrorContains(t, err, "has no suppliers.gamma")
	require.Equal(t, "one of: al-pha, beta", failure.Hint(err))

	settings, err := c.Importer()
	require.NoError(t, err)
	require.Equal(t, "shop", settings.Account)

	for name, err := range map[string]error{"mapping": errorOf(c.Mapping()), "token": errorOf(c.Token(nil)), "API": c.RequireAPI(), "posting": c.PostingAllowed()} {
		require.ErrorContains(t, err, "has several suppliers", name)
		require.Equal(t, "add --supplier NAME, one of: al-pha, beta", failure.Hint(err), name)
	}
}

func errorOf[T any](_ T, err error) error { return err }

// TestOneSupplier: nothing changes for whoever has but one.
func TestOneSupplier(t *testing.T) {
	c, err := config.Read("dropbridge.yaml", []byte(`supplier: {base_url: "https://A.example:443/"}`))
	require.NoError(t, err)
	require.Equal(t, []*config.Config{c}, c.Suppliers())
	require.Equal(t, "https://a.example", c.ShopAccount())
	require.Empty(t, c.SupplierID()+c.SupplierName())
	require.Equal(t, "DROPBRIDGE_TOKEN", c.Supplier.TokenEnv)
	require.NoError(t, c.RequireOne())
	require.Equal(t, filepath.Join("state", "approved-orders.json"), c.Approvals())
	_, err = c.Of("alpha")
	require.ErrorContains(t, err, "has no suppliers: with names")
}

// TestSuppliersThatCannotBe: each is refused under its key, with the way out.
func TestSuppliersThatCannotBe(t *testing.T) {
	const a, b = `a: {base_url: "https://a.example"}`, `b: {base_url: "https://b.example"}`
	for text, want := range map[string]string{
		"supplier: {user: me}\naccount: s\nsuppliers: {" + a + "}":                        "supplier: and suppliers: stand beside each other",
		"suppliers: {" + a + "}":                                                          "account is missing: with suppliers: it is the shop's",
		"account: s\nsuppliers: {}":                                                       "suppliers: names none",
		"account: s":                                                                      "account and new_account at the top go with suppliers:",
		"supplier: {first: true}":                                                         "supplier.first goes with suppliers:",
		"account: s\nsuppliers: {A: {base_url: 'https://a.example'}}":                     `suppliers: "A" is no name`,
		"account: s\nsuppliers: {a: {}}":                                                  "suppliers.a.base_url is missing",
		"account: s\nsuppliers: {a: {base_url: x}}":                                       `suppliers.a.base_url: "x" is not an address`,
		"account: s\nsuppliers: {a: {base_url: 'https://a.example', limits: [x]}}":        "suppliers.a.limits",
		"account: s\nsuppliers: {a: {base_url: 'https://a.example', new_account: x}}":     "suppliers.a.new_account: with suppliers:",
		"account: s\nsuppliers: {" + a + ", c: {base_url: 'https://A.example/'}}":         "suppliers.a and suppliers.c have one account, https://a.example",
		"account: s\nsuppliers: {x-1: {orders: {folder: f}}, x_1: {orders: {folder: g}}}": "would share the variable DROPBRIDGE_TOKEN_X_1",
		"account: s\nsuppliers: {a: {orders: {}}, " + b + "}":                             "suppliers.a.orders needs a folder or a mail",
		"account: s\nsuppliers: {a: {base_url: 'https://a.example', first: true}, b: {base_url: 'https://b.example', first: true}}": "suppliers.a and suppliers.b both say first: true",
	} {
		_, err := config.Read("dropbridge.yaml", []byte(text))
		require.ErrorContains(t, err, want, text)
		require.Equal(t, failure.Config, failure.KindOf(err), text)
		require.NotEmpty(t, failure.Hint(err), text)
	}
}
