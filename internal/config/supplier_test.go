package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

func TestPlainLoopback(t *testing.T) {
	for written, want := range map[string]string{
		"http://LOCALHOST:8765/v1": "http://localhost:8765/v1", "http://Localhost": "http://localhost",
		"http://127.0.0.1:1": "http://127.0.0.1:1", "http://127.1:1": "http://127.1:1", "http://localhost.example": "http://localhost.example",
		"https://API.example": "https://API.example", "http://[::1]:1": "http://[::1]:1", "%": "%", "": "",
	} {
		require.Equal(t, want, plainLoopback(written), written)
	}
}

// TestUserName: beside the token a service may want a name, which may be a secret, too.
func TestUserName(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "key"), []byte(" ck_1\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "empty"), nil, 0o600))
	env := func(name string) (string, bool) { return map[string]string{"SHOP_KEY": "ck_2"}[name], true }
	for text, want := range map[string]string{
		"{user: shop}":         "shop false",
		"{user_file: key}":     "ck_1 true",
		"{user_env: SHOP_KEY}": "ck_2 true",
		"{}":                   " false",
		"{user_env: NONE}":     "!supplier.user_env: the environment has no NONE",
		"{user_file: none}":    "!supplier.user_file: open ",
		"{user_file: empty}":   "!supplier.user_file: empty is empty",
	} {
		file := filepath.Join(dir, "dropbridge.yaml")
		require.NoError(t, os.WriteFile(file, []byte("supplier: "+text+"\n"), 0o600))
		c, err := Load(file)
		require.NoError(t, err)
		user, secret, err := c.UserName(env)
		if message, failed := strings.CutPrefix(want, "!"); failed {
			require.ErrorContains(t, err, message)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want, fmt.Sprint(user, " ", secret))
	}
}

// TestClientOfAMappingThatWantsMore: what the mapping wants of the config is named with the way out.
func TestClientOfAMappingThatWantsMore(t *testing.T) {
	dir := t.TempDir()
	mapping := strings.Replace(suppliertest.WireText("auth: {basic: true}", "params: {shop: }"), "GET /goods", `"GET /{shop}/goods"`, 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "wire.yaml"), []byte(mapping), 0o600))
	for text, want := range map[string]string{
		"user: u":           "supplier.params.shop is missing: the paths of the mapping wire hold it",
		"params: {shop: a}": "supplier.user is missing: the mapping wire wants it beside the token",
		"params: {shop: a}, user: u, user_env: E": "want only one of user, user_env and user_file",
		"params: {stop: a}, user: u":              `unknown parameter of supplier.params "stop"`,
		"params: {shop: a}, user: u":              "",
	} {
		file := filepath.Join(dir, "dropbridge.yaml")
		require.NoError(t, os.WriteFile(file, []byte("supplier: {base_url: https://a.example, mapping: wire.yaml, "+text+"}\n"), 0o600))
		c, err := Load(file)
		require.NoError(t, err)
		options, err := c.Client(c.Supplier.BaseURL, supplier.NewSecret("t"))
		if want != "" {
			require.ErrorContains(t, err, want)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, "/a/goods", options.Mapping.Products.Path)
	}
}
