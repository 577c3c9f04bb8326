package config_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/exporter/union"
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

	for name, err := range map[string]error{"mapping": errorOf(c.Mapping()), "token": errorOf(c.Token(nil)), "API": c.RequireAPI()} {
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

// TestFeedsOfSuppliers: what a feed says of its suppliers is understood, or refused under its key.
func TestFeedsOfSuppliers(t *testing.T) {
	const two = "account: s\nsuppliers: {a: {base_url: 'https://a.example'}, b: {base_url: 'https://b.example'}}\n"
	compiled := func(head, feed string) (reading.Feed, error) {
		c, err := config.Read("dropbridge.yaml", []byte(head+"feeds: {f: {template: csv, out: f.csv, private: true, "+feed+"}}\n"))
		if err != nil {
			return reading.Feed{}, err
		}
		return c.Feed("f")
	}
	for feed, want := range map[string]string{
		"supplier: a":       "a []",
		"suppliers: [b]":    "b []",
		"min_stock: 1":      " [{a } {b }]",
		"suppliers: [b, a]": " [{b } {a }]",
		"suppliers: {b: {prefix: 'B-'}, a: null}":                  " [{b B-} {a }]",
		"suppliers: {b: {prefix: 007}}":                            " [{b 007}]",
		"without: last":                                            " [{a } {b }]",
		"suppliers: [a, b], price: {suppliers: {a: {percent: 5}}}": " [{a } {b }]",
	} {
		f, err := compiled(two, feed)
		require.NoError(t, err, feed)
		members := "[]"
		if f.Union != nil {
			members = fmt.Sprint(f.Union.Members)
		}
		require.Equal(t, want, f.Supplier+" "+members, feed)
	}
	const routed = two + "inbox: {route: {prefix: {'A-': a, 'B-': b, 'B2-': b}, strip: true}, sources: {s: {route: {prefix: {'A-': a, '': b}}}}}\n"
	for feed, want := range map[string]string{
		"min_stock: 1":      "[{a A-} {b }]", // b has two, and which is not said
		"suppliers: [b, a]": "[{b } {a A-}]",
		"suppliers: {a: {prefix: ''}, b: {prefix: 'B2-'}}": "[{a } {b B2-}]",
		"suppliers: {a: null, b: {prefix: 'X-'}}":          "[{a A-} {b X-}]",
	} {
		f, err := compiled(routed, feed)
		require.NoError(t, err, feed)
		require.Equal(t, want, fmt.Sprint(f.Union.Members), feed)
	}
	for _, alone := range []string{"supplier: a", "suppliers: [a]"} {
		f, err := compiled(routed, alone)
		require.NoError(t, err)
		require.Nil(t, f.Union, "of one supplier it stays as it is")
	}
	_, err := compiled(routed, "suppliers: {b: {prefix: 'A-'}, a: null}")
	require.ErrorContains(t, err, `feeds.f.suppliers: orders for "A-" go to a by route, and not to b`)
	require.NotEmpty(t, failure.Hint(err))
	c, err := config.Read("dropbridge.yaml", []byte(routed))
	require.NoError(t, err)
	require.Equal(t, []union.Member{{Name: "b"}, {Name: "a", Prefix: "X-"}}, c.Unordered([]union.Member{{Name: "b"}, {Name: "a", Prefix: "X-"}, {Name: "b", Prefix: "B2-"}}))
	require.Empty(t, c.Unordered([]union.Member{{Name: "a", Prefix: "A-"}}))
	f, err := compiled(two, "min_stock: 3, without: {last: 6h}, choose: {by: [barcode, vendor_code+brand], prefer: [b, price]}, values: {quantity: {minus: 2}}")
	require.NoError(t, err)
	require.Equal(t, 6*time.Hour, f.Without.Last)
	require.Equal(t, &union.Rule{Members: []union.Member{{Name: "a"}, {Name: "b"}}, By: []union.By{union.Barcode, union.CodeAndBrand},
		Prefer: []union.Preference{{Reason: "order", Names: []string{"b"}}, {Reason: "price"}, {Reason: "stock"}}, MinStock: 3, Minus: 2}, f.Union)
	for feed, want := range map[string]string{
		"supplier: a, suppliers: [b]":                        "feeds.f.supplier stands beside suppliers",
		"supplier: c":                                        "feeds.f.supplier: there is no suppliers.c",
		"suppliers: [a, a]":                                  "feeds.f.suppliers: a is named twice",
		"suppliers: []":                                      "no supplier is named",
		"suppliers: a":                                       "want names of suppliers",
		"suppliers: {a: {prefx: x}}":                         "prefx",
		"choose: {by: ean}":                                  `feeds.f.choose.by: "ean" is not known`,
		"choose: {}":                                         "feeds.f.choose.by is missing",
		"without: first":                                     `unknown word "first"`,
		"without: {last: 600h}":                              "last: 600h0m0s is too long: want at most 24h",
		"without: {last: -1h}":                               "want a time above 0",
		"supplier: a, without: last":                         "feeds.f.without is for a feed of several suppliers",
		"filter: {suppliers: [c]}":                           `feeds.f.filter.suppliers: the feed has no products of "c"`,
		"filter: {suppliers: [a], not_suppliers: [a]}":       "stands in suppliers and in not_suppliers",
		"suppliers: [a, b], search: {text: x}":               "feeds.f.search is for a feed of one supplier",
		"supplier: a, price: {suppliers: {b: {percent: 5}}}": `feeds.f.price.suppliers: the feed has no products of "b"`,
	} {
		_, err := compiled(two, feed)
		require.ErrorContains(t, err, want, feed)
	}
	for _, feed := range []string{"supplier: a", "suppliers: [a]", "choose: {by: barcode}", "without: last", "price: {suppliers: {a: {percent: 5}}}", "filter: {suppliers: [a]}"} {
		_, err := compiled("", feed)
		require.ErrorContains(t, err, "the config has one supplier, without a name", feed)
		require.NotEmpty(t, failure.Hint(err), feed)
	}
}

// TestCounterparties: each supplier is a party of his own contract.
func TestCounterparties(t *testing.T) {
	c, err := config.Read("dropbridge.yaml", []byte("account: s\nsuppliers: {a: {base_url: 'https://a.example', counterparty: {name: Firm, code: '12345678'}}, b: {base_url: 'https://b.example'}}\n"))
	require.NoError(t, err)
	a, err := c.Of("a")
	require.NoError(t, err)
	require.Equal(t, "Firm", a.Counterparty.Name.Text)
	b, err := c.Of("b")
	require.NoError(t, err)
	require.Equal(t, []string{"company.name", "suppliers.b.counterparty.name"}, b.Lacking("company.name", "counterparty.name"))
	require.Equal(t, filepath.Join("state", "suppliers", "b", "closed"), b.Closed())
	for text, want := range map[string]string{
		"account: s\ncounterparty: {name: F}\nsuppliers: {a: {base_url: 'https://a.example'}}":    "counterparty at the top goes with supplier:",
		"supplier: {counterparty: {name: F}}":                                                     "supplier.counterparty goes with suppliers:",
		"account: s\nsuppliers: {a: {base_url: 'https://a.example', counterparty: {code: '1%'}}}": `suppliers.a.counterparty.code: "1%" is no code`,
	} {
		_, err := config.Read("dropbridge.yaml", []byte(text))
		require.ErrorContains(t, err, want, text)
	}
}
