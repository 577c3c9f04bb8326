package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
)

const twoSuppliers = "account: s\nsuppliers: {a: {base_url: 'https://a.example'}, b: {base_url: 'https://b.example'}}\n"

// TestRoutes: what holds for the inbox holds for a source that says nothing else.
func TestRoutes(t *testing.T) {
	c, err := config.Read("dropbridge.yaml", []byte(twoSuppliers+`inbox: {route: {prefix: {"A-": a}, strip: true}, sources: {one: {supplier: b}, two: {}, three: {route: {column: Who, words: {X: a}, else: b}}}}`))
	require.NoError(t, err)
	settings, err := c.Importer()
	require.NoError(t, err)
	names := []string{"a", "b"}
	for source, want := range map[string]*orderfile.Route{
		"one":   {Names: names, All: "b", Key: "inbox.sources.one"},
		"two":   {Names: names, Prefixes: map[string]string{"A-": "a"}, Strip: true, Key: "inbox.sources.two"},
		"three": {Names: names, Column: "Who", Words: map[string]string{"X": "a"}, Else: "b", Key: "inbox.sources.three"},
	} {
		require.Equal(t, want, settings.Sources[source].Route, source)
	}
	require.Equal(t, "inbox", settings.Default.Route.Key)

	one, err := config.Read("dropbridge.yaml", nil)
	require.NoError(t, err)
	settings, err = one.Importer()
	require.NoError(t, err)
	require.Nil(t, settings.Default.Route, "there is but one")
	require.Empty(t, settings.Suppliers)
}

func TestRoutesThatCannotBe(t *testing.T) {
	for text, want := range map[string]string{
		"inbox: {supplier: a}":                                                      "go with suppliers:",
		twoSuppliers + "inbox: {supplier: c}":                                       "inbox.supplier: there is no suppliers.c",
		twoSuppliers + "inbox: {supplier: a, route: {prefix: {'': b}}}":             "stand beside each other",
		twoSuppliers + "inbox: {route: {}}":                                         "inbox.route needs a prefix or a column",
		twoSuppliers + "inbox: {route: {prefix: {X: a}, column: Y}}":                "and not both",
		twoSuppliers + "inbox: {route: {prefix: {X: c}}}":                           "inbox.route: X: there is no suppliers.c",
		twoSuppliers + "inbox: {route: {prefix: {X: a}, else: b}}":                  "words and else go with column",
		twoSuppliers + "inbox: {route: {column: X, strip: true}}":                   "strip goes with prefix",
		twoSuppliers + "inbox: {sources: {k: {route: {column: X, words: {Y: c}}}}}": "inbox.sources.k.route: Y: there is no suppliers.c",
		twoSuppliers + "inbox: {sources: {k: {route: {column: X, else: c}}}}":       "inbox.sources.k.route.else: there is no suppliers.c",
	} {
		_, err := config.Read("dropbridge.yaml", []byte(text))
		require.ErrorContains(t, err, want, text)
		require.Equal(t, failure.Config, failure.KindOf(err), text)
		require.NotEmpty(t, failure.Hint(err), text)
	}
}
